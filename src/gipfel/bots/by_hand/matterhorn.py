"""Judgement for Matterhorn written by hand: the grades F, PD and AD, and a rough chance to win.

All count the way of a climber in actions: a step is one; an obstacle or a climber that must be
moved first is one more. The grades differ in what they look at, not in how often they err.
"""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from math import exp, inf, sqrt

from ...core.chance import Rng
from ...games.matterhorn.board import Board
from ...games.matterhorn.dice import SIDES, choices, rolls
from ...games.matterhorn.events import TOP, Block, Clear, Climb, Event, Pass, Push, Start, Token
from ...games.matterhorn.rules import AGAIN, PASS, ROPE_TEAM, STOP, apply, open_lines
from ...games.matterhorn.state import ACTION, CLIMBER, FREE, Phase, State
from ...games.matterhorn.view import View

PLENTY = 4
"""So many tokens make F stop."""
TOO_RISKY = 0.2
"""A chance to flop that makes PD stop."""
VICTORY = 8.0
"""What a win in reach is worth to AD, in actions."""
SPREAD = 0.65
"""How much luck there is: the smaller, the surer the leader wins."""
IN_HAND = 0.4
"""What a die or a token of the turn under way is worth, in actions."""
SCARCE = 2
"""A pool of fewer tokens must be filled up."""
OBSTACLE_TO_BE, WALL = 2.0, 99.0
"""The toll of a token that lies action side up: after this turn, and during it (M15)."""


# The way that is left


@lru_cache(maxsize=1 << 11)
def _ways(board: Board, circles: bytes, summit_cost: int, token: float) -> list[float]:
    """Return how many actions the way from each circle to the summit takes, never going down.

    Most thinking time is spent here, and a call of `min` in a loop would double it.
    """
    tolls = [1.0 if what == FREE else token if what == ACTION else 2.0 for what in circles]
    ways = [float(summit_cost)] * len(circles)
    for span in list(board.spans.values())[-2::-1]:
        best = inf
        for circle in span:
            for above in board.up[circle]:
                way = ways[above] + tolls[above]
                if way < best:  # noqa: PLR1730  see above
                    best = way
            ways[circle] = best
            best += tolls[circle]
        best = inf
        for circle in reversed(span):
            if ways[circle] < best:
                best = ways[circle]
            else:
                ways[circle] = best
            best += tolls[circle]
    return ways


