"""Telling the chance of a roll within a turn: what the gamble found, set right by how it went.

A gamble counts tokens and leaves out what their places may do, so it promises too little while
many are still to come; among several opponents it hopes too much when it hopes much. Moves are
compared as they were found; a chance that is told to anyone goes through this.
"""

from math import exp, log

MANY = 3
"""So many tokens, or more, are one to the table."""
SURE = 0.999
"""No gamble is surer than that."""
STRAIGHT = {
    2: ((0.90, 0.13), (0.97, 0.04), (1.01, 0.01)),
    3: ((0.86, 0.12), (0.91, 0.00), (0.93, -0.07)),
    4: ((0.80, 0.04), (0.83, -0.10), (0.86, -0.17)),
}
"""By players, and tokens placed from one to MANY: stretch and shift of the log odds.

`python -m bench.strength turns` prints what would set right the worths that it sees.
"""


def told(worth: float, players: int, tokens: int) -> float:
    """Return the chance to win that the worth of rolling on stands for."""
    stretch, shift = STRAIGHT[players][min(tokens, MANY) - 1]
    return 1 / (1 + exp(-stretch * log_odds(worth) - shift))


def log_odds(worth: float) -> float:
    """Return the log odds of a chance."""
    worth = min(max(worth, 1 - SURE), SURE)
    return log(worth / (1 - worth))
