"""Ctrl-C, a closed window, a kill, a closed pipe: the game is saved, whatever ends it."""

import signal

import pytest

from gipfel.core.match import Match
from gipfel.games import load
from tests.cli.conftest import PATIENCE, Command, Screen, saved_in


def _loaded(output: str) -> Match:
    return load(saved_in(output).read_text(encoding="utf-8"))


@pytest.fixture
def at_the_table(gipfel: Command, screens: list[Screen]) -> Screen:
    """A screen on which one player has placed both climbers."""
    screen = Screen(gipfel, "play", "matterhorn", "--names", "Anna,Beat", "--seed", "7")
    screens.append(screen)
    screen.until(" > ")
    screen.press("12a 12b\n")
    screen.until("starts on 12a and 12b")
    screen.until(" > ")
    return screen


def test_ctrl_c_saves_the_game_and_the_save_loads(gipfel: Command, at_the_table: Screen) -> None:
    at_the_table.press("12c\x03")
    status, farewell = at_the_table.end()
    assert status == 130
    assert "Traceback" not in farewell
    assert len(_loaded(farewell).events) == 2
    assert gipfel("play", "--load", saved_in(farewell)).returncode == 0


def test_ctrl_d_saves_the_game(at_the_table: Screen) -> None:
    at_the_table.press("\x04")
    status, farewell = at_the_table.end()
    assert status == 0
    assert len(_loaded(farewell).events) == 2


@pytest.mark.parametrize("kind", [signal.SIGTERM, signal.SIGHUP])
def test_a_kill_or_a_closed_window_saves_the_game(
    gipfel: Command, at_the_table: Screen, kind: signal.Signals
) -> None:
    at_the_table.process.send_signal(kind)
    status, farewell = at_the_table.end()
    assert status == 130
    assert "Traceback" not in farewell
    [save] = gipfel.saves
    assert len(load(save.read_text(encoding="utf-8")).events) == 2


def test_ctrl_c_before_a_game_just_leaves(gipfel: Command, screens: list[Screen]) -> None:
    screen = Screen(gipfel, "play")
    screens.append(screen)
    screen.until("Game > ")
    screen.press("\x03")
    status, shown = screen.end()
    assert status == 130
    assert "Traceback" not in shown
    assert gipfel.saves == []


def test_rules_into_a_pipe_that_closes_end_silently(gipfel: Command) -> None:
    with gipfel.piped("rules", "altitude") as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        process.wait(PATIENCE)
        assert process.stderr.read() == ""


def test_a_game_whose_output_closes_is_saved(gipfel: Command) -> None:
    with gipfel.piped("play", "matterhorn", "-p", "2") as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        seen = ""
        while not seen.endswith(" > "):
            seen += process.stdout.read(1)
        process.stdout.close()
        process.stdin.write("12a 12b\n")
        process.stdin.close()
        process.wait(PATIENCE)
        said = process.stderr.read()
    assert "Traceback" not in said
    assert _loaded(said).events


def test_no_color_is_respected(gipfel: Command, screens: list[Screen]) -> None:
    for environment, coloured in ({}, True), ({"NO_COLOR": "1"}, False):
        screen = Screen(gipfel, "play", "matterhorn", "-p", "2", **environment)
        screens.append(screen)
        seen = screen.until("first climber")
        assert ("\x1b[38;" in seen or ";48;" in seen) == coloured
