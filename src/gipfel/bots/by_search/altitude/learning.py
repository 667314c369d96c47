"""Playing against itself: games that a net learns from, and nets against nets."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....games.altitude.rules import HAND
from ....games.altitude.state import Phase
from ....kernel.altitude import apply, is_chance, sample
from ....kernel.compiled import Record, Records, Whole, compiled
from ....kernel.game import KernelGame
from ....kernel.rng import below
from ..net import Net, fresh, rows_for
from .choosing import mind
from .facts import facts_for, look_out
from .weighing import advance, best_of, weigh_by_net
from .worth import shares, value

_BUILD, _OVER = map(tuple(Phase).index, (Phase.BUILD, Phase.OVER))
LONGEST = 240
"""Positions that a game can leave at the most."""
TRAINED_ON: tuple[tuple[dict[str, object], int], ...] = (({}, 9), ({"deck": "hike"}, 1))
"""Options of the games that the net learns from, and how often each comes."""


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
                look_out(state, tables, seat, mind.forecast[0])
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
    n = _self_play(game.starts(count, seed), game.tables[0], thought, explore, rows, ends)
    return rows[:n], ends


def duel(net: Net, other: Net, game: KernelGame, count: int, seed: int) -> float:
    """Return the part of the wins that one net gets among others; alone, its mean score."""
    ends = np.zeros((count, game.players), np.float32)
    minds = mind(net, game.setup), mind(other, game.setup)
    match_up(game.starts(count, seed), game.tables[0], *minds, ends)
    return float(ends[np.arange(count), np.arange(count) % game.players].mean())
