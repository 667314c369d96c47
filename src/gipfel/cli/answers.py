"""What a player types: a number, a command, a move in notation or a part of one."""

from collections.abc import Sequence
from dataclasses import dataclass

from ..core.errors import BadEvent, BadRequest
from ..core.match import Match
from .choices import Choice, Group, leading_to, numbered

COMMANDS = {
    "moves": ("moves", "show the board and the choices again"),
    "log": ("log", "tell the whole game so far"),
    "hint": ("hint", "name the best moves, with the chance of each"),
    "odds": ("odds", "tell the exact chances of the next roll or draw"),
    "undo": ("undo", "take back the last decision; the dice stay as they fell"),
    "rules": ("rules [ID]", "read the rules, or one of them"),
    "save": ("save [FILE]", "save the game and play on"),
    "load": ("load FILE", "leave this game, which is saved, for a saved one"),
    "help": ("help", "show this list"),
    "quit": ("quit", "save the game and leave; so do Ctrl-C and Ctrl-D"),
}
_OTHER_WORDS = {"?": "help", "q": "quit", "exit": "quit", "board": "moves", "u": "undo"}


@dataclass(frozen=True, slots=True)
class Command:
    """A command to the table, and what was typed after it."""

    word: str
    rest: str


def command(text: str) -> Command | None:
    """Return the command that was typed, if it is one."""
    word, _, rest = text.partition(" ")
    word = word.casefold()
    word = _OTHER_WORDS.get(word, word)
    return Command(word, rest.strip()) if word in COMMANDS else None


def take(match: Match, text: str, asked: Sequence[Group]) -> Sequence[Group]:
    """Play what was typed, or return the narrower choice that it leaves open.

    Raises BadRequest, BadEvent or Illegal if it is nothing that can be done; nothing changes then.
    """
    if text.isascii() and text.isdigit():
        choice = _by_number(text, numbered(asked))
        if not choice.then:
            match.play(choice.event)
        return choice.then
    game = match.game
    fitting = fitting_events(text, leading_to(asked)) or fitting_events(
        text, [game.write(event) for event in game.legal(match.state)]
    )
    if len(fitting) > 1:
        return [Group("which one", tuple(Choice(event, event) for event in fitting))]
    if fitting:
        match.play(fitting[0])
    else:
        _play_as_typed(match, text)
    return ()


def _by_number(text: str, choices: Sequence[Choice]) -> Choice:
    number = int(text[:9])
    if not 1 <= number <= len(choices):
        raise BadRequest(f"There is no choice {text[:9]}; they go from 1 to {len(choices)}.")
    return choices[number - 1]


def fitting_events(text: str, legal: Sequence[str]) -> list[str]:
    """Return the legal events that typed words name: all of it, a run of it, or words of it."""
    typed = text.casefold().split()
    for fits in (_is_all, _is_run, _are_words):
        found = [event for event in legal if fits(typed, event.casefold().split())]
        if found:
            return found
    return []


def _is_all(typed: list[str], words: list[str]) -> bool:
    return typed == words


def _is_run(typed: list[str], words: list[str]) -> bool:
    starts = range(len(words) - len(typed) + 1)
    return any(words[start : start + len(typed)] == typed for start in starts)


def _are_words(typed: list[str], words: list[str]) -> bool:
    return all(typed.count(word) <= words.count(word) for word in typed)


def _play_as_typed(match: Match, text: str) -> None:
    """Send an event that is not legal through the checked door, which says why.

    The notation is strict about spaces and about small and capital letters; people are not.
    """
    words = text.split()
    small = [word.lower() for word in words]
    capital = [word.upper() if len(word) == 1 else word for word in small]
    refusals = []
    for spelling in (words, small, capital):
        try:
            return match.play(" ".join(spelling))
        except BadEvent as error:
            refusals.append(error)
    raise refusals[0]
