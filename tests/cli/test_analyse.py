"""`gipfel analyse` and `gipfel hint`: tables, JSON, curve, and what is refused."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest

from gipfel.core.match import Match
from gipfel.core.records import Record
from gipfel.games import game, load
from tests.analysis.playing import played
from tests.cli.conftest import Command


def _written(file: Path, match: Match) -> Path:
    file.write_text(match.record(), encoding="utf-8")
    return file


@pytest.fixture
def friday(tmp_path: Path) -> Path:
    """A finished game between a bot that knows what it does and one that does not."""
    return _written(tmp_path / "friday.gipfel", played("matterhorn", ("AD", "F"), seed=5))


@pytest.fixture
def hidden(tmp_path: Path) -> Path:
    """A game with hidden hands in which a seat must act."""
    match = played("altitude", ("AD", "F"), seed=5, most=36)
    while not isinstance(match.actor, int):
        match.undo()
    return _written(tmp_path / "hidden.gipfel", match)


def test_a_game_is_told_as_a_table_with_json_and_a_curve(
    gipfel: Command, friday: Path, tmp_path: Path
) -> None:
    files = tmp_path / "friday.json", tmp_path / "friday.svg"
    done = gipfel("analyse", friday, "--json", files[0], "--svg", files[1], COLUMNS="120")
    assert done.returncode == 0, done.stderr
    told = json.loads(files[0].read_text(encoding="utf-8"))
    match = load(friday.read_text(encoding="utf-8"))
    assert [event["event"] for event in told["events"]] == match.events
    assert told["events"][-1]["chances"][match.game.winners(match.state)[0]] == 1
    assert Xml.fromstring(files[1].read_text(encoding="utf-8")).tag.endswith("svg")
    for word in ("Matterhorn", "Red", "Green", "Decisions", "Luck", "Judged by", "blunder from"):
        assert word in done.stdout
    marked = [event for event in told["events"] if event["mark"]]
    for event in marked:
        assert re.search(rf"^ *{event['number']} .*{event['event']}", done.stdout, re.MULTILINE)


def test_every_decision_of_an_unfinished_game_is_told_if_asked_for(
    gipfel: Command, hidden: Path, tmp_path: Path
) -> None:
    file = tmp_path / "hidden.json"
    done = gipfel("analyse", hidden, "--all", "--json", file, COLUMNS="120")
    assert "not finished" in done.stdout
    told = json.loads(file.read_text(encoding="utf-8"))
    assert told["finished"] is False
    decisions = [event for event in told["events"] if event["loss"] is not None]
    assert decisions
    for event in decisions:
        assert re.search(rf"^ *{event['number']} .*{event['event']}", done.stdout, re.MULTILINE)


def test_json_goes_to_the_output_alone(gipfel: Command, tmp_path: Path) -> None:
    fresh = _written(tmp_path / "fresh.gipfel", Match(game("matterhorn"), 2))
    told = json.loads(gipfel("analyse", fresh, "--json", "-").stdout)
    assert told["start"] == [0.5, 0.5]
    assert told["events"] == []


def test_what_is_no_sound_record_is_refused_before_anything_is_thought(
    gipfel: Command, friday: Path, tmp_path: Path
) -> None:
    text = friday.read_text(encoding="utf-8")
    assert "There is no file" in gipfel.refusal("analyse", tmp_path / "none.gipfel")
    friday.write_text(text[: len(text) // 2], encoding="utf-8")
    assert "cut short" in gipfel.refusal("analyse", friday)
    friday.write_text(text.replace("0> start", "1> start", 1), encoding="utf-8")
    assert "of the record" in gipfel.refusal("analyse", friday)
    friday.write_text(text.replace("# gipfel: 1", "# gipfel: 99"), encoding="utf-8")
    assert "newer Gipfel" in gipfel.refusal("hint", friday)
    friday.write_text("Dear Anna", encoding="utf-8")
    assert "not a Gipfel record" in gipfel.refusal("hint", friday)


def test_a_grade_that_cannot_judge_is_refused(gipfel: Command, friday: Path) -> None:
    assert "there are D, TD, ED" in gipfel.refusal("analyse", friday, "--grade", "F")


def test_a_saved_game_is_never_overwritten_by_a_picture(gipfel: Command, friday: Path) -> None:
    before = friday.read_text(encoding="utf-8")
    assert "is a saved game" in gipfel.refusal("analyse", friday, "--svg", friday)
    assert friday.read_text(encoding="utf-8") == before
    assert "no folder" in gipfel.refusal("analyse", friday, "--json", "no/where.json")
    assert "is a folder" in gipfel.refusal("analyse", friday, "--svg", ".")


def test_a_hint_names_three_moves_in_notation_and_in_words(gipfel: Command, hidden: Path) -> None:
    done = gipfel("hint", hidden, COLUMNS="120")
    assert done.returncode == 0, done.stderr
    match = load(hidden.read_text(encoding="utf-8"))
    legal = [match.game.write(event) for event in match.game.legal(match.state)]
    rows = re.findall(r"^ *[\d.]+%? +(.+?)  +\w+ (\w.*)$", done.stdout, re.MULTILINE)
    assert len(rows) == 3
    assert all(event in legal for event, _ in rows)
    assert "The next card fits the own mountain" in done.stdout


def test_a_hint_tells_the_odds_of_a_flop_beside_the_decision(
    gipfel: Command, tmp_path: Path
) -> None:
    match = Match(game("matterhorn"), 2)
    for event in ("rolloff 6 3", "start 12a 12b", "start 12c 12d", "dice 1 1 5 5 6"):
        match.play(event)
    match.play("token 6a keep 6")
    done = gipfel("hint", _written(tmp_path / "roll.gipfel", match))
    assert "A roll of 1 die is a flop in 83.3% of cases." in done.stdout
    assert "roll 1 die again" in done.stdout
    assert "Green stops: 1 action" in done.stdout


def test_a_hint_does_not_depend_on_cards_that_the_seat_cannot_see(
    gipfel: Command, tmp_path: Path
) -> None:
    """Two records that differ in what the other seat was dealt and kept."""
    own = [f"draw {card}" for card in ("3", "4", "5", "6", "7", "8")]
    told = []
    for number, cards in enumerate(
        (("1", "2", "9", "10", "11", "12"), ("X", "X", "B", "B", "C", "C"))
    ):
        match = Match(game("altitude"), 2)
        for event in (*own, *(f"draw {card}" for card in cards), "keep 3 4 5 6"):
            match.play(event)
        kept = next(iter(match.game.legal(match.state)))
        match.play(match.game.write(kept))
        match.play("draw 2")
        told.append(gipfel("hint", _written(tmp_path / f"{number}.gipfel", match)).stdout)
    assert "the best moves" in told[0]
    assert told[0] == told[1]


def test_without_a_move_to_make_there_is_no_hint(
    gipfel: Command, friday: Path, tmp_path: Path
) -> None:
    assert "the game is over" in gipfel.refusal("hint", friday)
    fresh = _written(tmp_path / "fresh.gipfel", Match(game("matterhorn"), 2))
    assert "chance acts next" in gipfel.refusal("hint", fresh)


def test_a_hint_and_the_odds_can_be_asked_for_while_playing(gipfel: Command) -> None:
    done = gipfel("play", "matterhorn", "-p", 2, "--seed", 7, typed="hint\nodds\nhelp\n")
    assert done.returncode == 0, done.stderr
    named = re.findall(r"(start 12[a-j] 12[a-j])  +\w+ starts on", done.stdout)
    assert named
    assert "No roll comes next." in done.stdout
    assert re.search(r"^  hint +", done.stdout, re.MULTILINE)
    farewell = re.search(r"saved: (/.+\.gipfel)", done.stdout)
    assert farewell
    assert len(Record.read(Path(farewell[1]).read_text(encoding="utf-8")).lines) == 1


def test_at_a_hand_over_there_is_no_hint(gipfel: Command) -> None:
    done = gipfel("play", "altitude", "--names", "Anna,Beat", typed="hint\nodds\n")
    assert done.stdout.count("Hand the screen to") == 3
    assert "best moves" not in done.stdout
