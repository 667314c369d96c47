"""Bots at the terminal: who sits where, what is shown of them, saves, undo."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from gipfel import bots
from gipfel.cli.boards import board_of
from gipfel.cli.history import take_back
from gipfel.cli.opponents import CHARACTERS, called, read_bots, seated, think
from gipfel.cli.sitting import Sitting
from gipfel.core.errors import BadRecord, BadRequest
from gipfel.core.match import Match
from gipfel.core.records import Record
from gipfel.games import GAMES, game, load
from tests.cli.conftest import Command, Screen, saved_in
from tests.cli.played import hasty, numbers_for
from tests.cli.test_hidden_hands import DECK, ark_file

HAND_OVER = "Hand the screen to"


def _record(output: str) -> Record:
    return Record.read(saved_in(output).read_text(encoding="utf-8"))


def _sitting(
    name: str, seats: tuple[str | None, ...], seed: str, options: dict[str, Any] | None = None
) -> Sitting:
    names = tuple(f"{grade or 'Anna'}{seat}" for seat, grade in enumerate(seats))
    return Sitting.begin(Match(game(name), len(seats), options or {}, names), seed, seats)


def _played(sitting: Sitting, most: int) -> list[str]:
    """Play on in haste, bots by themselves; return what the people type."""
    match, typed = sitting.match, []
    while match.actor is not None and len(match.steps) < most:
        actor = match.actor
        if not isinstance(actor, int):
            sitting.roll()
        elif (grade := sitting.bots[actor]) is not None:
            match.play(match.game.write(think(match, grade, sitting.seed).event))
        else:
            event = hasty(match, len(match.steps))
            view = match.game.view(match.state, actor)
            found = numbers_for(event, board_of(match.game.NAME).choices(view, sitting.names))
            assert found
            typed += found
            match.play(event)
    return typed


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_against_bots_is_played_and_shown(gipfel: Command, name: str) -> None:
    sitting = _sitting(name, (None, "AD", "F"), "7")
    typed = "".join(f"{line}\n" for line in _played(sitting, 10_000))
    done = gipfel("play", name, "-p", 3, "--bots", "ad, F", "--seed", 7, typed=typed)
    assert done.returncode == 0, done.stderr
    assert re.search(r" wins?!", done.stdout)
    record = _record(done.stdout)
    assert [line.split("> ")[-1] for line in record.lines] == sitting.match.events
    assert record.names == ("Red", "Adele AD", "Flori F")
    assert json.loads(record.header["bots"]) == [None, "AD", "F"]
    assert "Adele AD" in done.stdout
    assert HAND_OVER not in done.stdout, "one person never hands the screen over"


def test_the_screen_is_handed_over_between_people_not_to_bots(gipfel: Command) -> None:
    typed = "\n1\n\n1\n\n1\n\n1\n"
    done = gipfel("play", "altitude", "--names", "Anna,Beat", "--bots", "F", typed=typed)
    hands = re.findall(rf"{HAND_OVER} (\w+)", done.stdout)
    assert hands[:4] == ["Anna", "Beat", "Anna", "Beat"]
    assert "Flori" not in hands


def test_no_card_that_a_bot_holds_is_printed(gipfel: Command, tmp_path: Path) -> None:
    """Every card is the only one of its kind; those that the person once held do not count."""
    sitting = _sitting("altitude", (None, "AD"), "7", {"deck": DECK})
    match = sitting.match
    typed = "".join(f"{line}\nlog\n" for line in _played(sitting, 60))
    deck = ark_file(tmp_path)
    done = gipfel(
        "play", "altitude", "--bots", "AD", "--seed", 7, "--deck", deck, typed=f"{typed}log\n"
    )
    assert match.events == [line.split("> ")[-1] for line in _record(done.stdout).lines][:60]
    assert "Adele AD keeps 4 cards" in done.stdout
    end = load(saved_in(done.stdout).read_text(encoding="utf-8"))
    dealt = {event.split()[1] for event in end.events[:6]}
    held = set(end.game.describe(end.state)["hands"][1]) - dealt
    assert held
    for card in held:
        assert not re.search(rf"\b{card}\b", done.stdout)


def test_a_saved_game_remembers_its_bots(gipfel: Command, tmp_path: Path) -> None:
    file = tmp_path / "friday.gipfel"
    gipfel("play", "matterhorn", "--bots", "PD", "--seed", 7, typed=f"save {file}\n1\n1\n")
    events = len(Record.read(file.read_text(encoding="utf-8")).lines)
    again = gipfel("play", "--load", file, typed="1\n1\n1\n1\nsave\n")
    assert again.returncode == 0
    record = Record.read(file.read_text(encoding="utf-8"))
    assert json.loads(record.header["bots"]) == [None, "PD"]
    assert len(record.lines) > events
    assert "Peider PD" in again.stdout


@pytest.mark.parametrize(
    "line", ["[null]", '[null, "X"]', "{}", "TD", '[null, "F", "F"]', '["F", "F"]', "[[], null]"]
)
def test_a_save_with_impossible_bots_is_refused(tmp_path: Path, line: str) -> None:
    match = Match(game("matterhorn"), 2)
    match.header["bots"] = line
    file = tmp_path / "x.gipfel"
    file.write_text(match.record(), encoding="utf-8")
    with pytest.raises(BadRecord, match="# bots:"):
        Sitting.resume(file)


def test_undo_goes_back_to_the_last_decision_of_a_person(gipfel: Command) -> None:
    sitting = _sitting("altitude", (None, "F", "AD"), "7")
    match = sitting.match
    _played(sitting, 60)
    decisions = [number for number, step in enumerate(match.steps) if step.actor == 0]
    assert take_back(match, sitting.people)
    assert len(match.steps) == decisions[-1]
    typed = "1\n1\n1\n"
    plain = gipfel("play", "altitude", "-p", 3, "--bots", "F,AD", "--seed", 7, typed=typed)
    undone = gipfel(
        "play", "altitude", "-p", 3, "--bots", "F,AD", "--seed", 7, typed=typed + "undo\n1\n"
    )
    assert "Taken back" in undone.stdout
    assert _record(undone.stdout).lines == _record(plain.stdout).lines, "bots do the same again"


def test_before_a_decision_of_a_person_there_is_nothing_to_undo(gipfel: Command) -> None:
    for seed in range(2):
        done = gipfel("play", "matterhorn", "--bots", "F", "--seed", seed, typed="undo\n")
        assert "nothing to take back" in done.stdout


def test_a_search_that_is_being_compiled_holds_up_nobody(gipfel: Command, tmp_path: Path) -> None:
    """With nothing compiled before, a bot by hand stands in, and the table says so."""
    typed = "1\n" * 12
    done = gipfel(
        "play",
        "matterhorn",
        "--bots",
        "ED",
        "--seed",
        3,
        typed=typed,
        NUMBA_CACHE_DIR=str(tmp_path),
    )
    assert done.returncode == 0, done.stderr
    assert "Edi ED plays as AD for now: the search is still being compiled" in done.stdout
    assert done.stdout.count("plays as AD") == 1


def test_at_a_terminal_a_bots_move_is_shown_before_the_next_question(
    gipfel: Command, screens: list[Screen]
) -> None:
    screen = Screen(gipfel, "play", "altitude", "--names", "Anna", "--bots", "F", "--seed", "7")
    screens.append(screen)
    screen.until("Anna ▲ > ")
    screen.press("1\n")
    seen = screen.until("Anna ▲ > ")
    assert seen.count("Flori F keeps 4 cards") == 2, "once after the move, once above the question"
    screen.press("quit\n")
    status, _ = screen.end()
    assert status == 0


def test_who_plays_is_asked_with_a_word_about_each_grade(gipfel: Command) -> None:
    typed = "1\n3\nchess\nF,F,F\nF, f\n\n"
    done = gipfel("play", typed=typed, COLUMNS="100")
    assert "Against whom?" in done.stdout
    assert "No grade 'CHESS'; there are F, PD, AD, D, TD, ED." in done.stdout
    assert "leave none for you" in done.stdout
    for character in CHARACTERS.values():
        assert character.words in done.stdout
    assert _record(done.stdout).names == ("Red", "Flori F", "Flori 2 F")


def test_one_who_plays_alone_is_not_asked_for_opponents(gipfel: Command) -> None:
    done = gipfel("play", "altitude", typed="1\n\n")
    assert "Against whom?" not in done.stdout
    assert _record(done.stdout).players == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["matterhorn", "--bots", "X"], "No grade 'X'; there are F, PD"),
        (["matterhorn", "--bots", ""], "No grade ''"),
        (["matterhorn", "-p", 2, "--bots", "F,F"], "leave none for you"),
        (["matterhorn", "--bots", "F,F,F,F"], "2 to 4 players"),
        (["matterhorn", "-p", 3, "--bots", "F", "--names", "Anna"], "1 names for 2"),
    ],
)
def test_bots_that_cannot_be_seated_are_refused(
    gipfel: Command, arguments: list[object], said: str
) -> None:
    assert said in gipfel.refusal("play", *arguments)


def test_every_grade_has_a_character_and_bots_have_names_of_their_own() -> None:
    assert tuple(CHARACTERS) == bots.GRADES
    assert called(("F", "F"), ("flori f",)) == ("Flori 2 F", "Flori 3 F")
    assert read_bots(" td , ed") == ("TD", "ED")
    assert seated(3, ("F",)) == (None, None, "F")
    with pytest.raises(BadRequest):
        seated(1, ("F",))
