"""`gipfel serve`: from flags and variables to a server that runs."""

from collections.abc import Mapping, Sequence

import msgspec
from rich.text import Text

from ..core.checks import quoted
from ..core.errors import BadRequest
from ..server.serving import run
from ..server.settings import Limits, Settings
from .terminal import Terminal


def settings_of(given: Mapping[str, object], keep: str, limits: Sequence[str]) -> Settings:
    """Return the settings that flags and variables say, or what is wrong with one."""
    days = keep.split(",")
    if len(days) != 3 or not all(day.isascii() and day.isdigit() and len(day) < 6 for day in days):
        raise BadRequest(f"--keep is three numbers of days like 7,90,0, not {quoted(keep)}.")
    kept = dict(zip(("keep_open", "keep_playing", "keep_over"), map(int, days), strict=True))
    try:
        return msgspec.convert({**given, **kept, "limits": _limits(limits)}, Settings)
    except msgspec.ValidationError as error:
        raise BadRequest(f"A setting does not fit: {error}.") from error


def _limits(pairs: Sequence[str]) -> dict[str, float]:
    known = {field.name: field.default for field in msgspec.structs.fields(Limits)}
    limits: dict[str, float] = {}
    for pair in pairs:
        name, _, text = pair.partition("=")
        if name not in known or not text.isascii() or not text.isdigit() or len(text) > 9:
            raise BadRequest(f"--limit is NAME=NUMBER with one of {', '.join(known)}.")
        limits[name] = int(text)
    return limits


def serve(settings: Settings, *, opens: bool) -> None:
    """Run the server until it is told to end; the address is told on standard output."""
    terminal = Terminal()

    def say(where: str) -> None:
        terminal.say(Text.assemble("Gipfel is at ", (where, "bold"), "  Ctrl-C ends it."))

    run(settings, opens=opens, says=say)
