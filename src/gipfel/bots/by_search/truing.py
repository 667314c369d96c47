"""The last step of learning: what is called should come as often as it is called.

A net that chooses the move it likes best likes it a little too well, or, where luck follows, too
little; and one that has seen few games is too cautious. Both are taken back at the output: the
number of each seat is stretched and shifted, and the rest of the net stays as it is.
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
SEEDS = 1, 2
STEPS = 20
"""Of the fit; a handful is enough."""
DOUBT = 10.0
"""How much it takes to move a number: few games tell little."""


def called(
    name: str, players: int, net: Net, games: int, seed: int
) -> tuple[Floats, Floats, Floats]:
    """Play a net against itself; return facts, what it called for each seat, and what came."""
    rows, ends = search_of(named(name)).self_play(net, new(name, players), games, seed, NEVER)
    seats = (rows["seat"][:, None] + np.arange(players)) % players
    return rows["facts"], rows["chances"], ends[rows["game"][:, None], seats]


def straight(numbers: NDArray[Any], came: NDArray[Any]) -> tuple[Floats, Floats]:
    """Return what to multiply each seat's number with, and then to add, so that chances are true.

    What came is likeliest then: Newton's way to the top of a hill that has only one.
    """
    seats = numbers.shape[1]
    known = np.hstack([numbers, np.ones_like(numbers)]).astype(float)
    same = np.tile(np.eye(seats), (2, 2))
    start = np.repeat([1.0, 0.0], seats)
    by = start.copy()
    for _ in range(STEPS):
        made = np.tile(chances_of(by[:seats] * numbers + by[seats:]), 2)
        moved = known * made
        slope = (known * (np.tile(came, 2) - made)).sum(0) - DOUBT * (by - start)
        bend = same * (moved.T @ known) - moved.T @ moved + DOUBT * np.eye(len(by))
        by += np.linalg.solve(bend, slope)
    stretch, shift = by.astype(np.float32).reshape(2, seats)
    return stretch, shift


def trued(name: str, players: int, net: Net, games: int) -> Net:
    """Return a net whose chances are true; alone there are none.

    Twice, for what it plays changes with what it believes.
    """
    if players == 1:
        return net
    for seed in SEEDS:
        facts, _, came = called(name, players, net, games, seed)
        stretch, shift = straight(numbers_of(net, facts), came)
        net = net._replace(
            third=net.third * stretch,
            third_bias=net.third_bias * stretch + shift,
            head_start=net.head_start * stretch,
        )
    return net


def numbers_of(net: Net, facts: Floats) -> Floats:
    """Return the numbers of the seats, as `run` does, of many positions."""
    wide = np.maximum(facts @ net.first + net.first_bias, 0)
    narrow = np.maximum(wide @ net.second + net.second_bias, 0)
    past: Floats = net.head_start * facts[:, -net.head_start.size :]
    return narrow @ net.third + net.third_bias + past


def chances_of(numbers: NDArray[Any]) -> NDArray[Any]:
    """Turn the numbers of the seats into chances, as `chances` does, of many positions."""
    raised = np.exp(numbers - numbers.max(1, keepdims=True))
    return np.asarray(raised / raised.sum(1, keepdims=True))
