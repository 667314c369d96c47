"""The command itself: version, help, rules, engine."""

import json

import pytest

from gipfel import __version__
from gipfel.core.rulebook import LANGUAGES, rulebook
from gipfel.games import GAMES
from tests.cli.conftest import Command

COMMANDS = (
    *("play", "rules", "odds", "hint", "analyse", "verify", "arena", "train", "serve"),
    *("backup", "restore", "engine"),
)


def test_the_version_is_told(gipfel: Command) -> None:
    assert gipfel("--version").stdout.split() == ["gipfel", __version__]


def test_help_lists_every_command(gipfel: Command) -> None:
    text = gipfel("--help").stdout
    assert all(command in text for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_each_command_has_examples(gipfel: Command, command: str) -> None:
    text = gipfel(command, "--help").stdout
    assert f"gipfel {command}" in text.partition("Examples")[2]


def test_the_help_of_play_lists_the_options_of_each_game(gipfel: Command) -> None:
    text = gipfel("play", "--help", COLUMNS="120").stdout
    for flag in ("--board", "--summit-cost", "--deck", "--first", "--option", "--seed", "--load"):
        assert flag in text


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(
    ("language", "columns"), [*zip(LANGUAGES, (80, 60, 100, 40, 70, 200), strict=True)]
)
def test_rules_are_printed_with_every_id_within_the_width(
    gipfel: Command, name: str, language: str, columns: int
) -> None:
    lines = gipfel("rules", name, "--lang", language, COLUMNS=str(columns)).stdout.splitlines()
    assert max(map(len, lines)) <= columns
    margin = [line[:5].strip() for line in lines if line[:5].strip()]
    assert [sign for sign in margin if sign in rulebook(name).rules] == [*rulebook(name).rules]


def test_rules_of_no_game_and_in_no_language_are_refused(gipfel: Command) -> None:
    assert "No game 'chess'" in gipfel.refusal("rules", "chess")
    assert "No rules in 'tlh'" in gipfel.refusal("rules", "altitude", "--lang", "tlh")


def test_rules_and_help_can_be_read_while_playing(gipfel: Command) -> None:
    done = gipfel("play", "matterhorn", "-p", 2, typed="rules m20\nrules X9\nhelp\nrules\nlog\n")
    assert "  M20  " in done.stdout
    assert "No rule X9; they go from M1 to M20." in done.stdout
    assert "save [FILE]" in done.stdout
    assert "Roll-off" in done.stdout


def test_the_engine_speaks_its_protocol(gipfel: Command) -> None:
    done = gipfel("engine", typed='{"cmd":"hello"}\n{"cmd":"quit"}\n')
    hello = json.loads(done.stdout.splitlines()[0])
    assert hello["ok"] is True
    assert hello["games"] == list(GAMES)


def test_a_stream_that_cannot_carry_every_sign_is_no_error(gipfel: Command) -> None:
    done = gipfel("rules", "altitude", "--lang", "fr", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert done.stderr == ""
