"""The record of a finished table, with the proof of its chance."""

from datetime import UTC, datetime

from ..core.fairness import OWN_DICE, Proof
from ..core.match import Match
from .entries import Begun, Chanced, Moved, Undone
from .messages import Code, Refused
from .protocol import Journal
from .table import Table


def record(journal: Journal) -> str:
    """Return the text of a `.gipfel` file. Moves that were taken back are not in it.

    Raises Refused before the end: a record shows every hand.
    """
    table = journal.table
    if table.ended is None:
        raise Refused(Code.NOT_OVER)
    options = dict(table.setup.options)
    match: Match | None = None
    for line in journal.lines:
        match line.entry:
            case Begun(first):
                options |= {} if first is None else {"first": first}
                match = Match(table.game, len(table.seats), options, _names(table))
            case Moved(seat, event) if match is not None:
                match.play(f"{seat}> {event}")
            case Chanced(event) if match is not None:
                match.play(event)
            case Undone(moves) if match is not None:
                for _ in range(moves):
                    match.undo()
            case _:
                pass
    assert match is not None, "a game that ended had begun"
    match.header |= _header(table, journal.lines[0].at)
    return match.record()


def _names(table: Table) -> tuple[str, ...]:
    """Return what the players are called; a bot that never had another name, by its grade."""
    return tuple(seat.name or seat.grade or "?" for seat in table.seats)


def _header(table: Table, at: int) -> dict[str, str]:
    assert table.ended is not None, "only a finished table has a record"
    date = datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="seconds")
    lines = {"date": date, "ended": table.ended.why}
    if table.ended.why != "played":
        lines["won"] = " ".join(map(str, table.ended.winners)) or "nobody"
    if table.setup.own_dice:
        return lines | {"fairness": OWN_DICE}
    entropies = tuple(seat.entropy for seat in table.seats)
    drawn = table.setup.begins == "random"
    proof = Proof(table.commitment, table.secret, entropies, drawn, table.setup.daily)
    return lines | proof.header()
