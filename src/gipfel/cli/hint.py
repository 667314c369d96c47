"""Hints in the terminal: the best moves in notation and in words, and the odds beside them."""

from collections.abc import Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from .. import bots
from ..analysis import odds
from ..analysis.hints import Hint, hint
from ..core.errors import BadRequest
from ..core.match import Match
from .boards import Names, board_of
from .choices import Group
from .history import Told
from .palette import RED, chip

PATIENCE = 6.0
"""Seconds that somebody at the table waits for a search that is still being compiled."""


def hinted(match: Match, names: Names, grade: str = "TD") -> list[RenderableType]:
    """Return the best moves of the seat that must act. Waits while the search is compiled."""
    seat = match.actor
    if not isinstance(seat, int):
        due = "the game is over" if seat is None else "chance acts next"
        raise BadRequest(f"There is no move to hint at: {due}.")
    found = hint(match.game, match.game.view(match.state, seat), grade)
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column(justify="right", style=f"bold {RED}")
    table.add_column(no_wrap=True)
    table.add_column()
    for event, worth in found.moves:
        table.add_row(_worth(found, worth), match.game.write(event), said(match, event, names))
    title = Text.assemble(chip(seat), (f" {names[seat]}, the best moves:", "bold"))
    line = board_of(match.game.NAME).odds_line(odds(match.game, match.state))
    return [title, table, *([Text(line)] if line else []), Text(_by(found), "dim")]


def hinted_at_once(match: Match, names: Names) -> list[RenderableType]:
    """Return the best moves; if the search is not ready, what a bot would play without it."""
    thread = bots.prepare_in_background(match.game.NAME)
    thread.join(PATIENCE)
    if not thread.is_alive():
        return hinted(match, names)
    seat, grade = match.actor, bots.BY_HAND[-1]
    assert isinstance(seat, int), "a hint is asked for by a seat"
    thought = bots.choose(match.game, match.game.view(match.state, seat), grade)
    move = f" {match.game.write(thought.event)}  {said(match, thought.event, names)}"
    return [
        Text.assemble(chip(seat), move),
        Text(f"By {grade}: the search is still being compiled; ask again in a while.", "dim"),
    ]


def said(match: Match, event: object, names: Names) -> str:
    """Say a move as the table would tell it; what it does not tell, as it offers it."""
    game, state, board = match.game, match.state, board_of(match.game.NAME)
    seat = match.actor
    assert isinstance(seat, int), "only seats make moves"
    view, written = game.view(state, seat), game.write(event)
    after = game.view(game.apply(state, event), seat)
    told = board.tell(Told(seat, view, written, after), names)
    return told or _offered(written, board.choices(view, names)) or ""


def _offered(event: str, groups: Sequence[Group]) -> str | None:
    """Return the words of a choice that leads to an event."""
    for group in groups:
        for choice in group.choices:
            if choice.event == event:
                return choice.words
            found = _offered(event, choice.then)
            if found:
                return f"{choice.words}, {found}"
    return None


def _worth(found: Hint, worth: float) -> str:
    return f"{worth:.1f}" if found.in_points else f"{max(0.0, min(1.0, worth)):.1%}"


def _by(found: Hint) -> str:
    what = "in points" if found.in_points else "the chance to win"
    return f"{what}, by {found.by}" + (f"; {found.why}" if found.why else "")
