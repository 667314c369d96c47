"""Chances that are called come as often as they are called."""

import numpy as np
import pytest

from gipfel.bots.by_search import net_of
from gipfel.bots.by_search.net import Floats, Net
from gipfel.bots.by_search.truing import called, chances_of, numbers_of, straight, trued
from gipfel.games import GAMES, game


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("wrong", [0.6, 1.0, 1.8])
def test_what_makes_chances_true_is_found(players: int, wrong: float) -> None:
    numbers = np.random.default_rng(1).normal(0, 1, (20_000, players)).astype(np.float32)
    stretch = wrong + 0.1 * np.arange(players)
    shift = 0.3 * (np.arange(players) - (players - 1) / 2)
    found = straight(numbers, chances_of(stretch * numbers + shift))
    assert found[0] == pytest.approx(stretch, abs=0.02)
    assert found[1] == pytest.approx(shift, abs=0.02)


def test_few_games_change_little() -> None:
    stretch, shift = straight(np.array([[5, -5]], np.float32), np.array([[0, 1]], np.float32))
    assert abs(stretch - 1).max() < 0.6
    assert abs(shift).max() < 0.2


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(("stretch", "shift"), [(1.0, 1.0), (0.4, 0.0)])
def test_a_net_that_is_too_sure_of_itself_or_too_cautious_is_trued(
    name: str, stretch: float, shift: float
) -> None:
    """What comes in other games surprises it less."""
    net = net_of(game(name), 2)
    by = np.float32(stretch)
    wrong = net._replace(
        third=by * net.third,
        third_bias=by * net.third_bias + np.array([shift, 0], np.float32),
        head_start=by * net.head_start,
    )
    facts, _, came = called(name, 2, wrong, 30, 3)
    before, after = (_surprise(one, facts, came) for one in (wrong, trued(name, 2, wrong, 30)))
    assert after < 0.97 * before


def _surprise(net: Net, facts: Floats, came: Floats) -> float:
    """Return how far from certain was what came, on average."""
    return float(-(came * np.log(chances_of(numbers_of(net, facts)))).sum(1).mean())
