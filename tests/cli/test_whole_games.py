"""Whole games through pipes: chosen by number, written in notation, repeated by their seed."""

import re
from typing import Any

import pytest

from gipfel.cli.boards import board_of
from gipfel.cli.chance import Source
from gipfel.cli.choices import leading_to
from gipfel.cli.history import told
from gipfel.core.match import Match
from gipfel.core.records import Record
from gipfel.games import GAMES
from tests.cli.conftest import Command, saved_in
from tests.cli.played import decisions, play_through

GAMES_TO_PLAY = [
    ("matterhorn", 2, []),
    ("matterhorn", 4, ["--summit-cost", "2"]),
    ("altitude", 1, []),
    ("altitude", 3, ["--first", "2", "--deck", "hike"]),
]
OPTIONS: dict[str, Any] = {"summit_cost": 2, "first": 2, "deck": "hike"}


def _options(flags: list[str]) -> dict[str, Any]:
    keys = [flag[2:].replace("-", "_") for flag in flags[::2]]
    return {key: OPTIONS[key] for key in keys}


def _record(output: str) -> Record:
    return Record.read(saved_in(output).read_text(encoding="utf-8"))


def _events(record: Record) -> list[str]:
    return [line.split("> ")[-1] for line in record.lines]


@pytest.mark.parametrize(("name", "players", "flags"), GAMES_TO_PLAY)
def test_a_whole_game_is_played_by_number(
    gipfel: Command, name: str, players: int, flags: list[str]
) -> None:
    played = play_through(name, players, "4", _options(flags))
    done = gipfel("play", name, "--players", players, "--seed", 4, *flags, typed=played.typed())
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert re.search(r" wins?!", done.stdout)
    assert "Seed: 4" in done.stdout
    record = _record(done.stdout)
    assert _events(record) == played.events
    assert record.result is not None


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_and_moves_give_the_same_game(gipfel: Command, name: str) -> None:
    typed = play_through(name, 2, "encore").typed(stop=15)
    games = [gipfel("play", name, "-p", 2, "--seed", "encore", typed=typed) for _ in range(2)]
    one, other = (game.stdout.partition("The game is saved")[0] for game in games)
    assert one == other


def test_another_seed_gives_another_game(gipfel: Command) -> None:
    outputs = {gipfel("play", "altitude", "-p", 1, "--seed", seed).stdout for seed in "abc"}
    assert len({output.partition("The game is saved")[0] for output in outputs}) == 3


def test_without_a_seed_every_game_has_its_own(gipfel: Command) -> None:
    seeds = {_record(gipfel("play", "matterhorn", "-p", 2).stdout).header["seed"] for _ in range(3)}
    assert len(seeds) == 3
    assert all(re.fullmatch(r"[0-9a-f]{32}", seed) for seed in seeds)


def test_the_seed_is_not_shown_before_the_end(gipfel: Command) -> None:
    done = gipfel("play", "matterhorn", "-p", 2, typed="1\n1\n")
    assert _record(done.stdout).header["seed"] not in done.stdout


@pytest.mark.parametrize("name", GAMES)
def test_moves_may_be_typed_in_notation_with_any_spaces_and_capitals(
    gipfel: Command, name: str
) -> None:
    played = play_through(name, 2, "7")
    typed = ""
    for turn in played.turns[:12]:
        event = played.events[turn.events_before]
        typed += ("\n" if turn.handed_over else "") + f"  {event.upper().replace(' ', '   ')} \n"
    done = gipfel("play", name, "-p", 2, "--seed", 7, typed=typed)
    last = played.turns[12].events_before
    assert _events(_record(done.stdout)) == played.events[:last]


def test_a_part_of_a_move_is_enough_and_asks_on_if_several_fit(gipfel: Command) -> None:
    typed = "12f 12a\n12c 12d\n"
    done = gipfel("play", "matterhorn", "-p", 2, "--seed", 7, typed=typed)
    assert _events(_record(done.stdout))[1:3] == ["start 12a 12f", "start 12c 12d"]
    done = gipfel("play", "matterhorn", "-p", 2, "--seed", 7, typed="12f\nback\n12f\n1\n")
    assert "which one" in done.stdout
    assert _events(_record(done.stdout))[1:] == ["start 12a 12f"]


def test_a_part_of_a_move_is_looked_for_among_the_choices_asked_for_first(gipfel: Command) -> None:
    typed = "12a 12b\n12c 12d\n1\n"
    first = gipfel("play", "matterhorn", "-p", 2, "--seed", 7, typed=typed)
    circle = re.findall(r"token on +1\) (\w+)", first.stdout)[0]
    done = gipfel("play", "matterhorn", "-p", 2, "--seed", 7, typed=f"{typed}{circle}\n")
    assert "which one" not in done.stdout
    assert len(_record(done.stdout).lines) == len(_record(first.stdout).lines) + 1


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("start 12a 12a", "(M4)"),
        ("start 11a 12a", "(M6)"),
        ("climb 12a 11a", "(M6)"),
        ("fly 12a", "'fly' is not a move"),
        ("0", "There is no choice 0"),
        ("999999999999999", "There is no choice"),
        ("0> start 12a 12b", "not for seat 0"),
        ("\x1b[A \x00 ¿", "is not"),
    ],
)
def test_wrong_input_is_told_with_its_rule_and_changes_nothing(
    gipfel: Command, typed: str, said: str
) -> None:
    done = gipfel("play", "matterhorn", "-p", 2, "--seed", "7", typed=typed + "\n")
    assert done.returncode == 0
    assert said in done.stdout
    if "(M" in said:
        assert f"{said.strip('()')}  " in done.stdout, "the rule's own words are told"
    assert len(_record(done.stdout).lines) == 1


VARIANTS: list[tuple[str, int, dict[str, Any]]] = [
    ("matterhorn", 2, {}),
    ("matterhorn", 3, {"summit_cost": 2}),
    ("matterhorn", 4, {"board": "sharp"}),
    ("altitude", 1, {}),
    ("altitude", 2, {}),
    ("altitude", 4, {"deck": "hike"}),
]


@pytest.mark.parametrize(("name", "players", "options"), VARIANTS)
def test_every_legal_move_is_offered_and_nothing_else(
    name: str, players: int, options: dict[str, Any]
) -> None:
    game, board = GAMES[name], board_of(name)
    names = ("Anna", "Beat", "Cleo", "Dora")[:players]
    for seat, state in decisions(name, players, "all", options):
        groups = board.choices(game.view(state, seat), names)
        assert set(leading_to(groups)) == set(map(game.write, game.legal(state)))
        assert board.question(game.view(state, seat), names)


@pytest.mark.parametrize(("name", "players", "options"), VARIANTS)
def test_everything_that_happens_can_be_told_to_everyone(
    name: str, players: int, options: dict[str, Any]
) -> None:
    match = Match(GAMES[name], players, options)
    match.play_at_random(Source("tell", 0), 400)
    board, names = board_of(name), ("Anna", "Beat", "Cleo", "Dora")[:players]
    for viewer in (None, *range(players)):
        words = [board.tell(one, names) for one in told(match, viewer)]
        assert any(words)
        assert not any("?" in line for line in words)
