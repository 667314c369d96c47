"""Saves: nothing is lost, and what is not a sound save is refused."""

from pathlib import Path

import pytest

from gipfel.cli.sitting import Sitting
from gipfel.core.match import Match
from gipfel.core.records import Record
from gipfel.games import GAMES
from tests.cli.conftest import Command, saved_in
from tests.cli.played import play_through


def _lines(path: Path) -> list[str]:
    return Record.read(path.read_text(encoding="utf-8")).lines


@pytest.mark.parametrize("name", GAMES)
def test_a_game_saved_and_loaded_goes_on_as_if_it_had_not_stopped(
    gipfel: Command, name: str
) -> None:
    played = play_through(name, 2, "4")
    first = gipfel("play", name, "-p", 2, "--seed", 4, typed=played.typed(stop=20) + "quit\n")
    assert first.returncode == 0
    save = saved_in(first.stdout)
    assert f"gipfel play --load {save}" in first.stdout
    handed = "" if played.turns[20].handed_over or name == "matterhorn" else "\n"
    rest = gipfel("play", "--load", save, typed=handed + played.typed(start=20))
    assert "Seed: 4" in rest.stdout
    assert [line.split("> ")[-1] for line in _lines(save)] == played.events


def test_the_end_of_input_saves_the_game_in_the_data_folder(gipfel: Command) -> None:
    done = gipfel("play", "matterhorn", "-p", 2, typed="1\n1\n")
    assert done.returncode == 0
    assert [saved_in(done.stdout)] == gipfel.saves, "and nothing is left beside it"


def test_a_game_is_saved_in_the_file_given_and_kept_there(gipfel: Command, tmp_path: Path) -> None:
    file = tmp_path / "friday night.gipfel"
    done = gipfel("play", "matterhorn", "-p", 2, typed=f"save {file}\n1\n1\n")
    assert f"The game is saved: {file}" in done.stdout
    assert f"--load '{file}'" in done.stdout
    assert len(_lines(file)) > 1
    assert gipfel.saves == []


def test_load_at_the_table_saves_the_game_that_was_there(gipfel: Command, tmp_path: Path) -> None:
    other = tmp_path / "other.gipfel"
    gipfel("play", "altitude", "-p", 1, "--seed", 1, typed=f"save {other}\n")
    done = gipfel(
        "play", "matterhorn", "-p", 2, typed=f"load\nload no.gipfel\n1\n1\nload {other}\n"
    )
    assert "Say which file" in done.stdout
    assert "There is no file no.gipfel" in done.stdout
    assert "A L T I T U D E" in done.stdout
    assert len(gipfel.saves) == 1


def test_a_finished_game_can_be_looked_at_again(gipfel: Command) -> None:
    played = play_through("altitude", 1, "4")
    done = gipfel("play", "altitude", "-p", 1, "--seed", 4, typed=played.typed())
    again = gipfel("play", "--load", saved_in(done.stdout))
    assert again.returncode == 0
    assert again.stdout.count(" wins!") == 1
    assert len(gipfel.saves) == 1


def test_an_unwritable_place_falls_back_to_another_and_says_so(
    gipfel: Command, tmp_path: Path
) -> None:
    (tmp_path / "note").write_text("a file, not a folder")
    done = gipfel("play", "matterhorn", "-p", 2, typed="save note/game.gipfel\n")
    assert "note/game.gipfel cannot be written" in done.stdout
    assert saved_in(done.stdout).parent == tmp_path / "gipfel"


def test_without_a_data_folder_the_game_is_saved_where_the_player_is(
    gipfel: Command, tmp_path: Path
) -> None:
    (tmp_path / "note").write_text("a file, not a folder")
    here = tmp_path / "here"
    here.mkdir()
    done = gipfel(
        "play", "matterhorn", "-p", 2, cwd=here, XDG_DATA_HOME=str(tmp_path / "note" / "data")
    )
    assert done.returncode == 0
    assert saved_in(done.stdout).parent == here


