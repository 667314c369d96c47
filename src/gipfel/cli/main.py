"""The `gipfel` command: what can be typed after it, and how errors are told."""

import inspect
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from .. import __version__
from ..analysis import odds as exact_odds
from ..core.errors import BadRequest, GipfelError
from ..core.rulebook import LANGUAGES, rulebook
from ..games import GAMES, game
from .boards import board_of, settings
from .opening import Wish, open_game, read_names, read_options
from .palette import RED
from .play import play as play_out
from .rules import print_rules
from .sitting import Sitting
from .terminal import Terminal, prepare_streams

REFUSED = 2
"""The exit status when what was asked for cannot be done."""

app = typer.Typer(
    name="gipfel",
    help="Two mountain games in the terminal, and an engine that knows their rules.",
    epilog="Start with [bold]gipfel play[/bold]. Each command has examples: gipfel play --help",
    rich_markup_mode="rich",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _examples(*lines: str) -> str:
    return "[bold]Examples[/bold]\n\n" + "\n\n".join(lines)


def _with_settings(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options that the games declare, so that none is named here."""
    signature = inspect.signature(command)
    own = [one for one in signature.parameters.values() if one.kind is not one.VAR_KEYWORD]
    theirs = []
    for key, (name, setting) in settings().items():
        option = typer.Option(
            f"--{key.replace('_', '-')}",
            metavar=setting.value,
            help=setting.help,
            rich_help_panel=f"Options of {rulebook(name).title}",
        )
        theirs.append(
            inspect.Parameter(
                key,
                inspect.Parameter.KEYWORD_ONLY,
                default=None,
                annotation=Annotated[str | None, option],
            )
        )
    command.__signature__ = signature.replace(parameters=[*own, *theirs])  # type: ignore[attr-defined]
    return command


A_GAME = next(iter(GAMES))
"""Some game, for the examples."""
GameName = typer.Argument(metavar="GAME", help=f"One of: {', '.join(GAMES)}.")


def _tell_version(wanted: bool) -> None:
    if wanted:
        print(f"gipfel {__version__}")
        raise typer.Exit


@app.callback()
def gipfel(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_tell_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Two mountain games in the terminal, and an engine that knows their rules."""


@app.command(
    epilog=_examples(
        "gipfel play  [dim]# asks what to play[/dim]",
        f"gipfel play {A_GAME} --players 3 --names Anna,Beat,Cleo",
        f"gipfel play {A_GAME} --players 2 --seed 7  [dim]# the same dice each time[/dim]",
        f"gipfel play {A_GAME} --players 2 --option key=my.toml  [dim]# a file of your own[/dim]",
        "gipfel play --load friday.gipfel  [dim]# goes on with a saved game[/dim]",
    )
)
@_with_settings
def play(
    game: Annotated[str | None, GameName] = None,
    players: Annotated[
        int | None, typer.Option("--players", "-p", help="How many play.", show_default=False)
    ] = None,
    names: Annotated[
        str | None, typer.Option(metavar="ANNA,BEAT", help="The players, clockwise.")
    ] = None,
    seed: Annotated[
        str | None,
        typer.Option(help="Repeat a game: the same seed and moves bring the same dice and cards."),
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KEY=VALUE", help="Any option of the game; a .toml file is read as its value."
        ),
    ] = None,
    load: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Go on with a saved game.")
    ] = None,
    **named: str | None,
) -> None:
    """Play at one screen, passing it round.

    The game is saved when you quit, press Ctrl-C or close the window. Type help while you play.
    """
    terminal = Terminal()
    options = read_options(option or [], named)
    if load is not None:
        if game or players or names or seed or options:
            raise BadRequest("--load goes alone: the saved game says everything else.")
        sitting = Sitting.resume(load)
    else:
        wish = Wish(game, players, read_names(names) if names else (), seed, options)
        sitting = open_game(terminal, wish)
    raise typer.Exit(play_out(sitting, terminal))


@app.command(
    epilog=_examples(
        f"gipfel rules {A_GAME}",
        f"gipfel rules {A_GAME} --lang de  [dim]# auf Deutsch[/dim]",
        f"gipfel rules {A_GAME} | less",
    )
)
def rules(
    name: Annotated[str, GameName],
    lang: Annotated[
        str, typer.Option("--lang", "-l", help=f"One of: {', '.join(LANGUAGES)}.")
    ] = LANGUAGES[0],
) -> None:
    """Read the rules of a game, each with its id."""
    print_rules(Terminal(), rulebook(game(name).NAME, lang))


@app.command(
    epilog=_examples(
        "gipfel odds friday.gipfel  [dim]# the next roll or draw in a saved game[/dim]",
    )
)
def odds(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved game or a record.")],
) -> None:
    """Tell the exact chances of the next roll or draw, from what the seat to act may know."""
    match = Sitting.resume(file).match
    Terminal().show(board_of(match.game.NAME).odds(exact_odds(match.game, match.state)))


@app.command(
    epilog=_examples(
        """echo '{"cmd":"hello"}' | gipfel engine""",
        f"""echo '{{"cmd":"new","game":"{A_GAME}","players":2}}' | gipfel engine""",
    )
)
def engine() -> None:
    """Speak the line protocol: a JSON object a line in, one answer a line out."""
    from .engine import run  # noqa: PLC0415  what plays need not load it

    run()


def main() -> None:
    """Run the command line; an error is a short message and exit status 2, never a traceback."""
    prepare_streams()
    try:
        app(prog_name="gipfel")
    except GipfelError as error:
        Terminal(stderr=True).say(Text(f"gipfel: {error}", f"bold {RED}"))
        sys.exit(REFUSED)
    except BrokenPipeError:
        _silence()
        sys.exit(1)
    finally:
        _flush()


def _flush() -> None:
    """Write out what is left; whoever closed the pipe does not want it."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _silence()


def _silence() -> None:
    """Send to nowhere what a closed pipe does not take, or Python would complain at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
