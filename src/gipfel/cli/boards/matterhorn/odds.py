"""The odds of a roll: as a table, and in a line."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ....core.game import Json


def odds(chances: Json) -> RenderableType:
    """Show the flop chance, and for each line how likely it is and how many dice it leaves."""
    if not chances["dice"]:
        return Text("No roll comes next.")
    table = Table("line", "can be made", "dice kept on average", box=None, padding=(0, 3, 0, 0))
    for column in table.columns:
        column.justify = "right"
    for line, chance in chances["lines"].items():
        kept = f"{chances['kept'][line]:.2f}" if line in chances["kept"] else ""
        table.add_row(line, f"{chance:.1%}", kept)
    return Group(Text(f"{odds_line(chances)}\n"), table)


def odds_line(chances: Json) -> str:
    """Say how likely the next roll is a flop; nothing if none comes."""
    if not chances["dice"]:
        return ""
    dice = f"{chances['dice']} {'die' if chances['dice'] == 1 else 'dice'}"
    return f"A roll of {dice} is a flop in {chances['flop']:.1%} of cases."
