"""Practice: after a stop it goes on as if there had been none; what it taught is shipped."""

import json
from pathlib import Path

import numpy as np
import pytest

from gipfel import bots
from gipfel.bots import by_search
from gipfel.bots.by_search import net, practising
from gipfel.bots.by_search.gathering import gather
from gipfel.core.errors import BadRequest
from gipfel.games import altitude

ROUNDS = 3


@pytest.fixture(autouse=True)
def _little(monkeypatch: pytest.MonkeyPatch) -> None:
    bots.prepare("altitude")
    for name, value in (("BATCHES", 2), ("BATCH", 6), ("DUELS", 8)):
        monkeypatch.setattr(practising, name, value)


def practice(folder: Path) -> practising.Practice:
    return practising.Practice("altitude", 2, folder, ROUNDS)


def test_practice_that_was_stopped_ends_as_one_that_was_not(tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    told = list(practice(whole).run())
    assert [lesson.round for lesson in told] == [1, 2, 3]
    for _ in range(ROUNDS):
        next(practice(broken).run())
    assert not list(practice(broken).run())
    one, other = (practice(folder).instinct for folder in (whole, broken))
    assert np.abs(one).max() > 0
    assert np.array_equal(one, other)
    lines = (broken / "altitude-2-instinct.jsonl").read_text().splitlines()
    assert [json.loads(line)["against_past"] for line in lines] == [
        lesson.against_past for lesson in told
    ]


def test_what_was_practised_is_gathered_with_the_nets_that_are_shipped(tmp_path: Path) -> None:
    lessons = practice(tmp_path)
    next(lessons.run())
    path = gather("altitude", tmp_path, 1)
    search = by_search.search_of(altitude)
    for players in altitude.PLAYERS:
        got = net.load(path, players, search.facts_for(players), search.INSTINCT)
        shipped = by_search.net_of(altitude, players)
        assert np.array_equal(got.first, shipped.first)
        wanted = lessons.instinct if players == 2 else shipped.instinct
        assert np.array_equal(got.instinct, wanted)


def test_foresight_is_gathered_only_with_the_instinct_that_it_watched(tmp_path: Path) -> None:
    search, shipped = by_search.search_of(altitude), by_search.net_of(altitude, 2)
    same, other = tmp_path / "same", tmp_path / "other"
    for folder in (same, other):
        next(practice(folder).run())
    checkpoint = same / "altitude-2-instinct.npz"
    with np.load(checkpoint) as kept:
        np.savez(checkpoint, **{**kept, "instinct": shipped.instinct})
    assert shipped.foresight.size
    for folder, foresight in ((same, shipped.foresight), (other, net.NO_FORESIGHT)):
        path = gather("altitude", folder, 1)
        got = net.load(path, 2, search.facts_for(2), search.INSTINCT)
        assert np.array_equal(got.foresight, foresight)


def test_what_is_shipped_and_fits_no_more_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever changes the traits, or the facts, can train the rest anew."""
    search = by_search.search_of(altitude)
    shipped = by_search.net_of(altitude, 3)
    monkeypatch.setattr(search, "INSTINCT", (7, 5))
    path = gather("altitude", tmp_path, 1)
    got = net.load(path, 3, search.facts_for(3), (7, 5))
    assert np.array_equal(got.first, shipped.first)
    assert not got.instinct.any()
    monkeypatch.setattr(search, "facts_for", lambda _: 3)
    with np.load(gather("altitude", tmp_path, 1)) as archive:
        assert archive.files == []


def test_a_checkpoint_that_cannot_be_used_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    next(practice(tmp_path).run())
    path = tmp_path / "altitude-2-instinct.npz"
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(BadRequest, match=r"altitude-2-instinct\.npz"):
        practice(tmp_path)
    path.write_bytes(whole)
    monkeypatch.setattr(by_search.search_of(altitude), "INSTINCT", (7, 5))
    with pytest.raises(BadRequest, match="another version"):
        practice(tmp_path)
