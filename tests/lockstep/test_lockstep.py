"""The kernel is the law: 300,000 decisions of each game, and chance by its weights."""

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from gipfel.core.game import CHANCE, Json
from gipfel.core.match import choose
from gipfel.games import GAMES, game
from gipfel.kernel import kernel_of, seeds
from tests.lockstep.walk import CASES, share
from tests.property.games import positions

DECISIONS = 300_000
NAMES = [f"{name}-{players}-{number}" for number, (name, players, _) in enumerate(CASES)]


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_kernel_and_readable_rules_agree_in_lockstep(case: tuple[str, int, Json]) -> None:
    kinds = sum(other[0] == case[0] for other in CASES)
    assert share(case, seed=1, most=-(-DECISIONS // kinds)) > 1_000


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_sampling_follows_the_exact_weights(case: tuple[str, int, Json]) -> None:
    """A chi-squared test at chance positions of each kind, early and late."""
    name, players, options = case
    rules, kernel = game(name), kernel_of(game(name))
    seen: set[tuple[str, int]] = set()
    for state, _ in positions(rules, players, options, seed=5):
        if rules.actor(state) != CHANCE:
            continue
        outcomes = rules.chance(state)
        kind = (rules.describe(state)["phase"], len(outcomes) // 8)
        if kind in seen or len(outcomes) == 1:
            continue
        seen.add(kind)
        record = np.zeros(1, kernel.STATE)
        kernel.encode(state, record[0])
        record["rng"] = seeds(len(seen), 1)
        tables = kernel.tables_of(state.setup)[0]
        draws = 60 * len(outcomes)
        found = Counter(int(kernel.sample(record[0], tables)) for _ in range(draws))
        expected = {
            kernel.encode_event(event, state): draws * weight / outcomes.total
            for event, weight in outcomes
        }
        assert set(found) <= set(expected)
        chi = sum((found[code] - mean) ** 2 / mean for code, mean in expected.items())
        freedom = len(outcomes) - 1
        assert chi < freedom + 6 * (2 * freedom) ** 0.5, (kind, chi, freedom)
    assert len(seen) > 1


@pytest.mark.parametrize("name", GAMES)
def test_a_guess_of_the_kernel_looks_the_same_to_the_seat(name: str) -> None:
    rules, kernel = game(name), kernel_of(game(name))
    different = 0
    for players in rules.PLAYERS:
        for state, _ in positions(rules, players, {}, seed=players):
            tables = kernel.tables_of(state.setup)[0]
            truth, seen, guess = (np.zeros(1, kernel.STATE) for _ in range(3))
            kernel.encode(state, truth[0])
            for seat in range(players):
                kernel.observe(truth[0], seat, seen)
                kernel.determinize(seen[0], tables, np.uint64(seat + 7), guess)
                guessed = kernel.decode(guess[0], state.setup)
                different += guessed != state
                assert rules.view(guessed, seat) == rules.view(state, seat)
                _check_that_a_twin_is_observed_alike(kernel, guess, seat, seen)
    assert different > 500 or name == "matterhorn"


def _check_that_a_twin_is_observed_alike(kernel: Any, guess: Any, seat: int, seen: Any) -> None:
    again = np.zeros(1, kernel.STATE)
    kernel.observe(guess[0], seat, again)
    assert again.tobytes() == seen.tobytes()


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_a_position_written_into_a_record_plays_on_as_it_should(
    case: tuple[str, int, Json],
) -> None:
    """Every move of every kind of position, from a fresh record."""
    name, players, options = case
    rules, kernel = game(name), kernel_of(game(name))
    seen: Counter[str] = Counter()
    for state, event in positions(rules, players, options, seed=8):
        phase = rules.describe(state)["phase"]
        seen[phase] += 1
        if event is None or seen[phase] > 40:
            continue
        record = np.zeros(1, kernel.STATE)
        kernel.encode(state, record[0])
        tables = kernel.tables_of(state.setup)[0]
        for _ in range(4):
            kernel.apply(record[0], tables, np.int64(kernel.encode_event(event, state)))
            state = rules.apply(state, event)  # noqa: PLW2901  on from here
            assert kernel.decode(record[0], state.setup) == state
            if rules.actor(state) is None:
                break
            event = choose(rules, state, random.Random(len(seen)))  # noqa: PLW2901
    assert len(seen) > 3


def test_a_stalled_matterhorn_is_left_and_nobody_has_won() -> None:
    rules = game("matterhorn")
    kernel = kernel_of(rules)
    board = {"name": "bare", "tokens": 1, "lines": [{"number": 12, "circles": 8}]}
    state = rules.new(2, {"board": board})
    rng = random.Random(1)
    for _ in range(3_000):
        state = rules.apply(state, choose(rules, state, rng))
        if state.phase == "roll" and state.pool == 0 and not state.lines_used:
            break
    assert state.pool == 0
    record = np.zeros(1, kernel.STATE)
    kernel.encode(state, record[0])
    assert kernel.is_over(record[0])
    out = np.ones(4, np.int16)
    kernel.scores(record[0], out)
    assert out[:2].tolist() == [0, 0]
