"""Practice: games against itself that an instinct learns from, and instincts against each other.

Policy gradient: moves are taken by chance, the likelier the better they look; what those who did
well took then looks better. How well a seat did is held against what it could expect, which a
critic foretells from a few plain facts, so that less of the luck is learned.
"""

from typing import Any

import numpy as np

from ....games.altitude.cards import ANIMAL, CABLE_CAR
from ....games.altitude.rules import SECOND_PLAY_FROM
from ....games.altitude.state import Phase
from ....kernel.altitude import apply, is_chance, legal, sample, scores
from ....kernel.compiled import Record, Records, Whole, compiled
from ....kernel.game import KernelGame
from ....kernel.rng import below
from ..net import TENS, Floats, fresh
from .choosing import mind
from .facts import facts_for
from .instinct import HELD, INSTINCT, STAGES, glance, stage_of
from .learning import LONGEST
from .playing_on import settle, success
from .sight import KINDS, count, count_off, kind_of, pass_by
from .weighing import best_of

_BUILD, _OVER = map(tuple(Phase).index, (Phase.BUILD, Phase.OVER))
PLAIN = 16
"""Facts that the critic knows."""
CRITIC_RATE = np.float32(0.0005)
HARDLY = np.float32(1e-4)
"""A chance that makes no difference."""
HIGH, LOW = 9, 4
"""Numbers above the one and below the other are told apart in a hand."""


@compiled
def _facts(state: Record, seat: Whole, totals: Any, facts: Any) -> None:
    """Write the plain facts: the seat and the strongest of the others, its hand, the pile."""
    tenth, rival = np.float32(0.1), np.int64(seat)
    scores(state, totals)
    for turn in range(1, state.players):
        other = (seat + turn) % np.int64(state.players)
        if rival == seat or totals[other] > totals[rival]:
            rival = other
    for i in range(PLAIN):
        facts[i] = 0
    for side, one in enumerate((np.int64(seat), rival)):
        facts[side] = tenth * totals[one]
        facts[2 + side] = state.floors[one] >= SECOND_PLAY_FROM
        facts[4 + side] = tenth * state.opens[one]
        facts[6 + side] = tenth * (state.right[one] - state.left[one])
    for which in range(state.held[seat]):
        card = state.hands[seat, which]
        if card >= CABLE_CAR:
            facts[8 + card - CABLE_CAR] += 1
        elif card > ANIMAL:
            facts[11] += 1
        else:
            facts[12] += card > HIGH
            facts[13] += card < LOW
    facts[14] = tenth * tenth * state.pile
    facts[15] = 1


@compiled
def take(state: Record, looks: Any, n: Whole) -> Whole:
    """Choose by chance, the better-looking the likelier; turn looks into chances; tell which."""
    most, total = looks[best_of(looks, n)], np.float32(0)
    for which in range(n):
        looks[which] = np.exp(looks[which] - most)
        total += looks[which]
    at = np.float32(below(state, 1 << 24)) / np.float32(1 << 24)
    chosen = -1
    for which in range(n):
        looks[which] /= total
        at -= looks[which]
        if at < 0 and chosen < 0:
            chosen = which
    return chosen if chosen >= 0 else n - 1


@compiled
def _goal(totals: Any, players: Whole, seat: Whole) -> Any:
    """Return how well a seat did; alone, its score in tens."""
    done = np.float32(success(totals, players, seat))
    return done / TENS if players == 1 else done


