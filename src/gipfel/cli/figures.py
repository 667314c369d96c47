"""Figures in the terminal: tables of numbers, all laid out alike."""

from rich.table import Table


def figures(*titles: str) -> Table:
    """Return a table for numbers under these titles."""
    table = Table(*titles, box=None, padding=(0, 3, 0, 0))
    for column in table.columns:
        column.justify = "right"
    return table
