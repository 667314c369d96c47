"""Foresight in Altitude: how games by instinct will end, told from what a seat knows alone."""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gipfel import bots
from gipfel.bots import by_search
from gipfel.bots.by_search import net as nets
from gipfel.bots.by_search.altitude import choosing, playing_on
from gipfel.bots.by_search.gathering import gather
from gipfel.games import altitude
from gipfel.kernel import altitude as kernel
from gipfel.kernel import new

from .positions import positions

SEARCH = by_search.search_of(altitude)


@pytest.fixture(scope="module", autouse=True)
def _prepared() -> None:
    bots.prepare("altitude")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_foresight_tells_much_of_how_games_by_instinct_end(players: int) -> None:
    net = by_search.net_of(altitude, players)
    facts, goals = SEARCH.show(net, new("altitude", players=players), 300, 77)
    assert len(facts) == len(goals) > 2000
    assert len(np.unique(facts[:200], axis=0)) > 190
    foresight = nets.foresight_of(net, SEARCH.facts_for(players))
    told = np.zeros(len(facts), np.float32)
    room, out = np.zeros(sum(nets.HIDDEN), np.float32), np.zeros(1, np.float32)
    for which, own in enumerate(facts):
        nets.run(foresight, own, room, out)
        told[which] = 1 / (1 + np.exp(-out[0]))
    assert np.mean((told - goals[:, 0]) ** 2) < 0.8 * goals.var()


def test_games_are_followed_to_the_horizon_and_foresight_tells_the_rest() -> None:
    table = new("altitude", players=2)
    mind = choosing.mind(by_search.net_of(altitude, 2), table.setup)
    for state in table.starts(4, seed=6):
        for _ in range(12):
            kernel.apply(state, table.tables[0], kernel.sample(state, table.tables[0]))
        pile = int(state["pile"])
        assert not playing_on.play_on(state, table.tables[0], mind, 1, 1 + 5)
        assert pile - 14 <= state["pile"] <= pile + 4 - 10
        assert 0 < playing_on.foretell(state, table.tables[0], 1, mind) < 1
        assert playing_on.play_on(state, table.tables[0], mind, 1, choosing.NEVER)


@pytest.mark.parametrize("players", [2, 4])
def test_foresight_hangs_on_nothing_that_its_seat_cannot_know(players: int) -> None:
    mind, told = None, set()
    for view in positions(altitude, players, every=11, most=4):
        words = set()
        for seed in range(6):
            guess = altitude.determinize(view, random.Random(seed))
            mind = mind or choosing.mind(by_search.net_of(altitude, players), guess.setup)
            record, tables = np.zeros(1, kernel.STATE), kernel.tables_of(guess.setup)
            kernel.encode(guess, record[0])
            words.add(float(playing_on.foretell(record[0], tables[0], guess.seat, mind)))
        assert max(words) - min(words) < 1e-6
        told |= words
    assert len(told) > 3


def test_without_foresight_games_are_played_to_their_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    horizons: list[int] = []

    def follow(*what: Any) -> None:
        horizons.append(what[-2])
        playing_on.follow(*what)

    monkeypatch.setattr(choosing, "follow", follow)
    monkeypatch.setattr(choosing, "PLAYS", 2000)
    view = positions(altitude, 2, every=7, most=3)[2]
    by_search.weigh(altitude, view, "ED", 5)
    net = by_search.net_of(altitude, 2)._replace(foresight=nets.NO_FORESIGHT)
    monkeypatch.setattr(by_search, "net_of", lambda *_: net)
    by_search.weigh(altitude, view, "ED", 5)
    assert sorted(set(horizons)) == [choosing.HORIZON, choosing.NEVER]


def test_foresight_is_kept_as_one_row_and_must_be_whole(tmp_path: Path) -> None:
    foresight, net, path = nets.fresh(7, 1, 3), nets.fresh(7, 2, 1), tmp_path / "weights.npz"
    row = nets.in_a_row(foresight)
    nets.save(path, {2: net._replace(foresight=row)})
    read = nets.foresight_of(nets.load(path, 2, 7), 7)
    assert all(np.array_equal(*pair) for pair in zip(read, foresight, strict=True))
    other = tmp_path / "other.npz"
    nets.save(other, {2: net._replace(foresight=row[:-1])})
    with pytest.raises(nets.BadWeights, match="shape"):
        nets.load(other, 2, 7)


def test_foresight_is_gathered_with_the_nets_that_are_shipped(tmp_path: Path) -> None:
    foresight = nets.fresh(SEARCH.facts_for(3), 1, 3)
    nets.save(tmp_path / "altitude-3-foresight.npz", {1: foresight})
    path = gather("altitude", tmp_path, 1)
    for players in altitude.PLAYERS:
        got = nets.load(path, players, SEARCH.facts_for(players), SEARCH.INSTINCT)
        shipped = by_search.net_of(altitude, players)
        assert np.array_equal(got.first, shipped.first)
        wanted = nets.in_a_row(foresight) if players == 3 else shipped.foresight
        assert np.array_equal(got.foresight, wanted)
