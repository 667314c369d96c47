"""The choices a player is offered: grouped, said in words, listed by number."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text

from .palette import RED


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing to choose: an event in notation, or a further question."""

    words: str
    event: str = ""
    then: "tuple[Group, ...]" = ()


@dataclass(frozen=True, slots=True)
class Group:
    """Choices that belong together, on one row of the list."""

    title: str
    choices: tuple[Choice, ...]
    note: str = ""


def numbered(groups: Sequence[Group]) -> list[Choice]:
    """Return the choices in the order of their numbers, which start at 1."""
    return [choice for group in groups for choice in group.choices]


def leading_to(groups: Sequence[Group]) -> list[str]:
    """Return every event that the choices lead to, once."""
    found: dict[str, None] = {}
    for choice in numbered(groups):
        found |= dict.fromkeys([choice.event] if choice.event else leading_to(choice.then))
    return list(found)


def listing(groups: Sequence[Group], width: int) -> Text:
    """Return the list that a player chooses from: a row for each group, wrapped to a width."""
    margin = max(len(group.title) for group in groups) + 4
    digits = len(str(len(numbered(groups))))
    number = 0
    lines = []
    for group in groups:
        items = []
        for choice in group.choices:
            number += 1
            items.append(_item(number, choice, digits))
        if group.note:
            items.append(Text(group.note, "dim"))
        lines += _rows(group.title, items, margin, width)
    return Text("\n").join(lines)


def _item(number: int, choice: Choice, digits: int) -> Text:
    return Text.assemble((f"{number:>{digits}})", f"bold {RED}"), f" {choice.words}")


def _rows(title: str, items: Sequence[Text], margin: int, width: int) -> list[Text]:
    """Set the items beside their title, and break the row between items where it is full."""
    rows = [Text.assemble((f"  {title}".ljust(margin), "bold"))]
    for item in items:
        if rows[-1].cell_len > margin and rows[-1].cell_len + item.cell_len > width:
            rows.append(Text(" " * margin))
        rows[-1].append_text(item).append("   ")
    for row in rows:
        row.rstrip()
    return rows
