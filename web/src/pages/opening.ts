/** From a wish to a table: put it up, sit down, go there. */

import { m } from '../paraglide/messages';
import { here, to } from '../routes.svelte';
import { putUp, sit } from '../server/api';
import type { Setup } from '../server/messages';
import { settings } from '../settings.svelte';

export const ownName = (): string => settings.name.trim() || m.page_guest();

/** Put up a table, take the seats of this device, each with its name, and go there. */
export async function open(
  setup: Setup,
  people: readonly (readonly [seat: number, name: string])[] = [[0, ownName()]],
): Promise<void> {
  const table = await putUp(setup);
  for (const [seat, name] of people) await sit(table, name, seat);
  here.go(to.table(table));
}
