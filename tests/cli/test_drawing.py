"""Boards: they fit the paper, show what can be typed, and need no colour to be read."""

from typing import Any

import pytest
from rich.console import Console

from gipfel.cli.boards import board_of
from gipfel.cli.canvas import Canvas, Paper
from gipfel.games import GAMES
from tests.cli.played import decisions

NAMES = ("Anna", "Beat", "Cleo", "Friederike-Wilhelmine")
GIANT = {
    "name": "giant",
    "tokens": 60,
    "lines": [{"number": 20, "circles": 26}]
    + [{"number": number, "circles": 7} for number in range(19, 5, -1)],
}
OPTIONS: list[tuple[str, dict[str, Any]]] = [
    ("matterhorn", {}),
    ("matterhorn", {"board": "sharp", "summit_cost": 2}),
    ("matterhorn", {"board": GIANT}),
    ("altitude", {}),
]


def _printed(thing: object, width: int) -> list[str]:
    console = Console(width=width, color_system=None)
    with console.capture() as capture:
        console.print(thing)
    return capture.get().splitlines()


@pytest.mark.parametrize(("name", "options"), OPTIONS)
@pytest.mark.parametrize("poster", [True, False])
def test_a_board_fits_its_paper(name: str, options: dict[str, Any], poster: bool) -> None:
    game, board = GAMES[name], board_of(name)
    for number, (seat, state) in enumerate(decisions(name, 4, "wide", options)):
        if number % 40 == 0:
            for width in (30, 80, 120, 200):
                for height in (10, 40):
                    view = game.view(state, seat)
                    picture = board.draw(view, NAMES, Paper(width, height, poster))
                    assert max(map(len, _printed(picture, 250))) <= width


def test_every_free_circle_can_be_read_off_a_board_of_80_columns() -> None:
    game, board = GAMES["matterhorn"], board_of("matterhorn")
    for seat, state in [*decisions("matterhorn", 4, "read", {})][::7]:
        view = game.view(state, seat)
        picture = "\n".join(_printed(board.draw(view, NAMES, Paper(80, 40, False)), 80))
        for circle, what in zip(state.setup.board.names, state.circles, strict=True):
            if not what:
                assert f"({circle})" in picture or f"<{circle}>" in picture
        assert picture.count("{^}") == len(game.describe(state)["action"])
        assert picture.count("[◢◣]") == len(game.describe(state)["obstacle"])


def test_every_place_for_the_drawn_card_can_be_read_off_the_table() -> None:
    game, board = GAMES["altitude"], board_of("altitude")
    for seat, state in [*decisions("altitude", 3, "read", {})][::3]:
        view = game.view(state, seat)
        picture = "\n".join(_printed(board.draw(view, NAMES[:3], Paper(80, 99, False)), 80))
        for event in map(game.write, game.legal(state)):
            if event.startswith("lay "):
                assert f"<{event.removeprefix('lay ')}>" in picture


def test_what_is_painted_outside_the_canvas_is_not_seen() -> None:
    canvas = Canvas(Paper(6, 2, False), 2)
    canvas.put(-2, 0, "abcdefghij")
    canvas.put(0, 5, "below")
    canvas.put(0, 1, "山x")
    assert canvas.text().plain.splitlines() == ["cdefgh", "?x"]
