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
from ..analysis import insight_of
from ..analysis import odds as exact_odds
from ..bots import BY_SEARCH, GRADES
from ..core.errors import BadRequest, GipfelError
from ..core.rulebook import LANGUAGES, rulebook
from ..games import GAMES, game
from .boards import board_of, settings
from .opening import Wish, open_game, read_names, read_options
from .opponents import read_bots
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
        f"gipfel play {A_GAME} --bots TD  [dim]# F is the easiest, ED the best[/dim]",
        "gipfel play --load friday.gipfel  [dim]# goes on with a saved game[/dim]",
    )
)
@_with_settings
def play(  # noqa: PLR0913, PLR0917  each is a word of the command
    game: Annotated[str | None, GameName] = None,
    players: Annotated[
        int | None, typer.Option("--players", "-p", help="How many play.", show_default=False)
    ] = None,
    names: Annotated[
        str | None, typer.Option(metavar="ANNA,BEAT", help="The players, clockwise.")
    ] = None,
    bots: Annotated[
        str | None,
        typer.Option(
            metavar="TD,F", help=f"Bots on the last seats, of the grades {', '.join(GRADES)}."
        ),
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
    """Play at one screen, passing it round, with bots if you like.

    The game is saved when you quit, press Ctrl-C or close the window. Type help while you play.
    """
    terminal = Terminal()
    options = read_options(option or [], named)
    if load is not None:
        if game or players or names or bots or seed or options:
            raise BadRequest("--load goes alone: the saved game says everything else.")
        sitting = Sitting.resume(load)
    else:
        people = read_names(names) if names else ()
        grades = read_bots(bots) if bots is not None else ()
        wish = Wish(game, players, people, seed, options, grades)
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
        f"gipfel odds {A_GAME}  [dim]# the tables of a game[/dim]",
    )
)
def odds(
    what: Annotated[
        str, typer.Argument(metavar="FILE|GAME", help="A saved game, a record, or a game's name.")
    ],
    given: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GIVEN",
            help="With the name of a game. "
            + " ".join(f"{rulebook(name).title}: {board_of(name).ODDS_OF}." for name in GAMES),
        ),
    ] = None,
) -> None:
    """Tell the exact chances of the next roll or draw, from what the seat to act may know.

    Of a game by its name: the tables of all chances.
    """
    if what in GAMES:
        tables = insight_of(game(what)).tables(given or [])
        Terminal().show(board_of(what).odds_tables(tables))
        return
    if given:
        raise BadRequest(f"{given[0]!r} goes with the name of a game: {', '.join(GAMES)}.")
    match = Sitting.resume(Path(what)).match
    Terminal().show(board_of(match.game.NAME).odds(exact_odds(match.game, match.state)))


Grade = Annotated[
    str, typer.Option("--grade", help=f"Who judges: {', '.join(BY_SEARCH)}.", metavar="GRADE")
]


@app.command(
    epilog=_examples(
        "gipfel hint friday.gipfel  [dim]# what to do now in a saved game[/dim]",
    )
)
def hint(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved game.")],
    grade: Grade = "TD",
) -> None:
    """Name the best moves of the seat to act, from what it may know, with the chance of each."""
    from .hint import hinted  # noqa: PLC0415  what plays need not load it

    sitting = Sitting.resume(file)
    Terminal().show(*hinted(sitting.match, sitting.names, grade.upper()))


@app.command(
    epilog=_examples(
        "gipfel analyse friday.gipfel  [dim]# mistakes, luck, totals[/dim]",
        "gipfel analyse friday.gipfel --all --svg friday.svg  [dim]# all of it, the curve[/dim]",
        "gipfel analyse friday.gipfel --json -  [dim]# for programs[/dim]",
    )
)
def analyse(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved game or a record.")],
    json: Annotated[
        str | None, typer.Option(metavar="FILE|-", help="Write it as JSON; - is the output.")
    ] = None,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the curve.")] = None,
    grade: Grade = "TD",
    all: Annotated[bool, typer.Option("--all", help="Tell of every decision.")] = False,
) -> None:
    """Tell how the chances moved, which decisions were mistakes, and who was lucky."""
    from .analyse import analyse as run  # noqa: PLC0415  what plays need not load it

    run(Sitting.resume(file), grade.upper(), json, svg, tells_all=all)


