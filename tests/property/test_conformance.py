"""Both games keep the contract of a game, on every board and deck."""

import random

import pytest

from gipfel.core.conformance import Nonconformance, check
from gipfel.core.game import AnyGame, Json
from gipfel.games import GAMES, matterhorn
from gipfel.games.matterhorn.events import Event
from gipfel.games.matterhorn.state import State
from tests.property.games import OPTIONS


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        pytest.param(game, players, options, id=f"{game.NAME}-{players}-{number}")
        for game in GAMES.values()
        for players in game.PLAYERS
        for number, options in enumerate(OPTIONS[game.NAME])
    ],
)
def test_a_game_keeps_the_contract(game: AnyGame, players: int, options: Json) -> None:
    assert check(game, players, options, random.Random(players)) > 50


def test_a_game_that_breaks_the_contract_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    lawful = matterhorn.legal

    def twice(state: State) -> list[Event]:
        return [*lawful(state), *lawful(state)]

    monkeypatch.setattr(matterhorn, "legal", twice)
    with pytest.raises(Nonconformance, match="no event is offered twice"):
        check(matterhorn, 2, {}, random.Random(1))
