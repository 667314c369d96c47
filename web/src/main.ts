/** Where the page starts. */

import { mount } from 'svelte';
import App from './App.svelte';
import './look/font.css';
import './look/theme.css';
import './look/global.css';
import { getLocale } from './paraglide/runtime';

document.documentElement.lang = getLocale();
mount(App, { target: document.getElementById('page')! });
