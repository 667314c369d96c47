"""`gipfel analyse` in the terminal: decisions worth a word, totals, JSON, the curve."""

import json
from pathlib import Path

from rich.console import Console, RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from ..analysis.curve import draw
from ..analysis.hints import searching
from ..analysis.review import MARKS, SIGNS, THRESHOLDS, Judged, Review, review
from ..core.rulebook import rulebook
from .boards import Names
from .files import check_place, write_text
from .palette import RED, SEATS, chip
from .sitting import Sitting
from .terminal import Terminal

STANDARD_OUTPUT = "-"
LUCKIEST = 3
"""Events of chance that are told of."""


def analyse(
    sitting: Sitting, grade: str, json_file: str | None, svg: Path | None, *, tells_all: bool
) -> None:
    """Review a game in front of somebody; what cannot be done is refused before it is thought."""
    searching(grade)
    pipes = json_file == STANDARD_OUTPUT
    data = None if json_file is None or pipes else Path(json_file).expanduser()
    picture = None if svg is None else svg.expanduser()
    files = [path for path in (data, picture) if path is not None]
    for path in files:
        check_place(path)
    found = _watched(sitting, grade)
    text = json.dumps(found.json(), ensure_ascii=False, indent=1)
    if data is not None:
        write_text(data, f"{text}\n")
    if picture is not None:
        write_text(picture, draw(found))
    if pipes:
        print(text)
        return
    terminal = Terminal()
    terminal.show(*tell(found, sitting.names, tells_all=tells_all))
    if files:
        terminal.say(Text(f"Written: {', '.join(map(str, files))}", "dim"))


def _watched(sitting: Sitting, grade: str) -> Review:
    """Review with a bar on standard error, if a terminal is there."""
    console = Console(stderr=True, highlight=False)
    with Progress(
        TextColumn(rulebook(sitting.match.game.NAME).title),
        BarColumn(bar_width=24, complete_style=RED),
        MofNCompleteColumn(),
        TextColumn("events"),
        TimeRemainingColumn(),
        console=console,
        disable=not console.is_terminal,
        transient=True,
    ) as progress:
        task = progress.add_task("", total=len(sitting.match.steps))
        return review(sitting.match, grade, lambda done: progress.update(task, completed=done))


def tell(found: Review, names: Names, *, tells_all: bool) -> list[RenderableType]:
    """Return a review for people."""
    shown: list[RenderableType] = [_title(found)]
    told = [step for step in found.steps if step.mark or (tells_all and step.loss is not None)]
    if told:
        shown += ["", _decisions(found, told, names)]
    elif found.steps:
        shown += ["", Text("No decision gave anything away that is worth a mark.")]
    shown += ["", _totals(found, names)]
    lucky = sorted(
        (step for step in found.steps if step.luck), key=lambda step: -abs(step.luck or 0.0)
    )
    if lucky:
        shown += ["", _luck(found, lucky[:LUCKIEST], names)]
    return [*shown, "", Text(_about(found), "dim")]


def _title(found: Review) -> Text:
    match = found.match
    state = "" if found.finished else ", not finished: what there is of it"
    count = f"{len(found.steps)} event{'s' * (len(found.steps) != 1)}"
    title = rulebook(match.game.NAME).title
    return Text.assemble((title, "bold"), f", {count}{state}")


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for column in columns:
        right = column.endswith(">")
        table.add_column(column.rstrip(">"), justify="right" if right else "left")
    return table


def _decisions(found: Review, steps: list[Judged], names: Names) -> Table:
    table = _table("Event>", "", "", "Played", "", "Better", "Gave away>", "Then>")
    for step in steps:
        seat = step.seat
        assert seat is not None, "a decision is a seat's"
        loss = "forced" if step.forced else _loss(found, step.loss or 0.0)
        table.add_row(
            str(step.number),
            chip(seat),
            names[seat],
            step.event,
            Text(SIGNS[step.mark], f"bold {RED}"),
            step.best or "",
            loss,
            _chance(found, step.chances[seat]),
        )
    return table


def _totals(found: Review, names: Names) -> Table:
    table = _table(
        "", "", "Decisions>", "Gave away>", "On average>", *(f"{SIGNS[mark]}>" for mark in MARKS),
        "Luck>", "From>", "To>",
    )  # fmt: skip
    for total in found.totals:
        average = total.average_loss
        table.add_row(
            chip(total.seat),
            names[total.seat],
            str(total.decisions),
            _loss(found, total.loss),
            "–" if average is None else _loss(found, average, fine=True),
            *(str(getattr(total, mark)) for mark in MARKS),
            _loss(found, total.luck, signed=True),
            _chance(found, total.start),
            _chance(found, total.end),
        )
    return table


def _luck(found: Review, steps: list[Judged], names: Names) -> Text:
    told = (
        f"{names[step.seat or 0]} {SEATS[step.seat or 0].shape} {step.event} (event {step.number}) "
        f"{_loss(found, step.luck or 0.0, signed=True)}"
        for step in steps
    )
    return Text(f"What chance changed most: {'; '.join(told)}.")


def _about(found: Review) -> str:
    least = zip(MARKS, THRESHOLDS[found.loss_unit], strict=True)
    marks = ", ".join(f"{SIGNS[mark]} {mark} from {_loss(found, loss)}" for mark, loss in least)
    unit = "points" if found.loss_unit == "points" else "the chance to win"
    by = f"Judged by {found.by}" + (f", not {found.grade}: {found.why}" if found.why else "")
    return f"{by.rstrip('.')}. Gave away, luck: in {unit}. {marks}."


def _loss(found: Review, loss: float, *, signed: bool = False, fine: bool = False) -> str:
    sign = "+" if signed else ""
    if found.loss_unit == "points":
        return f"{loss:{sign}.2f}".replace("-", "−")
    return f"{100 * loss:{sign}.{2 if fine else 1}f} %".replace("-", "−")


def _chance(found: Review, chance: float) -> str:
    return f"{chance:.1f}" if found.unit == "points" else f"{100 * chance:.1f} %"