@app.command(
    epilog=_examples(
        "gipfel verify friday.gipfel  [dim]# the record of a game at a server[/dim]",
    )
)
def verify(
    file: Annotated[Path, typer.Argument(metavar="RECORD", help="The record of a finished game.")],
) -> None:
    """Check every die and card of a record against the secret that was promised before play."""
    from .verify import run  # noqa: PLC0415  what plays need not load it

    run(file)


@app.command(
    epilog=_examples(
        f"gipfel arena {A_GAME} --bots AD,PD --games 1000 --jobs 2",
        f"gipfel arena {A_GAME} --bots AD,PD,F --players 2 --out results  [dim]# all pairs[/dim]",
        f"gipfel arena {A_GAME} --bots AD,mine.py:choose  [dim]# a bot of your own[/dim]",
    )
)
@_with_settings
def arena(  # noqa: PLR0913, PLR0917  each is a word of the command
    game: Annotated[str, GameName],
    bots: Annotated[
        str,
        typer.Option(
            metavar="BOT,BOT", help="Grades, file.py:function or package.module:function."
        ),
    ],
    games: Annotated[int, typer.Option("--games", "-g", help="How many games at least.")] = 100,
    players: Annotated[
        int | None,
        typer.Option("--players", "-p", help="How many play.", show_default="one for each bot"),
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", "-j", help="How many games at once.")] = 1,
    seed: Annotated[int, typer.Option(help="The same seed brings the same deals.")] = 1,
    seconds: Annotated[
        float | None,
        typer.Option(help="Time for a decision.", show_default="1 s, or what the grade takes"),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Keep the results there, and go on with them."),
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KEY=VALUE", help="Any option of the game; a .toml file is read as its value."
        ),
    ] = None,
    **named: str | None,
) -> None:
    """Let bots play each other, seats rotated, and tell which is stronger.

    Each deal is played in every rotation of the bots over the seats, with the same luck.
    """
    from ..arena import arrange  # noqa: PLC0415  what plays need not load it
    from .arena import hold  # noqa: PLC0415

    options = read_options(option or [], named)
    names = [name.strip() for name in bots.split(",")]
    names = [name.upper() if name.upper() in GRADES else name for name in names]
    setup = arrange(game, names, players, options, seed, seconds)
    raise typer.Exit(hold(setup, games, jobs, out))


@app.command(
    epilog=_examples(
        f"gipfel train {A_GAME} --out training  [dim]# every number of players[/dim]",
        f"gipfel train {A_GAME} --players 2 --rounds 60 --games 1000 --true 6000 --jobs 2",
        f"gipfel train {A_GAME} --rounds 0 --foresight 0  [dim]# practice alone, no PyTorch[/dim]",
        "The same command goes on with a run that was stopped.",
    )
)
def train(  # noqa: PLR0913, PLR0917  every setting is a flag
    name: Annotated[str, GameName],
    players: Annotated[
        int | None, typer.Option("--players", "-p", help="How many play.", show_default="all")
    ] = None,
    rounds: Annotated[
        int, typer.Option("--rounds", "-r", min=0, help="Rounds in all; 0: the net stays.")
    ] = 40,
    games: Annotated[int, typer.Option("--games", "-g", min=1, help="Games in a round.")] = 1000,
    true: Annotated[
        int, typer.Option(min=1, help="Games in the end, by which its chances are made true.")
    ] = 4000,
    practice: Annotated[
        int, typer.Option(min=0, help="Rounds of practice for the instinct, where there is one.")
    ] = 40,
    foresight: Annotated[
        int, typer.Option(min=0, help="Rounds of games by instinct that foresight learns from.")
    ] = 30,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, help="Processes that play.")] = 2,
    out: Annotated[
        Path, typer.Option(metavar="FOLDER", help="Checkpoints, log, curve and weights.")
    ] = Path("training"),
) -> None:
    """Teach the value function of the grades TD and ED, by games against itself."""
    from .train import Work  # noqa: PLC0415  what plays need not load it
    from .train import train as run  # noqa: PLC0415

    rules = game(name)
    if players is not None and players not in rules.PLAYERS:
        raise BadRequest(f"{name} is for {rules.PLAYERS[0]} to {rules.PLAYERS[-1]} players.")
    counts = list(rules.PLAYERS) if players is None else [players]
    run(rules, counts, out, Work(rounds, games, true, practice, foresight, jobs))


def _variable(name: str) -> str:
    return f"GIPFEL_{name}"


Database = Annotated[
    str,
    typer.Option(
        metavar="URL",
        envvar=_variable("DATABASE"),
        help="sqlite:///FILE or postgresql://USER@HOST/NAME; else a file in your data folder.",
        show_default=False,
    ),
]


