"""The odds of a draw: as tables, in a line, and card by card for a deck."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ....core.game import Json
from ...figures import figures

ODDS_OF = "cards that were seen"


def odds(chances: Json) -> RenderableType:
    """Show how likely a card is that fits, for each open slot, and each card itself."""
    if not chances["draw"]:
        return Text("No card is drawn next.")
    fits = Text(f"{odds_line(chances)}\n")
    return Group(fits, _table("slot", chances["slots"]), "", _table("card", chances["draw"]))


def odds_line(chances: Json) -> str:
    """Say how likely the next card fits; nothing if none is drawn."""
    if not chances["draw"]:
        return ""
    return f"The next card fits the own mountain in {chances['fits']:.1%} of cases."


def odds_tables(tables: Sequence[Json]) -> RenderableType:
    """Show for each card how likely it is drawn, and one that may lie on it."""
    table = figures("card", "unseen", "is drawn", "one to lay on it")
    for one in tables:
        over = "" if one["over"] is None else f"{one['over']:.1%}"
        table.add_row(one["card"], str(one["left"]), f"{one['draw']:.1%}", over)
    return Group("How likely the next card is this one, and one to lay on it:\n", table)


def _table(title: str, chances: dict[str, float]) -> Table:
    table = figures(title, "chance")
    for name, chance in chances.items():
        table.add_row(name, f"{chance:.1%}")
    return table
