"""Playing against itself: games to learn from, to measure by, and of one net against another."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....games.matterhorn.state import Phase
from ....kernel.game import KernelGame
from ....kernel.matterhorn import apply, is_chance, is_over, legal, sample
from ....kernel.rng import below
from ..net import Net, fresh, rows_for
from .choosing import EFFORTS, Search, mind
from .worth import describe, facts_for, value

_ROLLOFF, _START, _ROLL, _OVER = map(
    tuple(Phase).index, (Phase.ROLLOFF, Phase.START, Phase.ROLL, Phase.OVER)
)
LONGEST = 60
"""Turns of a game that are learned from."""
TRAINED_ON: tuple[tuple[dict[str, object], int], ...] = (
    ({}, 16),
    ({"summit_cost": 2}, 3),
    ({"board": "sharp"}, 1),
)
"""Options of the games that the net learns from, and how often each comes."""


def self_play(
    net: Net | None, game: KernelGame, count: int, seed: int, explore: int
) -> tuple[NDArray[Any], NDArray[np.float32]]:
    """Play games with a net, or judged by hand; return a row for each turn begun, and the ends.

    One choice in `explore` is taken at random.
    """
    players = game.players
    judged = net is None
    thought = mind(net or fresh(facts_for(players), players, 0), game.setup, judged)
    search = Search(thought, game.tables[0], EFFORTS["TD"])
    rows = rows_for(facts_for(players), players, count * LONGEST)
    ends = np.zeros((count, players), np.float32)
    n = 0
    for number, state in enumerate(game.states(count, seed)):
        turns = 0
        while not is_over(state) and turns < LONGEST:
            if is_chance(state):
                if state["phase"] == _ROLL and state["tokens_placed"] == 0:
                    value(state, game.tables[0], state["seat"], thought)
                    describe(state, game.tables[0], thought)
                    rows[n] = number, state["seat"], thought.facts, thought.out
                    n, turns = n + 1, turns + 1
                move = sample(state, game.tables[0])
            elif below(state, explore) == 0:
                ways = legal(state, game.tables[0], thought.ways)
                move = int(thought.ways[below(state, ways)])
            else:
                move = max(search.weigh(state))[1]
            apply(state, game.tables[0], move)
        if state["phase"] == _OVER:
            ends[number, state["seat"]] = 1
    return rows[:n], ends


def turns(net: Net, game: KernelGame, count: int, seed: int) -> NDArray[Any]:
    """Play games with a net; return a row for each position within a turn, for the seat on turn.

    It tells what the search found the position to be worth, what chance was told of it, and
    whether it was won.
    """
    tables = game.tables[0]
    search = Search(mind(net, game.setup), tables, EFFORTS["TD"])
    kind = [("rolling", "?"), ("tokens", "i4"), ("worth", "f4"), ("told", "f4"), ("won", "f4")]
    found: list[tuple[Any, ...]] = []
    for state in game.states(count, seed):
        rows: list[tuple[Any, ...]] = []
        while not is_over(state):
            seat, phase = int(state["seat"]), int(state["phase"])
            if phase == _ROLL:
                worth, told = search.rolled(state), search.outlook(state)
            elif not is_chance(state):
                worth, move = max(search.weigh(state))
                told = search.foreseen(state, worth, move)
            if phase not in (_ROLLOFF, _START):
                rows.append((seat, phase == _ROLL, int(state["tokens_placed"]), worth, told[seat]))
            apply(state, tables, sample(state, tables) if is_chance(state) else move)
        found += [(*row[1:], state["phase"] == _OVER and row[0] == state["seat"]) for row in rows]
    return np.array(found, kind)


def duel(net: Net, other: Net, game: KernelGame, count: int, seed: int) -> float:
    """Return the part of the wins that one net gets among others."""
    minds = mind(net, game.setup), mind(other, game.setup)
    searches = [Search(one, game.tables[0], EFFORTS["TD"]) for one in minds]
    won = 0
    for number, state in enumerate(game.states(count, seed)):
        place, turns = number % game.players, 0
        while not is_over(state) and turns < LONGEST:
            if is_chance(state):
                turns += int(state["tokens_placed"] == 0)
                move = sample(state, game.tables[0])
            else:
                move = max(searches[int(state["seat"] != place)].weigh(state))[1]
            apply(state, game.tables[0], move)
        won += bool(state["phase"] == _OVER and state["seat"] == place)
    return won / count
