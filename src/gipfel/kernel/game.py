"""A friendly face on the kernel: games at its speed, NumPy arrays out, no Numba to know.

>>> from gipfel import kernel
>>> game = kernel.new("matterhorn", players=2, seed=1)
>>> moves = game.legal()
>>> game.write(moves[0])
'start 12a 12b'
>>> game.apply(moves[0])
>>> game.playouts(100, seed=7).sum(axis=0).sum()  # one winner a game
np.int64(100)
"""

import sys
import threading
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.checks import is_whole, quoted
from ..core.errors import BadRequest
from ..core.game import AnyGame
from ..games import game as named

PATIENCE = 0.7
"""Seconds that a first call may take before it is explained."""
LONGEST = 10**9
_MASK = 2**64 - 1


def kernel_of(game: AnyGame) -> ModuleType:
    """Return the compiled twin of a game: the module of the same name in this folder."""
    return import_module(f"{__package__}.{game.NAME}")


class KernelGame:
    """A game under way in the kernel. Chance acts by itself; seats choose among `legal()`."""

    def __init__(self, rules: AnyGame, state: Any, seed: int = 0) -> None:
        """Start from a readable position."""
        self.rules = rules
        self.kernel = kernel_of(rules)
        self.setup = state.setup
        self.record = np.zeros(1, self.kernel.STATE)
        self.kernel.encode(state, self.record[0])
        self.record["rng"] = seed_of(seed)
        self._ready()

    def _ready(self) -> None:
        """Set up what is not part of the position: tables, and room for moves."""
        self._tables = self.kernel.tables_of(self.setup)
        self._moves = np.zeros(self.kernel.MOST_MOVES, np.int32)
        arrays = (self.record, self._tables, self._moves)
        self._desk = np.array([*(array.ctypes.data for array in arrays), 0], np.int64)
        self._desk_at = self._desk.ctypes.data
        self._step = self.kernel.step
        self._listed = self.kernel.begin(self._desk_at)

    def __repr__(self) -> str:
        due = "over" if self.over else f"seat {self.seat} has {self._listed} moves"
        return f"<{self.rules.NAME}, {self.players} players: {due}>"

    @property
    def players(self) -> int:
        """How many seats there are."""
        return int(self.record[0]["players"])

    @property
    def seat(self) -> int | None:
        """The seat that must choose; None when the game is over."""
        return None if self.over else int(self.record[0]["seat"])

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return not self._listed

    def legal(self) -> NDArray[np.int32]:
        """Return the numbers of the legal moves; good until the next `apply`."""
        return self._moves[: self._listed]

    @property
    def moves(self) -> memoryview:
        """The room where the legal moves are listed, read as plain numbers: the fastest way."""
        return self._moves.data

    def apply(self, move: int) -> None:
        """Do a move, and all that chance does until a seat must choose again."""
        self.step(move)

    def step(self, move: int) -> int:
        """Do a move as `apply` does; return how many moves are legal then, 0 when it is over."""
        listed = self._step(self._desk_at, move)
        if listed < 0:
            raise BadRequest(f"{quoted(move)} is not among the {self._listed} legal moves.")
        self._listed = listed
        return listed

    def scores(self) -> NDArray[np.int16]:
        """Return a number for each seat: the score, or 1 for the winner where there is none."""
        out = np.zeros(self.players, np.int16)
        self.kernel.scores(self.record[0], out)
        return out

    def playout(self) -> NDArray[np.int16]:
        """Play on at random to the end and return the scores."""
        self.kernel.playout(self.record[0], self._tables[0], self._moves, LONGEST)
        self._listed = self.kernel.begin(self._desk_at)
        return self.scores()

    def playouts(self, count: int, seed: int, threads: int = 1) -> NDArray[np.int16]:
        """Return the scores of many random ends of this game, which stays where it is."""
        states = np.repeat(self.record, count)
        states["rng"] = seeds(seed, count)
        return playouts(self.kernel, states, self._tables, threads)[0][:, : self.players]

    def copy(self) -> "KernelGame":
        """Return a game at the same position, with the same luck to come."""
        twin = object.__new__(KernelGame)
        twin.rules, twin.kernel, twin.setup = self.rules, self.kernel, self.setup
        twin.record = self.record.copy()
        twin._ready()
        return twin

    def guess(self, seat: int, seed: int) -> "KernelGame":
        """Return a game that this seat cannot tell from this one: unseen cards dealt anew."""
        if not is_whole(seat) or seat not in range(self.players):
            raise BadRequest(f"seat is 0 to {self.players - 1}, not {quoted(seat)}.")
        twin = object.__new__(KernelGame)
        twin.rules, twin.kernel, twin.setup = self.rules, self.kernel, self.setup
        seen, twin.record = np.zeros_like(self.record), np.zeros_like(self.record)
        self.kernel.observe(self.record[0], seat, seen)
        self.kernel.determinize(seen[0], self._tables[0], seed_of(seed), twin.record)
        twin._ready()
        return twin

    def position(self) -> Any:
        """Return the readable position."""
        return self.kernel.decode(self.record[0], self.setup)

    def write(self, move: int) -> str:
        """Return a move in notation."""
        return self.rules.write(self.kernel.decode_event(int(move), self.position()))

    def parse(self, text: str) -> int:
        """Return the number of a move in notation."""
        move: int = self.kernel.encode_event(self.rules.parse(text), self.position())
        return move


