"""Two implementations of the law, step by step: every legal set, every state, every score.

`python -m tests.lockstep.walk --decisions 10000000` is `make lockstep`.
"""

import argparse
import json
import os
import random
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np
from numba import njit
from rich.progress import Progress

from gipfel.core.game import CHANCE, AnyGame, Json
from gipfel.games import GAMES, game
from gipfel.kernel import kernel_of, prepare, seeds
from gipfel.kernel.compiled import overlay
from tests.property.games import OPTIONS

CASES: list[tuple[str, int, Json]] = [
    (rules.NAME, players, options)
    for rules in GAMES.values()
    for players in rules.PLAYERS
    for options in OPTIONS[rules.NAME]
]


WRITTEN_AFRESH = 1 / 16
"""How often the walk goes on from a record written anew from the readable position."""


@dataclass
class Doors:
    """The kernel's functions, called with addresses: the quickest way in from Python."""

    legal: Callable[[int, int, int], int]
    apply: Callable[[int, int, int], None]
    sample: Callable[[int, int], int]
    is_over: Callable[[int], bool]


@cache
def doors(kernel: ModuleType) -> Doors:
    """Return the doors of one kernel."""
    state_type, tables_type, room = kernel.STATE, kernel.TABLES, kernel.MOST_MOVES
    list_moves, do_move, draw, over = kernel.legal, kernel.apply, kernel.sample, kernel.is_over

    def legal(state, tables, moves):  # type: ignore[no-untyped-def]
        return list_moves(
            overlay(state, 1, state_type)[0],
            overlay(tables, 1, tables_type)[0],
            overlay(moves, room, np.int32),
        )

    def apply(state, tables, move):  # type: ignore[no-untyped-def]
        do_move(
            overlay(state, 1, state_type)[0],
            overlay(tables, 1, tables_type)[0],
            move,
        )

    def sample(state, tables):  # type: ignore[no-untyped-def]
        return draw(overlay(state, 1, state_type)[0], overlay(tables, 1, tables_type)[0])

    def is_over(state):  # type: ignore[no-untyped-def]
        return over(overlay(state, 1, state_type)[0])

    return Doors(njit(legal), njit(apply), njit(sample), njit(is_over))


class Walk:
    """Plays random games of one kind in both implementations and compares them."""

    def __init__(self, name: str, players: int, options: Json) -> None:
        self.rules: AnyGame = game(name)
        self.kernel = kernel_of(self.rules)
        self.doors = doors(self.kernel)
        self.start = self.rules.new(players, options)
        self.tables = self.kernel.tables_of(self.start.setup)
        self.record = np.zeros(1, self.kernel.STATE)
        self.moves = np.zeros(self.kernel.MOST_MOVES, np.int32)
        self._codes: dict[int, tuple[Any, int]] = {}

    def game(self, seed: int, most: int) -> int:
        """Play one game, `most` decisions of it; return how many were compared."""
        rng = random.Random(seed)
        self.kernel.encode(self.start, self.record[0])
        self.record["rng"] = seeds(seed, 1)
        at, tables, moves = (a.ctypes.data for a in (self.record, self.tables, self.moves))
        state, decisions = self.start, 0
        while not self.doors.is_over(at) and decisions < most:
            if self.rules.actor(state) == CHANCE:
                assert self.doors.legal(at, tables, moves) == 0
                code = self.doors.sample(at, tables)
                event = self.kernel.decode_event(code, state)
            else:
                event, code = self._decide(state, self.doors.legal(at, tables, moves), rng)
                decisions += 1
            self.doors.apply(at, tables, code)
            state = self.rules.apply(state, event)
            assert self.kernel.decode(self.record[0], state.setup) == state, self._where(state)
            if rng.random() < WRITTEN_AFRESH:
                self.kernel.encode(state, self.record[0])
        self._compare_the_end(state)
        return decisions

    def _decide(self, state: Any, listed: int, rng: random.Random) -> tuple[Any, int]:
        legal = self.rules.legal(state)
        codes = [self._code(event, state) for event in legal]
        assert sorted(codes) == sorted(self.moves[:listed].tolist()), self._where(state)
        place = rng.randrange(len(legal))
        assert self.kernel.decode_event(codes[place], state) == legal[place]
        return legal[place], codes[place]

    def _code(self, event: Any, state: Any) -> int:
        """Return the code of an event; most events are one object each, so it is remembered."""
        known = self._codes.get(id(event))
        if known is not None and known[0] is event:
            return known[1]
        code: int = self.kernel.encode_event(event, state)
        if type(event).__name__ != "Keep":  # its code depends on the hand
            self._codes[id(event)] = event, code
        return code

    def _compare_the_end(self, state: Any) -> None:
        """The scores agree, and a record written afresh reads back as the same position."""
        fresh = np.zeros(1, self.kernel.STATE)
        self.kernel.encode(state, fresh[0])
        assert self.kernel.decode(fresh[0], state.setup) == state
        out = np.zeros(4, np.int16)
        self.kernel.scores(self.record[0], out)
        players = self.rules.players(state)
        told = self.rules.describe(state)
        wins = [int(seat in told["winners"]) for seat in range(players)]
        assert out[:players].tolist() == told.get("scores", wins)

    def _where(self, state: Any) -> str:
        return json.dumps(self.rules.describe(state))


def decisions_of(case: tuple[str, int, Json], seed: int, most: int) -> Iterator[int]:
    """Play games until so many decisions were compared; yield how many each had."""
    walk = Walk(*case)
    compared = 0
    while compared < most:
        decisions = walk.game(seed, most=3_000)
        compared += max(decisions, 1)
        seed += 1
        yield decisions


def share(case: tuple[str, int, Json], seed: int, most: int) -> int:
    """Compare so many decisions of one kind of game."""
    return sum(decisions_of(case, seed, most))


def main() -> None:
    """Compare as many decisions of each game as asked for, on all cores."""
    parser = argparse.ArgumentParser(prog="make lockstep", description=__doc__)
    parser.add_argument("--decisions", type=int, default=10_000_000, help="for each game")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    told = parser.parse_args()
    for name in GAMES:
        prepare(name)
    pieces = 20
    done = dict.fromkeys(GAMES, 0)
    with ProcessPoolExecutor(told.jobs) as pool, Progress() as progress:
        bars = {name: progress.add_task(name, total=told.decisions) for name in GAMES}
        futures = {}
        for piece in range(pieces):
            for case in CASES:
                kinds = sum(other[0] == case[0] for other in CASES)
                most = -(-told.decisions // (kinds * pieces))
                futures[pool.submit(share, case, piece * 10**9, most)] = case[0]
        for future in as_completed(futures):
            done[futures[future]] += future.result()
            progress.update(bars[futures[future]], completed=done[futures[future]])
    for name, compared in done.items():
        print(f"{name}: {compared:,} decisions compared, no difference")


if __name__ == "__main__":
    main()
