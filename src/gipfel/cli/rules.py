"""`gipfel rules`: the rules of a game in words, each with its id in the margin."""

from rich.padding import Padding
from rich.text import Text

from ..core.rulebook import Rulebook, Section
from .palette import RED
from .terminal import Terminal, in_margin

WIDEST = 88
"""Columns beyond which lines are hard to read."""


def print_rules(terminal: Terminal, book: Rulebook) -> None:
    """Print a whole rulebook."""
    width = min(terminal.width, WIDEST)
    console = terminal.console
    console.print()
    console.print(Text("  " + " ".join(book.title.upper()), "bold"))
    console.print(Text("  " + "━" * (2 * len(book.title) - 1), RED))
    console.print(Padding(Text(book.goal, "italic"), (0, 2)), width=width)
    for section in book.sections:
        _print_section(terminal, section, width)


def _print_section(terminal: Terminal, section: Section, width: int) -> None:
    terminal.console.print()
    terminal.console.print(Text(f"  {section.title}", "bold"))
    for rule in section.rules:
        terminal.console.print()
        terminal.console.print(in_margin(rule.id, rule.text), width=width)


def print_rule(terminal: Terminal, book: Rulebook, rule: str) -> None:
    """Print one rule, or say which there are."""
    found = {name.casefold(): name for name in book.rules}.get(rule.casefold())
    if found is None:
        names = list(book.rules)
        terminal.show(Text(f"No rule {rule[:20]}; they go from {names[0]} to {names[-1]}."))
    else:
        terminal.console.print(
            in_margin(found, book.rules[found]), width=min(terminal.width, WIDEST)
        )
