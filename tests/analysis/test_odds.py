"""The exact odds agree with brute force, and know no more than the seat does."""

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product

import pytest

from gipfel.analysis import insight_of, odds
from gipfel.analysis.matterhorn import at_decision, chance_of, flop, kept_for
from gipfel.games import altitude, matterhorn
from gipfel.games.altitude.cards import parse_card
from gipfel.games.altitude.mountain import Mountain, slot_at
from gipfel.games.altitude.state import Phase
from tests.property.games import positions

LINES = range(5, 13)


def results(roll: tuple[int, ...]) -> dict[int, int]:
    """Return what some of these dice make, and the most dice that make it, by trying them all."""
    best: dict[int, int] = {}
    for size in range(1, len(roll) + 1):
        for kept in combinations(roll, size):
            total = sum(face for face in kept if kept.count(face) == 1)
            best[total] = max(size, best.get(total, 0))
    return best


@pytest.mark.parametrize("dice", [1, 2, 3, 4, 5])
def test_every_set_of_lines_flops_as_often_as_brute_force_finds(dice: int) -> None:
    reached: Counter[frozenset[int]] = Counter()
    for roll in product(range(1, 7), repeat=dice):
        reached[frozenset(results(roll)) & frozenset(LINES)] += 1
    assert reached.total() == 6**dice
    for size in range(len(LINES) + 1):
        for lines in map(frozenset, combinations(LINES, size)):
            missed = sum(count for made, count in reached.items() if not made & lines)
            assert flop(dice, lines) == Fraction(missed, 6**dice)


@pytest.mark.parametrize("dice", [1, 2, 3, 4, 5])
def test_each_line_is_made_and_dice_are_kept_as_brute_force_finds(dice: int) -> None:
    best = [results(roll) for roll in product(range(1, 7), repeat=dice)]
    for line in LINES:
        kept = [made[line] for made in best if line in made]
        assert chance_of(dice, line) == Fraction(len(kept), 6**dice)
        assert kept_for(dice, line) == (Fraction(sum(kept), len(kept)) if kept else None)


def test_the_odds_of_a_position_are_those_of_its_next_roll() -> None:
    """Against the rules themselves: a flop is a roll after which no token can be placed."""
    looked_at = 0
    for state, _ in positions(matterhorn, 3, {}, seed=2):
        if state.phase != "roll" or looked_at > 40:
            continue
        outcomes = matterhorn.chance(state)
        flops = sum(w for e, w in outcomes if matterhorn.apply(state, e).phase != "token")
        assert odds(matterhorn, state)["flop"] == pytest.approx(flops / outcomes.total)
        looked_at += 1
    assert looked_at > 40


def test_the_odds_of_a_draw_follow_from_what_the_seat_knows() -> None:
    rng = random.Random(1)
    for state, _ in positions(altitude, 2, {}, seed=4):
        if state.phase is not Phase.DRAW:
            continue
        told = odds(altitude, state)
        assert sum(told["draw"].values()) == pytest.approx(1)
        seat = state.seat
        twin = altitude.determinize(altitude.view(state, seat), rng)
        assert odds(altitude, twin) == told
        lays = 0.0
        for card, chance in told["draw"].items():
            drawn = altitude.State(
                state.setup,
                Phase.PLAY,
                seat,
                state.hands,
                parse_card(card),
                state.mountains,
                state.discard,
                state.undealt,
                state.second_play,
                seat,
            )
            events = [altitude.write(event) for event in altitude.legal(drawn)]
            lays += chance * any(event.startswith("lay ") for event in events)
        assert told["fits"] == pytest.approx(lays)


def test_without_a_roll_or_a_draw_to_come_there_are_no_odds() -> None:
    assert odds(matterhorn, matterhorn.new(2, {}))["dice"] == 0
    last = list(positions(altitude, 2, {}, seed=4))[-1][0]
    assert odds(altitude, last)["draw"] == {}


def test_on_a_mountain_without_an_open_slot_no_card_fits() -> None:
    """A4: a base of ten carries 55 cards at the most."""
    drawing = (one for one, _ in positions(altitude, 2, {}, seed=4) if one.phase is Phase.DRAW)
    state = next(drawing)
    pile = Counter(dict(zip(state.setup.deck.kinds, state.undealt, strict=True))).elements()
    slots = [slot_at(floor, index) for floor in range(1, 11) for index in range(11 - floor)]
    full = Mountain(dict(zip(slots, pile, strict=False)))
    mountains = tuple(full if seat == state.seat else Mountain({}) for seat in range(2))
    told = odds(altitude, replace(state, mountains=mountains))
    assert (told["slots"], told["fits"]) == ({}, 0)
    assert told["draw"]


def test_the_tables_of_the_dice_hold_every_number_of_them() -> None:
    for lines in ([], ["12"], ["5", "8", "11"]):
        told = insight_of(matterhorn).tables(lines)
        assert [one["dice"] for one in told] == [5, 4, 3, 2, 1]
        for one in told:
            shown = frozenset(map(int, one["lines"]))
            assert shown == (frozenset(map(int, lines)) or frozenset(LINES))
            assert one["flop"] == float(flop(one["dice"], shown))


def test_the_tables_of_a_deck_agree_with_the_rules_card_by_card() -> None:
    """Against every card of the deck, drawn with two alike at the foot of the own mountain."""
    seen = ["7", "7", "a9", "C"]
    told = insight_of(altitude).tables(seen)
    left = Counter({one["card"]: one["left"] for one in told})
    full = Counter({one["card"]: one["left"] for one in insight_of(altitude).tables([])})
    assert full - left == Counter(seen)
    begun = next(one for one, _ in positions(altitude, 2, {}, seed=4) if one.phase is Phase.DRAW)
    for one in told:
        assert one["draw"] == pytest.approx(left[one["card"]] / left.total())
        if one["card"] == "B":
            assert one["over"] is None
            continue
        foot = Mountain({slot_at(1, place): parse_card(one["card"]) for place in (0, 1)})
        over = 0
        for card, count in left.items():
            drawn = {"phase": Phase.PLAY, "drawn": parse_card(card), "last_drawer": begun.seat}
            mountains = tuple(foot if seat == begun.seat else Mountain({}) for seat in range(2))
            state = replace(begun, mountains=mountains, **drawn)
            over += count * ("lay 2:0" in map(altitude.write, altitude.legal(state)))
        assert one["over"] == pytest.approx(over / left.total())


def test_while_a_token_is_chosen_each_choice_tells_the_flop_chance_that_it_leads_to() -> None:
    """Against the odds of the position after the token, where no bonus has changed the board."""
    looked_at = 0
    for state, _ in positions(matterhorn, 2, {}, seed=5):
        if state.phase != "token" or looked_at > 60:
            continue
        told = at_decision(matterhorn.view(state, state.seat))
        assert told is not None
        seen = set()
        for event in matterhorn.legal(state):
            after = matterhorn.apply(state, event)
            line, dice = str(max(set(after.lines_used) - set(state.lines_used))), after.dice_left
            seen.add((line, str(dice)))
            beside = at_decision(matterhorn.view(after, after.seat))
            assert beside is not None
            assert told["after"][line][str(dice)] == beside["flop"]
            assert beside["flop"] == odds(matterhorn, after)["flop"]
            assert beside["lines"] == odds(matterhorn, after)["lines"]
        assert seen == {(line, dice) for line, ways in told["after"].items() for dice in ways}
        looked_at += 1
    assert looked_at > 10
