"""Chances that are told within a turn of Matterhorn: as true as where it begins."""

import numpy as np
import pytest

from gipfel import kernel
from gipfel.bots import by_search
from gipfel.bots.by_search.matterhorn import turns
from gipfel.bots.by_search.matterhorn.telling import MANY, STRAIGHT, told
from gipfel.games import matterhorn

from .positions import positions


@pytest.mark.parametrize("players", matterhorn.PLAYERS)
def test_a_better_worth_is_a_better_chance_and_none_is_beyond_doubt(players: int) -> None:
    for tokens in range(1, 2 * MANY):
        chances = [told(worth, players, tokens) for worth in (-0.1, 0, 0.01, 0.3, 0.9, 1, 1.1)]
        assert chances == sorted(chances)
        assert 0 < chances[0] < chances[-1] < 1
        assert len(STRAIGHT[players]) == MANY


def test_what_is_told_is_as_high_after_the_rolls_as_before_them() -> None:
    """On average a roll changes nothing. What the search finds the moves worth is lower."""
    net = by_search.net_of(matterhorn, 2)
    rows = turns(net, kernel.new("matterhorn", 2), 40, seed=3)
    begun = rows[(rows["tokens"] == 0) & rows["rolling"]]
    chosen = rows[(rows["tokens"] == 0) & ~rows["rolling"]]
    assert len(begun) > 200
    assert np.mean(chosen["told"]) == pytest.approx(np.mean(begun["told"]), abs=0.03)
    assert np.mean(chosen["worth"]) < np.mean(begun["told"]) - 0.04


@pytest.mark.parametrize("grade", ["D", "TD", "ED"])
def test_a_bot_tells_what_its_best_move_leads_to(grade: str) -> None:
    """Followed by its own best moves to the next roll of the turn, if it rolls again."""
    rolls = 0
    for view in positions(matterhorn, 2, every=3, most=30):
        weighed = by_search.weigh(matterhorn, view, grade, fair=True)
        state = view.position
        while state.phase in ("token", "bonus", "decide"):
            seen = matterhorn.view(state, state.seat)
            best = by_search.weigh(matterhorn, seen, grade, fair=True).moves[0][1]
            state = matterhorn.apply(state, best)
        if state.phase == "roll":
            rolls += 1
            assert weighed.win == by_search.outlook(matterhorn, state, grade)
    assert rolls > 5
