"""Chances that are called come as often as they are called."""

import numpy as np
import pytest

from gipfel.bots.by_search import search_of
from gipfel.bots.by_search.net import load, shipped
from gipfel.bots.by_search.truing import called, shift, trued
from gipfel.games import GAMES, game


@pytest.mark.parametrize("wrong", [-0.7, 0.0, 0.3])
def test_the_shift_of_all_chances_is_found(wrong: float) -> None:
    odds = np.linspace(-4, 4, 1001)
    chances, came = (1 / (1 + np.exp(-odds - by)) for by in (0, wrong))
    assert shift(chances, came) == pytest.approx(wrong, abs=1e-3)


@pytest.mark.parametrize("name", GAMES)
def test_a_net_that_is_too_sure_of_itself_is_trued(name: str) -> None:
    net = load(shipped(name), 2, search_of(game(name)).facts_for(2))
    bias = net.third_bias + np.array([1, 0], np.float32)
    sure = net._replace(third_bias=bias)
    before, won = called(name, 2, sure, 60, 1)
    assert before.mean() > won.mean() + 0.05
    after, won = called(name, 2, trued(name, 2, sure, 60), 60, 1)
    assert after.mean() == pytest.approx(won.mean(), abs=0.02)