def new(
    name: str, players: int = 2, seed: int = 0, options: Mapping[str, object] | None = None
) -> KernelGame:
    """Start a game. The seed decides every roll and draw."""
    rules = named(name)
    state = rules.new(players, options or {})
    prepare(name)
    return KernelGame(rules, state, seed)


def seed_of(seed: int) -> Any:
    """Return the generator's start for a seed: neighbouring seeds are far apart."""
    if not is_whole(seed):
        raise BadRequest(f"seed is a whole number, not {quoted(seed)}.")
    return seeds(seed, 1)[0]


def seeds(seed: int, count: int) -> NDArray[np.uint64]:
    """Return the starts of many generators, all from one seed."""
    return np.random.SeedSequence(seed & _MASK).generate_state(count, np.uint64).view(np.uint64)


def playouts(
    kernel: ModuleType, states: NDArray[Any], tables: NDArray[Any], threads: int = 1
) -> tuple[NDArray[np.int16], int]:
    """Play every state of an array on to its end, in place; return scores and decisions made.

    Threads share the array in stripes; compiled code runs without the GIL.
    """
    if states.dtype != kernel.STATE:
        raise BadRequest(f"The array holds no states of {kernel.__name__.rpartition('.')[2]}.")
    if (states["mark"] != tables["mark"]).any():
        raise BadRequest(f"Some of the states belong to another {kernel.PLAYED_WITH}.")
    if not is_whole(threads) or threads < 1:
        raise BadRequest(f"threads is 1 or more, not {quoted(threads)}.")
    results = np.zeros((len(states), 4), np.int16)
    with ThreadPoolExecutor(threads) as pool:
        stripes = [slice(*bounds) for bounds in _stripes(len(states), threads)]
        moves = [np.zeros(kernel.MOST_MOVES, np.int32) for _ in stripes]
        decisions = pool.map(
            lambda part, room: kernel.playouts(states[part], tables, room, LONGEST, results[part]),
            stripes,
            moves,
        )
        return results, sum(decisions)


def _stripes(length: int, parts: int) -> list[tuple[int, int]]:
    """Cut a range into pieces, several for each thread, so that none waits long for another."""
    size = max(1, -(-length // (8 * parts)))
    return [(start, min(start + size, length)) for start in range(0, length, size)]


_prepared: set[str] = set()
_lock = threading.Lock()


def prepare(name: str) -> None:
    """Compile the kernel of a game, or read it from disk; say so if it takes a while."""
    with _lock:
        if name in _prepared:
            return
        rules = named(name)
        timer = threading.Timer(PATIENCE, _announce, (name,))
        timer.daemon = True
        timer.start()
        start = time.monotonic()
        _exercise(rules)
        timer.cancel()
        if time.monotonic() - start > PATIENCE:
            sys.stderr.write(f"The kernel of {name} is ready.\n")
        _prepared.add(name)


def prepare_in_background(name: str) -> threading.Thread:
    """Compile the kernel of a game while other things go on; `prepare` then waits for it."""
    thread = threading.Thread(target=prepare, args=(name,), daemon=True, name=f"kernel {name}")
    thread.start()
    return thread


def _announce(name: str) -> None:
    sys.stderr.write(f"Compiling the kernel of {name}, once on this machine …\n")
    sys.stderr.flush()


def _exercise(rules: AnyGame) -> None:
    """Call each compiled function once, with the types that it is used with."""
    game = KernelGame(rules, rules.new(rules.PLAYERS[-1], {}))
    game.guess(0, seed=1)
    game.playouts(1, seed=1)
    game.playout()
