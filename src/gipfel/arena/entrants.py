"""Who takes part: bots by their grade, and bots that people wrote, as `file.py:function`."""

import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

from .. import bots
from ..bots.grades import SECONDS, checked_seconds
from ..core.checks import quoted
from ..core.errors import BadRequest
from ..core.game import AnyGame

OWN_SECONDS = 1.0
"""How long a bot that has no grade may think over a decision, if nothing else is said."""

Chooser: TypeAlias = Callable[[AnyGame, Any, int, float], tuple[Any, str]]
"""Game, view, seed and seconds in; out comes an event, and why another grade chose it, or ''."""


@dataclass(frozen=True, slots=True)
class Bot:
    """One bot, as it can be sent to another process and loaded there."""

    name: str
    """What the results call it."""
    source: str
    """A grade, `path/to/file.py:function` or `package.module:function`."""
    seconds: float
    digest: str
    """Of the file that holds it, or of all the grades: a changed bot is another bot."""

    @property
    def is_grade(self) -> bool:
        """Whether it is one of ours, which keep to their time by themselves."""
        return self.source in bots.GRADES

    def load(self) -> Chooser:
        """Return the function that chooses."""
        if self.is_grade:
            return _graded(self.source)
        function, _ = _find(self.source)
        return lambda game, view, seed, seconds: (function(game, view, seed, seconds), "")


def enter(sources: Sequence[str], seconds: float | None = None) -> tuple[Bot, ...]:
    """Return the bots of these names, in this order, or say which one cannot be had."""
    limit = None if seconds is None else checked_seconds(seconds)
    short = {source: _short(source) for source in sources}
    entered = []
    for source in sources:
        shared = sum(name == short[source] for name in short.values()) > 1
        name = source if shared else short[source]
        if source in bots.GRADES:
            entered.append(Bot(name, source, limit or SECONDS[source], _digest(*_grade_files())))
        else:
            _, file = _find(source)
            digest = _digest(Path(file)) if file else ""
            entered.append(Bot(name, source, limit or OWN_SECONDS, digest))
    return tuple(entered)


def _digest(*files: Path) -> str:
    return sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]


def _grade_files() -> list[Path]:
    """Return the code and the data of the grades."""
    folder = Path(bots.__file__).parent
    return sorted(
        file for file in folder.rglob("*.*") if file.is_file() and "__pycache__" not in file.parts
    )


def _graded(grade: str) -> Chooser:
    def choose(game: AnyGame, view: Any, seed: int, seconds: float) -> tuple[Any, str]:
        thought = bots.choose(game, view, grade, seed, seconds)
        return thought.event, thought.why

    return choose


def _short(source: str) -> str:
    place, colon, function = source.rpartition(":")
    return f"{Path(place).name}{colon}{function}"


def _find(source: str) -> tuple[Callable[..., Any], str | None]:
    """Return the function that a source names and the file it stands in."""
    place, colon, name = source.rpartition(":")
    if not colon or not place or not name:
        raise BadRequest(
            f"No bot {quoted(source)}; there are {', '.join(bots.GRADES)}, and your own as "
            "path/to/file.py:function or package.module:function."
        )
    if place.endswith(".py") and not Path(place).is_file():
        raise BadRequest(f"There is no file {place}, where the bot {source} should be.")
    try:
        module = _module(place)
    except (Exception, SystemExit) as error:
        reason = f"{type(error).__name__}: {error}"
        raise BadRequest(f"The bot {source} cannot be loaded: {reason}") from error
    function = getattr(module, name, None)
    if not callable(function):
        raise BadRequest(f"There is no function {name} in {place}.")
    return function, getattr(module, "__file__", None)


def _module(place: str) -> ModuleType:
    """Import a file or a module of this folder; what stands beside it can be imported too."""
    path = Path(place).resolve()
    beside = str(path.parent) if place.endswith(".py") else os.getcwd()
    if beside not in sys.path:
        sys.path.append(beside)
    if not place.endswith(".py"):
        return import_module(place)
    name = f"gipfel_bot_{sha256(str(path).encode()).hexdigest()[:12]}"
    if name not in sys.modules:
        spec = spec_from_file_location(name, path)
        assert spec is not None
        assert spec.loader is not None
        sys.modules[name] = module = module_from_spec(spec)
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[name]
            raise
    return sys.modules[name]
