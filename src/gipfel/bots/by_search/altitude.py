"""Altitude in search: the facts that the value function sees, and the choice of a move.

A move is judged by the position it leaves, from what its seat may know: the mountains, its own
hand, the unseen cards. The build at the end (A21) is searched to its best score.
"""

from collections.abc import Sequence
from math import inf
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...games.altitude.cards import ANIMAL, AVALANCHE, BLOCKED, CABLE_CAR, SAINT_BERNARD
from ...games.altitude.mountain import ANIMALS_COUNT_FROM, BASE
from ...games.altitude.rules import HAND, SECOND_PLAY_FROM
from ...games.altitude.state import Phase, Setup
from ...kernel.altitude import (
    BUILD,
    GIVE,
    KIND,
    MOST_MOVES,
    ORIGIN,
    SEATS,
    STATE,
    apply,
    determinize,
    is_chance,
    legal,
    observe,
    sample,
    scores,
)
from ...kernel.compiled import Record, Records, Whole, compiled
from ...kernel.game import KernelGame, new
from ...kernel.rng import below
from .net import HIDDEN, TENS, Net, chances, fresh, rows_for, run

_PLAY, _BUILD, _OVER = map(tuple(Phase).index, (Phase.PLAY, Phase.BUILD, Phase.OVER))
_MOUNTAIN = 71
_VALUES = 12
_HAND = _VALUES + 4 + BASE
_TABLE = 7
ALL = -1
"""Instead of a seat: every one of them."""
CLASS = np.array([0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 9, 9, 10, 10] + [11] * (256 - 15), np.uint8)
"""Numbers that are told apart in a hand; the high ones are few."""
FOLLOWED = 2
"""Moves that D follows to its next draw."""
RIVAL = 0.25
MOST_DRAWS = np.float32(60)
"""What a card that cannot come is said to take."""
FAR_BEHIND = 1000
"""More than any lead."""
CANDIDATES, GUESSES, CHUNK, PLAYS = 8, 16, 8, 2
"""What ED looks at: moves at first, guesses for each, guesses at a time, own plays ahead."""
HEAD_START = 0.0
"""The net learns everything by itself."""
LONGEST = 240
"""Positions that a game can leave at the most."""
TRAINED_ON: tuple[tuple[dict[str, object], int], ...] = (({}, 9), ({"deck": "hike"}, 1))
"""Options of the games that the net learns from, and how often each comes."""


def facts_for(players: int) -> int:
    """Return how many facts there are."""
    return players * (_MOUNTAIN + 1) + _HAND + _TABLE


@compiled
def look_out(state: Record, tables: Record, viewer: Whole, mind: Any) -> None:
    """Write what the cards that a viewer does not see may bring.

    `mind.kinds`: how many there are of each; `mind.fit`: for each bar, the share that may lie over
    it; `mind.need` and `mind.rise`: how many draws a card above it takes, and its likely number.
    The record must be whole: a real position, or one that the viewer cannot tell from it.
    """
    kinds, fit = mind.kinds, mind.fit
    for card in range(256):
        kinds[card] = 0
    for place in range(state.pile):
        kinds[state.bag[place]] += 1
    for other in range(state.players):
        if other != viewer:
            for which in range(state.held[other]):
                kinds[state.hands[other, which]] += 1
    if state.drawn and state.seat != viewer:
        kinds[state.drawn] += 1
    total, highest = np.float32(0), 0
    numbers = np.zeros(BLOCKED + 1, np.float32)
    for bar in range(BLOCKED + 1):
        fit[bar] = 0
    for card in range(1, 255):
        total += kinds[card]
        if kinds[card] and tables.reach[card]:
            fit[tables.reach[card] - 1] += kinds[card]
        if kinds[card] and card < CABLE_CAR:
            numbers[card % ANIMAL] += kinds[card]
            highest = max(highest, card % ANIMAL)
    mind.unseen[0] = max(total, np.float32(1))
    over = passed = np.float32(0)
    for bar in range(BLOCKED, -1, -1):
        if bar < BLOCKED:
            fit[bar] += fit[bar + 1]
        share = (kinds[CABLE_CAR] + over) / mind.unseen[0]
        mind.need[bar] = min(MOST_DRAWS, share ** np.float32(-0.7)) if share else MOST_DRAWS
        mind.rise[bar] = 0
        passed = np.float32(0)
        for number in range(bar + 1, highest + 1):
            passed += numbers[number]
            if passed > np.float32(0.4) * over:
                mind.rise[bar] = number
                break
        over += numbers[bar]
    for bar in range(BLOCKED + 1):
        fit[bar] /= mind.unseen[0]


