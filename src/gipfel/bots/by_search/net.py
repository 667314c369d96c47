"""The value function: a small network of two hidden layers, its file, and how it is run compiled.

A net turns the facts of a position into one number for each seat, the viewer first. Its weights
are made by `gipfel train` and shipped beside this file, one archive for each game.
"""

import itertools
from functools import lru_cache
from importlib.resources import files
from math import prod
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...core.errors import GipfelError
from ...kernel.compiled import compiled

HIDDEN = (64, 32)
"""How wide the two hidden layers are."""
TENS = np.float32(10)
"""Alone, a net tells the score in tens: it learns numbers near one soonest."""

Floats = NDArray[np.float32]


NO_INSTINCT: Floats = np.zeros((0, 0), np.float32)
NO_FORESIGHT: Floats = np.zeros(0, np.float32)
FORESIGHT = "-foresight"
"""What its files have in their names while it is learned."""


class Net(NamedTuple):
    """The weights and biases of three layers, and what goes past them."""

    first: Floats
    first_bias: Floats
    second: Floats
    second_bias: Floats
    third: Floats
    third_bias: Floats
    head_start: Floats
    """What the last facts, one of each seat, add to the seats' numbers as they are."""
    instinct: Floats = NO_INSTINCT
    """What each trait of a move is worth at a glance, in every stage of a game."""
    foresight: Floats = NO_FORESIGHT
    """A net of one number, its layers in a row: how well games by instinct end for a seat."""


class BadWeights(GipfelError):
    """A file of weights that cannot be used."""


@compiled
def run(net: Any, facts: Any, room: Any, out: Any) -> None:
    """Write the net's numbers for some facts into `out`; `room` holds both hidden layers."""
    wide, narrow = room[: HIDDEN[0]], room[HIDDEN[0] :]
    wide[:] = net.first_bias
    _add(facts, net.first, wide)
    for j in range(wide.size):
        wide[j] = max(wide[j], np.float32(0))
    narrow[:] = net.second_bias
    _add(wide, net.second, narrow)
    last = facts.size - out.size
    for seat in range(out.size):
        out[seat] = net.third_bias[seat] + net.head_start[seat] * facts[last + seat]
    for k in range(narrow.size):
        fact = narrow[k]
        if fact > 0:
            for seat in range(out.size):
                out[seat] += fact * net.third[k, seat]


@compiled
def _add(facts: Any, weights: Any, layer: Any) -> None:
    """Add what facts weigh to the numbers of a layer.

    Those that are nought cost nothing: most are. The others go in fours, the last four filled up
    with noughts, so that the layer is read and written once for each four.
    """
    zero = np.float32(0)
    a = b = c = d = held = 0
    of_a = of_b = of_c = of_d = zero
    for i in range(facts.size + 3):
        filling = i >= facts.size
        fact, row = (zero, 0) if filling else (facts[i], i)
        if fact != 0 or (filling and held):
            a, b, c, d = b, c, d, row
            of_a, of_b, of_c, of_d = of_b, of_c, of_d, fact
            held = (held + 1) % 4
            if held == 0:
                for j in range(layer.size):
                    two = layer[j] + of_a * weights[a, j] + of_b * weights[b, j]
                    layer[j] = two + of_c * weights[c, j] + of_d * weights[d, j]


@compiled
def chances(out: Any) -> None:
    """Turn the numbers of the seats into chances that add up to one."""
    highest = out[0]
    for seat in range(out.size):
        highest = max(highest, out[seat])
    total = np.float32(0)
    for seat in range(out.size):
        out[seat] = np.exp(out[seat] - highest)
        total += out[seat]
    for seat in range(out.size):
        out[seat] /= total


def fresh(facts: int, seats: int, seed: int, instinct: tuple[int, int] = (0, 0)) -> Net:
    """Return a net that has learned nothing yet."""
    rng = np.random.default_rng(seed)
    sizes = (facts, *HIDDEN, seats)
    layers: list[Floats] = []
    for wide, narrow in itertools.pairwise(sizes):
        spread = (2 / wide) ** 0.5 if narrow != seats else 0.0
        layers.append(rng.normal(0, spread, (wide, narrow)).astype(np.float32))
        layers.append(np.zeros(narrow, np.float32))
    layers += [np.zeros(seats, np.float32), np.zeros(instinct, np.float32)]
    return Net(*layers)


def in_a_row(net: Net) -> Floats:
    """Return the layers of a net as one row of numbers."""
    return np.concatenate([array.ravel() for array in net[:6]])


def foresight_of(net: Net, facts: int) -> Net:
    """Return the foresight that goes with a net; if there is none, one that tells nothing."""
    sizes = (facts, *HIDDEN, 1)
    shapes = [
        shape for wide, narrow in itertools.pairwise(sizes) for shape in ((wide, narrow), (narrow,))
    ]
    ends = np.cumsum([prod(shape) for shape in shapes])
    row = net.foresight if net.foresight.size else np.zeros(ends[-1], np.float32)
    parts = zip(np.split(row, ends[:-1]), shapes, strict=True)
    return Net(*[part.reshape(shape) for part, shape in parts] + [np.zeros(1, np.float32)])


def rows_for(facts: int, seats: int, count: int) -> NDArray[Any]:
    """Return room for positions to learn from: game, seat, facts, and the chances it was given."""
    kind = [("game", "i4"), ("seat", "i4"), ("facts", "f4", facts), ("chances", "f4", seats)]
    return np.zeros(count, kind)


def shipped(name: str) -> Path:
    """Return where the weights of a game lie."""
    return Path(str(files(__package__))) / "weights" / f"{name}.npz"


def save(path: Path, nets: dict[int, Net]) -> None:
    """Write the nets of a game, by number of players, so that no reader finds half a file."""
    arrays: dict[str, Any] = {
        f"{players}_{field}": array
        for players, net in nets.items()
        for field, array in net._asdict().items()
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part.npz")
    np.savez_compressed(part, **arrays)
    part.replace(path)


@lru_cache(maxsize=32)
def load(path: Path, players: int, facts: int, instinct: tuple[int, int] | None = (0, 0)) -> Net:
    """Read the net for a number of players; BadWeights tells what is wrong with the file.

    Its instinct must be of the shape given; if none is, it may be of any. It may lack foresight.
    """
    try:
        with path.open("rb") as file, np.load(file) as archive:
            net = Net(*(np.asarray(archive[f"{players}_{field}"]) for field in Net._fields))
    except FileNotFoundError as error:
        raise BadWeights(f"The weights {path.name} are missing.") from error
    except Exception as error:  # a damaged archive fails in more ways than NumPy or zipfile tell
        raise BadWeights(f"The weights {path.name} are cut short or damaged.") from error
    outputs = net.third_bias.size
    shapes = [array.shape for array in net]
    wanted = net.instinct.shape if instinct is None else instinct
    row = in_a_row(fresh(facts, 1, 0)) if net.foresight.size else NO_FORESIGHT
    right = [array.shape for array in fresh(facts, players, 0, wanted)._replace(foresight=row)]
    if outputs != players or shapes != right:
        raise BadWeights(f"The weights {path.name} are of another shape: {shapes}.")
    if any(array.dtype != np.float32 or not np.isfinite(array).all() for array in net):
        raise BadWeights(f"The weights {path.name} hold what is no number.")
    return net
