"""The odds of a roll: as a table, in a line, and for every number of dice."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from ....core.game import Json
from ...figures import figures

ODDS_OF = "the lines that are open, all if none is named"


def odds(chances: Json) -> RenderableType:
    """Show the flop chance, and for each line how likely it is and how many dice it leaves."""
    if not chances["dice"]:
        return Text("No roll comes next.")
    table = figures("line", "can be made", "dice kept on average")
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


def odds_tables(tables: Sequence[Json]) -> RenderableType:
    """Show for each number of dice the flop chance, and what the table of one roll shows."""
    lines = tables[0]["lines"]
    made = figures("dice", "flop", *lines)
    kept = figures("dice", *lines)
    for one in tables:
        chances = (one["flop"], *one["lines"].values())
        made.add_row(str(one["dice"]), *(f"{chance:.1%}" for chance in chances))
        means = [one["kept"].get(line) for line in lines]
        kept.add_row(str(one["dice"]), *(f"{mean:.2f}" if mean else "" for mean in means))
    told = "How likely a roll is a flop, and can make each line:\n"
    return Group(told, made, "\nDice kept on average when it does:\n", kept)
