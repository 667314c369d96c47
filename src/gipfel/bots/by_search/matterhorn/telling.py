"""Telling the chance of a roll within a turn: what the gamble found, set right by how it went.

A gamble counts tokens and leaves out what their places may do, so it promises too little while
many are still to come; and when it hopes much, it hopes too much. Moves are compared as they were
found; a chance that is told to anyone goes through this.
"""

from math import exp, log

MANY = 3
"""So many tokens, or more, are one to the table."""
SURE = 0.999
"""No gamble is surer than that."""
STRAIGHT = {
    2: ((0.75, 1.05, 0.27), (0.85, 1.10, 0.15), (0.89, 1.13, 0.11)),
    3: ((0.76, 0.95, 0.21), (0.80, 1.00, 0.09), (0.83, 1.02, 0.03)),
    4: ((0.68, 0.87, 0.13), (0.68, 0.91, 0.00), (0.75, 0.91, -0.10)),
}
"""By players, and tokens placed from one to MANY: how the log odds are set right.

What to stretch good ones by, and bad ones, and then to add to either.

`python -m bench.strength turns` prints what would set right the worths that it sees.
"""


def told(worth: float, players: int, tokens: int) -> float:
    """Return the chance to win that the worth of rolling on stands for."""
    hope, fear, shift = STRAIGHT[players][min(tokens, MANY) - 1]
    good, bad = log_odds(worth)
    return 1 / (1 + exp(fear * bad - hope * good - shift))


def log_odds(worth: float) -> tuple[float, float]:
    """Return the log odds of a chance, for it if it is good, else against it; the other is 0."""
    worth = min(max(worth, 1 - SURE), SURE)
    odds = log(worth / (1 - worth))
    return max(odds, 0.0), max(-odds, 0.0)
