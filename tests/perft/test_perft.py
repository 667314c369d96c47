"""The perft corpus holds, and what can be counted a second way is."""

from itertools import product
from math import comb

import pytest

from gipfel.core.perft import Count, perft
from gipfel.games import altitude, matterhorn
from gipfel.games.altitude.cards import STANDARD
from tests.perft.corpus import FOLDER, Entry, count_by_hand, read

ENTRIES = [
    pytest.param(entry, id=f"{path.stem}-{number}")
    for path in sorted(FOLDER.glob("*.txt"))
    for number, entry in enumerate(read(path))
]
FEW = 3_000
"""Nodes that are also counted by walking every line of play."""


@pytest.mark.parametrize("entry", ENTRIES)
def test_the_corpus_is_counted_as_it_is_written(entry: Entry) -> None:
    match = entry.match()
    for depth, count in entry.counts.items():
        assert perft(match.game, match.state, depth) == count


@pytest.mark.parametrize("entry", ENTRIES)
def test_walking_every_line_of_play_gives_the_same_count(entry: Entry) -> None:
    match = entry.match()
    small = {d: c for d, c in entry.counts.items() if c.decision + c.chance + c.terminal <= FEW}
    assert small
    for depth, count in small.items():
        assert count_by_hand(match, depth) == count


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_opening_of_matterhorn_follows_from_counting_dice_and_circles(players: int) -> None:
    start = matterhorn.new(players, {})
    rolls = list(product(range(1, 7), repeat=players))
    settled = sum(roll.count(max(roll)) == 1 for roll in rolls)
    assert perft(matterhorn, start, 1) == Count(settled, len(rolls) - settled)
    placing = matterhorn.apply(start, matterhorn.parse(f"rolloff 6{' 1' * (players - 1)}"))
    ways = 1
    for depth in range(1, players):
        ways *= comb(10 - 2 * (depth - 1), 2)
        assert perft(matterhorn, placing, depth) == Count(decision=ways)
    ways *= comb(10 - 2 * (players - 1), 2)
    assert perft(matterhorn, placing, players) == Count(chance=ways)


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_the_deal_of_altitude_follows_from_the_deck(depth: int) -> None:
    """Sequences of kinds of which none appears more often than the deck holds it."""
    sequences = [1] + [0] * depth
    for count in STANDARD.counts:
        sequences = [
            sum(comb(n, k) * sequences[n - k] for k in range(min(count, n) + 1))
            for n in range(depth + 1)
        ]
    assert perft(altitude, altitude.new(1, {}), depth) == Count(chance=sequences[depth])
