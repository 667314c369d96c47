"""The odds of a draw: as tables, and in a line."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ....core.game import Json


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


def _table(title: str, chances: dict[str, float]) -> Table:
    table = Table(title, "chance", box=None, padding=(0, 3, 0, 0))
    for column in table.columns:
        column.justify = "right"
    for name, chance in chances.items():
        table.add_row(name, f"{chance:.1%}")
    return table
