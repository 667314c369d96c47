"""How an instinct is learned: by practice. What did well in games against itself is done more.

Adam moves the weights the way that the games of a batch show. After each round all that the next
one needs is on disk: practice that was killed goes on, and ends as if it had not been.
"""

import json
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from ...core.errors import BadRequest
from ...games import game as named
from ...kernel import new
from . import search_of
from .net import Floats, fresh

BATCHES, BATCH = 100, 256
"""Batches in a round, and games in a batch: the weights move after each."""
FASTEST, SLOWEST = 0.05, 0.01
"""The rate of learning, at the start and at the end."""
INERTIA, MEMORY = 0.9, 0.998
"""How long Adam remembers slopes, and their squares."""
CALM = 0.998
"""How slowly the instinct follows the weights, which luck drives to and fro."""
DUELS = 2000
"""Games against the past after each round, and such that show what is held."""


@dataclass(frozen=True)
class Lesson:
    """What a round of practice came to."""

    game: str
    players: int
    round: int
    games: int
    against_past: float
    """Its part of the wins against itself one round before; alone, its mean score."""
    seconds: float


def _path(name: str, players: int, folder: Path) -> Path:
    """Return where an instinct is kept, with all that it needs to go on learning."""
    return folder / f"{name}-{players}-instinct.npz"


def learned(name: str, players: int, folder: Path) -> Floats | None:
    """Return the instinct that was learned in a folder, if there is one."""
    path = _path(name, players, folder)
    return Practice(name, players, folder, 0).instinct if path.exists() else None


class Practice:
    """The practice of one instinct: a game and a number of players."""

    def __init__(self, name: str, players: int, folder: Path, rounds: int) -> None:
        self.name, self.players, self.rounds = name, players, rounds
        self._path = _path(name, players, folder)
        self._search, self._game = search_of(named(name)), new(name, players)
        self.log: list[Lesson] = []
        self.instinct: Floats = np.zeros(self._search.INSTINCT, np.float32)
        self._weights = self.instinct.copy()
        self._slope, self._square = np.zeros((2, *self.instinct.shape))
        self._critic = self._search.critic()
        self._resume()

    def run(self) -> Iterator[Lesson]:
        """Practise round by round until the last one; each is on disk before it is told."""
        while len(self.log) < self.rounds:
            start, past = time.perf_counter(), self.instinct.copy()
            for batch in range(BATCHES):
                self._batch(BATCHES * len(self.log) + batch)
            self._search.watch(self.instinct, self._game, DUELS, len(self.log))
            against = self._search.compete(self.instinct, past, self._game, DUELS, len(self.log))
            lesson = Lesson(
                self.name,
                self.players,
                len(self.log) + 1,
                BATCHES * BATCH,
                against,
                time.perf_counter() - start,
            )
            self.log.append(lesson)
            self._keep()
            yield lesson

    def _batch(self, number: int) -> None:
        """Play a batch of games and move the weights."""
        net = fresh(self._search.facts_for(self.players), self.players, 0)
        mind = self._search.mind(net._replace(instinct=self._weights), self._game.setup)
        slope = np.zeros_like(self._weights)
        states = self._game.starts(BATCH, number)
        self._search.practise(states, self._game.tables[0], mind, self._critic, slope)
        slope /= BATCH
        self._slope += (1 - INERTIA) * (slope - self._slope)
        self._square += (1 - MEMORY) * (slope**2 - self._square)
        mean = self._slope / (1 - INERTIA ** (number + 1))
        size = np.sqrt(self._square / (1 - MEMORY ** (number + 1))) + 1e-5
        rate = FASTEST * (SLOWEST / FASTEST) ** (number / (BATCHES * self.rounds))
        self._weights += (rate * mean / size).astype(np.float32)
        calm = min(CALM, number / (number + 1))
        self.instinct = np.float32(calm) * self.instinct + np.float32(1 - calm) * self._weights

    def _keep(self) -> None:
        """Write all that the next round needs, so that no reader finds half a file."""
        part = self._path.with_suffix(".part.npz")
        self._path.parent.mkdir(parents=True, exist_ok=True)
        np.savez(
            part,
            instinct=self.instinct,
            weights=self._weights,
            slope=self._slope,
            square=self._square,
            critic=self._critic,
            log=json.dumps([asdict(lesson) for lesson in self.log]),
        )
        part.replace(self._path)
        lines = [json.dumps(asdict(lesson)) for lesson in self.log]
        self._path.with_suffix(".jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")

    def _resume(self) -> None:
        if not self._path.exists():
            return
        try:
            with self._path.open("rb") as file, np.load(file) as kept:
                instinct, self._weights = kept["instinct"], kept["weights"]
                self._slope, self._square = kept["slope"], kept["square"]
                self._critic = kept["critic"]
                self.log = [Lesson(**lesson) for lesson in json.loads(str(kept["log"]))]
        except (
            Exception
        ) as error:  # a damaged archive fails in more ways than NumPy or zipfile tell
            raise BadRequest(
                f"The checkpoint {self._path} cannot be used; remove it to start anew: "
                f"{type(error).__name__}"
            ) from error
        if instinct.shape != self.instinct.shape:
            raise BadRequest(f"The checkpoint {self._path} is of another version; remove it.")
        self.instinct = instinct
