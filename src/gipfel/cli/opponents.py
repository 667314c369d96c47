"""Bots at the table: who they are, which seats they have, and what they think.

Which seats are bots stands in the record, in the line `# bots:`, a grade or null for each seat.
"""

import hmac
import json
from collections.abc import Sequence
from dataclasses import dataclass

from ..bots import BY_SEARCH, GRADES, Thought, choose, prepare_in_background
from ..core.errors import BadRecord, BadRequest
from ..core.match import Match

HEADER = "bots"
Bots = tuple[str | None, ...]
"""By seat: the grade of the bot that plays it, None for a person."""


@dataclass(frozen=True, slots=True)
class Character:
    """Who a grade is."""

    name: str
    words: str


CHARACTERS = {
    "F": Character("Flori", "plays for fun, straight up, and never looks round the corner."),
    "PD": Character("Peider", "knows the usual way and takes it, one step at a time."),
    "AD": Character("Adele", "counts before she climbs, and minds what the others are doing."),
    "D": Character("Dario", "works out his whole turn, every roll and every card of it."),
    "TD": Character("Theres", "has thousands of ascents behind her and feels where a game is won."),
    "ED": Character("Edi", "sees what Theres sees, and looks further ahead."),
}
"""From the easiest to the hardest."""


def read_bots(text: str) -> tuple[str, ...]:
    """Return the grades in a list with commas, or say which there are."""
    grades = tuple(grade.strip().upper() for grade in text.split(","))
    for grade in grades:
        if grade not in GRADES:
            raise BadRequest(f"No grade {grade[:20]!r}; there are {', '.join(GRADES)}.")
    return grades


def seated(players: int, grades: Sequence[str]) -> Bots:
    """Give the last seats to bots; a person must be left."""
    if len(grades) >= players:
        raise BadRequest(
            f"{len(grades)} of {players} seats for bots leave none for you; "
            "gipfel arena lets bots play each other."
        )
    return (None,) * (players - len(grades)) + tuple(grades)


def called(grades: Sequence[str], taken: Sequence[str]) -> tuple[str, ...]:
    """Return a name for each bot that nobody else has."""
    names: list[str] = []
    for grade in grades:
        name, number = CHARACTERS[grade].name, 2
        known = {other.casefold() for other in (*taken, *names)}
        full = f"{name} {grade}"
        while full.casefold() in known:
            full, number = f"{name} {number} {grade}", number + 1
        names.append(full)
    return tuple(names)


def write_seats(match: Match, bots: Bots) -> None:
    """Write down in a match which seats are bots."""
    if any(bots):
        match.header[HEADER] = json.dumps(bots)


def read_seats(match: Match) -> Bots:
    """Return which seats of a match are bots. Raises BadRecord if the record is wrong there."""
    if HEADER not in match.header:
        return (None,) * match.players
    try:
        found = json.loads(match.header[HEADER])
    except (ValueError, RecursionError):
        found = None
    fits = isinstance(found, list) and len(found) == match.players
    if not fits or not all(grade is None or grade in GRADES for grade in found):
        raise BadRecord(
            f'The line "# {HEADER}:" of the record must hold a JSON list with, for each seat, null '
            f"or one of {', '.join(GRADES)}."
        )
    if None not in found:
        raise BadRecord(f'The line "# {HEADER}:" of the record leaves no seat for a person.')
    return tuple(found)


def get_ready(match: Match, bots: Bots) -> None:
    """Begin to compile what the bots will need, while people read and choose."""
    if any(grade in BY_SEARCH for grade in bots):
        prepare_in_background(match.game.NAME)


def think(match: Match, grade: str, seed: str) -> Thought:
    """Let a bot choose for the seat that must act, by what that seat may know.

    Its whims follow from the seed of the game, not from the same part of it as the dice, and from
    how many events there were: taken back and played again, it does the same.
    """
    seat = match.actor
    assert isinstance(seat, int), "a bot is asked when its seat must act"
    whim = hmac.digest(seed.encode(), f"bot {len(match.steps)}".encode(), "sha256")
    view = match.game.view(match.state, seat)
    return choose(match.game, view, grade, int.from_bytes(whim[:4]))
