"""Matterhorn in words: what is asked, what happened, who won."""

from collections.abc import Iterable

from rich.text import Text

from ....games.matterhorn import View, parse
from ....games.matterhorn.events import (
    Block,
    Clear,
    Climb,
    Dice,
    Pass,
    Push,
    Rolloff,
    Start,
    Stop,
    Token,
)
from ....games.matterhorn.state import ACTION, CLIMBER, OBSTACLE, Phase, State
from ...history import Told
from .. import Names


def question(view: View, names: Names) -> str:
    """Say what the viewer must decide."""
    state = view.position
    name = names[state.seat]
    match state.phase:
        case Phase.START:
            return f"{name}, put both climbers on line {state.setup.board.lines[0][0]}."
        case Phase.TOKEN:
            return f"{name}, place a token: which line, with which dice?"
        case Phase.BONUS:
            return f"{name}, a climber stands on this line: one action now, as a bonus."
        case Phase.DECIDE:
            return f"{name}, roll again or stop?"
        case Phase.ACTIONS:
            return f"{name}, {count(state.actions_left, 'action')} left."
        case Phase.FLOP:
            return f"A flop, {name}. In consolation you may put one obstacle somewhere."
        case _:
            return ""


def tell(told: Told, names: Names) -> str:
    """Say in words what happened; nothing if it is not worth a line."""
    before: State = told.before.position
    after: State = told.after.position
    event = parse(told.words)
    name = names[before.seat]
    match event:
        case Rolloff(faces):
            return _rolloff(before, after, faces, names)
        case Start(left, right):
            words = f"{name} starts on {left} and {right}"
        case Dice(faces):
            flop = after.phase is not Phase.TOKEN
            words = f"{name} rolls {spaced(faces)}{': a flop' if flop else ''}"
        case Token(circle, kept):
            words = f"{name} keeps {spaced(kept)}, token on {circle}"
        case Stop():
            words = f"{name} stops: {count(after.actions_left, 'action')}"
        case Climb(origin, to):
            words = f"{name} climbs {origin} → {to}"
        case Push(origin, to):
            words = f"{name} pushes {names[climber_at(before, origin)]} {origin} → {to}"
        case Clear(circle):
            words = f"{name} clears {circle}"
        case Block(circle):
            words = f"{name} puts an obstacle on {circle}"
        case Pass():
            words = f"{name} passes"
        case _:  # the roll that follows `again` is told
            return ""
    return words + _emptied(before, after, event)


def result(view: View, names: Names) -> Text:
    """Say how the winner won."""
    winner = names[view.position.seat]
    return Text(f"The rope team of {winner} stands on the summit.")


def spaced(faces: Iterable[int]) -> str:
    """Return dice as the notation writes them."""
    return " ".join(map(str, faces))


def count(number: int, thing: str) -> str:
    """Return a number of things: 1 action, 2 actions."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def climber_at(state: State, circle: str) -> int:
    """Return whose climber stands on a circle."""
    return state.circles[state.setup.board.index[circle]] - CLIMBER


def _rolloff(before: State, after: State, faces: tuple[int, ...], names: Names) -> str:
    rolls = zip(before.contenders, faces, strict=True)
    rolled = ", ".join(f"{names[seat]} {face}" for seat, face in rolls)
    if after.phase is Phase.ROLLOFF:
        return f"Roll-off: {rolled}. A tie, they roll again"
    return f"Roll-off: {rolled}. {names[after.seat]} places first"


def _emptied(before: State, after: State, event: object) -> str:
    """Tell of lines that were full at the end of the turn and lost their tokens (M18)."""
    board = before.setup.board
    cleared = board.line_of[board.index[event.circle]] if isinstance(event, Clear) else None
    emptied = [
        str(line)
        for line in board.spans
        if line != cleared and _tokens(before, line) > 0 == _tokens(after, line)
    ]
    return f"; full, so it loses its tokens: line {', '.join(emptied)}" if emptied else ""


def _tokens(state: State, line: int) -> int:
    span = state.setup.board.spans[line]
    circles = state.circles[span.start : span.stop]
    return circles.count(ACTION) + circles.count(OBSTACLE)
