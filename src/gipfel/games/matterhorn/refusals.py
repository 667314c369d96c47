"""Why an event is not legal: the rule that forbids it, and what would be right."""

from collections import Counter

from ...core.errors import Illegal
from .board import Board
from .dice import result
from .events import (
    TOP,
    Block,
    Circle,
    Clear,
    Climb,
    Dice,
    Event,
    Push,
    Rolloff,
    Start,
    Token,
)
from .state import ACTION, CLIMBER, FREE, Phase, State

_DUE = {
    Phase.ROLLOFF: ("M5", "the roll-off is due: one die for each contending seat"),
    Phase.START: ("M6", "climbers are being put on the bottom line"),
    Phase.ROLL: ("M8", "the dice are to be rolled"),
    Phase.TOKEN: ("M11", "an action token must be placed with this roll"),
    Phase.BONUS: ("M12", "the bonus action is to be taken or passed"),
    Phase.DECIDE: ("M13", "the choice is to roll again or to stop"),
    Phase.ACTIONS: ("M14", "actions are to be taken or passed"),
    Phase.FLOP: ("M17", "the roll was a flop: one obstacle may be placed, or pass"),
    Phase.OVER: ("M19", "the game is over"),
}
_WHEN: dict[type[Event], tuple[Phase, ...]] = {
    Rolloff: (Phase.ROLLOFF,),
    Start: (Phase.START,),
    Dice: (Phase.ROLL,),
    Token: (Phase.TOKEN,),
    Climb: (Phase.BONUS, Phase.ACTIONS),
    Push: (Phase.BONUS, Phase.ACTIONS),
    Clear: (Phase.BONUS, Phase.ACTIONS),
    Block: (Phase.FLOP,),
}


def due(state: State) -> str:
    """Return the rule that says what must happen now."""
    return _DUE[state.phase][0]


def refusal(state: State, event: Event) -> Illegal:
    """Return the reason why an event that is not legal here is not."""
    if state.phase not in _WHEN.get(type(event), ()):
        rule, what = _DUE[state.phase]
        return Illegal(f"Not now: {what}.", rule)
    for circle in _circles(event):
        if circle not in state.setup.board.index and circle != TOP:
            return Illegal(f"There is no circle {circle} on this board.", "M2")
    match event:
        case Rolloff():
            return Illegal(f"{len(state.contenders)} seats roll one die each.", "M5")
        case Dice():
            return Illegal(f"{state.dice_left} dice are rolled now.", "M8")
        case Start(left, right):
            return _start(state, left, right)
        case Token():
            return _token(state, event)
        case Climb(origin, to):
            return _climb(state, origin, to)
        case Push(origin, to):
            return _push(state, origin, to)
        case Clear(circle):
            return _clear(state, circle)
        case Block(circle):
            return _block(state, circle)
        case _:
            raise AssertionError(f"{event} is legal whenever it is due")


def _circles(event: Event) -> tuple[Circle, ...]:
    match event:
        case Start(left, right):
            return left, right
        case Climb(origin, to) | Push(origin, to):
            return origin, to
        case Token(circle) | Clear(circle) | Block(circle):
            return (circle,)
        case _:
            return ()


def _what(state: State, circle: Circle) -> int:
    return state.circles[state.setup.board.index[circle]]


def _line(board: Board, circle: Circle) -> int:
    return board.line_of[board.index[circle]]


def _not_free(circle: Circle) -> Illegal:
    return Illegal(f"{circle} is not free: a circle holds one climber or one token.", "M4")


def _start(state: State, left: Circle, right: Circle) -> Illegal:
    board = state.setup.board
    for circle in (left, right):
        if circle == TOP or board.index[circle] not in board.bottom:
            return Illegal(f"Climbers start on line {board.lines[0][0]}, not on {circle}.", "M6")
    if left == right:
        return Illegal(f"Two climbers cannot share {left}.", "M4")
    return _not_free(left if _what(state, left) != FREE else right)


def _token(state: State, token: Token) -> Illegal:
    board = state.setup.board
    rolled = " ".join(map(str, state.dice))
    if not Counter(token.kept) <= Counter(state.dice):
        return Illegal(f"Only dice of the roll can be kept: {rolled}.", "M9")
    worth = result(token.kept)
    if token.circle == TOP:
        return Illegal("Tokens lie on circles, not on the summit.", "M11")
    if worth not in board.spans:
        return Illegal(f"These dice make {worth}, and there is no line {worth}.", "M11")
    if _line(board, token.circle) != worth:
        return Illegal(f"These dice make {worth}, and {token.circle} is not on that line.", "M10")
    if worth in state.lines_used:
        return Illegal(f"Line {worth} already got an action token this turn.", "M11")
    return _not_free(token.circle)


def _climb(state: State, origin: Circle, to: Circle) -> Illegal:
    board = state.setup.board
    if origin == TOP:
        return Illegal("A climber on the summit stays there.", "M16")
    if _what(state, origin) != CLIMBER + state.seat:
        return Illegal(f"No climber of seat {state.seat} stands on {origin}.", "M15")
    if to == TOP and board.index[origin] in board.to_summit:
        return Illegal(
            "In this variant the last step takes two actions together, never a bonus action.", "M20"
        )
    if to == TOP:
        return Illegal(f"The summit is reached from line {board.lines[-1][0]} only.", "M16")
    if board.index[to] not in [step for step, _ in board.climbs[board.index[origin]]]:
        return Illegal(f"{to} does not touch {origin}.", "M15")
    return _not_free(to)


def _push(state: State, origin: Circle, to: Circle) -> Illegal:
    board = state.setup.board
    if origin == TOP:
        return Illegal("A climber on the summit cannot be pushed.", "M16")
    if _what(state, origin) < CLIMBER or _what(state, origin) == CLIMBER + state.seat:
        return Illegal(f"No climber of an opponent stands on {origin}.", "M15")
    if to == TOP:
        return Illegal("Nobody is pushed onto the summit.", "M15")
    if board.index[to] in board.down[board.index[origin]]:
        return Illegal("Climbers are pushed sideways or up, never down.", "M15")
    if board.index[to] not in [step for step, _ in board.pushes[board.index[origin]]]:
        return Illegal(f"{to} does not touch {origin}.", "M15")
    return _not_free(to)


def _clear(state: State, circle: Circle) -> Illegal:
    if circle != TOP and _what(state, circle) == ACTION:
        return Illegal(f"The token on {circle} lies action side up: it stays.", "M15")
    return Illegal(f"There is no obstacle on {circle}.", "M15")


def _block(state: State, circle: Circle) -> Illegal:
    board = state.setup.board
    if circle == TOP:
        return Illegal("Tokens lie on circles, not on the summit.", "M17")
    if _line(board, circle) in state.lines_used:
        return Illegal(
            f"Line {_line(board, circle)} got an action token this turn; choose another.", "M17"
        )
    return _not_free(circle)
