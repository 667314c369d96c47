/** What a person has set, kept on this device. */

const KEY = 'gipfel';

const fresh = {
  name: '',
  theme: 'auto' as 'auto' | 'day' | 'night',
  speed: 'normal' as 'slow' | 'normal' | 'fast' | 'instant',
  odds: true,
  confirm: false,
  sound: false,
  notify: false,
  notation: false,
  grade: 'PD' as 'F' | 'PD' | 'AD' | 'D' | 'TD' | 'ED',
};

/** Read an object from this device; a browser may forbid it, or hold something of another age. */
export function kept<T extends object>(key: string, otherwise: T): T {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return typeof found === 'object' ? { ...otherwise, ...found } : otherwise;
  } catch {
    return otherwise;
  }
}

export function keep(key: string, value: object): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // The page works without a memory.
  }
}

export const settings = $state(kept(KEY, fresh));
/** What this window has read or written last: only a change of its own is written. */
let known = JSON.stringify(settings);

addEventListener('storage', ({ key }) => {
  if (key !== KEY) return;
  Object.assign(settings, kept(KEY, fresh));
  known = JSON.stringify(settings);
});

$effect.root(() => {
  $effect(() => {
    const now = JSON.stringify(settings);
    if (now !== known) keep(KEY, settings);
    known = now;
  });
  $effect(() => {
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const dress = () => {
      const night = settings.theme === 'night' || (settings.theme === 'auto' && dark.matches);
      document.documentElement.dataset.theme = night ? 'night' : 'day';
    };
    dress();
    dark.addEventListener('change', dress);
    return () => dark.removeEventListener('change', dress);
  });
});
