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
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from operator import index
from types import ModuleType
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from ..core.checks import quoted
from ..core.errors import BadRequest
from ..core.game import AnyGame
from ..games import game as named

PATIENCE = 1.5
"""Seconds that a first call may take before it is explained."""
LONGEST = 10**9
_BEYOND = 2**31
"""No move has a number this large."""


def kernel_of(game: AnyGame) -> ModuleType:
    """Return the compiled twin of a game: the module of the same name in this folder."""
    return import_module(f"{__package__}.{game.NAME}")


class KernelGame:
    """A game under way in the kernel. Chance acts by itself; seats choose among `legal()`."""

    def __init__(self, rules: AnyGame, state: Any, seed: SupportsIndex = 0) -> None:
        """Start from a readable position."""
        self.rules = rules
        self.kernel = kernel_of(rules)
        self.setup = state.setup
        self.record = np.zeros(1, self.kernel.STATE)
        self.kernel.encode(state, self.record[0])
        self.record["rng"] = seeds(seed, 1)
        self._start = self.record.copy()
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
        """Return the numbers of the legal moves."""
        return self._moves[: self._listed].copy()

    @property
    def moves(self) -> memoryview:
        """The room where the legal moves are listed: plain numbers, other ones after each move."""
        return self._moves.data.toreadonly()

    def apply(self, move: SupportsIndex) -> None:
        """Do a move, and all that chance does until a seat must choose again."""
        number = _whole(move, "move")
        if abs(number) >= _BEYOND:
            raise BadRequest(f"{quoted(number)} is not among the {self._listed} legal moves.")
        self.step(number)

    def step(self, move: int) -> int:
        """Do a move as `apply` does, fast: it must be an `int`. Return how many are legal then."""
        listed: int = self._step(self._desk_at, move)
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

    @property
    def tables(self) -> NDArray[Any]:
        """What the compiled functions must know of the board or deck: an array of one record."""
        return self._tables

    def states(self, count: SupportsIndex, seed: SupportsIndex) -> NDArray[Any]:
        """Return this position many times, each with luck of its own to come."""
        states = np.repeat(self.record, _natural(count, "count"))
        states["rng"] = seeds(seed, len(states))
        return states

    def starts(self, count: SupportsIndex, seed: SupportsIndex) -> NDArray[Any]:
        """Return the position that this game was started from many times, before chance acted.

        Each has luck of its own to come, the first rolls or the deal included.
        """
        states = np.repeat(self._start, _natural(count, "count"))
        states["rng"] = seeds(seed, len(states))
        return states

    def playouts(
        self, count: SupportsIndex, seed: SupportsIndex, threads: SupportsIndex = 1
    ) -> NDArray[np.int16]:
        """Return the scores of many random ends of this game, which stays where it is."""
        ends, _ = playouts(self.kernel, self.states(count, seed), self._tables, threads)
        return ends[:, : self.players]

    def copy(self) -> "KernelGame":
        """Return a game at the same position, with the same luck to come."""
        return _restored(self.rules.NAME, self.setup, self.record.copy(), self._start)

    __copy__ = copy

    def __deepcopy__(self, _: object) -> "KernelGame":
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (self.rules.NAME, self.setup, self.record, self._start)

    def observe(self, seat: SupportsIndex | None) -> NDArray[Any]:
        """Return what a seat (None: a spectator) may know: hidden cards, pile and luck left out."""
        viewer = -1 if seat is None else self._seat(seat)
        seen = np.zeros_like(self.record)
        self.kernel.observe(self.record[0], viewer, seen)
        return seen

    def guess(self, seat: SupportsIndex | None, seed: SupportsIndex) -> "KernelGame":
        """Return a game that this seat cannot tell from this one: unseen cards dealt anew."""
        guessed = np.zeros_like(self.record)
        self.kernel.determinize(self.observe(seat)[0], self._tables[0], seeds(seed, 1)[0], guessed)
        return _restored(self.rules.NAME, self.setup, guessed, self._start)

    def _seat(self, seat: SupportsIndex) -> int:
        number = _whole(seat, "seat")
        if number not in range(self.players):
            raise BadRequest(f"seat is 0 to {self.players - 1}, not {number}.")
        return number

    def position(self) -> Any:
        """Return the readable position."""
        return self.kernel.decode(self.record[0], self.setup)

    def write(self, move: SupportsIndex) -> str:
        """Return a legal move in notation."""
        number = _whole(move, "move")
        if number not in self.legal():
            raise BadRequest(f"{quoted(number)} is not among the {self._listed} legal moves.")
        return self.rules.write(self.kernel.decode_event(number, self.position()))

    def parse(self, text: str) -> int:
        """Return the number of a legal move in notation; Illegal names the rule if it is not."""
        position, event = self.position(), self.rules.parse(text)
        if event not in self.rules.legal(position):
            raise self.rules.refusal(position, event)
        move: int = self.kernel.encode_event(event, position)
        return move


