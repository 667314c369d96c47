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

$effect.root(() => {
  $effect(() => keep(KEY, settings));
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
