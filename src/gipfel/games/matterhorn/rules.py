"""The law of Matterhorn, M5-M20: who acts, what is legal, what an event does.

Written to be read beside the rules; `refusals` says why an event is not legal.
"""

from itertools import product

from ...core.chance import Outcomes
from ...core.game import CHANCE, Actor
from .dice import DICE, SIDES, rolls
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
from .state import ACTION, CLIMBER, FREE, OBSTACLE, Phase, State

ROPE_TEAM = 2
"""Climbers of one player (M3)."""

AGAIN, STOP, PASS = Again(), Stop(), Pass()
_ROLLS: list[Outcomes[Event]] = [
    Outcomes(map(Dice, [faces for faces, _ in rolls(dice)]), [weight for _, weight in rolls(dice)])
    for dice in range(DICE + 1)
]
_ROLLOFFS: list[Outcomes[Event]] = [
    Outcomes(map(Rolloff, product(range(1, SIDES + 1), repeat=seats)), [1] * SIDES**seats)
    for seats in range(5)
]


def actor(state: State) -> Actor:
    """Return who must act."""
    match state.phase:
        case Phase.ROLL | Phase.ROLLOFF:
            return CHANCE
        case Phase.OVER:
            return None
        case _:
            return state.seat


def winners(state: State) -> tuple[int, ...]:
    """Return the seat that brought both climbers to the summit (M19)."""
    return (state.seat,) if state.phase is Phase.OVER else ()


def chance(state: State) -> Outcomes[Event]:
    """Return the rolls that may come: the roll-off (M5) or the dice that are left (M8)."""
    if state.phase is Phase.ROLLOFF:
        return _ROLLOFFS[len(state.contenders)]
    return _ROLLS[state.dice_left]


def legal(state: State) -> list[Event]:
    """Return every legal move of the seat that must act."""
    match state.phase:
        case Phase.TOKEN:
            return placements(state)
        case Phase.BONUS | Phase.ACTIONS:
            return [*actions(state), PASS]
        case Phase.DECIDE:
            return [AGAIN, STOP]
        case Phase.FLOP:
            return [*consolations(state), PASS]
        case Phase.START:
            return starts(state)
        case _:
            return []


def starts(state: State) -> list[Event]:
    """M6: any two free circles of the bottom line."""
    board = state.setup.board
    free = [board.names[circle] for circle in board.bottom if state.circles[circle] == FREE]
    return [Start(left, right) for i, left in enumerate(free) for right in free[i + 1 :]]


def placements(state: State) -> list[Event]:
    """M11: every circle and every choice of dice that lets the player place a token."""
    events: list[Event] = []
    if not state.pool:
        return events
    circles = state.circles
    board = state.setup.board
    for line, ways in board.tokens_for(state.dice).items():
        if line not in state.lines_used:
            for circle, tokens in zip(board.spans[line], ways, strict=True):
                if circles[circle] == FREE:
                    events += tokens
    return events


def actions(state: State) -> list[Event]:
    """M15, M16, M20: every action that the seat on turn can take now."""
    events: list[Event] = []
    circles = state.circles
    board = state.setup.board
    own = CLIMBER + state.seat
    summit_in_reach = state.setup.summit_cost <= state.actions_left
    for circle, what in enumerate(circles):
        if what == OBSTACLE:
            events.append(board.clears[circle])
        elif what == own:
            for to, climb in board.climbs[circle]:
                if circles[to] == FREE:
                    events.append(climb)
            if summit_in_reach and circle in board.to_summit:
                events.append(board.to_summit[circle])
        elif what >= CLIMBER:
            for to, push in board.pushes[circle]:
                if circles[to] == FREE:
                    events.append(push)
    return events


def consolations(state: State) -> list[Event]:
    """M17: any free circle of a line on which no action token was placed this turn."""
    if not state.pool:
        return []
    board = state.setup.board
    return [
        board.blocks[circle]
        for circle, what in enumerate(state.circles)
        if what == FREE and board.line_of[circle] not in state.lines_used
    ]


def apply(state: State, event: Event) -> State:
    """Return the position after an event. Trusts it: the checked door is `core.match.play`."""
    match event:
        case Dice(faces):
            return _after_roll(state, faces)
        case Token():
            return _after_token(state, event)
        case Again():
            return _on(state, Phase.ROLL)
        case Stop():
            return _on(state, Phase.ACTIONS, actions_left=len(state.lines_used))
        case Climb(origin, to):
            return _after_climb(state, origin, to)
        case Push(origin, to):
            index = state.setup.board.index
            circles = _moved(state.circles, index[origin], index[to])
            return _after_action(state, circles, cost=1)
        case Clear(circle):
            circles = _put(state.circles, state.setup.board.index[circle], FREE)
            return _after_action(state, circles, cost=1)
        case Block(circle):
            circles = _put(state.circles, state.setup.board.index[circle], OBSTACLE)
            return _end_turn(state, circles)
        case Pass():
            if state.phase is Phase.BONUS:
                return _on(state, Phase.DECIDE)
            return _end_turn(state, state.circles)
        case Start(left, right):
            return _after_start(state, left, right)
        case Rolloff(faces):
            return _after_rolloff(state, faces)


def _after_rolloff(state: State, faces: tuple[int, ...]) -> State:
    """M5: the highest places first; those tied for highest roll again."""
    highest = max(faces)
    tied = tuple(s for s, face in zip(state.contenders, faces, strict=True) if face == highest)
    if len(tied) > 1:
        return _on(state, Phase.ROLLOFF, contenders=tied)
    return _on(state, Phase.START, seat=tied[0])


