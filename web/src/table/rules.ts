/** The rules of a game in the reader's language, fetched once. */

import { getLocale } from '../paraglide/runtime';
import { getRules, type Rules } from '../server/api';

const fetched = new Map<string, Promise<Rules>>();

export function rulesOf(game: string): Promise<Rules> {
  const key = `${game}/${getLocale()}`;
  const rules = fetched.get(key) ?? getRules(game, getLocale());
  fetched.set(key, rules);
  rules.catch(() => fetched.delete(key));
  return rules;
}

export async function ruleText(game: string, id: string): Promise<string | undefined> {
  const { sections } = await rulesOf(game).catch(
    () => ({ sections: [] }) as Partial<Rules> & Pick<Rules, 'sections'>,
  );
  return sections.flatMap(({ rules }) => rules).find((rule) => rule.id === id)?.text;
}
