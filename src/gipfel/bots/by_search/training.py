"""How a value function is learned: games against itself, and each position told how it ended.

TD(λ) in rounds, as TD-Gammon did it: a round plays games with the net as it is, then moves the net
towards the λ-return of each position. The net, the state of its learning and what it learns from
are kept on disk after each round: a run that was killed goes on, and ends as if it had not been.
Needs PyTorch, which nothing else in Gipfel does.
"""

import json
import multiprocessing
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from ... import kernel
from ...core.errors import BadRequest
from ...games import game as named
from ...kernel.compiled import Records, Whole, compiled
from . import search_of
from .curve import draw
from .net import HIDDEN, TENS, Net, save

FADE = 0.8
"""λ: how far what comes later counts."""
EXPLORE = 25
"""One choice in so many is made at random."""
MEMORY = 600_000
"""The latest positions, which are learned from; so many at the most."""
BATCH = 256
"""Positions learned from at a time."""
PASSES = 2
"""How often a position is learned from, on average; more would learn the luck of games by heart."""
DUELS = 40
"""Games against the past after each round."""
FASTEST, SLOWEST = 1e-3, 1e-4
"""The rate of learning, at the start and at the end."""


@dataclass(frozen=True)
class Round:
    """What a round came to."""

    game: str
    players: int
    round: int
    games: int
    positions: int
    error: float
    """How far the net is from the returns, on games it has not learned from."""
    against_past: float | None
    """Its part of the wins against itself up to ten rounds before; alone, its mean score."""
    seconds: float


@compiled
def returns(rows: Records, n: Whole, ends: Any, fade: Any, out: Any) -> None:
    """Write the λ-return of each row: the seat's next values, fading into how the game ended."""
    players = ends.shape[1]
    later = np.zeros((players, players), np.float32)
    game = -1
    for i in range(n - 1, -1, -1):
        row = rows[i]
        if row.game != game:
            game = row.game
            for seat in range(players):
                for turn in range(players):
                    later[seat, turn] = ends[game, (seat + turn) % players]
        for turn in range(players):
            out[i, turn] = later[row.seat, turn]
            later[row.seat, turn] += (1 - fade) * (row.chances[turn] - later[row.seat, turn])


