"""The games, by name. A further game is a folder here and a line below."""

from collections.abc import Mapping
from typing import Final

from ..core.checks import quoted
from ..core.errors import BadRequest
from ..core.game import AnyGame
from ..core.match import Match
from ..core.records import Record
from . import altitude, matterhorn

GAMES: Final[Mapping[str, AnyGame]] = {game.NAME: game for game in (matterhorn, altitude)}


def game(name: object) -> AnyGame:
    """Return the game of that name."""
    if not isinstance(name, str) or name not in GAMES:
        raise BadRequest(f"No game {quoted(name)}; there are {', '.join(GAMES)}.")
    return GAMES[name]


def load(text: str) -> Match:
    """Replay the text of a `.gipfel` file, checking every event."""
    record = Record.read(text)
    return Match.load(record, game(record.game))
