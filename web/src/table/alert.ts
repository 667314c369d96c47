/** Tells a person who looks elsewhere that it is their turn: by sound and by notification. */

import { m } from '../paraglide/messages';
import { settings } from '../settings.svelte';

let audio: AudioContext | undefined;

/** Two cow bells, a third apart. */
export function chime(): void {
  audio ??= new AudioContext();
  void audio.resume(); // A browser keeps a page silent until somebody touches it.
  const at = audio.currentTime;
  for (const [pitch, delay] of [
    [659, 0],
    [784, 0.14],
  ] as const) {
    const bell = new OscillatorNode(audio, { type: 'triangle', frequency: pitch });
    const loudness = new GainNode(audio, { gain: 0 });
    loudness.gain.setValueAtTime(0, at + delay);
    loudness.gain.linearRampToValueAtTime(0.16, at + delay + 0.01);
    loudness.gain.exponentialRampToValueAtTime(0.001, at + delay + 0.7);
    bell.connect(loudness).connect(audio.destination);
    bell.start(at + delay);
    bell.stop(at + delay + 0.75);
  }
}

export async function askToNotify(): Promise<boolean> {
  return 'Notification' in window && (await Notification.requestPermission()) === 'granted';
}

export function callToTable(game: string): void {
  if (settings.sound) chime();
  if (!settings.notify || !document.hidden) return;
  try {
    const note = new Notification(game, { body: m.table_your_turn(), tag: 'gipfel' });
    note.onclick = () => {
      window.focus();
      note.close();
    };
  } catch {
    // Not every browser lets a page do this: Chrome on Android wants a service worker.
  }
}