def _after_start(state: State, left: str, right: str) -> State:
    """M6: placing goes anticlockwise. M7: who placed last takes the first turn."""
    index = state.setup.board.index
    climber = CLIMBER + state.seat
    circles = _put(_put(state.circles, index[left], climber), index[right], climber)
    following = (state.seat - 1) % state.setup.players
    if CLIMBER + following in circles:
        return _on(state, Phase.ROLL, circles=circles)
    return _on(state, Phase.START, seat=following, circles=circles)


def _after_roll(state: State, faces: tuple[int, ...]) -> State:
    """M11: a roll must be used if it can be. M17: else it is a flop."""
    rolled = _on(state, Phase.TOKEN, dice=faces)
    if _can_place(rolled):
        return rolled
    circles = state.circles.replace(bytes([ACTION]), bytes([OBSTACLE]))
    flop = _on(state, Phase.FLOP, circles=circles)
    return flop if consolations(flop) else _end_turn(state, circles)


def _can_place(state: State) -> bool:
    """M11, without listing every way: some open line with a free circle is within reach."""
    board = state.setup.board
    return bool(state.pool) and any(
        line not in state.lines_used and FREE in _on_line(state.circles, board.spans[line])
        for line in board.tokens_for(state.dice)
    )


def _after_token(state: State, token: Token) -> State:
    """M11: the token lies action side up. M12: a climber on its line earns a bonus."""
    board = state.setup.board
    circle = board.index[token.circle]
    line = board.line_of[circle]
    climbers = max(_on_line(state.circles, board.spans[line])) >= CLIMBER
    return _on(
        state,
        Phase.BONUS if climbers else Phase.DECIDE,
        circles=_put(state.circles, circle, ACTION),
        dice_left=len(token.kept),
        lines_used=tuple(sorted((*state.lines_used, line))),
        actions_left=int(climbers),
    )


def _after_climb(state: State, origin: str, to: str) -> State:
    board = state.setup.board
    if to != TOP:
        circles = _moved(state.circles, board.index[origin], board.index[to])
        return _after_action(state, circles, cost=1)
    circles = _put(state.circles, board.index[origin], FREE)
    summit = tuple(n + (seat == state.seat) for seat, n in enumerate(state.summit))
    return _after_action(state, circles, cost=state.setup.summit_cost, summit=summit)


def _after_action(
    state: State, circles: bytes, cost: int, summit: tuple[int, ...] | None = None
) -> State:
    """M12: after the bonus the turn goes on. M14: after the last action it ends. M19: a win."""
    summit = state.summit if summit is None else summit
    left = state.actions_left - cost
    if summit[state.seat] == ROPE_TEAM:
        return _on(state, Phase.OVER, circles=circles, summit=summit, actions_left=left)
    if state.phase is Phase.BONUS:
        return _on(state, Phase.DECIDE, circles=circles, summit=summit)
    if left:
        return _on(state, Phase.ACTIONS, circles=circles, summit=summit, actions_left=left)
    return _end_turn(state, circles, summit)


def _end_turn(state: State, circles: bytes, summit: tuple[int, ...] | None = None) -> State:
    """M18: action tokens become obstacles, then full lines lose their tokens. M7: clockwise."""
    circles = circles.replace(bytes([ACTION]), bytes([OBSTACLE]))
    for span in state.setup.board.spans.values():
        line = _on_line(circles, span)
        if FREE not in line and OBSTACLE in line:
            cleared = line.replace(bytes([OBSTACLE]), bytes([FREE]))
            circles = circles[: span.start] + cleared + circles[span.stop :]
    return State(
        state.setup,
        Phase.ROLL,
        (state.seat + 1) % state.setup.players,
        (),
        circles,
        state.summit if summit is None else summit,
        (),
        DICE,
        (),
        0,
    )


def _on(  # noqa: PLR0913  the fields of a position, each by name
    state: State,
    phase: Phase,
    *,
    seat: int | None = None,
    contenders: tuple[int, ...] = (),
    circles: bytes | None = None,
    summit: tuple[int, ...] | None = None,
    dice: tuple[int, ...] = (),
    dice_left: int | None = None,
    lines_used: tuple[int, ...] | None = None,
    actions_left: int = 0,
) -> State:
    """Return the position gone on to a phase; what belongs to one phase only is laid down."""
    return State(
        state.setup,
        phase,
        state.seat if seat is None else seat,
        contenders,
        state.circles if circles is None else circles,
        state.summit if summit is None else summit,
        dice,
        state.dice_left if dice_left is None else dice_left,
        state.lines_used if lines_used is None else lines_used,
        actions_left,
    )


def _put(circles: bytes, circle: int, what: int) -> bytes:
    return circles[:circle] + bytes((what,)) + circles[circle + 1 :]


def _moved(circles: bytes, origin: int, to: int) -> bytes:
    return _put(_put(circles, to, circles[origin]), origin, FREE)


def _on_line(circles: bytes, span: range) -> bytes:
    return circles[span.start : span.stop]


def open_lines(state: State) -> frozenset[int]:
    """Return the lines on which the seat on turn could place a token now (M11)."""
    if not state.pool:
        return frozenset()
    return frozenset(
        line
        for line, span in state.setup.board.spans.items()
        if line not in state.lines_used and FREE in state.circles[span.start : span.stop]
    )
