"""From the command line to a game: menus, names, options, files, and what is refused."""

from pathlib import Path

import pytest

from gipfel.cli.opening import read_options
from gipfel.core.records import Record
from tests.cli.conftest import Command, saved_in

BOARD = """
name = "hill"
tokens = 12
lines = [
    { number = 8, circles = 6 },
    { number = 7, circles = 5 },
]
"""


def _record(output: str) -> Record:
    return Record.read(saved_in(output).read_text(encoding="utf-8"))


def test_what_was_not_said_is_asked_for(gipfel: Command) -> None:
    done = gipfel("play", typed="chess\n2\n7\n2\n\nAnna\nAnna,anna\nAnna, Beat\n")
    record = _record(done.stdout)
    assert (record.game, record.players, record.names) == ("altitude", 2, ("Anna", "Beat"))
    assert "Type a number from 1 to 2" in done.stdout
    assert "Type a number from 1 to 4" in done.stdout
    assert "That is 1; give 2" in done.stdout


def test_names_say_how_many_play(gipfel: Command) -> None:
    done = gipfel("play", "matterhorn", "--names", "Anna, Beat,Zoë")
    assert _record(done.stdout).names == ("Anna", "Beat", "Zoë")


def test_an_end_of_input_at_the_menu_says_what_to_type(gipfel: Command) -> None:
    assert "gipfel play" in gipfel.refusal("play")
    assert "gipfel play" in gipfel.refusal("play", "matterhorn")


def test_a_board_of_ones_own_is_played_and_kept_in_the_save(
    gipfel: Command, tmp_path: Path
) -> None:
    (tmp_path / "hill.toml").write_text(BOARD)
    for flag in (["--board", "hill.toml"], ["--option", "board=./hill.toml"]):
        done = gipfel("play", "matterhorn", "-p", 2, *flag, typed="8a 8b\n")
        assert "(7e)" in done.stdout
        assert _record(done.stdout).options["board"]["name"] == "hill"
        assert gipfel("play", "--load", saved_in(done.stdout)).returncode == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["chess"], "No game 'chess'; there are matterhorn, altitude."),
        (["matterhorn", "-p", 1], "2 to 4 players"),
        (["matterhorn", "-p", 5], "2 to 4 players"),
        (["altitude", "-p", 0], "1 to 4 players"),
        (["altitude", "-p", -3], "1 to 4 players"),
        (["altitude", "-p", "two"], "Invalid value"),
        (["altitude", "-p", 3, "--names", "Anna,Beat"], "2 names for 3 players"),
        (["altitude", "--names", "Anna,,Beat"], "is not a name"),
        (["altitude", "--names", "Anna,anna"], "same name"),
        (["matterhorn", "-p", 2, "--summit-cost", 3], "summit_cost is 1 or 2, not 3. (M20)"),
        (["matterhorn", "-p", 2, "--summit-cost", "two"], "summit_cost is 1 or 2"),
        (["matterhorn", "-p", 2, "--board", "flat"], "No board 'flat'"),
        (["matterhorn", "-p", 2, "--first", 1], "not 'first'"),
        (["altitude", "-p", 2, "--first", 2], "first is a seat from 0 to 1"),
        (["altitude", "-p", 2, "--deck", 7], "deck is a name or a deck"),
        (["altitude", "-p", 2, "--option", "first"], "key=value"),
        (["altitude", "-p", 2, "--option", "wind=strong"], "not 'wind'"),
        (["altitude", "-p", 2, "--seed", ""], "A seed is"),
        (["altitude", "-p", 2, "--seed", "a\nb"], "A seed is"),
        (["altitude", "-p", 2, "--deck", "no.toml"], "There is no file no.toml."),
        (["altitude", "--sead", 2], "No such option"),
    ],
)
def test_what_cannot_be_is_refused_with_what_would_be_right(
    gipfel: Command, arguments: list[object], said: str
) -> None:
    assert said in gipfel.refusal("play", *arguments)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('name = "hill"\ntokens = \n', "line 2"),
        ('name = "hill', "line 1"),
        ("\x00", "is not TOML"),
        ("", "needs a name"),
        (BOARD.replace("circles = 6", "circles = 0"), "Line 8 needs 1 to 26 circles"),
        (BOARD.replace("circles = 6", "circles = 3"), "too few"),
        (BOARD.replace("number = 7", "number = 9"), "out of order"),
        (BOARD.replace("tokens = 12", "tokens = 0"), "tokens"),
    ],
)
def test_a_broken_board_file_is_refused_with_what_is_wrong(
    gipfel: Command, tmp_path: Path, content: str, said: str
) -> None:
    (tmp_path / "hill.toml").write_text(content)
    assert said in gipfel.refusal("play", "matterhorn", "-p", 2, "--board", "hill.toml")


def test_a_board_file_that_is_not_text_is_refused(gipfel: Command, tmp_path: Path) -> None:
    (tmp_path / "hill.toml").write_bytes(b"name = \xff")
    assert "UTF-8" in gipfel.refusal("play", "matterhorn", "-p", 2, "--board", "hill.toml")


def test_options_are_read_as_what_they_look_like() -> None:
    read = read_options(["a-b=1", "c=true", "d=word", "e=-2"], {"f": "03", "g": None})
    assert read == {"a_b": 1, "c": True, "d": "word", "e": -2, "f": 3}
