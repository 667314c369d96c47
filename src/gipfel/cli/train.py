"""Training in the terminal: a bar for each number of players, and what the rounds come to."""

from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from ..core.errors import BadRequest
from ..core.game import AnyGame
from .palette import RED
from .terminal import Terminal


def train(game: AnyGame, players: list[int], folder: Path, work: tuple[int, int, int, int]) -> None:
    """Train the nets of a game: rounds, games in each, games in the end, processes."""
    try:
        from ..bots.by_search.training import Course, gather  # noqa: PLC0415  needs PyTorch
    except ModuleNotFoundError as error:
        raise BadRequest(
            f"Training needs PyTorch ({error.name} is missing): pip install 'gipfel[train]'"
        ) from error
    rounds, games, true, jobs = work
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
        for count in players:
            course = Course(game.NAME, count, folder, rounds, games)
            task = progress.add_task(
                f"{game.NAME}, players: {count}", total=rounds, completed=len(course.log), told=""
            )
            for done in course.run(jobs):
                told = f"error {done.error:.4f}, against the past {done.against_past:.2f}"
                progress.update(task, advance=1, told=told)
                if not console.is_terminal:
                    terminal.say(Text(f"{game.NAME} {count}: round {done.round}, {told}"))
    terminal.say(Text(f"Playing {true} games more, twice, so that the chances are true …", "dim"))
    terminal.say(Text(f"The weights are in {gather(game.NAME, folder, true)}", "dim"))
