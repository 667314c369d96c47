"""Random play of our own, and the way all runs are measured.

A decision is a choice by a seat: all legal moves are generated, one is chosen uniformly, and it is
applied. Chance events (rolls, draws) cost time and count nothing. Runs take turns, round after
round, so that a slow moment of the machine hits all of them; the best turn of each counts.
"""

import os
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np
from rich.progress import Progress

from bench.figures import Figure
from gipfel import kernel
from gipfel.core.game import CHANCE, AnyGame
from gipfel.games import GAMES

CORES = os.cpu_count() or 1
STALLED = 200
"""Events of chance in a row after which nobody will act any more (docs/decisions/0007)."""
LONG_ENOUGH = 0.1
"""Seconds that a batch should take, so that starting and ending it cost little beside the games."""


@dataclass
class Run:
    """Something to measure: `play` plays some games and returns decisions and games."""

    group: str
    name: str
    play: Callable[[], tuple[int, int]]


def measure(all_runs: list[Run], seconds: float, rounds: int) -> list[Figure]:
    """Give every run its turns."""
    figures = [Figure(run.group, run.name, 0) for run in all_runs]
    with Progress() as progress:
        task = progress.add_task("Measuring", total=rounds * len(all_runs))
        for _ in range(rounds):
            for run, figure in zip(all_runs, figures, strict=True):
                progress.update(task, description=f"{run.group}: {run.name}")
                decisions, games = speed(run, seconds)
                if decisions > figure.decisions:
                    figure.decisions, figure.games = decisions, games
                progress.advance(task)
    return figures


def speed(run: Run, seconds: float) -> tuple[float, float]:
    """Return decisions and games a second of one turn."""
    decisions = games = 0
    start = time.perf_counter()
    while (passed := time.perf_counter() - start) < seconds:
        made, played = run.play()
        decisions, games = decisions + made, games + played
    return decisions / passed, games / passed


def runs() -> Iterator[Run]:
    """Yield our own runs: compiled, stepped from Python, readable."""
    for name, game in GAMES.items():
        kernel.prepare(name)
        for players in game.PLAYERS:
            title = f"{name}, {_seats(players)}"
            yield Run("kernel", title, batch(game, players, 1))
            yield Run("kernel", f"{title}, {CORES} cores", batch(game, players, CORES))
    for name in GAMES:
        yield Run("stepping", f"{name}, 2 players, from Python", stepping(name))
    for name, game in GAMES.items():
        for players in game.PLAYERS:
            rng = random.Random(1)
            yield Run(
                "readable", f"{name}, {_seats(players)}", partial(one_game, game, players, rng)
            )


def _seats(players: int) -> str:
    return f"{players} player{'s' * (players > 1)}"


def batch(game: AnyGame, players: int, threads: int) -> Callable[[], tuple[int, int]]:
    """Return a run of many games in the kernel."""
    compiled = kernel.kernel_of(game)
    state = game.new(players, {})
    first = np.zeros(1, compiled.STATE)
    compiled.encode(state, first[0])
    tables = compiled.tables_of(state.setup)
    seed = iter(range(10**9))

    def play(count: int) -> tuple[int, int]:
        states = np.repeat(first, count)
        states["rng"] = kernel.seeds(next(seed), count)
        return kernel.playouts(compiled, states, tables, threads)[1], count

    count, took = 32, 0.0
    while took < LONG_ENOUGH:
        count *= 2
        start = time.perf_counter()
        play(count)
        took = time.perf_counter() - start
    return partial(play, count)


def stepping(name: str) -> Callable[[], tuple[int, int]]:
    """Return a run that plays one game in the kernel, every move chosen in Python."""
    start = kernel.new(name, players=2, seed=1)
    rng = random.Random(1)

    def play() -> tuple[int, int]:
        game = start.copy()
        step, moves, choose, listed = game.step, game.moves, rng.random, len(game.legal())
        decisions = 0
        while listed:
            listed = step(moves[int(choose() * listed)])
            decisions += 1
        return decisions, 1

    return play


def one_game(game: AnyGame, players: int, rng: random.Random) -> tuple[int, int]:
    """Play one random game through the readable rules; one that has stalled is left."""
    state = game.new(players, {})
    decisions = luck = 0
    while (actor := game.actor(state)) is not None and luck < STALLED:
        luck = luck + 1 if actor == CHANCE else 0
        if actor == CHANCE:
            event = game.chance(state).draw(rng)
        else:
            legal = game.legal(state)
            event = legal[rng.randrange(len(legal))]
            decisions += 1
        state = game.apply(state, event)
    return decisions, 1