@compiled
def _prospect(state: Record, tables: Record, seat: Whole, mind: Any) -> Any:
    """Return how many floors a mountain may come to; `mind.floors` holds the chance of each.

    A floor is the likelier, the fewer draws the cards take that miss under its cheapest peak.
    """
    for floor in range(BASE):
        mind.floors[floor] = 0
    paces = np.float32(0)
    for other in range(state.players):
        paces += 2 if state.floors[other] >= SECOND_PLAY_FROM else 1
    pace = 2 if state.floors[seat] >= SECOND_PLAY_FROM else 1
    draws = np.float32(state.pile) * pace / paces
    spread = np.float32(1.5) + np.float32(0.2) * draws
    left, right = np.int64(state.left[seat]), np.int64(state.right[seat])
    more = (BASE - (right - left)) // 2
    first, width = left - more, right - left + 1 + 2 * more
    bars, costs, under = mind.bars, mind.costs, mind.under
    total = np.float32(0)
    for floor in range(1, BASE + 1):
        least = np.float32(1e6)
        for i in range(width - floor + 1):
            column = 2 * (first + i) + floor - 1 + ORIGIN
            inside = 0 < column < len(state.heights[seat]) - 1
            laid = inside and state.heights[seat, column] >= floor
            bar = max(bars[i], bars[i + 1]) if floor > 1 else 0
            cost = costs[i] + costs[i + 1] - under[i + 1] if floor > 1 else np.float32(0)
            under[i] = costs[i] if floor > 1 else 0
            if laid:
                bars[i] = tables.bar[state.cards[seat, column, (floor - 1) >> 1]]
            else:
                cost += mind.need[bar]
                bars[i] = mind.rise[bar] if floor > 1 else 2
            costs[i] = cost
            least = min(least, cost)
        under[width - floor + 1] = costs[width - floor + 1] if floor > 1 else 0
        if least - draws > 6 * spread:
            break
        mind.floors[floor - 1] = 1 / (1 + np.exp((least - draws) / spread))
        total += mind.floors[floor - 1]
    return total


@compiled
def _floor(slot: Whole) -> Whole:
    """Return the floor of a slot, as the kernel numbers it."""
    return 2 * np.int64(slot & 7) + (1 if (slot >> 3) & 1 else 2)