@app.command(
    epilog=_examples(
        "gipfel serve --open  [dim]# at home, and show the page[/dim]",
        "gipfel serve --host 0.0.0.0 --port 80  [dim]# for everybody in the house[/dim]",
        "gipfel serve --workers 4 --database postgresql://gipfel@db/gipfel --redis redis://cache",
        "Every option has a variable: --log-format is GIPFEL_LOG_FORMAT.",
    )
)
def serve(  # noqa: PLR0913, PLR0917  every setting is a flag
    host: Annotated[str, typer.Option(envvar=_variable("HOST"))] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(envvar=_variable("PORT"), min=0, max=65535, help="0: any that is free.")
    ] = 8000,
    database: Database = "",
    redis: Annotated[
        str,
        typer.Option(metavar="URL", envvar=_variable("REDIS"), help="Needed by several workers."),
    ] = "",
    workers: Annotated[
        int, typer.Option(envvar=_variable("WORKERS"), min=1, help="Processes that share the port.")
    ] = 1,
    base_path: Annotated[
        str,
        typer.Option(
            metavar="/PATH", envvar=_variable("BASE_PATH"), help="Where a proxy shows it."
        ),
    ] = "",
    page: Annotated[
        str,
        typer.Option(
            metavar="FOLDER", envvar=_variable("PAGE"), help="Another build of the page than ours."
        ),
    ] = "",
    origin: Annotated[
        list[str] | None,
        typer.Option(
            envvar=_variable("ORIGINS"), help="A further origin whose pages may talk to it."
        ),
    ] = None,
    proxies: Annotated[
        str,
        typer.Option(
            envvar=_variable("PROXIES"), help="Proxies whose X-Forwarded headers are believed."
        ),
    ] = "127.0.0.1",
    bot_threads: Annotated[
        int, typer.Option(envvar=_variable("BOT_THREADS"), min=0, help="0: processors less one.")
    ] = 0,
    log_format: Annotated[
        str, typer.Option(metavar="json|plain", envvar=_variable("LOG_FORMAT"))
    ] = "plain",
    log_level: Annotated[str, typer.Option(envvar=_variable("LOG_LEVEL"))] = "warning",
    metrics: Annotated[
        str,
        typer.Option(
            metavar="local|public|off", envvar=_variable("METRICS"), help="Who may see /metrics."
        ),
    ] = "local",
    keep: Annotated[
        str,
        typer.Option(
            metavar="OPEN,PLAYING,OVER",
            envvar=_variable("KEEP"),
            help="Days that untouched tables are kept, by phase; 0: for ever.",
        ),
    ] = "7,90,0",
    limit: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=NUMBER",
            envvar=_variable("LIMITS"),
            help="What one client may ask for: requests, burst, tables, messages, sockets, …",
        ),
    ] = None,
    open: Annotated[bool, typer.Option("--open", help="Show the page in a browser.")] = False,
) -> None:
    """Start a server: tables for friends, in a browser, on this machine or many."""
    from .serve import serve as run  # noqa: PLC0415  what plays need not load it
    from .serve import settings_of  # noqa: PLC0415

    settings = settings_of(
        {
            "host": host,
            "port": port,
            "database": database,
            "redis": redis,
            "workers": workers,
            "base_path": base_path,
            "page": page,
            "origins": tuple(origin or ()),
            "proxies": proxies,
            "bot_threads": bot_threads,
            "log_format": log_format,
            "log_level": log_level,
            "metrics": metrics,
        },
        keep,
        limit or [],
    )
    run(settings, opens=open)


@app.command(
    epilog=_examples(
        "gipfel backup tables.backup  [dim]# the server may go on meanwhile[/dim]",
        "gipfel backup tables.backup --database postgresql://gipfel@db/gipfel",
    )
)
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write it.")],
    database: Database = "",
) -> None:
    """Write every table of a server into one file."""
    from .backup import run_backup  # noqa: PLC0415

    run_backup(file, database)


@app.command(
    epilog=_examples(
        "gipfel restore tables.backup",
        "gipfel restore tables.backup --database postgresql://gipfel@db/gipfel  "
        "[dim]# moves from SQLite to PostgreSQL[/dim]",
    )
)
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")],
    database: Database = "",
) -> None:
    """Fill an empty database from a backup."""
    from .backup import run_restore  # noqa: PLC0415

    run_restore(file, database)


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
