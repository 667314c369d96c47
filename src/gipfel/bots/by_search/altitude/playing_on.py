"""Playing on: what a move comes to when all seats go on by instinct, for a while or to the end."""

from typing import Any

import numpy as np

from ....games.altitude.state import Phase
from ....kernel.altitude import apply, determinize, is_chance, legal
from ....kernel.compiled import Record, Whole, compiled
from ....kernel.rng import below
from ..net import run
from .facts import ALL, describe, look_out
from .instinct import HELD, Eye, glance, stage_of
from .sight import count, count_off, kind_of, pass_by
from .weighing import best_of, highest

_KEEP, _PLAY, _BUILD, _OVER = map(
    tuple(Phase).index, (Phase.KEEP, Phase.PLAY, Phase.BUILD, Phase.OVER)
)
_FINE = 1 << 24
"""Steps of a chance."""
CLEAR = 1.5
"""Ahead by so many points, a seat is rather clearly ahead."""


@compiled
def shuffle(state: Record) -> None:
    """Give the pile of a guess an order, so that what is drawn does not hang on what is played."""
    for place in range(np.int64(state.pile) - 1, 0, -1):
        other = below(state, place + 1)
        state.bag[place], state.bag[other] = state.bag[other], state.bag[place]


@compiled
def deal_anew(state: Record, viewer: Whole, eye: Eye) -> None:
    """Change the hidden hands of a guess for such as players hold, who keep what serves them.

    Each hidden card changes places with one of the pile, or with none, by how much rather each is
    held; twice round, and all hands are as likely as they should be, or nearly.
    """
    weights, sight = eye.weights[stage_of(state)], eye.sight[0]
    pile = np.int64(state.pile)
    rather = np.zeros(pile + 1, np.float32)
    for turn in range(2 * (np.int64(state.players) - 1)):
        other = (viewer + 1 + turn // 2) % np.int64(state.players)
        hand = state.hands[other]
        for which in range(state.held[other]):
            total = np.float32(0)
            for place in range(pile + 1):
                card = np.int64(state.bag[place] if place < pile else hand[which])
                total += np.exp(weights.of[HELD + kind_of(card, sight)])
                rather[place] = total
            drawn, place = total * np.float32(below(state, _FINE)) / np.float32(_FINE), 0
            while place < pile and rather[place] <= drawn:
                place += 1
            if place < pile:
                state.bag[place], hand[which] = hand[which], state.bag[place]
        hand[: state.held[other]].sort()


@compiled
def settle(state: Record, tables: Record, mind: Any) -> None:
    """Write the score that each seat reaches by its best build into `mind.totals` (A21, A22)."""
    for seat in range(state.players):
        mind.scratch[0] = state
        mind.scratch[0].phase, mind.scratch[0].seat = _BUILD, seat
        mind.totals[seat] = highest(mind.scratch, tables, -1, mind.moves)


@compiled
def _draw(state: Record, tables: Record, sight: Record) -> None:
    """Let chance bring the card that lies on top."""
    card = np.int64(state.bag[np.int64(state.pile) - 1])
    apply(state, tables, card)
    count_off(card, sight)


@compiled
def play_on(state: Record, tables: Record, mind: Any, viewer: Whole, horizon: Whole) -> bool:
    """Play a guess on by instinct until a viewer has played so often; tell if it came to its end.

    `mind.totals` then holds the scores.
    """
    eye, sight = mind.eye, mind.eye.sight[0]
    count(state, sight)
    while state.phase not in (_BUILD, _OVER):
        if horizon == 0:
            return False
        if is_chance(state):
            _draw(state, tables, sight)
            continue
        n, keeping = legal(state, tables, eye.moves), state.phase == _KEEP
        glance(state, eye, n)
        move = np.int64(eye.moves[best_of(eye.looks, n)])
        pass_by(state, move, sight)
        horizon -= state.seat == viewer
        apply(state, tables, move)
        if keeping:
            shuffle(state)
            count(state, sight)
    settle(state, tables, mind)
    return True


@compiled
def success(totals: Any, players: Whole, seat: Whole) -> Any:
    """Return how well an end is for a seat, from 0 to 1; alone, its score.

    It tells a clear win from a narrow one: so much less luck is in it that moves are compared
    sooner than by wins alone, and no worse.
    """
    own, other = np.float64(totals[seat]), np.float64(-1)
    if players == 1:
        return own
    for turn in range(1, players):
        other = max(other, np.float64(totals[(seat + turn) % players]))
    return 1 / (1 + np.exp((other - own) / CLEAR))


@compiled
def foretell(state: Record, tables: Record, seat: Whole, mind: Any) -> Any:
    """Return how well a seat will do in the end, by what it knows, as `success` would tell it."""
    look_out(state, tables, seat, mind.forecast[0])
    describe(state, tables, seat, mind, ALL)
    told = mind.out[:1]
    run(mind.foresight, mind.facts, mind.room, told)
    return 1 / (1 + np.exp(-np.float64(told[0])))


@compiled
def follow(
    seen: Record,
    tables: Record,
    mind: Any,
    candidates: Any,
    seeds: Any,
    horizon: Whole,
    found: Any,
) -> None:
    """Write what each candidate came to, a row for each guess at what is hidden.

    What does not end before the horizon, so many own plays on, is left to foresight. The same
    guess and the same order of the pile serve all candidates.
    """
    seat, players = np.int64(seen.seat), np.int64(seen.players)
    for which in range(len(seeds)):
        determinize(seen, tables, seeds[which], mind.guess)
        if seen.phase == _PLAY:
            deal_anew(mind.guess[0], seat, mind.eye)
        shuffle(mind.guess[0])
        for candidate in range(len(candidates)):
            mind.ahead[0] = mind.guess[0]
            apply(mind.ahead[0], tables, np.int64(candidates[candidate]))
            if seen.phase == _KEEP:
                shuffle(mind.ahead[0])
            if play_on(mind.ahead[0], tables, mind, seat, horizon):
                found[which, candidate] = success(mind.totals, players, seat)
            else:
                found[which, candidate] = foretell(mind.ahead[0], tables, seat, mind)
