"""`gipfel odds`: the exact chances of a saved game, and those that need none."""

import re
from fractions import Fraction
from pathlib import Path

import pytest

from gipfel.core.match import Match
from gipfel.games import game
from tests.cli.conftest import Command


def _saved(folder: Path, name: str, *events: str) -> Path:
    match = Match(game(name), 2)
    for event in events:
        match.play(event)
    file = folder / "saved.gipfel"
    file.write_text(match.record(), encoding="utf-8")
    return file


def test_the_chances_of_a_roll_are_told(gipfel: Command, tmp_path: Path) -> None:
    start = ("rolloff 6 3", "start 12a 12b", "start 12c 12d")
    file = _saved(tmp_path, "matterhorn", *start, "dice 1 1 5 5 6", "token 6a keep 6")
    told = gipfel("odds", file).stdout
    assert "A roll of 1 die is a flop in 83.3% of cases." in told
    assert "16.7%" in told


def test_the_chances_of_a_draw_are_told(gipfel: Command, tmp_path: Path) -> None:
    cards = ("1", "2", "3", "4", "5", "6", "1", "2", "3", "4", "5", "6")
    deal = [f"draw {card}" for card in cards]
    file = _saved(tmp_path, "altitude", *deal, "keep 1 2 3 4", "keep 1 2 3 4")
    told = gipfel("odds", file).stdout
    assert "The next card fits the own mountain in 88.2% of cases." in told
    assert "1:0" in told


def test_before_a_game_has_begun_there_is_no_roll(gipfel: Command, tmp_path: Path) -> None:
    assert "No roll comes next." in gipfel("odds", _saved(tmp_path, "matterhorn")).stdout


def test_the_tables_of_a_game_are_shown_for_what_is_given(gipfel: Command) -> None:
    every, some = (gipfel("odds", "matterhorn", *lines).stdout for lines in ([], ["6", "8"]))
    assert "3    7.4%    8.3%" in every
    flop = 1 - Fraction(1, 6)  # of one die, the 6 alone makes a line
    assert f"1   {float(flop):.1%}    0.0%   16.7%" in some
    deck = gipfel("odds", "altitude", "16", "16").stdout
    assert re.search(r" 16 +0 +0\.0% ", deck)
    assert re.search(r" 15 +2 +1\.8% ", deck)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (["matterhorn", "4"], "No line '4'; there are 12"),
        (["altitude", "Z"], "No card 'Z'"),
        (["altitude", "16", "16", "16"], "fewer than 3 cards '16'"),
        (["friday.gipfel", "6"], "goes with the name of a game"),
    ],
)
def test_what_no_table_is_of_is_refused(gipfel: Command, given: list[str], why: str) -> None:
    assert why in gipfel.refusal("odds", *given)


def test_what_is_not_a_record_is_refused(gipfel: Command, tmp_path: Path) -> None:
    file = tmp_path / "x.gipfel"
    assert "x.gipfel" in gipfel.refusal("odds", file)
    file.write_text("hello", encoding="utf-8")
    assert "not a Gipfel record" in gipfel.refusal("odds", file)
