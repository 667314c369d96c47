"""The choices of a Matterhorn player: by line and dice, by climber, by circle."""

from collections.abc import Iterable, Sequence

from ....games.matterhorn import View, write
from ....games.matterhorn.board import Board
from ....games.matterhorn.events import (
    TOP,
    Again,
    Block,
    Circle,
    Clear,
    Climb,
    Event,
    Push,
    Start,
    Token,
)
from ....games.matterhorn.state import CLIMBER, Phase, State
from ...choices import Choice, Group
from ...palette import SEATS
from .. import Names
from .words import climber_at, count, spaced


def choices(view: View, names: Names) -> Sequence[Group]:
    """List everything the viewer may do."""
    state = view.position
    match state.phase:
        case Phase.START:
            return [_first_climber([event for event in view.legal if isinstance(event, Start)])]
        case Phase.TOKEN:
            return _tokens(state, [event for event in view.legal if isinstance(event, Token)])
        case Phase.DECIDE:
            return [_decision(state, event) for event in view.legal]
        case _:
            return [*_actions(state, view.legal, names), _waiver(state)]


def _first_climber(starts: Sequence[Start]) -> Group:
    """Ask for one circle, then for the other; in any order."""
    circles = list(
        dict.fromkeys(circle for start in starts for circle in (start.left, start.right))
    )
    return Group(
        "first climber", tuple(Choice(one, then=(_second_climber(one, starts),)) for one in circles)
    )


def _second_climber(first: Circle, starts: Sequence[Start]) -> Group:
    others = (
        Choice(start.right if start.left == first else start.left, write(start))
        for start in starts
        if first in (start.left, start.right)
    )
    return Group(f"with {first}", tuple(others))


def _tokens(state: State, tokens: Sequence[Token]) -> list[Group]:
    """A row for each line: the dice to keep, and the circles that are free there."""
    board = state.setup.board
    by_line: dict[int, dict[tuple[int, ...], list[Token]]] = {}
    for token in tokens:
        line = board.line_of[board.index[token.circle]]
        by_line.setdefault(line, {}).setdefault(token.kept, []).append(token)
    groups = []
    for line, ways in sorted(by_line.items(), reverse=True):
        kept = sorted(ways, key=lambda faces: (-len(faces), faces))
        free = [token.circle for token in ways[kept[0]]]
        bonus = max(state.circles[circle] for circle in board.spans[line]) >= CLIMBER
        note = f"→ {line} {' '.join(circle[-1] for circle in free)}"
        groups.append(
            Group(
                f"line {line}" + (" + bonus" if bonus else ""),
                tuple(_keep(faces, ways[faces]) for faces in kept),
                note,
            )
        )
    return groups


def _keep(faces: tuple[int, ...], tokens: Sequence[Token]) -> Choice:
    words = f"keep {spaced(faces)}"
    if len(tokens) == 1:
        return Choice(words, write(tokens[0]))
    circles = tuple(Choice(token.circle, write(token)) for token in tokens)
    return Choice(words, then=(Group("token on", circles),))


def _decision(state: State, event: Event) -> Group:
    if isinstance(event, Again):
        dice = count(state.dice_left, "die").replace("dies", "dice")
        return Group("again", (Choice(f"roll {dice} again", write(event)),))
    actions = count(len(state.lines_used), "action")
    return Group("stop", (Choice(f"stop and take {actions}", write(event)),))


def _actions(state: State, legal: Iterable[Event], names: Names) -> list[Group]:
    """A row for each climber that can be moved, for the obstacles, and for the free circles."""
    rows: dict[str, list[Choice]] = {}
    board = state.setup.board
    for event in legal:
        match event:
            case Climb(origin, to):
                title, words = f"climb from {origin}", _step(board, origin, to)
            case Push(origin, to):
                seat = climber_at(state, origin)
                title = f"push {SEATS[seat].shape} {names[seat]} from {origin}"
                words = _step(board, origin, to)
            case Clear(circle):
                title, words = "clear an obstacle", circle
            case Block(circle):
                title, words = f"obstacle on line {board.line_of[board.index[circle]]}", circle
            case _:
                continue
        rows.setdefault(title, []).append(Choice(words, write(event)))
    order = ("climb", "push", "obstacle", "clear")
    titles = sorted(rows, key=lambda title: order.index(title.split()[0]))
    return [Group(title, tuple(rows[title])) for title in titles]


def _step(board: Board, origin: Circle, to: Circle) -> str:
    if to == TOP:
        return f"↑ {to}"
    here, there = board.index[origin], board.index[to]
    if board.line_of[here] != board.line_of[there]:
        return f"{'↑' if there > here else '↓'} {to}"
    return f"{'→' if there > here else '←'} {to}"


def _waiver(state: State) -> Group:
    waived = {
        Phase.BONUS: "no bonus action",
        Phase.ACTIONS: "no further action: end the turn",
        Phase.FLOP: "no obstacle: end the turn",
    }
    return Group("pass", (Choice(waived[state.phase], "pass"),))