def test_a_file_that_is_not_a_save_is_never_overwritten(gipfel: Command, tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Anna")
    done = gipfel("play", "matterhorn", "-p", 2, typed=f"save {letter}\n")
    assert "is not a saved game" in done.stdout
    assert letter.read_text() == "Dear Anna"
    assert len(gipfel.saves) == 1


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """A game of Matterhorn that has gone on for a while."""
    played = play_through("matterhorn", 2, "4")
    match = Match(GAMES["matterhorn"], 2, names=("Anna", "Beat"))
    Sitting.begin(match, "4")
    for event in played.events[: played.turns[20].events_before]:
        match.play(event)
    file = tmp_path / "save.gipfel"
    file.write_text(match.record(), encoding="utf-8")
    return file


def test_a_sound_save_is_not_refused(gipfel: Command, save: Path) -> None:
    assert gipfel("play", "--load", save).returncode == 0


def _changed(save: Path, old: str, new: str) -> None:
    text = save.read_text(encoding="utf-8")
    assert old in text
    save.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_a_save_with_an_impossible_event_is_refused(gipfel: Command, save: Path) -> None:
    _changed(save, "1> start", "0> start")
    said = gipfel.refusal("play", "--load", save)
    assert "Event 2 of the record" in said or "Event 3 of the record" in said


def test_a_save_whose_dice_were_turned_is_refused(gipfel: Command, save: Path) -> None:
    dice = next(line for line in _lines(save) if line.startswith("dice"))
    _changed(save, dice, "dice 1 2 3 4 6" if dice != "dice 1 2 3 4 6" else "dice 1 2 3 4 5")
    assert "of the record" in gipfel.refusal("play", "--load", save)


def test_a_save_whose_last_roll_was_changed_for_another_possible_one_is_refused(
    gipfel: Command, save: Path
) -> None:
    text = save.read_text(encoding="utf-8")
    head = "\n".join(line for line in text.splitlines() if line.startswith("#"))
    save.write_text(
        head.replace(f"# events: {len(_lines(save))}", "# events: 1") + "\n\nrolloff 6 1\n"
    )
    other = gipfel.home / "other.gipfel"
    other.write_text(save.read_text().replace("rolloff 6 1", "rolloff 1 6"))
    said = [gipfel("play", "--load", file).stderr for file in (save, other)]
    assert any("the record was changed" in one for one in said)


def test_a_save_that_claims_a_winner_too_early_is_refused(gipfel: Command, save: Path) -> None:
    _changed(save, "# result: unfinished", "# result: 1")
    assert "seat 1 won" in gipfel.refusal("play", "--load", save)


def test_a_half_written_save_is_refused(gipfel: Command, save: Path) -> None:
    text = save.read_text(encoding="utf-8")
    for length in (0, 5, 40, len(text) // 2, len(text) - 1):
        save.write_text(text[:length], encoding="utf-8")
        assert gipfel.refusal("play", "--load", save)


def test_a_save_from_a_newer_gipfel_is_refused(gipfel: Command, save: Path) -> None:
    _changed(save, "# gipfel: 1", "# gipfel: 99")
    assert "newer Gipfel" in gipfel.refusal("play", "--load", save)


def test_a_save_with_names_that_would_command_the_terminal_is_refused(
    gipfel: Command, save: Path
) -> None:
    _changed(save, '"Anna"', '"\\u001b[2JAnna"')
    assert "names" in gipfel.refusal("play", "--load", save)


@pytest.mark.parametrize("content", [b"\xff\xfe\x00\x01", b"Dear Anna,\nhow are you?\n", b"{}"])
def test_what_is_no_save_at_all_is_refused(gipfel: Command, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "letter.gipfel"
    file.write_bytes(content)
    assert "not a Gipfel record" in gipfel.refusal("play", "--load", file)


@pytest.mark.parametrize("place", ["missing.gipfel", ".", "/dev/null", "bad\tname"])
def test_a_save_that_is_not_there_is_refused(gipfel: Command, place: str) -> None:
    assert gipfel.refusal("play", "--load", place)


def test_load_goes_alone(gipfel: Command, save: Path) -> None:
    assert "--load goes alone" in gipfel.refusal("play", "altitude", "--load", save)
    assert "--load goes alone" in gipfel.refusal("play", "--seed", 3, "--load", save)
