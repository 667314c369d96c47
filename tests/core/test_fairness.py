"""Provable chance: the vectors of the docs, no bias, and a proof that notices every change."""

import hmac
import random
import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gipfel.core import fairness
from gipfel.core.errors import BadRecord, BadRequest
from gipfel.core.fairness import Proof, below, commitment, first_seat, outcome, table_key, verify
from gipfel.core.game import CHANCE, AnyGame
from gipfel.core.match import Match
from gipfel.games import GAMES, altitude, load, matterhorn

SECRET = bytes(range(32))
PAGE = Path(__file__).parents[2] / "docs/reference/fairness.md"


def played(game: AnyGame, players: int, *, first: bool = False, most: int = 5_000) -> Match:
    """Return a random game whose chance follows from SECRET."""
    entropies = tuple(f"{seat:02x}" * seat for seat in range(players))
    key = table_key(SECRET, entropies)
    match = Match(game, players, {"first": first_seat(key, players)} if first else {})
    match.header |= Proof(commitment(SECRET), SECRET, entropies, first).header()
    rng, rolls = random.Random(players), 0
    while match.actor is not None and len(match.steps) < most:
        if match.actor == CHANCE:
            match.play(outcome(game, match.state, key, rolls))
            rolls += 1
        else:
            match.play(game.write(rng.choice(game.legal(match.state))))
    return match


def test_the_vectors_of_the_page_hold() -> None:
    assert commitment(SECRET) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    key = table_key(SECRET, ["", "00ff", "a1b2c3d4e5f6"])
    assert key.hex() == "5ff54a311d3d2145641913e6434bd472fda64867cd1f994882b923dd47008608"
    assert [below(key, "outcome 0", stop) for stop in (2, 6, 7776, 114)] == [0, 4, 3856, 112]
    assert outcome(matterhorn, matterhorn.new(3, {}), key, 0) == "rolloff 6 1 5"
    pair = table_key(SECRET, ["", ""])
    assert pair.hex() == "227db9ba9e3b8c64130907061c54fc255ca0d1cebb0ff45cfc9c57f6c6723f84"
    assert first_seat(pair, 2) == 0
    drawn, state = [], altitude.new(2, {})
    for number in range(6):
        drawn.append(outcome(altitude, state, pair, number))
        state = altitude.apply(state, altitude.parse(drawn[-1]))
    assert drawn == ["draw C", "draw 4", "draw C", "draw X", "draw 1", "draw 14"]


def test_a_number_in_the_incomplete_block_is_thrown_away() -> None:
    """With a stop just above 2**255 half of all numbers must be drawn anew."""
    key, stop = table_key(SECRET, ["", ""]), 2**255 + 1
    drawn = int.from_bytes(hmac.digest(key, b"outcome 1 3", "sha256"), "big")
    assert below(key, "outcome 1", stop) == drawn < stop
    for attempt in range(3):
        assert int.from_bytes(hmac.digest(key, b"outcome 1 %d" % attempt, "sha256"), "big") >= stop


def test_every_vector_stands_on_the_page() -> None:
    page = PAGE.read_text(encoding="utf-8")
    source = Path(__file__).read_text(encoding="utf-8")
    for vector in set(re.findall(r'"([0-9a-f]{64})"', source)):
        assert vector in page
    for text in ("rolloff 6 1 5", "draw C, draw 4, draw C, draw X, draw 1, draw 14", "3856"):
        assert text in page


@pytest.mark.parametrize(("stop", "most"), [(6, 25.7), (7, 27.9), (36, 74.9), (114, 177.6)])
def test_numbers_fall_evenly(stop: int, most: float) -> None:
    """A chi-squared test: `most` is passed once in 10,000 keys by chance, and the key is fixed."""
    found = Counter(below(SECRET, f"outcome {number}", stop) for number in range(1000 * stop))
    assert sum((found[place] - 1000) ** 2 / 1000 for place in range(stop)) < most


def test_dice_come_in_proportion_to_their_weights() -> None:
    state = matterhorn.new(2, {})
    found = Counter(outcome(matterhorn, state, SECRET, number) for number in range(3600))
    assert len(found) == 36
    assert sum((count - 100) ** 2 / 100 for count in found.values()) < 74.9


def test_each_part_of_the_promise_changes_the_key() -> None:
    keys = {
        table_key(SECRET, ["", ""]),
        table_key(SECRET, ["", "", ""]),
        table_key(SECRET, ["00", ""]),
        table_key(SECRET, ["", "00"]),
        table_key(SECRET[::-1], ["", ""]),
    }
    assert len(keys) == 5


@pytest.mark.parametrize("name", GAMES)
def test_an_honest_record_verifies_after_it_was_saved(name: str) -> None:
    game = GAMES[name]
    for players in game.PLAYERS:
        match = played(game, players)
        chances = sum(step.actor == CHANCE for step in match.steps)
        assert verify(load(match.record())) == chances > 5


def test_a_drawn_first_seat_is_checked_too() -> None:
    text = played(altitude, 3, first=True).record()
    assert verify(load(text)) > 50
    key = table_key(SECRET, ("", "01", "0202"))
    assert first_seat(key, 3) == 1, "the seat is one that the options tell"
    match = played(altitude, 3)
    match.header["first"] = "drawn"
    with pytest.raises(BadRecord, match="Seat 0 began, but the secret draws seat 1"):
        verify(match)


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_a_changed_die_or_card_is_noticed_and_named(data: st.DataObject) -> None:
    game = GAMES[data.draw(st.sampled_from(sorted(GAMES)))]
    match = played(game, 2, most=60)
    number = data.draw(
        st.sampled_from([n for n, step in enumerate(match.steps) if step.actor == CHANCE])
    )
    step = match.steps[number]
    others = [event for event in game.chance(step.before).events if event != step.event]
    del match.steps[number:]
    match.play(game.write(data.draw(st.sampled_from(others))))
    with pytest.raises(BadRecord, match=f"Event {number + 1} is "):
        verify(match)


def test_another_secret_than_the_promised_one_is_noticed() -> None:
    match = played(matterhorn, 2, most=20)
    match.header["secret"] = SECRET[::-1].hex()
    with pytest.raises(BadRecord, match="not the one that was promised"):
        verify(match)


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("fairness", "own-dice", "entered by hand"),
        ("fairness", "trust-me", "knows gipfel-hmac-sha256-1"),
        ("secret", "00", "64 hexadecimal digits"),
        ("commitment", "x" * 64, "64 hexadecimal digits"),
        ("entropy", '["", "", ""]', "list of 2"),
        ("entropy", '["", "zz"]', "list of 2"),
        ("entropy", "[" * 100_000, "list of 2"),
        ("entropy", "", "list of 2"),
    ],
)
def test_a_broken_proof_is_told_from_a_false_one(key: str, value: str, words: str) -> None:
    match = played(matterhorn, 2, most=5)
    match.header[key] = value
    with pytest.raises(BadRecord, match=words):
        verify(match)


def test_a_record_without_a_proof_says_so() -> None:
    with pytest.raises(BadRecord, match="no proof to check"):
        verify(Match(matterhorn, 2))


@pytest.mark.parametrize("text", ["0", "0G", "AA", "00" * 33, "0x00", " 00", "00\n"])
def test_entropy_is_lower_case_hex_of_at_most_32_bytes(text: str) -> None:
    with pytest.raises(BadRequest):
        fairness.checked_entropy(text)


def test_no_entropy_is_an_entropy_too() -> None:
    assert fairness.checked_entropy("") == ""
    assert fairness.checked_entropy("ff" * 32) == "ff" * 32
