"""Records: the text of a `.gipfel` file, header and events. Knows no rules; `match` replays."""

import json
import re
from dataclasses import dataclass, field

from .checks import is_name
from .errors import BadEvent, BadRecord
from .game import CHANCE, Actor, Json

VERSION = 1
LONGEST = 8_000_000
"""Characters in a record at the most: far beyond any game, short of filling a memory."""

_LINE = re.compile(r"(?:(?P<seat>[0-9])> )?(?P<text>[^ >][^>]*)")
_OWN_KEYS = ("gipfel", "game", "players", "names", "options", "result", "events")


@dataclass(frozen=True, slots=True)
class Record:
    """A game as it is written down. `result` is None while it goes on."""

    game: str
    players: int
    options: Json = field(default_factory=dict)
    names: tuple[str, ...] = ()
    result: tuple[int, ...] | None = None
    header: dict[str, str] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)

    def write(self) -> str:
        """Return the text: `# key: value` lines, a blank line, one event a line."""
        head = {
            "gipfel": VERSION,
            "game": self.game,
            "players": self.players,
            "options": json.dumps(self.options),
        }
        if self.names:
            head["names"] = json.dumps(self.names, ensure_ascii=False)
        head["result"] = "unfinished" if self.result is None else " ".join(map(str, self.result))
        head["events"] = len(self.lines)
        head |= self.header
        lines = [f"# {key}: {value}" for key, value in head.items()]
        return "\n".join([*lines, "", *self.lines, ""])

    @classmethod
    def read(cls, text: str) -> "Record":
        """Read a record. Raises BadRecord if it is not one, is cut short, or is from the future."""
        if len(text) > LONGEST:
            raise BadRecord(f"The record is longer than {LONGEST:,} characters.")
        head, lines = _split(text)
        version = _number(head, "gipfel")
        if version > VERSION:
            raise BadRecord(
                f"The record has version {version}; this Gipfel reads up to {VERSION}. "
                "Install a newer Gipfel to open it."
            )
        if "events" in head and _number(head, "events") != len(lines):
            raise BadRecord(
                f"The record announces {head['events']} events but holds {len(lines)}: "
                "it was cut short or changed."
            )
        options = _json(head, "options", "{}")
        names = _json(head, "names", "[]")
        if not isinstance(options, dict):
            raise BadRecord('The line "# options:" must hold a JSON object.')
        if not isinstance(names, list) or not all(is_name(name) for name in names):
            raise BadRecord(
                'The line "# names:" must hold a JSON list of names, 1 to 40 characters.'
            )
        if "game" not in head:
            raise BadRecord('The record has no line "# game:".')
        return cls(
            game=head["game"],
            players=_number(head, "players"),
            options=options,
            names=tuple(names),
            result=_result(head.get("result", "unfinished")),
            header={key: value for key, value in head.items() if key not in _OWN_KEYS},
            lines=lines,
        )


def write_line(actor: Actor, text: str) -> str:
    """Return an event as a record shows it: a seat's move after its seat."""
    return text if actor == CHANCE else f"{actor}> {text}"


def parse_line(line: str) -> tuple[int | None, str]:
    """Split an event from the seat before it, if there is one."""
    match = _LINE.fullmatch(line)
    if match is None:
        raise BadEvent(f"{line[:60]!r} is not an event.")
    return (None if match["seat"] is None else int(match["seat"])), match["text"]


def _split(text: str) -> tuple[dict[str, str], list[str]]:
    head: dict[str, str] = {}
    lines: list[str] = []
    for line in text.replace("\r\n", "\n").split("\n"):
        if line.startswith("# ") and not lines:
            key, colon, value = line[2:].partition(": ")
            if not colon or key in head:
                raise BadRecord(f"{line[:60]!r} is not a header line; they look like # key: value")
            head[key] = value
        elif line:
            lines.append(line)
    if "gipfel" not in head:
        raise BadRecord('This is not a Gipfel record: it has no line "# gipfel: 1".')
    if lines and not text.endswith("\n"):
        raise BadRecord("The record is cut short: its last line does not end.")
    return head, lines


def _number(head: dict[str, str], key: str) -> int:
    value = head.get(key, "")
    if not re.fullmatch(r"\d{1,9}", value, re.ASCII):
        raise BadRecord(
            f'The line "# {key}:" of the record must hold a number, not {value[:60]!r}.'
        )
    return int(value)


def _json(head: dict[str, str], key: str, default: str) -> object:
    try:
        value: object = json.loads(head.get(key, default))
    except (ValueError, RecursionError) as error:
        raise BadRecord(f'The line "# {key}:" of the record is not JSON.') from error
    return value


def _result(text: str) -> tuple[int, ...] | None:
    if text == "unfinished":
        return None
    if not re.fullmatch(r"\d( \d)*", text, re.ASCII):
        raise BadRecord('The line "# result:" must hold the seats that won, or "unfinished".')
    return tuple(int(seat) for seat in text.split())
