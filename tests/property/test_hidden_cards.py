"""Hidden cards stay hidden: what a viewer gets does not depend on what it may not know."""

import json
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gipfel.games import altitude
from gipfel.games.altitude.cards import HIDDEN
from gipfel.games.altitude.state import Phase
from tests.property.games import ALTITUDE_OPTIONS, positions


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**64), st.integers(1, 4), st.sampled_from(ALTITUDE_OPTIONS))
def test_positions_that_differ_only_in_hidden_cards_look_the_same_to_every_viewer(
    seed: int, players: int, options: dict[str, object]
) -> None:
    rng = random.Random(seed)
    for state, event in positions(altitude, players, options, seed):
        for viewer in (None, *range(players)):
            view = altitude.view(state, viewer)
            twin = altitude.determinize(view, rng)
            assert altitude.view(twin, viewer) == view
            shown = altitude.describe_view(view)
            assert json.dumps(altitude.describe_view(altitude.view(twin, viewer))) == json.dumps(
                shown
            )
            for owner, hand in enumerate(shown["hands"]):
                if owner != viewer and state.phase is not Phase.OVER:
                    assert set(hand) <= {"?"}
            if event is not None:
                assert altitude.shown(state, event, viewer) == _as_told(state, event, viewer)


def _as_told(state: altitude.State, event: object, viewer: int | None) -> str:
    word, *rest = altitude.write(event).split(" ")
    hidden = word in ("draw", "keep") and viewer != state.seat
    return " ".join([word, *("?" if hidden else said for said in rest)])


def test_a_guess_differs_from_the_truth_where_it_can() -> None:
    rng = random.Random(1)
    different = 0
    for state, _ in positions(altitude, 3, {}, 1):
        different += altitude.determinize(altitude.view(state, 0), rng) != state
    assert different > 150


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_a_guess_deals_the_unseen_cards_in_proportion(viewer: int | None) -> None:
    """Each hidden place holds a card as often as it stands among the unseen: a chi-squared test."""
    plays = [state for state, _ in positions(altitude, 2, {}, 7) if state.phase is Phase.PLAY]
    state = plays[20]
    view = altitude.view(state, viewer)
    unseen = +view.unseen()
    rng = random.Random(3)
    guesses = 4000
    found: Counter[int] = Counter()
    places = sum(hand.count(HIDDEN) for hand in view.hands) + (view.drawn == HIDDEN)
    for _ in range(guesses):
        guess = altitude.determinize(view, rng)
        for owner, hand in enumerate(guess.hands):
            if view.hands[owner].count(HIDDEN):
                found.update(hand)
        if view.drawn == HIDDEN and guess.drawn is not None:
            found[guess.drawn] += 1
    assert sum(found.values()) == places * guesses
    total = sum(unseen.values())
    expected = {card: places * guesses * count / total for card, count in unseen.items()}
    chi = sum((found[card] - mean) ** 2 / mean for card, mean in expected.items())
    assert chi < 2 * len(unseen)


def test_the_unseen_cards_and_the_seen_ones_make_the_deck() -> None:
    for state, _ in positions(altitude, 2, {}, 11):
        view = altitude.view(state, 0)
        hidden = sum(hand.count(HIDDEN) for hand in view.hands) + (view.drawn == HIDDEN)
        assert min(view.unseen().values()) >= 0
        assert sum(view.unseen().values()) == hidden + view.pile
