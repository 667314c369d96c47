"""From the command line, or from a few questions, to a game on the table."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rich.text import Text

from ..core.checks import is_name, quoted
from ..core.errors import BadRequest
from ..core.game import AnyGame
from ..core.match import Match
from ..core.rulebook import rulebook
from ..games import GAMES, game
from .files import read_toml
from .opponents import CHARACTERS, called, read_bots, seated
from .palette import RED, SEATS
from .sitting import Sitting
from .terminal import Terminal, in_margin


@dataclass(frozen=True, slots=True)
class Wish:
    """What the command line says about a game to be played; None is to be asked for."""

    game: str | None = None
    players: int | None = None
    names: tuple[str, ...] = ()
    seed: str | None = None
    options: dict[str, object] = field(default_factory=dict)
    bots: tuple[str, ...] = ()


def read_options(pairs: Sequence[str], named: Mapping[str, str | None]) -> dict[str, object]:
    """Return the options of a game, from `key=value` pairs and from settings given by name."""
    options: dict[str, object] = {}
    for pair in pairs:
        key, equals, text = pair.partition("=")
        if not key or not equals:
            raise BadRequest(f"--option takes key=value, not {quoted(pair)}.")
        options[key.strip().replace("-", "_")] = _value(text.strip())
    for key, given in named.items():
        if given is not None:
            options[key] = _value(given)
    return options


def _value(text: str) -> object:
    """Return what an option says: a number, yes or no, what a TOML file holds, or a word."""
    if text.endswith(".toml") or os.sep in text:
        return read_toml(Path(text).expanduser())
    if text in ("true", "false"):
        return text == "true"
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 10 else text


def read_names(text: str) -> tuple[str, ...]:
    """Return the names in a list with commas, or say what is wrong with one."""
    names = tuple(name.strip() for name in text.split(","))
    for name in names:
        if not is_name(name):
            raise BadRequest(f"{quoted(name)} is not a name of 1 to 40 characters.")
    if len({name.casefold() for name in names}) < len(names):
        raise BadRequest("Two players have the same name: tell them apart.")
    return names


def open_game(terminal: Terminal, wish: Wish) -> Sitting:
    """Begin a game; what was not said is asked for."""
    try:
        chosen = game(wish.game) if wish.game is not None else _ask_game(terminal)
        players, names, bots = wish.players, wish.names, wish.bots
        if players is None and (names or bots):
            players = max(1, len(names)) + len(bots)
        if players is None:
            players = _ask_players(terminal, chosen)
            bots = _ask_bots(terminal, players) if players > 1 else ()
            names = _ask_names(terminal, players - len(bots))
    except EOFError as error:
        raise BadRequest(
            "Say what to play and how many you are, like: gipfel play GAME --players 2"
        ) from error
    if not bots:
        return Sitting.begin(Match(chosen, players, wish.options, names), wish.seed)
    seats = seated(players, bots)
    people = players - len(bots)
    if names and len(names) != people:
        raise BadRequest(f"{len(names)} names for {people} beside the bots: give one each.")
    names = names or tuple(seat.name for seat in SEATS[:people])
    match = Match(chosen, players, wish.options, names + called(bots, names))
    return Sitting.begin(match, wish.seed, seats)


def _ask_game(terminal: Terminal) -> AnyGame:
    games = list(GAMES.values())
    terminal.show("", Text("Which game?", "bold"), "")
    for number, one in enumerate(games, start=1):
        book = rulebook(one.NAME)
        counts = f"{one.PLAYERS[0]} to {one.PLAYERS[-1]} players. "
        about = Text.assemble((book.title, "bold"), "  ", (counts, "dim"), book.goal)
        terminal.show(in_margin(str(number), about), "")
    names = {str(number): one for number, one in enumerate(games, start=1)} | dict(GAMES)
    while True:
        typed = terminal.ask("Game > ").casefold()
        if typed in names:
            return names[typed]
        terminal.show(Text(f"Type a number from 1 to {len(games)}.", RED))


def _ask_players(terminal: Terminal, chosen: AnyGame) -> int:
    fewest, most = chosen.PLAYERS[0], chosen.PLAYERS[-1]
    while True:
        typed = terminal.ask(f"How many players, {fewest} to {most}? > ")
        if typed.isascii() and typed.isdigit() and int(typed[:9]) in chosen.PLAYERS:
            return int(typed)
        terminal.show(Text(f"Type a number from {fewest} to {most}.", RED))


def _ask_bots(terminal: Terminal, players: int) -> tuple[str, ...]:
    """Ask who sits at the other seats."""
    terminal.show(
        "", Text("Against whom? People, or bots, from the easiest to the hardest:", "bold")
    )
    for grade, character in CHARACTERS.items():
        about = Text.assemble((character.name, "bold"), f" {character.words}")
        terminal.show(in_margin(grade, about))
    terminal.show("")
    most = players - 1
    example = "one grade" if most == 1 else f"up to {most} grades, with commas between"
    while True:
        typed = terminal.ask(f"Enter for people only, or {example} > ")
        if not typed:
            return ()
        try:
            bots = read_bots(typed)
            seated(players, bots)
        except BadRequest as error:
            terminal.complain(error)
        else:
            return bots


def _ask_names(terminal: Terminal, players: int) -> tuple[str, ...]:
    colours = ", ".join(seat.name for seat in SEATS[:players])
    while True:
        typed = terminal.ask(f"Names, with commas between, or Enter for {colours} > ")
        try:
            names = read_names(typed) if typed else ()
        except BadRequest as error:
            terminal.complain(error)
            continue
        if len(names) in (0, players):
            return names
        terminal.show(Text(f"That is {len(names)}; give {players}, in the order of seats.", RED))