@compiled
def _mountain(state: Record, tables: Record, seat: Whole, mind: Any, facts: Any) -> None:
    """Write what a mountain is like: its floors, open slots, and how well cards would fit."""
    fit = mind.fit
    facts[70] = np.float32(0.1) * _prospect(state, tables, seat, mind)
    for floor in range(BASE - 1):
        facts[61 + floor] = mind.floors[floor + 1]
    floors = np.int64(state.floors[seat])
    animals = blocked = 0
    if floors:
        first, last = 2 * state.left[seat] + ORIGIN, 2 * state.right[seat] + ORIGIN
        for column in range(first, last + 1):
            height = np.int64(state.heights[seat, column])
            crown = np.int64(state.crowns[seat, column])
            if height > 0:
                if crown == BLOCKED:
                    blocked += 1
                elif crown > height and height < BASE:
                    facts[46 + height] += np.float32(0.1) * (crown - height)
                for floor in range(height, 0, -2):
                    facts[9 + floor] += np.float32(0.2)
                    card = state.cards[seat, column, (floor - 1) >> 1]
                    animals += floor >= 4 and ANIMAL < card < CABLE_CAR
        facts[56] = np.float32(0.1) * (BASE - 1 - (last - first) // 2)
    else:
        facts[56] = 1
    for reached in range(floors):
        facts[reached] = 1
    for place in range(state.opens[seat]):
        slot = state.open_slot[seat, place]
        floor = _floor(slot)
        chance = fit[state.open_bar[seat, place]]
        if floor > 1:
            facts[18 + floor] += np.float32(0.34)
            facts[27 + floor] = max(facts[27 + floor], chance)
            facts[36 + floor] += np.float32(0.5) * chance
    bare = 0
    for place in range(state.bares[seat]):
        bare += state.bare_bar[seat, place] == 255
    facts[57] = np.float32(0.5) * bare
    facts[58] = np.float32(0.5) * blocked
    facts[59] = np.float32(0.3) * animals
    facts[60] = np.float32(0.1) * (floors + animals)


@compiled
def _hand(state: Record, tables: Record, seat: Whole, mind: Any, facts: Any) -> None:
    """Write what a hand holds, and the floors where one of its cards could be laid."""
    half = np.float32(0.5)
    for which in range(state.held[seat]):
        card = np.int64(state.hands[seat, which])
        if card >= CABLE_CAR:
            facts[_VALUES + 1 + card - CABLE_CAR] += half
        else:
            facts[mind.classes[card % ANIMAL]] += half
            facts[_VALUES] += half * (card > ANIMAL)
        reach = tables.reach[card]
        if card not in (AVALANCHE, SAINT_BERNARD):
            for place in range(state.opens[seat]):
                if state.open_bar[seat, place] < reach:
                    facts[_VALUES + 3 + _floor(state.open_slot[seat, place])] = 1


@compiled
def _look_around(state: Record, tables: Record, mind: Any) -> None:
    """Write what every mountain is like into `mind.mountains`."""
    for seat in range(state.players):
        facts = mind.mountains[seat]
        for i in range(_MOUNTAIN):
            facts[i] = 0
        _mountain(state, tables, seat, mind, facts)


@compiled
def _changed(before: Record, after: Record, move: Whole) -> Whole:
    """Return whose mountain alone a move has changed the facts of; ALL if others' changed too.

    What all may yet draw is another where cards go back to the pile, or a seat begins or ceases to
    play twice a turn.
    """
    seat = (move >> 9) & 3 if move >> KIND == GIVE else np.int64(before.seat)
    twice = before.floors[seat] >= SECOND_PLAY_FROM
    same = before.pile == after.pile and twice == (after.floors[seat] >= SECOND_PLAY_FROM)
    return seat if same else ALL


@compiled
def describe(state: Record, tables: Record, viewer: Whole, mind: Any, changed: Whole) -> None:
    """Write the facts of a position as a viewer knows them, its own mountain first.

    If only one seat's mountain changed since `_look_around`, the others' facts are still known.
    """
    players, facts = np.int64(state.players), mind.facts
    for i in range(facts.size):
        facts[i] = 0
    for turn in range(players):
        seat = (viewer + turn) % players
        own = facts[turn * _MOUNTAIN : (turn + 1) * _MOUNTAIN]
        if changed == ALL or changed == seat:
            _mountain(state, tables, seat, mind, own)
        else:
            for i in range(_MOUNTAIN):
                own[i] = mind.mountains[seat, i]
    start = players * _MOUNTAIN
    _hand(state, tables, viewer, mind, facts[start : start + _HAND])
    start += _HAND
    pile = np.float32(state.pile)
    facts[start] = pile / np.float32(100)
    facts[start + 1] = min(pile, np.float32(24)) / np.float32(24)
    facts[start + 2] = min(pile, np.float32(8)) / np.float32(8)
    for card in range(CABLE_CAR, SAINT_BERNARD + 1):
        facts[start + 3 + card - CABLE_CAR] = np.float32(5) * mind.kinds[card] / mind.unseen[0]
    facts[start + 6] = state.second_play
    facts[start + 7 + (state.seat + players - viewer) % players] = 1


@compiled
def shares(state: Record, out: Any) -> None:
    """Write each seat's part of the win, in seat order (A22); alone, its score (A23)."""
    totals = np.zeros(SEATS, np.int16)
    scores(state, totals)
    best = totals.max()
    winners = 0
    for seat in range(state.players):
        winners += totals[seat] == best
    for seat in range(state.players):
        out[seat] = np.float32(totals[seat] == best) / np.float32(winners)
    if state.players == 1:
        out[0] = best


@compiled
def value(state: Record, tables: Record, viewer: Whole, mind: Any, changed: Whole = ALL) -> Any:
    """Return what a position is worth to a viewer: its chance to win or, alone, its score.

    `mind.out` then holds the chances of all, the viewer first. `look_out` comes before it.
    """
    out = mind.out
    players = np.int64(state.players)
    if state.phase == _OVER:
        shares(state, mind.room)
        for turn in range(players):
            out[turn] = mind.room[(viewer + turn) % players]
    else:
        describe(state, tables, viewer, mind, changed)
        run(mind.net, mind.facts, mind.room, out)
        if players > 1:
            chances(out)
        else:
            out[0] *= TENS
    return out[0]


# By hand, for D -----------------------------------------------------------------------------------


@compiled
def _standing(state: Record, tables: Record, seat: Whole, mind: Any) -> Any:
    """Return what a seat may come to: its floors to be, and its animals (A22)."""
    total = _prospect(state, tables, seat, mind)
    if state.floors[seat]:
        first, last = 2 * state.left[seat] + ORIGIN, 2 * state.right[seat] + ORIGIN
        for column in range(first, last + 1):
            for floor in range(state.heights[seat, column], ANIMALS_COUNT_FROM - 1, -2):
                total += ANIMAL < state.cards[seat, column, (floor - 1) >> 1] < CABLE_CAR
    return total


@compiled
def _lead(state: Record, tables: Record, seat: Whole, mind: Any) -> Any:
    """Return how good a position is by hand: the own prospects and hand, half the best rival's."""
    total = _standing(state, tables, seat, mind)
    for which in range(state.held[seat]):
        card = state.hands[seat, which]
        if card == CABLE_CAR:
            total += np.float32(0.5)
        elif card == AVALANCHE:
            total -= 1
        elif card == SAINT_BERNARD:
            total += np.float32(1.3)
        elif card > ANIMAL:
            total += np.float32(0.7)
    rival = np.float32(0)
    for other in range(state.players):
        if other != seat:
            rival = max(rival, _standing(state, tables, other, mind))
    return total - np.float32(RIVAL) * rival


@compiled
def weigh_by_hand(state: Record, tables: Record, mind: Any) -> Whole:
    """List the moves with their values as `weigh` does, judged by hand.

    The best ones are followed to the own next draw: every card, and the best play with it.
    """
    seat = np.int64(state.seat)
    moves, values, scratch = mind.moves[HAND + 1], mind.values, mind.scratch
    n = legal(state, tables, moves)
    look_out(state, tables, seat, mind)
    for which in range(n):
        scratch[0] = state
        apply(scratch[0], tables, np.int64(moves[which]))
        values[which] = _lead(scratch[0], tables, seat, mind) - FAR_BEHIND
    for _ in range(min(n, FOLLOWED)):
        best = 0
        for which in range(n):
            open_question = values[which] < -FAR_BEHIND / 2
            if open_question and (values[best] > -FAR_BEHIND / 2 or values[which] > values[best]):
                best = which
        scratch[0] = state
        apply(scratch[0], tables, np.int64(moves[best]))
        values[best] = _next_play(scratch, tables, seat, mind)
    return n


@compiled
def _next_play(scratch: Records, tables: Record, seat: Whole, mind: Any) -> Any:
    """Return what a position leads to with the own next draw, were it the own turn again."""
    replies = mind.moves[HAND]
    if scratch[0].pile == 0:
        return _lead(scratch[0], tables, seat, mind)
    scratch[0].phase, scratch[0].seat = _PLAY, seat
    total = weight = np.float32(0)
    for card in range(256):
        if mind.kinds[card]:
            scratch[0].drawn = card
            best = np.float32(-FAR_BEHIND)
            for which in range(legal(scratch[0], tables, replies)):
                scratch[1] = scratch[0]
                apply(scratch[1], tables, np.int64(replies[which]))
                best = max(best, _lead(scratch[1], tables, seat, mind))
            total += mind.kinds[card] * best
            weight += mind.kinds[card]
    return total / max(weight, np.float32(1))


# Choosing by value --------------------------------------------------------------------------------


@compiled
def _order(move: Whole) -> Whole:
    """Return a place for each slot: all below it come before it."""
    slot = move & 511
    return (_floor(slot) << 6) | (slot >> 3)


@compiled
def _highest(states: Records, tables: Record, least: Whole, moves: Any) -> Whole:
    """Return the best score that building on states[0] can reach (A21).

    Slots are taken in order, from `least` on: every mountain can be built floor by floor.
    """
    order, place, count = np.zeros((3, HAND + 1), np.int64)
    totals = np.zeros(SEATS, np.int16)
    seat = states[0].seat
    scores(states[0], totals)
    best = np.int64(totals[seat])
    order[0], count[0] = least, legal(states[0], tables, moves[0])
    depth = 0
    while depth >= 0:
        if place[depth] == count[depth]:
            depth -= 1
            continue
        move = np.int64(moves[depth, place[depth]])
        place[depth] += 1
        if move >> KIND == BUILD and _order(move) > order[depth]:
            states[depth + 1] = states[depth]
            depth += 1
            apply(states[depth], tables, move)
            scores(states[depth], totals)
            best = max(best, np.int64(totals[seat]))
            order[depth], place[depth] = _order(move), 0
            count[depth] = legal(states[depth], tables, moves[depth])
    return best


@compiled
def weigh_by_net(state: Record, tables: Record, mind: Any) -> Whole:
    """List the moves of the seat that must act with their values; return how many there are.

    In the build the value is the best score that a move leads to.
    """
    seat = np.int64(state.seat)
    moves, values, scratch = mind.moves, mind.values, mind.scratch
    n = legal(state, tables, moves[HAND + 1])
    if state.phase != _BUILD:
        look_out(state, tables, seat, mind)
        _look_around(state, tables, mind)
    for which in range(n):
        move = np.int64(moves[HAND + 1, which])
        scratch[0] = state
        if state.phase != _BUILD:
            apply(scratch[0], tables, move)
            changed = _changed(state, scratch[0], move)
            values[which] = value(scratch[0], tables, seat, mind, changed)
        elif move >> KIND == BUILD:
            apply(scratch[0], tables, move)
            values[which] = _highest(scratch, tables, _order(move), moves)
        else:
            totals = np.zeros(SEATS, np.int16)
            scores(state, totals)
            values[which] = totals[seat]
    return n


@compiled
def best_of(values: Any, n: Whole) -> Whole:
    """Return the place of the highest value, the first of equal ones."""
    best = 0
    for which in range(1, n):
        if values[which] > values[best]:
            best = which
    return best


@compiled
def advance(state: Record, tables: Record, mind: Any) -> None:
    """Let chance or the seat on turn act, the seat by the value of what it leaves."""
    if is_chance(state):
        apply(state, tables, sample(state, tables))
    else:
        n = weigh_by_net(state, tables, mind)
        apply(state, tables, np.int64(mind.moves[HAND + 1, best_of(mind.values, n)]))


@compiled
def look_ahead(
    seen: Record, tables: Record, mind: Any, candidates: Any, seeds: Any, plays: Whole, sums: Any
) -> None:
    """Add up what each candidate is worth after the seat's next plays, over guessed hands.

    The same guesses and the same luck serve all candidates.
    """
    seat = np.int64(seen.seat)
    for which in range(len(seeds)):
        determinize(seen, tables, seeds[which], mind.guess)
        for candidate in range(len(candidates)):
            mind.ahead[0] = mind.guess[0]
            state = mind.ahead[0]
            apply(state, tables, np.int64(candidates[candidate]))
            left = plays
            while left and state.phase != _OVER:
                left -= state.seat == seat and not is_chance(state)
                advance(state, tables, mind)
            look_out(state, tables, seat, mind)
            sums[candidate] += value(state, tables, seat, mind)


@compiled
def match_up(states: Records, tables: Record, one: Any, other: Any, ends: Any) -> None:
    """Play every state to its end, one mind on a seat that goes round, the other on the rest."""
    for game in range(len(states)):
        state = states[game]
        while state.phase != _OVER:
            advance(state, tables, one if state.seat == game % state.players else other)
        shares(state, ends[game])


@compiled
def _self_play(
    states: Records, tables: Record, mind: Any, explore: Whole, rows: Records, ends: Any
) -> Whole:
    """Play every state to its end; write a row for each position that a seat left.

    One choice in `explore` is taken at random. Return how many rows there are.
    """
    n = 0
    for game in range(len(states)):
        state = states[game]
        while state.phase != _OVER and n < len(rows):
            if is_chance(state):
                apply(state, tables, sample(state, tables))
                continue
            seat = np.int64(state.seat)
            listed = weigh_by_net(state, tables, mind)
            chosen = best_of(mind.values, listed)
            if state.phase != _BUILD and below(state, explore) == 0:
                chosen = below(state, listed)
            apply(state, tables, np.int64(mind.moves[HAND + 1, chosen]))
            if state.phase != _OVER:
                look_out(state, tables, seat, mind)
                value(state, tables, seat, mind)
                row = rows[n]
                row.game, row.seat = game, seat
                for i in range(mind.facts.size):
                    row.facts[i] = mind.facts[i]
                for i in range(mind.out.size):
                    row.chances[i] = mind.out[i]
                n += 1
        shares(state, ends[game])
    return n


# Choosing -----------------------------------------------------------------------------------------


class Mind(NamedTuple):
    """What one thread thinks with: a net, and room for facts, moves and positions."""

    net: Net
    classes: Any
    facts: Any
    mountains: Any
    room: Any
    out: Any
    fit: Any
    moves: Any
    values: Any
    scratch: Any
    guess: Any
    ahead: Any
    kinds: Any
    need: Any
    rise: Any
    unseen: Any
    floors: Any
    bars: Any
    costs: Any
    under: Any


def mind(net: Net, setup: Setup) -> Mind:
    """Return a mind with a net."""
    return Mind(
        net,
        CLASS,
        np.zeros(facts_for(setup.players), np.float32),
        np.zeros((setup.players, _MOUNTAIN), np.float32),
        np.zeros(sum(HIDDEN), np.float32),
        np.zeros(setup.players, np.float32),
        np.zeros(BLOCKED + 1, np.float32),
        np.zeros((HAND + 2, MOST_MOVES), np.int32),
        np.zeros(MOST_MOVES, np.float32),
        np.zeros(HAND + 2, STATE),
        np.zeros(1, STATE),
        np.zeros(1, STATE),
        np.zeros(256, np.float32),
        np.zeros(BLOCKED + 1, np.float32),
        np.zeros(BLOCKED + 1, np.int64),
        np.ones(1, np.float32),
        np.zeros(BASE, np.float32),
        np.zeros(BASE + 3, np.int64),
        np.zeros(BASE + 3, np.float32),
        np.zeros(BASE + 3, np.float32),
    )


def weigh(
    state: Any,
    tables: Any,
    setup: Setup,
    net: Net | None,
    grade: str,
    seed: int,
    deadline: float,
    _: bool,
    also: Sequence[int],
) -> tuple[list[tuple[float, int]], tuple[float, ...]]:
    """Return the moves looked into with what each is worth, best first, and each seat's chance.

    The record is a position that the seat on turn cannot tell from the real one. All seats are
    judged alike.
    """
    thought = mind(net or fresh(facts_for(setup.players), setup.players, 0), setup)
    building = state["phase"] == _BUILD
    n = (weigh_by_net if net or building else weigh_by_hand)(state, tables, thought)
    moves, values = thought.moves[-1, :n].copy(), thought.values[:n].astype(float)
    seat, scratch = int(state["seat"]), thought.scratch
    for which in np.flatnonzero(np.isin(moves, also) & (values < -FAR_BEHIND / 2)):
        scratch[0] = state
        apply(scratch[0], tables, int(moves[which]))
        values[which] = _next_play(scratch, tables, seat, thought)
    order = np.argsort(-values, kind="stable")[: np.sum(values > -FAR_BEHIND / 2)]
    if grade == "ED" and not building:
        order = _look_deeper(state, tables, thought, moves, values, also, seed, deadline)
    scratch[0] = state
    apply(scratch[0], tables, int(moves[order[0]]))
    weighed = [(float(values[which]), int(moves[which])) for which in order]
    return weighed, _win(scratch[0], tables, seat, thought, by_hand=net is None)


def _win(state: Any, tables: Any, seat: int, mind: Mind, by_hand: bool) -> tuple[float, ...]:
    """Return the chance of each seat to win a position that a seat leaves."""
    players = int(state["players"])
    if players == 1:
        return (1.0,)
    look_out(state, tables, seat, mind)
    value(state, tables, seat, mind)
    if by_hand and state["phase"] != _OVER:
        for turn in range(players):
            mind.out[turn] = _standing(state, tables, (seat + turn) % players, mind)
        chances(mind.out)
    return tuple(float(mind.out[(other - seat) % players]) for other in range(players))


def _look_deeper(
    state: Any,
    tables: Any,
    mind: Mind,
    moves: Any,
    values: Any,
    also: Sequence[int],
    seed: int,
    deadline: float,
) -> Any:
    """Return the order of the moves: the better half stays for a closer look, again and again.

    All candidates meet the same guesses at what is hidden, and the same luck. The values of those
    looked into become what was found; without the time to look at any, all stay as they are.
    """
    seen = np.zeros(1, STATE)
    observe(state, int(state["seat"]), seen)
    rng = np.random.default_rng(abs(seed))
    order = np.argsort(-values, kind="stable")
    wanted = (np.arange(len(order)) < CANDIDATES) | np.isin(moves[order], also)
    order = np.concatenate([order[wanted], order[~wanted]])
    looked = min(wanted.sum(), GUESSES * CANDIDATES // CHUNK)
    left = order[:looked].copy()
    sums, guesses = np.zeros(len(left)), 0
    while len(left) > 1:
        for _ in range(GUESSES * CANDIDATES // len(left) // CHUNK):
            if perf_counter() < deadline:
                seeds = rng.integers(0, 2**64, CHUNK, np.uint64)
                look_ahead(seen[0], tables, mind, moves[left], seeds, PLAYS, sums)
                guesses += CHUNK
        better = np.argsort(-sums, kind="stable")
        if guesses:
            values[left] = sums / guesses
            order[: len(left)] = left[better]
        better = better[: (len(left) + 1) // 2]
        left, sums = left[better], sums[better]
        if perf_counter() >= deadline:
            break
    return order[:looked] if guesses else order


@compiled
def evaluate(states: Records, tables: Record, mind: Any, times: Whole) -> Whole:
    """Value every position for the seat on turn, so many times; return how many were valued."""
    for _ in range(times):
        for which in range(len(states)):
            look_out(states[which], tables, states[which].seat, mind)
            value(states[which], tables, states[which].seat, mind)
    return times * len(states)


def outlook(state: Any, tables: Any, setup: Setup, net: Net | None, _: str) -> tuple[float, ...]:
    """Return the chance of each seat in any position, each as that seat sees it.

    Alone, the score that is expected.
    """
    players = setup.players
    thought = mind(net or fresh(facts_for(players), players, 0), setup)
    own = []
    for seat in range(players):
        look_out(state, tables, seat, thought)
        worth = value(state, tables, seat, thought)
        if net is None and state["phase"] != _OVER:
            worth = _standing(state, tables, seat, thought)
            worth = np.exp(worth) if players > 1 else worth
        own.append(float(worth))
    return tuple(chance / sum(own) for chance in own) if players > 1 else tuple(own)


def self_play(
    net: Net | None, game: KernelGame, count: int, seed: int, explore: int
) -> tuple[NDArray[Any], NDArray[np.float32]]:
    """Play games with a net; return a row for each position that a seat left, and the ends.

    One choice in `explore` is taken at random.
    """
    players = game.players
    thought = mind(net or fresh(facts_for(players), players, 0), game.setup)
    rows = rows_for(facts_for(players), players, count * LONGEST)
    ends = np.zeros((count, players), np.float32)
    n = _self_play(game.states(count, seed), game.tables[0], thought, explore, rows, ends)
    return rows[:n], ends


def duel(net: Net, other: Net, game: KernelGame, count: int, seed: int) -> float:
    """Return the part of the wins that one net gets among others; alone, its mean score."""
    ends = np.zeros((count, game.players), np.float32)
    minds = mind(net, game.setup), mind(other, game.setup)
    match_up(game.states(count, seed), game.tables[0], *minds, ends)
    return float(ends[np.arange(count), np.arange(count) % game.players].mean())


def exercise() -> None:
    """Call each compiled function once, with the types that it is used with."""
    game = new("altitude", players=2)
    net = fresh(facts_for(2), 2, 0)
    state, tables, moves = game.record[0], game.tables[0], np.zeros(MOST_MOVES, np.int32)
    every = moves[: legal(state, tables, moves)].tolist()
    for known, grade in ((None, "D"), (net, "ED")):
        weigh(state, tables, game.setup, known, grade, 0, inf, True, every)
    outlook(state, tables, game.setup, net, "TD")