def _restored(name: str, setup: Any, record: NDArray[Any], start: NDArray[Any]) -> KernelGame:
    """Return the game of a record, and of the one that it was started from."""
    game = object.__new__(KernelGame)
    game.rules = named(name)
    game.kernel, game.setup, game.record = kernel_of(game.rules), setup, record
    game._start = start
    game._ready()
    return game


def new(
    name: str,
    players: SupportsIndex = 2,
    seed: SupportsIndex = 0,
    options: Mapping[str, object] | None = None,
) -> KernelGame:
    """Start a game. The seed decides every roll and draw."""
    rules = named(name)
    state = rules.new(_whole(players, "players"), options or {})
    prepare(name)
    return KernelGame(rules, state, seed)


def seeds(seed: SupportsIndex, count: int) -> NDArray[np.uint64]:
    """Return the starts of many generators, all from one seed: even neighbours are unrelated."""
    number = _whole(seed, "seed")
    entropy = [abs(number), int(number < 0)]
    return np.random.SeedSequence(entropy).generate_state(count, np.uint64).view(np.uint64)


def _whole(value: SupportsIndex, what: str) -> int:
    """Return a whole number, NumPy's among them."""
    try:
        return index(value)
    except TypeError:
        raise BadRequest(f"{what} is a whole number, not {quoted(value)}.") from None


def _natural(value: SupportsIndex, what: str, least: int = 0) -> int:
    number = _whole(value, what)
    if number < least:
        raise BadRequest(f"{what} is {least} or more, not {quoted(number)}.")
    return number


def playouts(
    kernel: ModuleType, states: NDArray[Any], tables: NDArray[Any], threads: SupportsIndex = 1
) -> tuple[NDArray[np.int16], int]:
    """Play every state of an array on to its end, in place; return scores and decisions made.

    Threads share the array in stripes; compiled code runs without the GIL.
    """
    _check_states(kernel, states, tables)
    results = np.zeros((len(states), kernel.SEATS), np.int16)
    workers = _natural(threads, "threads", least=1)

    def play(part: slice) -> int:
        room = np.zeros(kernel.MOST_MOVES, np.int32)
        made: int = kernel.playouts(states[part], tables, room, LONGEST, results[part])
        return made

    with ThreadPoolExecutor(workers) as pool:
        decisions = pool.map(play, [slice(*ends) for ends in _stripes(len(states), workers)])
        return results, sum(decisions)


def _check_states(kernel: ModuleType, states: NDArray[Any], tables: NDArray[Any]) -> None:
    """Refuse states that the compiled code could not play on."""
    name = kernel.__name__.rpartition(".")[2]
    if getattr(states, "dtype", None) != kernel.STATE or states.ndim != 1:
        raise BadRequest(f"This is no array of states of {name}.")
    if getattr(tables, "dtype", None) != kernel.TABLES or tables.shape != (1,):
        raise BadRequest(f"These are no tables of {name}.")
    if (states["mark"] != tables["mark"]).any():
        raise BadRequest(f"Some of the states belong to another {kernel.PLAYED_WITH}.")
    if not np.isin(states["players"], named(name).PLAYERS).all():
        raise BadRequest(f"Some of the states have a number of players that {name} is not for.")


def _stripes(length: int, parts: int) -> list[tuple[int, int]]:
    """Cut a range into pieces, several for each thread, so that none waits long for another."""
    size = max(1, -(-length // (32 * parts)))
    return [(start, min(start + size, length)) for start in range(0, length, size)]


_prepared: set[str] = set()
_lock = threading.Lock()


def prepare(name: str, quiet: bool = False) -> None:
    """Compile the kernel of a game, or read it from disk; say so if it takes a while."""
    with _lock:
        if name in _prepared:
            return
        rules = named(name)
        timer = threading.Timer(PATIENCE, _announce, (name,))
        timer.daemon = True
        if not quiet:
            timer.start()
        try:
            _exercise(rules)
        finally:
            timer.cancel()
        _prepared.add(name)


def prepare_in_background(name: str) -> threading.Thread:
    """Compile the kernel of a game while other things go on; `prepare` then waits for it."""
    thread = threading.Thread(target=prepare, args=(name,), daemon=True, name=f"kernel {name}")
    thread.start()
    return thread


def _announce(name: str) -> None:
    sys.stderr.write(f"Preparing the kernel of {name}; the first time it is compiled …\n")
    sys.stderr.flush()


def _exercise(rules: AnyGame) -> None:
    """Call each compiled function once, with the types that it is used with."""
    game = KernelGame(rules, rules.new(rules.PLAYERS[-1], {}))
    game.apply(game.legal()[0])
    game.guess(0, seed=1)
    game.playouts(1, seed=1)
    game.playout()
