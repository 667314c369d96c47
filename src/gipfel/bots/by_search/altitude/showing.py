"""Showing games: played by instinct, so that foresight is learned from how they end."""

from typing import Any

import numpy as np

from ....games.altitude.state import Phase
from ....kernel.altitude import apply, is_chance, legal, sample
from ....kernel.compiled import Record, Records, Whole, compiled
from ....kernel.game import KernelGame
from ....kernel.rng import below
from ..net import Floats, Net
from .choosing import mind
from .facts import ALL, describe, facts_for, look_out
from .instinct import glance
from .learning import LONGEST
from .playing_on import settle, success
from .practice import take
from .sight import count
from .weighing import best_of

_BUILD, _OVER = map(tuple(Phase).index, (Phase.BUILD, Phase.OVER))
STRAY = 12
"""One play in so many is taken by chance, the likelier the better it looks."""
SHOWN = 6
"""One position in so many is learned from: those of a game are much alike."""


@compiled
def _show(states: Records, tables: Record, mind: Any, facts: Any, goals: Any) -> Whole:
    """Play every state to its end; write facts of what seats leave, and how well they did.

    Return how many positions there are.
    """
    shown: Whole = 0
    seats = np.zeros(LONGEST, np.int64)
    eye = mind.eye
    for game in range(len(states)):
        state, first = states[game], shown
        players = np.int64(state.players)
        while state.phase not in (_BUILD, _OVER):
            if is_chance(state):
                apply(state, tables, sample(state, tables))
                continue
            seat, n = np.int64(state.seat), legal(state, tables, eye.moves)
            count(state, eye.sight[0])
            glance(state, eye, n)
            strays = below(state, STRAY) == 0
            move = take(state, eye.looks, n) if strays else best_of(eye.looks, n)
            apply(state, tables, np.int64(eye.moves[move]))
            if state.phase not in (_BUILD, _OVER) and below(state, SHOWN) == 0:
                look_out(state, tables, seat, mind.forecast[0])
                describe(state, tables, seat, mind, ALL)
                facts[shown], seats[shown - first] = mind.facts, seat
                shown += 1
        settle(state, tables, mind)
        for which in range(first, shown):
            goals[which] = success(mind.totals, players, seats[which - first])
    return shown


def show(net: Net, game: KernelGame, count: int, seed: int) -> tuple[Floats, Floats]:
    """Play games by the instinct of a net; return facts of positions, and how well seats did."""
    room = count * LONGEST // 2
    facts = np.zeros((room, facts_for(game.players)), np.float32)
    goals = np.zeros((room, 1), np.float32)
    thought = mind(net, game.setup)
    n = _show(game.starts(count, seed), game.tables[0], thought, facts, goals[:, 0])
    return facts[:n], goals[:n]
