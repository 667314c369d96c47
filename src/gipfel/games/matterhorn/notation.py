"""The notation of Matterhorn: events as words and back, positions as JSON."""

import re
from functools import lru_cache

from ...core.errors import BadEvent
from ...core.game import Json
from .board import STANDARD
from .events import (
    TOP,
    Again,
    Block,
    Clear,
    Climb,
    Dice,
    Event,
    Pass,
    Push,
    Rolloff,
    Start,
    Stop,
    Token,
)
from .rules import actor, winners
from .state import ACTION, CLIMBER, OBSTACLE, Phase, State

KEPT = 1 << 12
"""Events whose words are remembered, each way: the same ones come again and again."""
_CIRCLE = r"(?:[1-9][0-9]?[a-z]|top)"
_FACES = r"[1-6](?: [1-6]){0,4}"
_GRAMMAR = {
    "rolloff": re.compile(r"(?P<faces>[1-6](?: [1-6]){1,3})"),
    "start": re.compile(rf"({_CIRCLE}) ({_CIRCLE})"),
    "dice": re.compile(rf"(?P<faces>{_FACES})"),
    "token": re.compile(rf"({_CIRCLE}) keep (?P<faces>{_FACES})"),
    "again": re.compile(""),
    "stop": re.compile(""),
    "climb": re.compile(rf"({_CIRCLE}) ({_CIRCLE})"),
    "push": re.compile(rf"({_CIRCLE}) ({_CIRCLE})"),
    "clear": re.compile(rf"({_CIRCLE})"),
    "block": re.compile(rf"({_CIRCLE})"),
    "pass": re.compile(""),
}
_EXAMPLES = {
    "rolloff": "rolloff 6 3 3",
    "start": "start 12a 12f",
    "dice": "dice 1 1 5 5 6",
    "token": "token 12c keep 1 5 6",
    "climb": "climb 12c 11c",
    "push": "push 11a 10a",
    "clear": "clear 9b",
    "block": "block 7c",
}


@lru_cache(maxsize=KEPT)
def parse(text: str) -> Event:
    """Read an event. Dice and the two circles of `start` may come in any order."""
    word, _, rest = text.partition(" ")
    grammar = _GRAMMAR.get(word)
    if grammar is None:
        raise BadEvent(f"{word[:40]!r} is not a move of Matterhorn: {', '.join(_GRAMMAR)}.")
    found = grammar.fullmatch(rest)
    if found is None or text.endswith(" "):
        raise BadEvent(f"{text[:60]!r} does not read; it looks like {_EXAMPLES.get(word, word)}.")
    faces = tuple(map(int, found["faces"].split())) if "faces" in found.groupdict() else ()
    match word:
        case "rolloff":
            return Rolloff(faces)
        case "start":
            return Start(*sorted(found.groups(), key=_place))
        case "dice":
            return Dice(tuple(sorted(faces)))
        case "token":
            return Token(found[1], tuple(sorted(faces)))
        case "again":
            return Again()
        case "stop":
            return Stop()
        case "climb":
            return Climb(found[1], found[2])
        case "push":
            return Push(found[1], found[2])
        case "clear":
            return Clear(found[1])
        case "block":
            return Block(found[1])
        case _:
            return Pass()


def _place(circle: str) -> tuple[int, str]:
    """Sort circles in board order: from the bottom line up, left to right, the summit last."""
    return (1, "") if circle == TOP else (-int(circle[:-1]), circle[-1])


@lru_cache(maxsize=KEPT)
def write(event: Event) -> str:
    """Write an event."""
    match event:
        case Dice(faces):
            return f"dice {_words(faces)}"
        case Token(circle, kept):
            return f"token {circle} keep {_words(kept)}"
        case Again():
            return "again"
        case Stop():
            return "stop"
        case Climb(origin, to):
            return f"climb {origin} {to}"
        case Push(origin, to):
            return f"push {origin} {to}"
        case Clear(circle):
            return f"clear {circle}"
        case Block(circle):
            return f"block {circle}"
        case Pass():
            return "pass"
        case Start(left, right):
            return f"start {left} {right}"
        case Rolloff(faces):
            return f"rolloff {_words(faces)}"


def _words(faces: tuple[int, ...]) -> str:
    return " ".join(map(str, faces))


def options(state: State) -> Json:
    """Return the options of a game; the board is told only if it is not the standard one."""
    setup = state.setup
    told: Json = {"summit_cost": setup.summit_cost}
    if setup.board is not STANDARD:
        told["board"] = setup.board.describe()
    return told


def describe(state: State) -> Json:
    """Return a position as the protocol shows it."""
    in_turn = state.phase not in (Phase.ROLLOFF, Phase.START, Phase.OVER)
    return {
        "game": "matterhorn",
        "players": state.setup.players,
        "options": options(state),
        "phase": str(state.phase),
        "actor": actor(state),
        "turn": state.seat if in_turn else None,
        "climbers": [climbers(state, seat) for seat in range(state.setup.players)],
        "action": _where(state, ACTION),
        "obstacle": _where(state, OBSTACLE),
        "dice": list(state.dice),
        "dice_left": state.dice_left,
        "lines_used": list(state.lines_used),
        "actions_left": state.actions_left,
        "pool": state.pool,
        "winners": list(winners(state)),
    }


def climbers(state: State, seat: int) -> list[str] | None:
    """Return where a rope team stands, in board order; None before it is placed."""
    return [*_where(state, CLIMBER + seat), *[TOP] * state.summit[seat]] or None


def _where(state: State, what: int) -> list[str]:
    names = state.setup.board.names
    return [names[circle] for circle, here in enumerate(state.circles) if here == what]
