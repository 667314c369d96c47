"""Training in the terminal: a bar for each number of players, and what the rounds come to."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from ..core.errors import BadRequest
from ..core.game import AnyGame
from .palette import RED
from .terminal import Terminal

if TYPE_CHECKING:
    from ..bots.by_search.foresight import Foresight
    from ..bots.by_search.training import Course


class Work(NamedTuple):
    """How much is learned from."""

    rounds: int
    games: int
    """In a round."""
    true: int
    """Games in the end, by which chances are made true."""
    practice: int
    """Rounds of it."""
    foresight: int
    """Rounds of games that it is learned from."""
    jobs: int


def train(game: AnyGame, players: list[int], folder: Path, work: Work) -> None:
    """Train the nets, the instincts and the foresight of a game."""
    from ..bots.by_search import search_of  # noqa: PLC0415  it takes a moment to load
    from ..bots.by_search.gathering import gather  # noqa: PLC0415
    from ..bots.by_search.practising import Practice  # noqa: PLC0415

    terminal = Terminal()
    console = Console(stderr=True, highlight=False)
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(complete_style=RED),
        MofNCompleteColumn(),
        TextColumn("{task.fields[told]}"),
        TimeRemainingColumn(),
        console=console,
        disable=not console.is_terminal,
    ) as progress:

        def show(what: str, rounds: int, done: int, told: Iterable[str]) -> None:
            task = progress.add_task(what, total=rounds, completed=done, told="")
            for number, line in enumerate(told, done + 1):
                progress.update(task, advance=1, told=line)
                if not console.is_terminal:
                    terminal.say(Text(f"{what}: round {number}, {line}"))

        for count in players:
            what = f"{game.NAME}, players: {count}"
            if work.rounds:
                course = _course(game, count, folder, work)
                told = (
                    f"error {done.error:.4f}, against the past {done.against_past:.2f}"
                    for done in course.run(work.jobs)
                )
                show(what, work.rounds, len(course.log), told)
            if work.practice and search_of(game).INSTINCT[0]:
                practice = Practice(game.NAME, count, folder, work.practice)
                told = (f"against the past {done.against_past:.2f}" for done in practice.run())
                show(f"{what}, instinct", work.practice, len(practice.log), told)
            if work.foresight and search_of(game).INSTINCT[0] and count > 1:
                foresight = _foresight(game, count, folder, work)
                told = (f"error {done.error:.4f}" for done in foresight.run(work.jobs))
                show(f"{what}, foresight", work.foresight, len(foresight.log), told)
    if work.rounds:
        many = f"Playing {work.true} games more, twice, so that the chances are true …"
        terminal.say(Text(many, "dim"))
    terminal.say(Text(f"The weights are in {gather(game.NAME, folder, work.true)}", "dim"))


def _course(game: AnyGame, count: int, folder: Path, work: Work) -> "Course":
    with _pytorch():
        from ..bots.by_search.training import Course  # noqa: PLC0415
    return Course(game.NAME, count, folder, work.rounds, work.games)


def _foresight(game: AnyGame, count: int, folder: Path, work: Work) -> "Foresight":
    with _pytorch():
        from ..bots.by_search.foresight import Foresight  # noqa: PLC0415
    return Foresight(game.NAME, count, folder, work.foresight)


@contextmanager
def _pytorch() -> Iterator[None]:
    """Say what is missing where PyTorch is."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise BadRequest(
            f"Training needs PyTorch ({error.name} is missing): pip install 'gipfel[train]'"
        ) from error
