"""Matterhorn in search.

Positions are judged where a turn begins (`worth`). Within the own turn two things are worked out:
the best ways to spend so many actions (`spending`), and by dynamic programming over rolls, lines
used and dice left what it is worth to roll again (`rolling`). `choosing` weighs moves by both,
`telling` makes a true chance of what it found, and `learning` plays the games to learn from.
"""

from ....kernel.game import new
from .choosing import expected, mind, outlook, weigh
from .learning import TRAINED_ON, duel, self_play, turns
from .worth import HEAD_START, INSTINCT, evaluate, facts_for

__all__ = [
    "HEAD_START",
    "INSTINCT",
    "TRAINED_ON",
    "duel",
    "evaluate",
    "exercise",
    "expected",
    "facts_for",
    "mind",
    "outlook",
    "self_play",
    "turns",
    "weigh",
]


def exercise() -> None:
    """Call each compiled function once, with the types that it is used with."""
    game = new("matterhorn", players=2)
    self_play(None, game, 1, 0, 1000)