@compiled
def practise(states: Records, tables: Record, mind: Any, critic: Any, slope: Any) -> None:
    """Play every state to its end; add to `slope` which way the weights should move.

    The critic learns at once.
    """
    players = np.int64(states[0].players)
    tried = np.zeros((players, *slope.shape), np.float32)
    hoped = np.zeros((players, *slope.shape), np.float32)
    facts = np.zeros((LONGEST, PLAIN), np.float32)
    hopes, stages, seats = np.zeros((3, LONGEST), np.float32)
    eye, sight = mind.eye, mind.eye.sight[0]
    for game in range(len(states)):
        state = states[game]
        decisions: Whole = 0
        tried[:], hoped[:] = 0, 0
        count(state, sight)
        while state.phase not in (_BUILD, _OVER):
            if is_chance(state):
                card = sample(state, tables)
                apply(state, tables, card)
                count_off(card & 255, sight)
                continue
            seat, stage, n = np.int64(state.seat), stage_of(state), legal(state, tables, eye.moves)
            glance(state, eye, n, mind.notes)
            chosen = take(state, eye.looks, n)
            _facts(state, seat, mind.totals, facts[decisions])
            hope = np.float32(0)
            for i in range(PLAIN):
                hope += critic[stage, i] * facts[decisions, i]
            hopes[decisions], stages[decisions], seats[decisions] = hope, stage, seat
            decisions += 1
            for which in range(n):
                push = np.float32(which == chosen) - eye.looks[which]
                if abs(push) > HARDLY:
                    notes = mind.notes[which]
                    for place in range(1, np.int64(notes[0, 0]) + 1):
                        trait, part = np.int64(notes[0, place]), push * notes[1, place]
                        tried[seat, stage, trait] += part
                        hoped[seat, stage, trait] += part * hope
            pass_by(state, np.int64(eye.moves[chosen]), sight)
            apply(state, tables, np.int64(eye.moves[chosen]))
            if stage == STAGES - 1:
                count(state, sight)
        settle(state, tables, mind)
        for one in range(players):
            slope += _goal(mind.totals, players, one) * tried[one] - hoped[one]
        for which in range(decisions):
            came = _goal(mind.totals, players, np.int64(seats[which]))
            for i in range(PLAIN):
                step = CRITIC_RATE * (came - hopes[which]) * facts[which, i]
                critic[np.int64(stages[which]), i] += step


@compiled
def _compete(states: Records, tables: Record, one: Any, other: Any, ends: Any) -> None:
    for game in range(len(states)):
        state = states[game]
        players, own = np.int64(state.players), game % np.int64(state.players)
        while state.phase not in (_BUILD, _OVER):
            if is_chance(state):
                apply(state, tables, sample(state, tables))
                continue
            eye = one.eye if state.seat == own else other.eye
            count(state, eye.sight[0])
            n = legal(state, tables, eye.moves)
            glance(state, eye, n)
            apply(state, tables, np.int64(eye.moves[best_of(eye.looks, n)]))
        settle(state, tables, one)
        best, winners = one.totals[:players].max(), 0
        for seat in range(players):
            winners += one.totals[seat] == best
        ends[game] = (one.totals[own] == best) / winners if players > 1 else best


@compiled
def _watch(states: Records, tables: Record, mind: Any, held: Any, fair: Any) -> None:
    """Play every state to its end; count what others hold, and what they would hold by chance."""
    eye, sight = mind.eye, mind.eye.sight[0]
    for game in range(len(states)):
        state = states[game]
        while state.phase not in (_BUILD, _OVER):
            if is_chance(state):
                apply(state, tables, sample(state, tables))
                continue
            stage, hidden = stage_of(state), np.float32(0)
            for other in range(state.players):
                if other != state.seat:
                    hidden += state.held[other]
            part = hidden / max(hidden + state.pile, np.float32(1))
            for place in range(state.pile):
                fair[stage, kind_of(np.int64(state.bag[place]), sight)] += part
            for other in range(state.players):
                if other != state.seat:
                    for which in range(state.held[other]):
                        kind = kind_of(np.int64(state.hands[other, which]), sight)
                        held[stage, kind] += 1
                        fair[stage, kind] += part
            count(state, sight)
            n = legal(state, tables, eye.moves)
            glance(state, eye, n)
            apply(state, tables, np.int64(eye.moves[best_of(eye.looks, n)]))


def watch(instinct: Floats, game: KernelGame, games: int, seed: int) -> None:
    """Note in an instinct which cards those who follow it hold on to."""
    net = fresh(facts_for(game.players), game.players, 0)._replace(instinct=instinct)
    held, fair = np.ones((2, STAGES, KINDS), np.float32)
    _watch(game.starts(games, seed), game.tables[0], mind(net, game.setup), held, fair)
    instinct[:, HELD : HELD + KINDS] = np.log(held / fair)


def critic() -> Floats:
    """Return a critic that foretells nothing yet."""
    return np.zeros((STAGES, PLAIN), np.float32)


def compete(weights: Floats, past: Floats, game: KernelGame, games: int, seed: int) -> float:
    """Return the part of the wins that one instinct gets among others; alone, its mean score."""
    net, ends = fresh(facts_for(game.players), game.players, 0, INSTINCT), np.zeros(games)
    one, other = (mind(net._replace(instinct=own), game.setup) for own in (weights, past))
    _compete(game.starts(games, seed), game.tables[0], one, other, ends)
    return float(ends.mean())