def _games(
    name: str,
    players: int,
    net: Net,
    options: Mapping[str, object],
    count: int,
    seed: int,
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Play games against itself; return the facts of its positions and their λ-returns."""
    game = kernel.new(name, players, 0, options)
    rows, ends = search_of(named(name)).self_play(net, game, count, seed, EXPLORE)
    goals = np.zeros((len(rows), players), np.float32)
    returns(rows, len(rows), ends, np.float32(FADE), goals)
    return rows["facts"].copy(), goals


def _duel(name: str, players: int, net: Net, past: Net, seed: int) -> float:
    """Return what a net gets against its past."""
    game = kernel.new(name, players)
    share: float = search_of(named(name)).duel(net, past, game, DUELS, seed)
    return share


class Course:
    """The training of one net: a game and a number of players."""

    KIND = ""
    """What else than the value function it is, as the names of its files tell."""
    play = staticmethod(_games)
    """Plays games to learn from."""

    def __init__(self, name: str, players: int, folder: Path, rounds: int, games: int) -> None:
        self.name, self.players, self.folder = name, players, folder
        self.rounds, self.games = rounds, games
        self.search = search_of(named(name))
        self.log: list[Round] = []
        self._memory: list[tuple[torch.Tensor, torch.Tensor]] = []
        self._past: list[Net] = []
        sizes = (self.search.facts_for(players), *HIDDEN, self._outputs)
        torch.manual_seed(players)
        torch.set_num_threads(1)  # small layers: more threads only wait for each other
        self._layers = nn.ModuleList(nn.Linear(wide, narrow) for wide, narrow in pairwise(sizes))
        nn.init.zeros_(self._layers[-1].weight)
        self._optimizer = torch.optim.AdamW(self._layers.parameters(), lr=FASTEST, weight_decay=0.1)
        self._resume()

    @property
    def _outputs(self) -> int:
        """How many numbers the net tells: one for each seat."""
        return self.players

    @property
    def net(self) -> Net:
        """The net as it is now."""
        arrays = []
        for layer in self._layers:
            arrays += [layer.weight.detach().numpy().T.copy(), layer.bias.detach().numpy().copy()]
        arrays.append(np.full(self._outputs, self.search.HEAD_START, np.float32))
        return Net(*arrays)

    def run(self, jobs: int) -> Iterator[Round]:
        """Learn round by round until the last one; each is on disk before it is told."""
        with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
            while len(self.log) < self.rounds:
                self.log.append(self._round(len(self.log), pool, jobs))
                self._keep()
                yield self.log[-1]

    def _round(self, number: int, pool: Executor, jobs: int) -> Round:
        start, net = time.perf_counter(), self.net
        facts, goals = self._play(self._player(), number, pool, jobs)
        with torch.no_grad():
            error = float(self._error(facts, goals))
        self._memory.append((facts, goals))
        while sum(len(part) for part, _ in self._memory[1:]) > MEMORY:
            self._memory.pop(0)
        self._learn(number, PASSES * len(facts))
        self._past = [*self._past[-9:], net]
        against = self._against_past(number, pool)
        seconds = time.perf_counter() - start
        return Round(
            self.name,
            self.players,
            number + 1,
            self.games,
            len(facts),
            error,
            against,
            seconds,
        )

    def _player(self) -> Net:
        """Return the net that plays the games to learn from."""
        return self.net

    def _against_past(self, number: int, pool: Executor) -> float | None:
        """Return what the net gets against its past, if it plays."""
        duel = pool.submit(_duel, self.name, self.players, self.net, self._past[0], number)
        return duel.result()

    def _play(
        self, net: Net, number: int, pool: Executor, jobs: int
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Play a round of games; return facts and λ-returns."""
        parts: list[tuple[object, ...]] = []
        weights = sum(weight for _, weight in self.search.TRAINED_ON)
        for options, weight in self.search.TRAINED_ON:
            count = max(1, self.games * weight // weights // jobs)
            for job in range(jobs):
                seed = 1000 * number + len(parts) + job
                parts.append((self.name, self.players, net, options, count, seed))
        played = list(pool.map(self.play, *zip(*parts, strict=True)))
        facts, goals = (np.concatenate([part[i] for part in played]) for i in range(2))
        return torch.from_numpy(facts), torch.from_numpy(goals)

    def _values(self, facts: torch.Tensor) -> torch.Tensor:
        values = facts
        for layer in self._layers[:-1]:
            values = torch.relu(layer(values))
        values = self._layers[-1](values)
        return values + self.search.HEAD_START * facts[:, -self._outputs :]

    def _error(self, facts: torch.Tensor, goals: torch.Tensor) -> torch.Tensor:
        values = self._values(facts)
        if self.players == 1:
            return nn.functional.mse_loss(TENS * values, goals)
        return nn.functional.cross_entropy(values, goals)

    def _learn(self, number: int, count: int) -> None:
        """Learn from so many positions of the memory."""
        rate = FASTEST * (SLOWEST / FASTEST) ** (number / max(1, self.rounds - 1))
        for group in self._optimizer.param_groups:
            group["lr"] = rate
        facts, goals = (torch.cat([part[i] for part in self._memory]) for i in range(2))
        torch.manual_seed(number)
        for batch in torch.randint(len(facts), (count,)).split(BATCH):
            self._optimizer.zero_grad()
            self._error(facts[batch], goals[batch]).backward()
            self._optimizer.step()

    @property
    def _checkpoint(self) -> Path:
        return self.folder / f"{self.name}-{self.players}{self.KIND}.pt"

    def _memory_of(self, number: int) -> Path:
        """Where the positions of a round are kept."""
        return self._checkpoint.with_suffix(".memory") / f"{number}.pt"

    def _keep(self) -> None:
        """Write all that the next round needs, the checkpoint last: it makes the round done."""
        last = len(self.log)
        _write(self._memory_of(last), self._memory[-1])
        _write(
            self._checkpoint,
            {
                "layers": self._layers.state_dict(),
                "optimizer": self._optimizer.state_dict(),
                "log": [asdict(done) for done in self.log],
                "past": [[torch.from_numpy(array) for array in net] for net in self._past],
                "remembered": len(self._memory),
            },
        )
        for path in self._memory_of(last).parent.glob("*.pt"):
            if int(path.stem) <= last - len(self._memory):
                path.unlink()
        save(self._checkpoint.with_suffix(".npz"), {self._outputs: self.net})
        lines = [json.dumps(asdict(done)) for done in self.log]
        self._checkpoint.with_suffix(".jsonl").write_text("\n".join(lines) + "\n")
        picture = draw(self.name, [done.error for done in self.log])
        self._checkpoint.with_suffix(".svg").write_text(picture, encoding="utf-8")

    def _resume(self) -> None:
        if not self._checkpoint.exists():
            return
        try:
            kept = torch.load(self._checkpoint, weights_only=True)
            self._layers.load_state_dict(kept["layers"])
            self._optimizer.load_state_dict(kept["optimizer"])
            self.log = [Round(**done) for done in kept["log"]]
            self._past = [Net(*(array.numpy() for array in net)) for net in kept["past"]]
            numbers = range(len(self.log) - kept["remembered"] + 1, len(self.log) + 1)
            self._memory = [
                torch.load(self._memory_of(number), weights_only=True) for number in numbers
            ]
        except (RuntimeError, ValueError, KeyError, TypeError, EOFError, OSError) as error:
            raise BadRequest(
                f"The checkpoint {self._checkpoint} cannot be used; remove it to start anew: "
                f"{type(error).__name__}"
            ) from error


def _write(path: Path, what: object) -> None:
    """Save something so that no reader finds half a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    torch.save(what, part)
    part.replace(path)
