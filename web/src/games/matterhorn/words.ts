/** What is seen and done, in words of the reader's language. */

import { m } from '../../paraglide/messages';
import { list } from '../../words';
import type { Move, Sight } from '../game';
import type { Target } from './choice.svelte';
import { sweptLines } from './moment';
import { failed, parse, TOP, viewOf, type Face } from './notation';
import { nameOf } from './seats';

/** A place on the mountain: a circle by its name, or the summit. */
const place = (circle: string): string =>
  circle === TOP ? m.matterhorn_summit() : m.matterhorn_circle({ circle });

/** Where a seat's climbers stand: the numbers of their lines. */
export function standing(sight: Sight, seat: number): string {
  const circles = viewOf(sight).climbers[seat];
  const line = (circle: string) =>
    circle === TOP ? m.matterhorn_summit() : String(Number.parseInt(circle, 10));
  return circles ? circles.map(line).join(' · ') : '–';
}

/** A move before it is played. */
export const weigh = (event: string, sight: Sight): string =>
  say({ seat: sight.seat, event }, sight, null);

/** A move without its subject: whoever did it is told beside it. */
export function say({ event: text }: Move, sight: Sight, since: readonly Move[] | null): string {
  const event = parse(text);
  const later = since?.map((move) => parse(move.event));
  switch (event?.kind) {
    case 'rolloff':
      return m.matterhorn_say_rolloff({ faces: list(event.faces) });
    case 'dice': {
      const rolled = m.matterhorn_say_dice({ faces: list(event.faces) });
      return later && failed(sight, later[0]) ? `${rolled} ${m.matterhorn_flop()}` : rolled;
    }
    case 'start':
      return m.matterhorn_say_start({ first: event.circles[0], second: event.circles[1] });
    case 'token':
      return m.matterhorn_say_token({ circle: event.circle, faces: list(event.kept) });
    case 'climb':
      return event.to === TOP
        ? m.matterhorn_say_top({ from: event.from })
        : m.matterhorn_say_climb({ from: event.from, to: event.to });
    case 'push': {
      // Whoever it was has perhaps moved on since; on the summit nobody is told apart.
      const now = later?.reduce((at, e) => (e && 'to' in e && e.from === at ? e.to : at), event.to);
      const seat = viewOf(sight).climbers.findIndex(
        (circles) => now && now !== TOP && circles?.includes(now),
      );
      const words = { from: event.from, to: event.to };
      return seat >= 0
        ? m.matterhorn_say_push_whom({ ...words, who: nameOf(sight, seat) })
        : m.matterhorn_say_push(words);
    }
    case 'clear':
      return m.matterhorn_say_clear({ circle: event.circle });
    case 'block':
      return m.matterhorn_say_block({ circle: event.circle });
    case 'again':
      return m.matterhorn_say_again();
    case 'stop':
      return m.matterhorn_say_stop();
    case 'pass':
      return m.matterhorn_say_pass();
    default:
      return text;
  }
}

/** What the end of a turn did to full lines. */
export const notice = (before: Sight, sight: Sight): string =>
  sweptLines(before, sight)
    .map((line) => m.matterhorn_swept({ line }))
    .join(' ');

/** What must be done now, or who does it. */
export function ask(sight: Sight): string {
  const { phase, actor, winners, actions_left } = viewOf(sight);
  if (phase === 'over')
    return winners.includes(sight.seat ?? -1)
      ? m.matterhorn_ask_won()
      : m.matterhorn_ask_over({ who: list(winners.map((seat) => nameOf(sight, seat))) });
  if (sight.enter && phase === 'rolloff') return m.matterhorn_ask_rolloff();
  if (sight.enter) return m.matterhorn_ask_roll();
  if (typeof actor !== 'number') return m.matterhorn_ask_chance();
  if (!sight.legal.length) return m.matterhorn_ask_waits({ who: nameOf(sight, actor) });
  switch (phase) {
    case 'start':
      return m.matterhorn_ask_start();
    case 'token':
      return m.matterhorn_ask_token();
    case 'bonus':
      return m.matterhorn_ask_bonus();
    case 'actions':
      return m.matterhorn_ask_actions({ count: actions_left });
    case 'flop':
      return m.matterhorn_ask_flop();
    default:
      return m.matterhorn_ask_decide();
  }
}

/** A circle's name for those who hear it: where, what stands there, what can be done. */
export function label(sight: Sight, circle: string, target: Target | undefined): string {
  const view = viewOf(sight);
  const seats = view.climbers.flatMap((circles, seat) =>
    (circles ?? []).filter((one) => one === circle).map(() => seat),
  );
  const things = seats.map((seat) => m.matterhorn_climber({ who: nameOf(sight, seat) }));
  if (view.action.includes(circle)) things.push(m.matterhorn_action());
  if (view.obstacle.includes(circle)) things.push(m.matterhorn_obstacle());
  if (!things.length) things.push(m.matterhorn_free());
  return [place(circle), ...things, ...(target ? [deed(target)] : [])].join(', ');
}

function deed(target: Target): string {
  switch (target.does) {
    case 'token':
      return m.matterhorn_does_token();
    case 'reach':
      return m.matterhorn_does_reach({ dice: list(target.keep ?? []) });
    case 'start':
      return m.matterhorn_does_start();
    case 'pick':
      return m.matterhorn_does_pick();
    case 'drop':
      return m.matterhorn_does_drop();
    case 'climb':
      return m.matterhorn_does_climb();
    case 'push':
      return m.matterhorn_does_push();
    case 'clear':
      return m.matterhorn_does_clear();
    case 'block':
      return m.matterhorn_does_block();
  }
}

/** What the kept dice come to: "5 + 3, the pair of twos does not count, the six is eliminated". */
export function explain(kept: readonly Face[], away: readonly Face[]): string {
  const clauses = [counted(kept).join(' + ')];
  for (const face of new Set(kept)) {
    const count = kept.filter((other) => other === face).length as 1 | 2 | 3 | 4 | 5;
    if (count !== 1)
      clauses.push(m.matterhorn_rests({ count, faces: m.matterhorn_faces({ face }) }));
  }
  if (away.length)
    clauses.push(
      m.matterhorn_aside({
        count: away.length,
        dice: list(away.map((face) => m.matterhorn_face({ face }))),
      }),
    );
  return clauses.filter(Boolean).join(', ');
}

/** The faces that are alone among those kept. */
export const counted = (kept: readonly Face[]): Face[] =>
  kept.filter((face) => kept.indexOf(face) === kept.lastIndexOf(face)).reverse();
