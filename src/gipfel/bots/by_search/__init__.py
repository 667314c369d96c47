"""The grades D, TD and ED: search in the kernel, the last two with a learned value function."""

import random
from collections.abc import Sequence
from importlib import import_module
from math import inf
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from ... import kernel
from ...core.game import AnyGame
from ...games import game as named
from .net import BadWeights, Net, load, shipped


def search_of(game: AnyGame) -> ModuleType:
    """Return the search of a game: the module of the same name in this folder.

    It has `weigh`, `outlook`, `exercise`, and for training `facts_for`, `self_play`, `duel` and
    TRAINED_ON. One that rolls dice has `expected`, and `turns` to measure what it tells. One that
    plays on by instinct has INSTINCT, its stages and traits, and `practise`, `watch`, `compete` and
    `show`.
    """
    return import_module(f"{__package__}.{game.NAME}")


class Weighed(NamedTuple):
    """What a search found: moves with what each is worth, the chances, and who thought."""

    moves: list[tuple[float, Any]]
    """Those that were looked into, best first."""
    win: tuple[float, ...]
    """The chance of each seat to win."""
    grade: str
    why: str
    """Why it is another grade than the one asked for."""


def weigh(
    game: AnyGame,
    view: Any,
    grade: str,
    seed: int = 0,
    deadline: float = inf,
    *,
    fair: bool = False,
    also: Sequence[Any] = (),
) -> Weighed:
    """Weigh the moves that a view lists: those that promise most, and those of `also`.

    A player may look at its own way alone; a judge must be fair.
    """
    guess = game.determinize(view, random.Random(seed))
    net, grade, why = _net_for(game, guess.setup.players, grade)
    record, tables = _encoded(game, guess)
    compiled = kernel.kernel_of(game)
    besides = [compiled.encode_event(event, guess) for event in also]
    moves, win = search_of(game).weigh(
        record, tables, guess.setup, net, grade, seed, deadline, fair, besides
    )
    decode = compiled.decode_event
    return Weighed([(worth, decode(move, guess)) for worth, move in moves], win, grade, why)


def outlook(game: AnyGame, state: Any, grade: str = "TD") -> tuple[float, ...]:
    """Return the chance of each seat to win any position; alone, the score that is expected."""
    chances: tuple[float, ...] = _ask("outlook", game, state, grade)
    return chances


def expected(game: AnyGame, state: Any, grade: str = "TD") -> float:
    """Return what the roll to come is worth to its seat, on the scale on which moves are weighed.

    Chances are truer; on this scale it is the mean over all rolls.
    """
    worth: float = _ask("expected", game, state, grade)
    return worth


def _ask(what: str, game: AnyGame, state: Any, grade: str) -> Any:
    net, grade, _ = _net_for(game, state.setup.players, grade)
    record, tables = _encoded(game, state)
    return getattr(search_of(game), what)(record, tables, state.setup, net, grade)


def _encoded(game: AnyGame, state: Any) -> tuple[Any, Any]:
    compiled = kernel.kernel_of(game)
    record = np.zeros(1, compiled.STATE)
    compiled.encode(state, record[0])
    return record[0], compiled.tables_of(state.setup)[0]


def net_of(game: AnyGame, players: int) -> Net:
    """Return the net of a game that is shipped."""
    search = search_of(game)
    return load(shipped(game.NAME), players, search.facts_for(players), search.INSTINCT)


def _net_for(game: AnyGame, players: int, grade: str) -> tuple[Net | None, str, str]:
    """Return the net that a grade thinks with; if it cannot be read, the grade that needs none."""
    if grade == "D":
        return None, grade, ""
    try:
        return net_of(game, players), grade, ""
    except BadWeights as error:
        return None, "D", error.message


def prepare(name: str) -> None:
    """Compile what the search of a game needs, or read it from disk, without a word."""
    game = named(name)
    kernel.prepare(name, quiet=True)
    search_of(game).exercise()
