"""The last step of learning: what is called should come as often as it is called.

A net that chooses the move it likes best likes it a little too well, or, where luck follows, too
little. That shifts the chance of the seat that has just moved, by much the same amount everywhere,
and the bias of its output takes it back. The order of the moves stays as it is.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games import game as named
from ...kernel import new
from . import search_of
from .net import Floats, Net

NEVER = 2**31
"""One choice in so many at random: none."""
SEED = 1
MOST = 2.0
"""The largest shift that is looked for."""


def called(name: str, players: int, net: Net, games: int, seed: int) -> tuple[Floats, Floats]:
    """Play a net against itself; return the chance of each who left a position, and what came."""
    rows, ends = search_of(named(name)).self_play(net, new(name, players), games, seed, NEVER)
    return rows["chances"][:, 0], ends[rows["game"], rows["seat"]]


def shift(chances: NDArray[Any], came: NDArray[Any]) -> float:
    """Return what to add to the log odds so that on the whole as much comes as is called."""
    odds = np.log(chances.clip(1e-6, 1 - 1e-6)) - np.log1p(-chances.clip(1e-6, 1 - 1e-6))
    low, high = -MOST, MOST
    while high - low > 1e-4:
        middle = (low + high) / 2
        too_much = (1 / (1 + np.exp(-odds - middle))).mean() > came.mean()
        low, high = (low, middle) if too_much else (middle, high)
    return (low + high) / 2


def trued(name: str, players: int, net: Net, games: int) -> Net:
    """Return a net whose chances are true; alone there are none."""
    if players == 1:
        return net
    bias = net.third_bias.copy()
    bias[0] += shift(*called(name, players, net, games, SEED))
    return net._replace(third_bias=bias)
