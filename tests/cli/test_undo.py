"""Undo: back to the last decision, and the same dice and cards when play goes on."""

import pytest

from gipfel.core.records import Record
from gipfel.games import GAMES
from tests.cli.conftest import Command, saved_in
from tests.cli.played import play_through


def _lines(output: str) -> list[str]:
    return Record.read(saved_in(output).read_text(encoding="utf-8")).lines


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("turn", [3, 6, 9])
def test_undo_does_not_change_what_chance_brings_next(
    gipfel: Command, name: str, turn: int
) -> None:
    played = play_through(name, 2, "7")
    again = "".join(f"{line}\n" for line in played.turns[turn - 1].lines)
    handed = "\n" if played.turns[turn].handed_over else ""
    typed = played.typed(stop=turn) + "undo\n" + again + handed
    plain = gipfel("play", name, "-p", 2, "--seed", 7, typed=played.typed(stop=turn) + handed)
    undone = gipfel("play", name, "-p", 2, "--seed", 7, typed=typed)
    assert "Taken back" in undone.stdout
    assert _lines(undone.stdout) == _lines(plain.stdout)


def test_undo_goes_back_to_the_decision_of_a_seat_not_to_chance(gipfel: Command) -> None:
    played = play_through("matterhorn", 2, "7")
    done = gipfel(
        "play", "matterhorn", "-p", 2, "--seed", 7, typed=played.typed(stop=4) + "undo\nundo\n"
    )
    assert len(_lines(done.stdout)) == played.turns[2].events_before


def test_there_is_nothing_to_undo_before_the_first_decision(gipfel: Command) -> None:
    done = gipfel("play", "matterhorn", "-p", 2, typed="undo\n")
    assert "nothing to take back" in done.stdout
    assert len(_lines(done.stdout)) >= 1


def test_undo_of_a_hidden_move_asks_for_the_screen_of_its_seat(gipfel: Command) -> None:
    played = play_through("altitude", 2, "7")
    typed = played.typed(stop=1) + "\nundo\n"
    done = gipfel("play", "altitude", "-p", 2, "--names", "Anna,Beat", "--seed", 7, typed=typed)
    hands = [line for line in done.stdout.splitlines() if "Hand the screen" in line]
    assert ["Anna" in hand for hand in hands] == [True, False, True]
