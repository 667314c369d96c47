"""Who takes part: bots by their grade, and bots that people wrote, as `file.py:function`."""

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from multiprocessing.connection import Connection
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

from .. import bots
from ..bots.grades import SECONDS, checked_seconds
from ..core.checks import quoted
from ..core.errors import BadRequest
from ..core.game import AnyGame
from . import apart

OWN_SECONDS = 1.0
"""How long a bot that has no grade may think over a decision, if nothing else is said."""
CODE = ("bots", "kernel", "games", "core")
"""The folders that decide what happens in a game between grades."""

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
    """Of the file that holds it, if it has no grade: a changed bot is another bot."""

    @property
    def is_grade(self) -> bool:
        """Whether it is one of ours."""
        return self.source in bots.GRADES

    def load(self) -> Chooser:
        """Return the function that chooses."""
        if self.is_grade:
            return _graded(self.source)
        function, _ = _find(*_parts(self.source))
        return lambda game, view, seed, seconds: (function(game, view, seed, seconds), "")


def enter(sources: Sequence[str], seconds: float | None = None) -> tuple[Bot, ...]:
    """Return the bots of these names, in this order, or say which one cannot be had."""
    limit = None if seconds is None else checked_seconds(seconds)
    short = {source: _short(source) for source in sources}
    digests = _digests([source for source in sources if source not in bots.GRADES])
    entered = []
    for source in sources:
        shared = sum(name == short[source] for name in short.values()) > 1
        name = source if shared else short[source]
        allowed = limit or SECONDS.get(source, OWN_SECONDS)
        entered.append(Bot(name, source, allowed, digests.get(source, "")))
    return tuple(entered)


def plain(text: str) -> str:
    """Return a text that can be kept and shown anywhere: what is not printable is escaped."""
    return "".join(one if one.isprintable() else repr(one)[1:-1] for one in text)


def complaint(error: BaseException) -> str:
    """Tell what a bot raised, even if it cannot tell it itself."""
    name = type(error).__name__
    with suppress(BaseException):
        return plain(f"{name}: {error}"[:500])
    return f"{name}, which cannot be told"


def _digest(*files: Path) -> str:
    return sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]


@cache
def code_digest() -> str:
    """Return the digest of the grades and of all that stands below them: code and data."""
    package = Path(__file__).parents[1]
    files = (file for part in CODE for file in (package / part).rglob("*.*"))
    return _digest(*sorted(f for f in files if f.is_file() and "__pycache__" not in f.parts))


def _graded(grade: str) -> Chooser:
    def choose(game: AnyGame, view: Any, seed: int, seconds: float) -> tuple[Any, str]:
        thought = bots.choose(game, view, grade, seed, seconds)
        return thought.event, thought.why

    return choose


def _short(source: str) -> str:
    place, colon, function = source.rpartition(":")
    return f"{Path(place).name}{colon}{function}"


def _digests(sources: Sequence[str]) -> dict[str, str]:
    """Return the digest of the file of each bot, after loading it in a process of its own."""
    places = {source: _parts(source) for source in sources}
    if not places:
        return {}
    process, pipe = apart.start(_load_all, list(places.values()))
    digests = {}
    try:
        for source in places:
            digests[source] = found = pipe.recv()
            if isinstance(found, BadRequest):
                raise found
    except EOFError as error:
        raise BadRequest(f"The bot {source} ends the process that loads it.") from error
    finally:
        apart.end(process, pipe)
    return digests


def _load_all(pipe: Connection, places: Sequence[tuple[str, str]]) -> None:
    """Send back the digest of each bot, or why it cannot be had."""
    for place, name in places:
        try:
            _, file = _find(place, name)
            pipe.send(_digest(Path(file)) if file else "")
        except BadRequest as error:
            pipe.send(error)


def _parts(source: str) -> tuple[str, str]:
    """Return the file or module that a source names, and the function."""
    place, colon, name = source.rpartition(":")
    if not colon or not place or not name:
        raise BadRequest(
            f"No bot {quoted(source)}; there are {', '.join(bots.GRADES)}, and your own as "
            "path/to/file.py:function or package.module:function."
        )
    if place.endswith(".py") and not Path(place).is_file():
        raise BadRequest(f"There is no file {place}, where the bot {source} should be.")
    return place, name


def _find(place: str, name: str) -> tuple[Callable[..., Any], str | None]:
    """Return a function and the file it stands in. This runs the code of the bot."""
    try:
        module = _module(place)
    except BaseException as error:
        raise BadRequest(f"The bot {place}:{name} cannot be loaded: {complaint(error)}") from error
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
