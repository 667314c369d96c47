"""Choosing a move: the net's favourites are followed further, over guesses at what is hidden."""

from collections.abc import Sequence
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from ....games.altitude.cards import BLOCKED
from ....games.altitude.mountain import BASE
from ....games.altitude.rules import HAND
from ....games.altitude.state import Phase, Setup
from ....kernel.altitude import MOST_MOVES, STATE, apply, observe
from ..net import HIDDEN, Net, chances, fresh
from .facts import CLASS, MOUNTAIN, facts_for, look_out
from .instinct import TRAITS
from .weighing import FAR_BEHIND, look_ahead, next_play, weigh_by_hand, weigh_by_net
from .worth import standing, value

_BUILD, _OVER = map(tuple(Phase).index, (Phase.BUILD, Phase.OVER))
CANDIDATES, GUESSES, CHUNK = 8, 16, 8
"""What ED looks at: moves at first, guesses for each, guesses at a time."""
PLAYS = 1, 5
"""How far it follows a move: own plays by the net, and then by instinct."""


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
    seen: Any
    glance: Any


def mind(net: Net, setup: Setup) -> Mind:
    """Return a mind with a net."""
    return Mind(
        net,
        CLASS,
        np.zeros(facts_for(setup.players), np.float32),
        np.zeros((setup.players, MOUNTAIN), np.float32),
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
        np.zeros(TRAITS, np.float32),
        np.zeros(TRAITS, np.float32),
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
        values[which] = next_play(scratch, tables, seat, thought)
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
            mind.out[turn] = standing(state, tables, (seat + turn) % players, mind)
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
            worth = standing(state, tables, seat, thought)
            worth = np.exp(worth) if players > 1 else worth
        own.append(float(worth))
    return tuple(chance / sum(own) for chance in own) if players > 1 else tuple(own)
