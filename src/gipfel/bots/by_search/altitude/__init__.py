"""Altitude in search.

A move is judged by the position it leaves (`worth`), from what its seat may know (`facts`): the
mountains, its own hand, the unseen cards. The build at the end (A21) is searched to its best score
(`weighing`). `choosing` follows the best moves for a while (`playing_on`), all seats acting by
`instinct`, until foresight tells the rest. `learning` plays the games that the net learns from,
`practice` those that the instinct does, `showing` those that foresight does.
"""

from math import inf

import numpy as np

from ....kernel.altitude import MOST_MOVES, legal
from ....kernel.game import new
from ..net import fresh
from .choosing import mind, outlook, weigh
from .facts import HEAD_START, facts_for
from .instinct import INSTINCT
from .learning import TRAINED_ON, duel, self_play
from .practice import compete, critic, practise, watch
from .showing import show
from .worth import evaluate

__all__ = [
    "HEAD_START",
    "INSTINCT",
    "TRAINED_ON",
    "compete",
    "critic",
    "duel",
    "evaluate",
    "exercise",
    "facts_for",
    "mind",
    "outlook",
    "practise",
    "self_play",
    "show",
    "watch",
    "weigh",
]


def exercise() -> None:
    """Call each compiled function once, with the types that it is used with."""
    game = new("altitude", players=2)
    net = fresh(facts_for(2), 2, 0, INSTINCT)
    state, tables, moves = game.record[0], game.tables[0], np.zeros(MOST_MOVES, np.int32)
    every = moves[: legal(state, tables, moves)].tolist()
    for known, grade in ((None, "D"), (net, "ED")):
        weigh(state, tables, game.setup, known, grade, 0, inf, True, every)
    outlook(state, tables, game.setup, net, "TD")
