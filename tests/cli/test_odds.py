"""`gipfel odds`: the exact chances of a saved game."""

from pathlib import Path

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


def test_what_is_not_a_record_is_refused(gipfel: Command, tmp_path: Path) -> None:
    file = tmp_path / "x.gipfel"
    assert "x.gipfel" in gipfel.refusal("odds", file)
    file.write_text("hello", encoding="utf-8")
    assert "not a Gipfel record" in gipfel.refusal("odds", file)
