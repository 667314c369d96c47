/** Where the page starts. */

import { mount } from 'svelte';
import App from './App.svelte';
import './look/font.css';
import './look/theme.css';
import './look/global.css';
import { getLocale } from './paraglide/runtime';
import { loadAnew } from './server/build';

// A part of the page that is gone: the server holds a newer page.
addEventListener('vite:preloadError', () => loadAnew('parts'));
document.documentElement.lang = getLocale();
mount(App, { target: document.getElementById('page')! });