def _need(state: State, seat: int, token: float = OBSTACLE_TO_BE) -> float:
    """Return how many actions a rope team needs to win. Partners do not stand in the way.

    A climber that is not on the board yet counts as one in the middle of the bottom line.
    """
    board, own = state.setup.board, CLIMBER + seat
    others = state.circles.replace(bytes([own]), bytes([FREE]))
    ways = _ways(board, others, state.setup.summit_cost, token)
    climbing = {state.circles.find(own), state.circles.rfind(own)} - {-1}
    waiting = ROPE_TEAM - state.summit[seat] - len(climbing)
    middle = board.bottom[len(board.bottom) // 2]
    return sum(ways[circle] for circle in climbing) + waiting * ways[middle]


def _in_reach(state: State, actions: int) -> bool:
    """Return whether the seat on turn can win with so many actions."""
    return actions >= _need(state, state.seat, WALL)


def _leader(state: State) -> int:
    """Return the opponent who needs the fewest actions to win."""
    others = [seat for seat in range(state.setup.players) if seat != state.seat]
    return min(others, key=lambda seat: _need(state, seat))


# What the dice may bring


def _bonus_lines(state: State) -> frozenset[int]:
    """Return the lines with a climber, on which a token earns a bonus (M12)."""
    line_of = state.setup.board.line_of
    return frozenset(line_of[i] for i, what in enumerate(state.circles) if what >= CLIMBER)


@cache
def _makes(dice: int) -> list[tuple[frozenset[int], float]]:
    """Return for each roll of so many dice the results it can make, and its chance."""
    return [(frozenset(choices(faces)), weight / SIDES**dice) for faces, weight in rolls(dice)]


@lru_cache(maxsize=1 << 12)
def _reach(dice: int, lines: frozenset[int]) -> float:
    """Return the chance that a roll can make one of these lines; else it is a flop (M17)."""
    return sum(chance for made, chance in _makes(dice) if not made.isdisjoint(lines))


# What all grades share


def _most(rng: Rng, events: Sequence[Event], worth: Callable[[Event], float]) -> Event:
    """Return the event that is worth most; chance picks among equals."""
    values = [worth(event) for event in events]
    highest = max(values)
    best = [event for event, value in zip(events, values, strict=True) if value == highest]
    return best[rng.randrange(len(best))]


def _ready(state: State) -> bool:
    """Return whether to stop whatever the odds: the win is in reach, or the pool is empty (M11)."""
    return _in_reach(state, len(state.lines_used)) or not state.pool


def _stalling(view: View) -> bool:
    """Return whether to mind the pool: when it is empty nobody can act any more (M11).

    A step onto the summit goes first, unless it leaves the pool empty and does not win.
    """
    state = view.position
    if state.phase not in (Phase.ACTIONS, Phase.FLOP) or state.pool >= SCARCE:
        return False
    to_summit = any(isinstance(event, Climb) and event.to == TOP for event in view.legal)
    spare = state.pool or state.actions_left > state.setup.summit_cost
    return not _in_reach(state, state.actions_left) and not (to_summit and spare)


def _tidy(view: View, rng: Rng) -> Event:
    """Put an obstacle back into the pool, or at least take no token out of it."""
    clears = [event for event in view.legal if isinstance(event, Clear)]
    return clears[rng.randrange(len(clears))] if clears else PASS


def _central(board: Board, start: Start) -> float:
    """Return how near to the middle, where most ways lead up, two climbers start."""
    middle = len(board.bottom) - 1
    return -sum(abs(2 * board.index[circle] - middle) for circle in (start.left, start.right))


def _ended(state: State, event: Event) -> State:
    """Return the position after an event if the turn then ends as soon as it can (M18)."""
    state = apply(state, event)
    while state.phase in (Phase.BONUS, Phase.DECIDE, Phase.ACTIONS):
        state = apply(state, STOP if state.phase is Phase.DECIDE else PASS)
    return state


def _on_best_line(view: View, rng: Rng, worth: Callable[[int, int], float]) -> Event:
    """Place anywhere on the line that is worth most with the dice that stay."""
    board = view.position.setup.board
    kinds: dict[Event, tuple[int, int]] = {
        token: (board.line_of[board.index[token.circle]], len(token.kept))
        for token in view.legal
        if isinstance(token, Token)
    }
    worths = {kind: worth(*kind) for kind in set(kinds.values())}
    return _most(rng, list(kinds), lambda token: worths[kinds[token]])


# The grades


def _f(view: View, rng: Rng) -> Event:
    """F, a child of eight: dice are fun and up is good.

    It rolls until it has plenty of tokens or flops, and sees no obstacle before it bumps into it.
    """
    state = view.position
    if state.phase is Phase.DECIDE:
        return STOP if _ready(state) or len(state.lines_used) >= PLENTY else AGAIN
    if _stalling(view):
        return _tidy(view, rng)
    return _most(rng, view.legal, lambda event: _childs_play(state.setup.board, event))


def _childs_play(board: Board, event: Event) -> float:
    """To the top, else up, else sideways or away with some obstacle; never down, never a push."""
    match event:
        case Token(_, kept):
            return len(kept)
        case Climb(_, to) if to == TOP:
            return 3
        case Climb(origin, to):
            return board.line_of[board.index[origin]] - board.line_of[board.index[to]] + 1
        case Clear():
            return 1
        case Push() | Pass():
            return -1
        case _:
            return 0


def _pd(view: View, rng: Rng) -> Event:
    """PD, a hiker: the shortest way, as many dice as can be kept, and odds by their number alone.

    It forgets that each line used makes a flop more likely, and its tokens lie anywhere on a line.
    """
    state = view.position
    if state.phase is Phase.DECIDE:
        risky = _reach(state.dice_left, frozenset(state.setup.board.spans)) < 1 - TOO_RISKY
        return STOP if _ready(state) or risky else AGAIN
    if _stalling(view):
        return _tidy(view, rng)
    if state.phase is Phase.TOKEN:
        return _on_best_line(view, rng, lambda _, dice: dice)
    return _most(rng, view.legal, lambda event: _hikers_sense(state, event))


def _hikers_sense(state: State, event: Event) -> float:
    """The less is left to climb when the turn has ended, the better."""
    if isinstance(event, Start):
        return 0
    return -_need(_ended(state, event), state.seat)


def _ad(view: View, rng: Rng) -> Event:
    """AD, a mountaineer: weighs the exact chance of a flop against the actions a roll may bring.

    It looks for a bonus, starts in the middle, puts the stone of a flop before whoever leads, and
    counts the last steps to the summit.
    """
    state = view.position
    if state.phase is Phase.DECIDE:
        tokens = len(state.lines_used)
        hope = _hope(state, state.dice_left, open_lines(state), tokens)
        return STOP if _ready(state) or hope <= _worth(state, tokens) else AGAIN
    if _stalling(view):
        return _tidy(view, rng)
    if _in_reach(state, state.actions_left):
        return _most(rng, view.legal, lambda event: _last_steps(state, event))
    if state.phase is Phase.TOKEN:
        return _on_best_line(view, rng, lambda line, dice: _promise(state, line, dice))
    return _most(rng, view.legal, lambda event: _mountaineers_sense(state, event))


def _mountaineers_sense(state: State, event: Event) -> float:
    """As a hiker, but with an eye for where ways lead up and for who leads."""
    match event:
        case Start():
            return _central(state.setup.board, event)
        case Block():
            return _need(apply(state, event), _leader(state))
        case _:
            return _hikers_sense(state, event)


def _last_steps(state: State, event: Event) -> float:
    """The shorter the way that can be gone this turn, the better."""
    return -inf if event == PASS else -_need(apply(state, event), state.seat, WALL)


def _promise(state: State, line: int, dice: int) -> float:
    """Return what a token on a line is worth with the dice that stay, in actions."""
    tokens = len(state.lines_used) + 1
    hope = _hope(state, dice, open_lines(state) - {line}, tokens)
    return (line in _bonus_lines(state)) + max(hope, _worth(state, tokens))


def _worth(state: State, tokens: int) -> float:
    """Return what it is worth to stop with so many tokens, in actions."""
    return tokens + VICTORY * _in_reach(state, tokens)


def _hope(state: State, dice: int, lines: frozenset[int], tokens: int) -> float:
    """Return what it is worth to roll once more and then stop, in actions."""
    bonus = _reach(dice, lines & _bonus_lines(state))
    return _reach(dice, lines) * _worth(state, tokens + 1) + bonus


GRADES: dict[str, Callable[[View, Rng], Event]] = {"F": _f, "PD": _pd, "AD": _ad}


# The chance to win


def win(view: View) -> tuple[float, ...]:
    """Return a rough chance of each seat to win, by the actions that each still needs.

    The figures fit games between bots of these grades; a lead counts more the nearer the summit.
    """
    state = view.position
    seats = range(state.setup.players)
    if state.phase is Phase.OVER:
        return tuple(float(seat == state.seat) for seat in seats)
    needs = [_need(state, seat) for seat in seats]
    needs[state.seat] = max(0, needs[state.seat] - _earned(state))
    chances = [exp(-sqrt(need) / SPREAD) for need in needs]
    return tuple(chance / sum(chances) for chance in chances)


def _earned(state: State) -> float:
    """Return how many actions the turn under way is about to bring."""
    match state.phase:
        case Phase.ROLLOFF | Phase.START | Phase.FLOP:
            return 0
        case Phase.ACTIONS:
            return state.actions_left
        case _:
            return IN_HAND * (state.dice_left + len(state.lines_used))
