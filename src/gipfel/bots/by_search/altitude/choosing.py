"""Choosing a move: those that promise most are played on, over guesses at what is hidden."""

from collections.abc import Sequence
from statistics import NormalDist
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from ....games.altitude.rules import HAND
from ....games.altitude.state import Phase, Setup
from ....kernel.altitude import MOST_MOVES, SEATS, STATE, apply, observe
from ..net import HIDDEN, TENS, Net, chances, foresight_of, fresh
from .facts import FORECAST, MOUNTAIN, facts_for, look_out
from .instinct import MOST_TRAITS, Eye, eye_of, glance
from .playing_on import follow
from .sight import count
from .weighing import FAR_BEHIND, next_play, weigh_by_hand, weigh_by_net
from .worth import standing, value

_BUILD, _OVER = map(tuple(Phase).index, (Phase.BUILD, Phase.OVER))
BY_INSTINCT, BY_NET = 10, 3
"""Moves that ED follows: so many that look best, and so many that the net likes best."""
CHUNK = 16
"""Guesses at a time."""
SURE, STAKE = 3.0, 0.0003
"""Standard errors by which a move is surely behind; what a choice may give away unasked."""
HORIZON, NEVER = 10, 1 << 30
"""Own plays after which foresight tells the rest; without it, games are played to their ends."""
PLAYS, BUILDS, WORD = 300_000, 24, 4
"""Plays in all; what the builds of two seats cost, and a word of foresight. More seats: more."""
TRUST, BELIEF, FIRST = 0.01, 0.3, 30
"""What better looks promise, what the net's word does, and how many guesses that counts for."""


class Mind(NamedTuple):
    """What one thread thinks with: a net, and room for facts, moves and positions."""

    net: Net
    foresight: Net
    forecast: Any
    facts: Any
    mountains: Any
    room: Any
    out: Any
    moves: Any
    values: Any
    scratch: Any
    guess: Any
    ahead: Any
    eye: Eye
    notes: Any
    totals: Any


def mind(net: Net, setup: Setup) -> Mind:
    """Return a mind with a net."""
    return Mind(
        net,
        foresight_of(net, facts_for(setup.players)),
        np.zeros(1, FORECAST),
        np.zeros(facts_for(setup.players), np.float32),
        np.zeros((setup.players, MOUNTAIN), np.float32),
        np.zeros(sum(HIDDEN), np.float32),
        np.zeros(setup.players, np.float32),
        np.zeros((HAND + 2, MOST_MOVES), np.int32),
        np.zeros(MOST_MOVES, np.float32),
        np.zeros(HAND + 2, STATE),
        np.zeros(1, STATE),
        np.zeros(1, STATE),
        eye_of(setup.deck, net.instinct),
        np.zeros((MOST_MOVES, 2, MOST_TRAITS), np.float32),
        np.zeros(SEATS, np.int16),
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
    look_out(state, tables, seat, mind.forecast[0])
    value(state, tables, seat, mind)
    if by_hand and state["phase"] != _OVER:
        for turn in range(players):
            other = (seat + turn) % players
            mind.out[turn] = standing(state, tables, other, mind.forecast[0])
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
    """Return the moves looked into, best first: those that are surely behind drop out early.

    All candidates meet the same guesses at what is hidden, and the same pile. Their values become
    what was found and, while that is little, what their looks and the net promise. Without the time
    to look at any, all stay as they are.
    """
    seen = np.zeros(1, STATE)
    observe(state, int(state["seat"]), seen)
    rng = np.random.default_rng(abs(seed))
    candidates = left = _candidates(state, mind, moves, values, also)
    scale = TENS if state["players"] == 1 else 1
    promise = scale * TRUST * mind.eye.looks[: len(moves)] + BELIEF * values
    promise -= promise[left].max()
    crowd = max(2, int(state["players"])) / 2
    horizon, plays = NEVER, int(state["pile"]) + BUILDS * crowd
    if mind.net.foresight.size:
        horizon, plays = HORIZON, min(plays, (2 * HORIZON + WORD) * crowd)
    budget = int(PLAYS / crowd / plays)
    found, behind, stake = np.zeros((0, len(left))), [], np.inf
    while len(left) > 1 and stake > scale * STAKE and budget > 0 and perf_counter() < deadline:
        more = np.zeros((CHUNK, len(left)))
        seeds = rng.integers(0, 2**64, CHUNK, np.uint64)
        follow(seen[0], tables, mind, moves[left], seeds, horizon, more)
        budget -= more.size
        found = np.concatenate([found, more])
        worth = found.mean(0) + promise[left] * FIRST / (FIRST + len(found))
        leader = worth.argmax()
        errors = (found[:, [leader]] - found).std(0) / len(found) ** 0.5
        gaps = worth[leader] - worth
        stays = gaps <= SURE * errors
        stake = at_stake(gaps[stays], errors[stays])
        gone = zip(left[~stays], gaps[~stays], strict=True)
        behind += [(which, left[leader], gap) for which, gap in gone]
        left, found = left[stays], found[:, stays]
    if not len(found):
        return np.argsort(-values, kind="stable")
    values[left] = found.mean(0) + promise[left] * FIRST / (FIRST + len(found))
    for which, leader, gap in reversed(behind):
        values[which] = values[leader] - gap
    return candidates[np.argsort(-values[candidates], kind="stable")]


def at_stake(gaps: Any, errors: Any) -> float:
    """Return what the leader may be expected to give away to moves so far behind, so far as known.

    However close a move is, little is at stake once the error of the gap is small.
    """
    normal, stake = NormalDist(), 0.0
    for gap, error in zip(gaps, errors, strict=True):
        if error > 0:
            steps = gap / error
            stake += error * (normal.pdf(steps) - steps * normal.cdf(-steps))
    return stake


def _candidates(state: Any, mind: Mind, moves: Any, values: Any, also: Sequence[int]) -> Any:
    """Return the places of the moves that look best, of those that the net likes, and of others."""
    n = len(moves)
    count(state, mind.eye.sight[0])
    mind.eye.moves[:n] = moves
    glance(state, mind.eye, n)
    wanted = np.isin(moves, also)
    wanted[np.argsort(-mind.eye.looks[:n], kind="stable")[:BY_INSTINCT]] = True
    wanted[np.argsort(-values, kind="stable")[:BY_NET]] = True
    return np.flatnonzero(wanted)


def outlook(state: Any, tables: Any, setup: Setup, net: Net | None, _: str) -> tuple[float, ...]:
    """Return the chance of each seat in any position, each as that seat sees it.

    Alone, the score that is expected.
    """
    players = setup.players
    thought = mind(net or fresh(facts_for(players), players, 0), setup)
    own = []
    for seat in range(players):
        look_out(state, tables, seat, thought.forecast[0])
        worth = value(state, tables, seat, thought)
        if net is None and state["phase"] != _OVER:
            worth = standing(state, tables, seat, thought.forecast[0])
            worth = np.exp(worth) if players > 1 else worth
        own.append(float(worth))
    return tuple(chance / sum(own) for chance in own) if players > 1 else tuple(own)
