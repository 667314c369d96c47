"""Whole games, written down once, are played the same way today."""

import json
from pathlib import Path

import pytest

from gipfel.games import game
from tests.playthroughs.script import FOLDER, GAMES, follow


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.txt")), ids=lambda path: path.stem)
def test_a_game_goes_as_it_was_written_down(path: Path) -> None:
    head, *lines, last = path.read_text(encoding="utf-8").splitlines()
    name, players, options = head.split(" ", 2)
    rules = game(name)
    state = rules.new(int(players), json.loads(options))
    for expected in lines:
        event = rules.parse(expected.split(" | ")[1])
        line, state = follow(rules, state, event)
        assert line == expected
    assert json.dumps(rules.describe(state)) == last
    assert rules.actor(state) is None


def test_every_playthrough_is_there() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(GAMES)
