"""Asking a bot of any grade: the limits, the fallbacks, and what it answers."""

import random
import threading
import time
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from ..core.checks import quoted
from ..core.errors import BadRequest
from ..core.game import AnyGame

BY_HAND = ("F", "PD", "AD")
BY_SEARCH = ("D", "TD", "ED")
GRADES = BY_HAND + BY_SEARCH
SECONDS = {"F": 0.01, "PD": 0.01, "AD": 0.01, "D": 0.1, "TD": 0.3, "ED": 1.0}
"""How long each grade may think over a decision."""
LONGEST = 86_400
"""Seconds that a bot may be given: a day."""


@dataclass(frozen=True, slots=True)
class Thought:
    """What a bot chose, and what it thinks of its position."""

    event: Any
    win: tuple[float, ...]
    """The chance of each seat to win, as this grade sees it."""
    grade: str
    """The grade that answered."""
    why: str
    """Why another grade than the one asked for answered; empty if it did not."""
    seconds: float


def choose(
    game: AnyGame, view: Any, grade: str, seed: int = 0, seconds: float | None = None
) -> Thought:
    """Let a bot choose among the moves that a view lists.

    While the kernel is still being compiled, or if the weights cannot be read, the best grade that
    works answers, and the thought says so.
    """
    checked_grade(grade)
    limit = SECONDS[grade] if seconds is None else checked_seconds(seconds)
    if not view.legal:
        raise BadRequest("There is nothing to choose: another seat must act, or the game is over.")
    start = time.perf_counter()
    why = ""
    if grade in BY_SEARCH:
        thread = prepare_in_background(game.NAME)
        thread.join(limit)
        if thread.is_alive():
            grade, why = BY_HAND[-1], "the search is still being compiled"
    if grade in BY_SEARCH:
        search = import_module(f"{__package__}.by_search")
        weighed = search.weigh(game, view, grade, seed, start + 0.9 * limit)
        event, win = weighed.moves[0][1], weighed.win
        grade, why = weighed.grade, weighed.why
    else:
        hand = import_module(f"{__package__}.by_hand.{game.NAME}")
        event, win = hand.GRADES[grade](view, random.Random(seed)), hand.win(view)
    return Thought(event, win, grade, why, time.perf_counter() - start)


def checked_grade(grade: object) -> str:
    """Return a grade that exists."""
    if not isinstance(grade, str) or grade not in GRADES:
        raise BadRequest(f"No grade {quoted(grade)}; there are {', '.join(GRADES)}.")
    return grade


def checked_seconds(seconds: object) -> float:
    """Return a time limit that leaves time to think, and ends."""
    number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    if not number or not 0 < seconds <= LONGEST:  # type: ignore[operator]
        raise BadRequest(
            f"seconds is a number above 0 and at most {LONGEST:,}, not {quoted(seconds)}."
        )
    return float(seconds)  # type: ignore[arg-type]


_threads: dict[str, threading.Thread] = {}
_lock = threading.Lock()


def prepare(name: str) -> None:
    """Compile the search of a game, or read it from disk, and wait until it is done."""
    prepare_in_background(name).join()


def prepare_in_background(name: str) -> threading.Thread:
    """Compile the search of a game while other things go on."""
    with _lock:
        if name not in _threads:
            search = f"{__package__}.by_search"
            _threads[name] = threading.Thread(
                target=lambda: import_module(search).prepare(name), daemon=True, name=f"bots {name}"
            )
            _threads[name].start()
        return _threads[name]
