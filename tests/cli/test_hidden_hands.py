"""Hidden hands: nobody reads another's cards, on the screen or above it."""

import json
import re
from pathlib import Path

import pytest

from gipfel.games import load
from tests.cli.conftest import Command, Screen, saved_in
from tests.cli.played import Played, Turn, play_through

WORDS = [f"{one}{two}ka" for one in "bdfgklmnprstvwz" for two in "aeiou"]
DECK = {
    "name": "ark",
    "animal": [
        {"species": word, "values": [value]} for value, word in enumerate(WORDS[:60], start=5)
    ],
}
"""A deck in which every card is the only one of its kind, and named so that it can be searched."""

HAND_OVER = "Hand the screen to"


def ark_file(folder: Path) -> Path:
    animals = "".join(
        f'[[animal]]\nspecies = "{animal["species"]}"\nvalues = {json.dumps(animal["values"])}\n'
        for animal in DECK["animal"]
        if isinstance(animal, dict)
    )
    file = folder / "ark.toml"
    file.write_text(f'name = "ark"\n{animals}')
    return file


def _stays(played: Played) -> list[list[Turn]]:
    """Return the decisions between one hand-over and the next."""
    found: list[list[Turn]] = []
    for turn in played.turns:
        if turn.handed_over:
            found.append([])
        found[-1].append(turn)
    return found


@pytest.mark.parametrize("players", [2, 4])
def test_no_card_of_another_hand_is_printed_while_a_seat_is_at_the_screen(
    gipfel: Command, tmp_path: Path, players: int
) -> None:
    played = play_through("altitude", players, "7", {"deck": DECK})
    typed = "".join(
        ("\n" if turn.handed_over else "")
        + "log\nmoves\n"
        + "".join(f"{line}\n" for line in turn.lines)
        for turn in played.turns
    )
    done = gipfel(
        "play", "altitude", "-p", players, "--seed", 7, "--deck", ark_file(tmp_path), typed=typed
    )
    assert [line.split("> ")[-1] for line in _record_lines(done.stdout)] == played.events
    screens = done.stdout.split(HAND_OVER)[1:]
    stays = _stays(played)
    assert len(screens) == len(stays) > 10
    for screen, stay in zip(screens[:-1], stays[:-1], strict=True):
        for card in _hidden(played, stay[0]):
            value = int(card[1:])
            assert not re.search(rf"\b{card}\b", screen)
            assert WORDS[value - 5] not in screen


def _record_lines(output: str) -> list[str]:
    text = saved_in(output).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def _hidden(played: Played, turn: Turn) -> list[str]:
    """Return the cards in the other hands when a seat sits down at the screen."""
    game = played.sitting.match.game
    state = game.new(played.sitting.match.players, played.sitting.match.options)
    for event in played.events[: turn.events_before]:
        state = game.apply(state, game.parse(event))
    hands = game.describe(state)["hands"]
    return [card for seat, hand in enumerate(hands) if seat != turn.seat for card in hand]


def test_before_enter_a_hand_over_shows_nothing_but_the_name(gipfel: Command) -> None:
    done = gipfel("play", "altitude", "--names", "Anna,Beat", typed="moves\nlog\nrules\nfoo bar\n")
    before, _, after = done.stdout.partition("foo bar")
    assert "HAND" not in before
    assert before.count(HAND_OVER) == 4
    assert "HAND" in after


def test_alone_the_screen_is_never_handed_over(gipfel: Command) -> None:
    played = play_through("altitude", 1, "4")
    done = gipfel("play", "altitude", "-p", 1, "--seed", 4, typed=played.typed(stop=10))
    assert HAND_OVER not in done.stdout


def test_where_nothing_is_hidden_the_screen_is_never_handed_over(gipfel: Command) -> None:
    played = play_through("matterhorn", 3, "4")
    done = gipfel("play", "matterhorn", "-p", 3, "--seed", 4, typed=played.typed(stop=20))
    assert HAND_OVER not in done.stdout


def test_piped_output_holds_no_control_characters(gipfel: Command) -> None:
    for name in ("matterhorn", "altitude"):
        played = play_through(name, 2, "4")
        done = gipfel("play", name, "-p", 2, "--seed", 4, typed=played.typed(stop=10))
        assert "\x1b" not in done.stdout


def test_a_terminal_forgets_a_hand_before_the_next_player_sits_down(
    gipfel: Command, screens: list[Screen]
) -> None:
    screen = Screen(gipfel, "play", "altitude", "--names", "Anna,Beat")
    screens.append(screen)
    screen.until("Anna, press Enter > ")
    screen.press("\n")
    screen.until("Anna ▲ > ")
    screen.press("1\n")
    seen = screen.until("Beat, press Enter > ")
    assert "\x1b[3J" in seen.partition(HAND_OVER)[0], "what was scrolled off is cleared too"
    screen.press("\n")
    screen.until("Beat ● > ")
    screen.press("quit\n")
    status, farewell = screen.end()
    assert status == 0
    assert "\x1b[3J" in farewell.partition("saved")[0], "no hand is left on the screen"
    assert load(saved_in(farewell).read_text(encoding="utf-8")).actor == 1
