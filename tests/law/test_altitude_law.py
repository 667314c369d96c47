"""The law of Altitude, rule by rule."""

# ruff: noqa: N802  a test carries the id of its rule as the rules write it

from itertools import combinations

import pytest

from gipfel.core.errors import BadRequest
from gipfel.games import altitude
from gipfel.games.altitude.cards import STANDARD

from .positions import Position, altitude_building, altitude_play, moves, new

FIVE_FLOORS = {"1:0": "1 2 1 2 1", "2:0": "3 3 3 3", "3:0": "4 4 4", "4:0": "5 5", "5:0": "6"}
FOUR_FLOORS = {"1:0": "1 1 1 1", "2:0": "2 2 2", "3:0": "3 3", "4:0": "4"}
STARTED = {"1:0": "1"}
DEAL = ["draw 1", "draw 2", "draw 2", "draw a7", "draw C", "draw B"]


def lays(position: Position) -> set[str]:
    """Return the slots where the drawn card may be laid in one's own mountain."""
    return {move.split()[1] for move in position.legal if move.startswith("lay ")}


def cards_in_all(position: Position) -> int:
    on_table = sum(map(len, (*position["hands"], *position["mountains"], position["discard"])))
    return int(on_table + position["pile"] + (position["drawn"] is not None))


def test_A1_an_animal_is_laid_like_a_mountain_card_of_its_number() -> None:
    mountain = {"1:0": "6 a8 7 C"}
    assert lays(altitude_play(mountain, drawn="7")) == {"1:-1", "1:4"}
    assert lays(altitude_play(mountain, drawn="a7")) == {"1:-1", "1:4"}
    assert lays(altitude_play(mountain, drawn="9")) == {"1:-1", "1:4", "2:0", "2:1", "2:2"}
    assert lays(altitude_play(mountain, drawn="a9")) == {"1:-1", "1:4", "2:0", "2:1", "2:2"}


def test_A1_a_cable_car_has_the_value_0() -> None:
    assert lays(altitude_play({"1:0": "C C"}, drawn="1")) == {"1:-1", "1:2", "2:0"}


def test_A2_the_deck_has_114_cards() -> None:
    deck = new(altitude, 2).outcomes
    mountain = {1: 8, 2: 8, 3: 8, 4: 7, 5: 7, 6: 6, 7: 6, 8: 5, 9: 5, 10: 4, 11: 4, 12: 3, 13: 3}
    mountain |= {14: 3, 15: 2, 16: 2}
    expected = {f"draw {value}": count for value, count in mountain.items()}
    expected |= {f"draw a{value}": 1 for value in range(7, 19)}
    expected |= {"draw C": 8, "draw X": 8, "draw B": 5}
    assert deck == expected
    assert sum(deck.values()) == new(altitude, 2)["pile"] == 114


def test_A2_each_species_has_two_animals() -> None:
    assert STANDARD.describe()["animal"] == [
        {"species": "marmot", "values": [7, 8]},
        {"species": "black grouse", "values": [9, 10]},
        {"species": "chamois", "values": [11, 12]},
        {"species": "ibex", "values": [13, 14]},
        {"species": "golden eagle", "values": [15, 16]},
        {"species": "dahu", "values": [17, 18]},
    ]


def test_A2_a_card_that_is_not_left_cannot_be_drawn() -> None:
    assert new(altitude, 2).after("draw a18").rule_against("draw a18") == "A2"
    assert new(altitude, 2).rule_against("draw a6") == "A2"


def test_A2_with_two_players_106_cards_are_in_the_pile_at_the_first_draw() -> None:
    kept = "keep 1 2 2 a7"
    deal = ["draw 1", "draw 2", "draw 2", "draw a8", "draw C", "draw B"]
    start = new(altitude, 2).after(*DEAL, *deal, kept, "keep 1 2 2 a8")
    assert (start["phase"], start["pile"]) == ("draw", 106)


def test_A3_the_first_card_lies_at_1_0() -> None:
    first = altitude_play({}, drawn="5")
    assert first.legal == {"discard", "lay 1:0"}
    assert first.after("lay 1:0")["mountains"] == [{"1:0": "5"}]
    assert first.rule_against("lay 1:1") == "A3"


def test_A3_the_base_grows_either_way() -> None:
    assert altitude_play(STARTED, drawn="5").legal == moves(
        "discard, lay 1:-1, lay 1:1, replace 1:0"
    )
    assert lays(altitude_play({"1:-3": "1 1 1 1"}, drawn="1")) == {"1:-4", "1:1"}


def test_A3_a_card_rests_on_the_slot_of_its_index_and_the_next() -> None:
    assert lays(altitude_play({"1:-1": "1 2"}, drawn="3")) == {"1:-2", "1:1", "2:-1"}
    two_floors = {"1:-2": "1 1 1", "2:-2": "2 2"}
    assert lays(altitude_play(two_floors, drawn="3")) == {"1:-3", "1:1", "3:-2"}


def test_A3_a_slot_holds_one_card() -> None:
    mountain = altitude_play({"1:0": "1 1", "2:0": "2"}, drawn="9")
    assert mountain.rule_against("lay 1:0") == "A3"
    assert mountain.rule_against("lay 2:0") == "A3"


@pytest.mark.parametrize(
    ("base", "open_slots"),
    [
        ({"1:0": "1 1 1 1 1 1 1 1 2"}, {"1:-1", "1:9"}),
        ({"1:0": "1 1 1 1 1 1 1 1 2 2"}, set[str]()),
        ({"1:-9": "1 1 1 1 1 1 1 1 2 2"}, set[str]()),
        ({"1:-4": "1 1 1 1 1 1 1 1 2"}, {"1:-5", "1:5"}),
        ({"1:-4": "1 1 1 1 1 1 1 1 2 2"}, set[str]()),
    ],
)
def test_A4_the_base_spans_at_most_ten_slots(base: dict[str, str], open_slots: set[str]) -> None:
    assert {slot for slot in lays(altitude_play(base, drawn="3")) if slot[:2] == "1:"} == open_slots


def test_A4_an_eleventh_slot_is_refused() -> None:
    wide = altitude_play({"1:-4": "1 1 1 1 1 1 1 1 2 2"}, drawn="3")
    assert wide.rule_against("lay 1:6") == "A4"
    assert wide.rule_against("lay 1:-5") == "A4"


def test_A4_an_opponent_cannot_widen_the_base_either() -> None:
    wide = altitude_play(STARTED, {"1:0": "1 1 1 1 1 1 2 2 2 2"}, drawn="X", hands=("3 3 3 3",))
    assert {move for move in wide.legal if move.startswith("give 1 1:")} == set()
    assert wide.rule_against("give 1 1:10") == "A4"


def test_A4_a_base_card_lies_beside_another() -> None:
    mountain = altitude_play({"1:0": "1 1"}, drawn="3")
    assert mountain.rule_against("lay 1:3") == "A4"
    assert mountain.rule_against("lay 1:-2") == "A4"


@pytest.mark.parametrize("card", ["1", "16", "a7", "a18", "C"])
def test_A4_any_mountain_animal_or_cable_car_card_may_lie_in_the_base(card: str) -> None:
    assert {"1:-1", "1:1"} <= lays(altitude_play({"1:0": "15"}, drawn=card))


def test_A4_an_avalanche_in_the_base_comes_from_an_opponent() -> None:
    given = altitude_play({}, STARTED, drawn="X", hands=("1 2 3 4",))
    assert given.legal == moves(
        "discard, give 1 1:-1, give 1 1:1",
        "swap 1 1:0, swap 2 1:0, swap 3 1:0, swap 4 1:0",
    )
    assert given.after("give 1 1:-1")["mountains"][1] == {"1:-1": "X", "1:0": "1"}


def test_A4_a_gap_in_the_base_may_be_filled_and_counts_in_the_span() -> None:
    wide = altitude_play({"1:0": "1 1 1 1 X 1 1 1 2 2"}, drawn="B", hands=("9 9 9 9",))
    gap = wide.after("rescue 1:4")
    assert "1:4" not in gap["mountains"][0]
    base = {move for move in gap.after("draw 3").legal if move.startswith("lay 1:")}
    assert base == {"lay 1:4"}


def test_A4_a_gap_at_the_end_of_the_base_gives_its_slot_back() -> None:
    wide = altitude_play({"1:0": "1 1 1 1 1 1 1 1 2 X"}, drawn="B").after("rescue 1:9")
    base = {move for move in wide.after("draw 3").legal if move.startswith("lay 1:")}
    assert base == {"lay 1:9", "lay 1:-1"}


@pytest.mark.parametrize(
    ("left", "right", "card", "fits"),
    [
        ("8", "5", "9", True),
        ("9", "C", "13", True),
        ("5", "8", "9", True),
        ("C", "9", "13", True),
        ("8", "5", "8", False),
        ("5", "8", "8", False),
        ("8", "5", "7", False),
        ("8", "5", "5", False),
        ("a8", "5", "9", True),
        ("a9", "5", "9", False),
        ("8", "5", "a9", True),
        ("1", "1", "2", True),
        ("1", "1", "1", False),
    ],
)
def test_A5_a_card_is_higher_than_each_of_the_two_under_it(
    left: str, right: str, card: str, fits: bool
) -> None:
    mountain = altitude_play({"1:0": f"{left} {right}"}, drawn=card)
    assert ("lay 2:0" in mountain.legal) is fits
    if not fits:
        assert mountain.rule_against("lay 2:0") == "A5"


def test_A5_a_card_above_the_base_needs_both_slots_under_it() -> None:
    mountain = altitude_play({"1:0": "1 1 1", "2:0": "2"}, drawn="16")
    assert lays(mountain) == {"1:-1", "1:3", "2:1"}
    for slot in ("2:-1", "2:2", "3:0", "3:-1", "4:0"):
        assert mountain.rule_against(f"lay {slot}") == "A5"


def test_A5_an_upper_floor_may_start_before_the_base_is_complete() -> None:
    assert "lay 3:0" in altitude_play({"1:0": "1 1 1", "2:0": "2 2"}, drawn="3").legal


@pytest.mark.parametrize(
    ("left", "right"), [("16", "a18"), ("C", "C"), ("X", "1"), ("1", "X"), ("X", "X")]
)
def test_A6_a_cable_car_lies_on_anything(left: str, right: str) -> None:
    mountain = altitude_play({"1:0": f"1 {left} {right}"}, drawn="C")
    assert lays(mountain) == {"1:-1", "1:3", "2:0", "2:1"}


def test_A6_what_lies_over_a_cable_car_need_only_beat_the_other_neighbour() -> None:
    mountain = {"1:0": "15 16 8", "2:0": "C 9"}
    assert "3:0" not in lays(altitude_play(mountain, drawn="9"))
    assert "3:0" in lays(altitude_play(mountain, drawn="10"))
    two_cars = {"1:0": "15 16 8", "2:0": "C C"}
    assert "3:0" in lays(altitude_play(two_cars, drawn="1"))


def test_A6_a_cable_car_over_an_avalanche_opens_the_way_again() -> None:
    mountain = {"1:0": "1 X X", "2:0": "C C"}
    assert "3:0" in lays(altitude_play(mountain, drawn="1"))


def test_A7_an_avalanche_is_never_laid_in_ones_own_mountain() -> None:
    mountain = altitude_play({"1:0": "1 1"}, {}, drawn="X")
    assert mountain.legal == {"discard"}
    assert mountain.rule_against("lay 2:0") == "A7"
    assert mountain.rule_against("lay 1:2") == "A7"
    assert mountain.rule_against("replace 1:0") == "A7"
    in_hand = altitude_play({"1:0": "1 1"}, drawn="B")
    assert in_hand.rule_against("swap X 2:0") == "A7"


def test_A7_an_avalanche_lies_on_any_two_cards_that_are_not_avalanches() -> None:
    opponent = {"1:0": "16 a18 C X X 1"}
    given = altitude_play({}, opponent, drawn="X", hands=("B B B B",))
    assert given.legal == {"discard", "give 1 1:-1", "give 1 1:6", "give 1 2:0", "give 1 2:1"}
    for slot in ("2:2", "2:3", "2:4"):
        assert given.rule_against(f"give 1 {slot}") == "A7"


@pytest.mark.parametrize("card", ["1", "16", "a18"])
def test_A7_nothing_but_a_cable_car_lies_on_an_avalanche(card: str) -> None:
    mountain = altitude_play({"1:0": "1 X 2"}, drawn=card)
    assert lays(mountain) == {"1:-1", "1:3"}
    assert mountain.rule_against("lay 2:0") == "A7"
    assert mountain.rule_against("lay 2:1") == "A7"


def test_A7_an_avalanche_counts_for_the_height() -> None:
    before = altitude_play(STARTED, {"1:0": "1 1"}, drawn="X", hands=("1 2 3 4", "1 2 3 4"))
    assert before["scores"] == [1, 1]
    assert before.after("give 1 2:0")["scores"] == [1, 2]


def test_A8_a_saint_bernard_is_never_laid_in_a_mountain() -> None:
    drawn = altitude_play({"1:0": "1 1"}, {"1:0": "1 1"}, drawn="B", hands=("B B X X",))
    assert drawn.legal == {"discard"}
    for event in ("lay 1:2", "lay 2:0", "give 1 2:0", "replace 1:0"):
        assert drawn.rule_against(event) == "A8"
    held = altitude_building({"1:0": "1 1"}, {}, hands=("B B X X",), last_drawer=1)
    assert held.legal == {"done"}
    assert held.rule_against("build B 2:0") == "A8"


def test_A9_a_card_half_covered_cannot_be_replaced() -> None:
    mountain = altitude_play({"1:0": "1 1 1", "2:0": "2"}, drawn="9")
    assert mountain.legal == moves("discard, lay 1:-1, lay 1:3, lay 2:1, replace 1:2, replace 2:0")
    assert mountain.rule_against("replace 1:0") == "A9"
    assert mountain.rule_against("replace 1:1") == "A9"


def test_A9_an_avalanche_half_covered_cannot_be_rescued() -> None:
    mountain = {"1:0": "1 X X 1 X", "2:0": "C", "2:2": "C"}
    drawn = altitude_play(mountain, drawn="B", hands=("X X X 9",))
    assert {move for move in drawn.legal if move.startswith("rescue")} == {"rescue 1:4"}
    assert drawn.rule_against("rescue 1:1") == "A9"
    assert drawn.rule_against("rescue 1:2") == "A9"
    held = altitude_play(mountain, drawn="9", hands=("B X X X",))
    assert {move for move in held.legal if move.startswith("swap")} == {"swap B 1:4"}
    assert held.rule_against("swap B 1:1") == "A9"
    assert held.rule_against("swap B 1:2") == "A9"


def test_A10_six_cards_are_dealt_to_each_seat_in_turn() -> None:
    first = new(altitude, 2)
    assert (first["phase"], first["actor"], first["turn"]) == ("deal", "chance", None)
    half = first.after(*DEAL[:5])
    assert half["hands"] == [["1", "2", "2", "a7", "C"], []]
    full = half.after(DEAL[5])
    assert (full["phase"], full["hands"]) == ("deal", [["1", "2", "2", "a7", "C", "B"], []])
    keep = full.after("draw 5", "draw 5", "draw 5", "draw 6", "draw 6", "draw 6")
    assert (keep["phase"], keep["actor"], keep["pile"]) == ("keep", 0, 102)
    assert full.rule_against("keep 1 2 2 a7") == "A10"


def test_A10_each_player_keeps_any_four() -> None:
    keep = new(altitude, 1).after(*DEAL)
    dealt = ["1", "2", "2", "a7", "C", "B"]
    assert keep.legal == {f"keep {' '.join(four)}" for four in combinations(dealt, 4)}
    assert len(keep.legal) == 11
    for wrong in ("keep 1 1 2 2", "keep 1 2 2 2", "keep 3 a7 C B"):
        assert keep.rule_against(wrong) == "A10"
    assert keep.rule_against("draw 5") == "A10"


def test_A10_the_other_two_go_back_into_the_pile() -> None:
    keep = new(altitude, 1).after(*DEAL)
    kept = keep.after("keep 1 2 a7 B")
    assert kept["hands"] == [["1", "2", "a7", "B"]]
    assert (keep["pile"], kept["pile"], kept["discard"]) == (108, 110, [])
    left = [kept.outcomes.get(f"draw {card}", 0) for card in ("1", "2", "a7", "C", "B")]
    assert left == [7, 7, 0, 8, 4]


def test_A10_seats_choose_in_seat_order_and_the_first_player_begins() -> None:
    sixes = ["draw 5", "draw 5", "draw 5", "draw 6", "draw 6", "draw 6"]
    keep_two = new(altitude, 2, first=1).after(*DEAL, *sixes)
    assert keep_two["actor"] == 0
    second = keep_two.after("keep 1 2 2 a7")
    assert (second["phase"], second["actor"]) == ("keep", 1)
    begun = second.after("keep 5 5 6 6")
    assert (begun["phase"], begun["turn"], begun["actor"]) == ("draw", 1, "chance")
    default = new(altitude, 2).after(*DEAL, *sixes, "keep 1 2 2 a7", "keep 5 5 6 6")
    assert default["turn"] == 0


def test_A10_the_one_who_begins_is_a_seat_of_the_table() -> None:
    for wrong in (2, -1, "0", True, None):
        with pytest.raises(BadRequest, match="first is a seat from 0 to 1") as refusal:
            new(altitude, 2, first=wrong)
        assert refusal.value.rule == "A10"


def test_A10_hands_are_unseen_by_the_others() -> None:
    position = altitude_play(STARTED, STARTED, hands=("1 2 3 4", "5 6 a7 B"))
    assert position.view(0)["hands"] == [["1", "2", "3", "4"], ["?"] * 4]
    assert position.view(1)["hands"] == [["?"] * 4, ["5", "6", "a7", "B"]]
    assert position.view(None)["hands"] == [["?"] * 4, ["?"] * 4]


def test_A10_the_cards_dealt_and_kept_are_unseen_by_the_others() -> None:
    deal = new(altitude, 2)
    assert deal.shown("draw B", 0) == "draw B"
    assert deal.shown("draw B", 1) == deal.shown("draw B", None) == "draw ?"
    keep = deal.after(*DEAL, "draw 5", "draw 5", "draw 5", "draw 6", "draw 6", "draw 6")
    assert keep.shown("keep 1 2 2 a7", 0) == "keep 1 2 2 a7"
    assert keep.shown("keep 1 2 2 a7", 1) == keep.shown("keep 1 2 2 a7", None) == "keep ? ? ? ?"
    assert keep.view(1)["hands"] == [["?"] * 6, ["5", "5", "5", "6", "6", "6"]]
    other = keep.after("keep 2 2 a7 B")
    assert keep.after("keep 1 2 2 C").view(1) == other.view(1)
    assert keep.after("keep 1 2 2 C").view(0) != other.view(0)


def test_A10_a_saint_bernard_in_an_unseen_hand_does_not_show_in_the_score() -> None:
    dogs = altitude_play(STARTED, STARTED, hands=("1 2 3 4", "B B B B"))
    assert dogs["scores"] == [1, 6]
    assert dogs.view(0)["scores"] == dogs.view(None)["scores"] == [1, 1]
    assert dogs.view(1)["scores"] == [1, 6]


def test_A11_a_turn_begins_with_a_draw_that_is_never_skipped() -> None:
    turn = altitude_play(STARTED, STARTED)
    assert (turn["phase"], turn["actor"], turn.legal) == ("draw", "chance", set())
    for event in ("lay 1:1", "discard", "swap X 1:1", "rescue 1:0", "done"):
        assert turn.rule_against(event) == "A11"
    drawn = turn.after("draw 5")
    assert (drawn["phase"], drawn["actor"], drawn["drawn"]) == ("play", 0, "5")


def test_A11_a_card_is_drawn_as_often_as_it_is_in_the_pile() -> None:
    pile = altitude_play(STARTED, STARTED, pile="3 3 3 a7 C C X")
    assert pile.outcomes == {"draw 3": 3, "draw a7": 1, "draw C": 2, "draw X": 1}
    left = pile.after("draw 3", "discard", "draw a7", "discard")
    assert left.outcomes == {"draw 3": 2, "draw C": 2, "draw X": 1}


def test_A11_one_play_ends_the_turn() -> None:
    turn = altitude_play(STARTED, STARTED, drawn="5", hands=("1 2 3 4",))
    for event in ("lay 1:1", "discard", "give 1 1:1", "swap 4 1:1", "replace 1:0"):
        after = turn.after(event)
        assert (after["phase"], after["turn"], after["drawn"]) == ("draw", 1, None)
        assert not after["second_play"]
    assert turn.rule_against("draw 5") == "A11"
    assert turn.rule_against("done") == "A11"


@pytest.mark.parametrize(("seat", "following"), [(0, 1), (1, 2), (2, 0)])
def test_A11_turns_go_round_the_table(seat: int, following: int) -> None:
    turn = altitude_play(STARTED, STARTED, STARTED, seat=seat, drawn="5")
    assert turn.after("discard")["turn"] == following


def test_A11_the_drawn_card_is_unseen_by_the_others() -> None:
    turn = altitude_play(STARTED, STARTED)
    assert turn.shown("draw 9", 0) == "draw 9"
    assert turn.shown("draw 9", 1) == turn.shown("draw 9", None) == "draw ?"
    drawn = turn.after("draw 9")
    assert drawn.view(0)["drawn"] == "9"
    assert drawn.view(1)["drawn"] == drawn.view(None)["drawn"] == "?"
    assert drawn.view(1) == turn.after("draw B").view(1)
    assert drawn.view(1)["pile"] == drawn["pile"]


def test_A11_what_a_player_may_do_is_told_to_that_player_only() -> None:
    drawn = altitude_play(STARTED, STARTED, drawn="9", hands=("1 2 3 4",)).state
    assert list(altitude.view(drawn, 0).legal) == altitude.legal(drawn)
    assert altitude.view(drawn, 1).legal == altitude.view(drawn, None).legal == ()


def test_A11_a_card_kept_in_hand_stays_unseen() -> None:
    turn = altitude_play(STARTED, STARTED, hands=("1 2 3 4",))
    nine = turn.after("draw 9", "swap 4 1:1")
    dog = turn.after("draw B", "swap 4 1:1")
    assert nine.view(1) == dog.view(1)
    assert nine.view(0) != dog.view(0)


def test_A12_the_drawn_card_may_be_laid_in_ones_own_mountain() -> None:
    after = altitude_play({"1:0": "1 1"}, {}, drawn="5", hands=("1 2 3 4",)).after("lay 2:0")
    assert after["mountains"] == [{"1:0": "1", "1:1": "1", "2:0": "5"}, {}]
    assert after["hands"][0] == ["1", "2", "3", "4"]
    assert after["discard"] == []


@pytest.mark.parametrize("card", ["5", "a18", "C", "X", "B"])
def test_A13_the_drawn_card_may_be_discarded_face_up(card: str) -> None:
    turn = altitude_play(STARTED, STARTED, drawn=card)
    after = turn.after("discard")
    assert after["discard"] == after.view(1)["discard"] == [card]
    assert after["mountains"] == turn["mountains"]
    assert after["hands"] == turn["hands"]
    assert after.after("draw 6", "discard")["discard"] == [card, "6"]


def test_A14_the_drawn_card_may_be_laid_in_an_opponents_mountain() -> None:
    turn = altitude_play({}, {"1:0": "4 4"}, {"1:0": "6"}, drawn="5")
    assert turn.legal == moves(
        "discard, lay 1:0",
        "give 1 1:-1, give 1 1:2, give 1 2:0",
        "give 2 1:-1, give 2 1:1",
    )
    after = turn.after("give 1 2:0")
    assert after["mountains"] == [{}, {"1:0": "4", "1:1": "4", "2:0": "5"}, {"1:0": "6"}]
    assert after["hands"] == turn["hands"]


def test_A14_the_opponent_has_already_started() -> None:
    turn = altitude_play(STARTED, {}, STARTED, drawn="5")
    assert turn.rule_against("give 1 1:0") == "A14"


def test_A14_only_an_opponents_mountain_is_given_to() -> None:
    turn = altitude_play(STARTED, STARTED, drawn="5")
    assert turn.rule_against("give 0 1:1") == "A14"
    assert turn.rule_against("give 2 1:1") == "A14"


def test_A14_a_given_card_must_fit() -> None:
    turn = altitude_play({}, {"1:0": "4 4 6", "2:0": "7"}, drawn="4")
    assert turn.rule_against("give 1 2:1") == "A5"
    assert turn.rule_against("give 1 1:4") == "A4"
    assert turn.rule_against("give 1 2:0") == "A3"


def test_A14_avalanches_are_given_too() -> None:
    turn = altitude_play(STARTED, {"1:0": "4 4"}, drawn="X", hands=("B B B B",))
    assert turn.legal == {"discard", "give 1 1:-1", "give 1 1:2", "give 1 2:0"}
    assert turn.after("give 1 2:0")["mountains"][1]["2:0"] == "X"


def test_A15_the_drawn_card_may_be_kept_and_another_laid() -> None:
    turn = altitude_play({"1:0": "6 6"}, STARTED, drawn="B", hands=("3 3 9 X",))
    assert turn.legal == moves(
        "discard",
        "swap 3 1:-1, swap 3 1:2, swap 9 1:-1, swap 9 1:2, swap 9 2:0",
    )
    after = turn.after("swap 9 2:0")
    assert after["mountains"][0] == {"1:0": "6", "1:1": "6", "2:0": "9"}
    assert after["hands"][0] == ["3", "3", "X", "B"]
    assert (after["drawn"], after["discard"]) == (None, [])
    assert turn.after("swap 3 1:-1")["hands"][0] == ["3", "9", "X", "B"]


def test_A15_the_card_laid_must_be_in_hand_and_fit() -> None:
    turn = altitude_play({"1:0": "6 6"}, STARTED, drawn="8", hands=("3 3 9 C",))
    assert turn.rule_against("swap 8 2:0") == "A15"
    assert turn.rule_against("swap 3 2:0") == "A5"
    assert turn.rule_against("swap 9 1:5") == "A4"
    assert turn.rule_against("swap 9 1:0") == "A3"


def test_A16_an_uncovered_card_may_be_replaced_if_the_new_one_fits() -> None:
    mountain = {"1:0": "5 6 7", "2:0": "8"}
    replaced = {
        card: {move for move in altitude_play(mountain, drawn=card).legal if "replace" in move}
        for card in ("3", "6", "7", "C", "a18")
    }
    assert replaced == {
        "3": {"replace 1:2"},
        "6": {"replace 1:2"},
        "7": {"replace 1:2", "replace 2:0"},
        "C": {"replace 1:2", "replace 2:0"},
        "a18": {"replace 1:2", "replace 2:0"},
    }
    assert altitude_play(mountain, drawn="6").rule_against("replace 2:0") == "A5"
    mirrored = {"1:-1": "7 6 5", "2:0": "8"}
    assert altitude_play(mirrored, drawn="6").rule_against("replace 2:0") == "A5"
    assert "replace 2:0" in altitude_play(mirrored, drawn="7").legal


def test_A16_the_old_card_is_discarded() -> None:
    turn = altitude_play({"1:0": "5 6", "2:0": "8"}, STARTED, drawn="7")
    after = turn.after("replace 2:0")
    assert after["mountains"][0] == {"1:0": "5", "1:1": "6", "2:0": "7"}
    assert (after["discard"], after["hands"]) == (["8"], turn["hands"])


def test_A16_an_avalanche_cannot_be_replaced() -> None:
    turn = altitude_play({"1:0": "5 X"}, drawn="C")
    assert turn.legal == {"discard", "lay 1:-1", "lay 1:2", "lay 2:0", "replace 1:0"}
    assert turn.rule_against("replace 1:1") == "A16"


def test_A16_a_cable_car_on_an_avalanche_gives_way_to_a_cable_car_only() -> None:
    mountain = {"1:0": "5 X", "2:0": "C"}
    assert "replace 2:0" in altitude_play(mountain, drawn="C").legal
    number = altitude_play(mountain, drawn="16")
    assert number.legal == {"discard", "lay 1:-1", "lay 1:2"}
    assert number.rule_against("replace 2:0") == "A7"


def test_A16_only_a_card_of_ones_own_mountain_is_replaced() -> None:
    turn = altitude_play(STARTED, {"1:0": "5 6", "2:0": "8"}, drawn="9")
    assert turn.rule_against("replace 2:0") == "A16"


def test_A17_a_drawn_saint_bernard_removes_an_uncovered_avalanche() -> None:
    turn = altitude_play(
        {"1:0": "1 X 1 1", "2:2": "X"}, {"1:0": "1 X"}, drawn="B", hands=("B 9 9 9",)
    )
    assert {move for move in turn.legal if not move.startswith("swap")} == moves(
        "discard, rescue 1:1, rescue 2:2"
    )
    after = turn.after("rescue 1:1")
    assert after["mountains"] == [
        {"1:0": "1", "1:2": "1", "1:3": "1", "2:2": "X"},
        {"1:0": "1", "1:1": "X"},
    ]
    assert after["discard"] == ["X", "B"]
    assert after["hands"] == turn["hands"]


def test_A17_only_a_drawn_saint_bernard_and_only_an_avalanche() -> None:
    mountain = {"1:0": "1 X 1"}
    number = altitude_play(mountain, drawn="9", hands=("B B B B",))
    assert number.rule_against("rescue 1:1") == "A17"
    dog = altitude_play(mountain, {"1:0": "1 1 1 1 X"}, drawn="B")
    assert dog.rule_against("rescue 1:0") == "A17"
    assert dog.rule_against("rescue 1:4") == "A17"


def test_A18_a_saint_bernard_in_hand_is_used_while_the_drawn_card_is_kept() -> None:
    turn = altitude_play({"1:0": "1 X 1 1", "2:2": "X"}, STARTED, drawn="X", hands=("B B X X",))
    assert {move for move in turn.legal if not move.startswith("give")} == moves(
        "discard, swap B 1:1, swap B 2:2"
    )
    after = turn.after("swap B 2:2")
    assert after["mountains"][0] == {"1:0": "1", "1:1": "X", "1:2": "1", "1:3": "1"}
    assert after["discard"] == ["X", "B"]
    assert after["hands"][0] == ["X", "X", "X", "B"]


def test_A18_only_a_saint_bernard_in_hand_and_only_an_avalanche() -> None:
    mountain = {"1:0": "1 X 1"}
    assert altitude_play(mountain, drawn="B").rule_against("swap B 1:1") == "A18"
    dog = altitude_play(mountain, drawn="9", hands=("B 9 9 9",))
    assert dog.rule_against("swap B 1:0") == "A18"
    assert dog.rule_against("swap B 2:0") == "A18"


def test_A19_a_hand_card_is_never_discarded_given_or_used_to_replace() -> None:
    turn = altitude_play({"1:0": "6"}, {"1:0": "6 6"}, drawn="B", hands=("9 9 9 9",))
    assert turn.legal == {"discard", "swap 9 1:-1", "swap 9 1:1"}
    assert turn.rule_against("swap 9 1:0") == "A3"
    assert turn.after("discard")["discard"] == ["B"]


def test_A19_no_card_comes_back_from_the_discard_pile() -> None:
    discarded = altitude_play(STARTED, STARTED, drawn="5", pile="9").after("discard")
    assert discarded["discard"][-1] == "5"
    assert discarded.outcomes == {"draw 9": 1}
    assert discarded.after("draw 9", "discard")["phase"] == "build"


def test_A19_the_hand_is_four_cards_after_every_play() -> None:
    mountain = {"1:0": "6 6 X", "2:0": "7"}
    for drawn in ("9", "C", "X", "B"):
        turn = altitude_play(mountain, {"1:0": "6 6"}, drawn=drawn, hands=("3 9 a7 B",))
        assert len(turn.legal) > 1
        for move in turn.legal:
            after = turn.after(move)
            assert [len(hand) for hand in after["hands"]] == [4, 4]
            assert cards_in_all(after) == 114


@pytest.mark.parametrize(
    "event", ["lay 1:-1", "discard", "replace 5:0", "give 1 1:1", "swap 9 1:-1"]
)
def test_A20_five_floors_earn_a_second_play(event: str) -> None:
    turn = altitude_play(FIVE_FLOORS, STARTED, drawn="9", hands=("9 X X X",))
    second = turn.after(event)
    assert (second["phase"], second["turn"], second["second_play"]) == ("draw", 0, True)
    assert second["actor"] == "chance"
    assert second.after("draw 1")["second_play"]


def test_A20_never_more_than_two_plays() -> None:
    turn = altitude_play(FIVE_FLOORS, FIVE_FLOORS, drawn="6")
    after = turn.after("discard", "draw 8", "discard")
    assert (after["phase"], after["turn"], after["second_play"]) == ("draw", 1, False)
    again = after.after("draw 7", "discard")
    assert (again["turn"], again["second_play"]) == (1, True)


def test_A20_four_floors_earn_no_second_play() -> None:
    turn = altitude_play(FOUR_FLOORS, STARTED, drawn="9").after("discard")
    assert (turn["turn"], turn["second_play"]) == (1, False)


def test_A20_the_fifth_floor_may_come_with_the_first_play() -> None:
    four = FIVE_FLOORS | {"5:0": ""}
    turn = altitude_play(four, STARTED, drawn="6").after("lay 5:0")
    assert (turn["turn"], turn["second_play"]) == (0, True)


@pytest.mark.parametrize("top", ["X", "C", "a18"])
def test_A20_it_does_not_matter_which_cards_make_the_floors(top: str) -> None:
    turn = altitude_play(FIVE_FLOORS | {"5:0": top}, STARTED, drawn="9", hands=("B B B B",))
    assert turn.after("discard")["turn"] == 0


def test_A20_a_fifth_floor_removed_by_the_first_play_earns_nothing() -> None:
    buried = altitude_play(FIVE_FLOORS | {"5:0": "X"}, STARTED, drawn="B", hands=("9 9 9 9",))
    assert buried.after("rescue 5:0")["turn"] == 1
    assert buried.after("discard")["turn"] == 0


def test_A20_an_opponents_fifth_floor_earns_nothing() -> None:
    turn = altitude_play(STARTED, FIVE_FLOORS | {"5:0": ""}, drawn="6")
    after = turn.after("give 1 5:0")
    assert (after["turn"], after["second_play"]) == (1, False)
    assert after.after("draw 9", "discard")["turn"] == 1


def test_A20_an_empty_pile_leaves_no_second_play() -> None:
    last = altitude_play(FIVE_FLOORS, STARTED, drawn="9", pile="").after("discard")
    assert (last["phase"], last["turn"], last["second_play"]) == ("build", 1, False)
    last_but_one = altitude_play(FIVE_FLOORS, STARTED, drawn="9", pile="7").after("discard")
    assert (last_but_one["phase"], last_but_one["turn"]) == ("draw", 0)
    assert last_but_one.after("draw 7", "discard")["phase"] == "build"


def test_A21_play_ends_when_the_pile_is_empty_after_a_play() -> None:
    last_card = altitude_play(STARTED, STARTED, pile="9").after("draw 9")
    assert (last_card["phase"], last_card["pile"]) == ("play", 0)
    built = last_card.after("lay 1:1")
    assert (built["phase"], built["actor"], built["turn"]) == ("build", 1, 1)


@pytest.mark.parametrize(("last", "order"), [(0, [1, 2, 0]), (1, [2, 0, 1]), (2, [0, 1, 2])])
def test_A21_building_starts_after_the_one_who_drew_last(last: int, order: list[int]) -> None:
    position = altitude_building({}, {}, {}, hands=["1 2 3 4"] * 3, last_drawer=last)
    builders = []
    while position["phase"] == "build":
        builders.append(position["actor"])
        position = position.after("done")
    assert builders == order
    assert (position["phase"], position["actor"]) == ("over", None)


def test_A21_building_starts_after_the_one_who_drew_last_in_a_second_play() -> None:
    turn = altitude_play(STARTED, FIVE_FLOORS, STARTED, seat=1, drawn="9", pile="7")
    second = turn.after("discard", "draw 7", "discard")
    assert second["actor"] == 2
    assert second.after("done", "done")["actor"] == 1
    assert second.after("done", "done", "done")["phase"] == "over"


def test_A21_any_hand_cards_may_be_laid_by_the_rules_of_building() -> None:
    build = altitude_building({"1:0": "4 X"}, {"1:0": "1 1"}, hands=("3 a9 C B",), last_drawer=1)
    assert build["actor"] == 0
    assert build.legal == moves(
        "build 3 1:-1, build 3 1:2",
        "build a9 1:-1, build a9 1:2",
        "build C 1:-1, build C 1:2, build C 2:0",
        "done",
    )
    one = build.after("build a9 1:-1")
    assert (one["actor"], one["hands"][0]) == (0, ["3", "C", "B"])
    assert one["mountains"][0] == {"1:-1": "a9", "1:0": "4", "1:1": "X"}
    three = one.after("build C 2:-1", "build 3 1:-2")
    assert three["hands"][0] == ["B"]
    assert three.legal == {"done"}


def test_A21_no_saint_bernard_is_used_and_no_avalanche_laid_any_more() -> None:
    build = altitude_building({"1:0": "4 X"}, {"1:0": "1 1"}, hands=("B B X X",), last_drawer=1)
    assert build.legal == {"done"}
    assert build.rule_against("build X 1:2") == "A7"
    for event in ("rescue 1:1", "swap B 1:1", "discard", "give 1 2:0", "replace 1:0", "draw 5"):
        assert build.rule_against(event) == "A21"


def test_A21_what_is_built_must_be_in_hand_and_fit() -> None:
    build = altitude_building({"1:0": "4 5"}, {}, hands=("3 5 6 B",), last_drawer=1)
    assert build.rule_against("build 9 2:0") == "A21"
    assert build.rule_against("build 5 2:0") == "A5"
    assert build.rule_against("build 6 1:3") == "A4"
    assert build.rule_against("build 6 1:0") == "A3"
    assert build.after("build 6 2:0").rule_against("build 6 1:2") == "A21"


def test_A21_hands_stay_unseen_until_the_end() -> None:
    build = altitude_building({}, {}, hands=("1 2 3 4", "5 6 7 B"), last_drawer=1)
    assert build.view(0)["hands"] == [["1", "2", "3", "4"], ["?"] * 4]
    over = build.after("done", "done")
    assert over.view(0)["hands"] == over.view(None)["hands"] == over["hands"]


@pytest.mark.parametrize(
    ("mountain", "hand", "score"),
    [
        ({}, "1 2 3 4", 0),
        (STARTED, "1 2 3 4", 1),
        ({"1:0": "1 1 1", "2:0": "2 2", "3:0": "3"}, "1 2 3 4", 3),
        ({"1:0": "1 1 1 1 1 1 1"}, "2 2 3 4", 1),
        (FIVE_FLOORS, "6 6 7 7", 5),
        (FIVE_FLOORS | {"5:0": "X"}, "6 6 7 7", 5),
        (STARTED, "B 2 3 4", 2),
        (STARTED, "B B B 4", 4),
        (STARTED, "B B B B", 6),
        (STARTED, "B B X X", 3),
    ],
)
def test_A22_floors_and_saint_bernards_score(
    mountain: dict[str, str], hand: str, score: int
) -> None:
    assert altitude_play(mountain, {}, hands=(hand,))["scores"][0] == score


@pytest.mark.parametrize(
    ("mountain", "score"),
    [
        (FOUR_FLOORS | {"4:0": "a7"}, 5),
        (FOUR_FLOORS | {"3:0": "a7 3", "4:0": "a8"}, 5),
        (FOUR_FLOORS | {"3:0": "a7 a8", "4:0": "9"}, 4),
        (FIVE_FLOORS | {"4:0": "a7 a8", "5:0": "9"}, 7),
        (FIVE_FLOORS | {"4:0": "a7 a8", "5:0": "a9"}, 8),
        ({"1:0": "a7 a8 a9", "2:0": "a10 a11", "3:0": "a12"}, 3),
    ],
)
def test_A22_animals_score_on_floor_4_or_higher(mountain: dict[str, str], score: int) -> None:
    assert altitude_play(mountain, {}, hands=("4 5 5 6",))["scores"][0] == score


def test_A22_an_empty_hand_scores_one_more() -> None:
    build = altitude_building({}, {}, hands=("1 2 3 4",), last_drawer=1)
    three = build.after("build 1 1:0", "build 2 1:1", "build 3 1:2")
    assert three["scores"][0] == 1
    assert three.after("build 4 1:3")["scores"][0] == 2


def test_A22_nothing_but_saint_bernards_in_hand_scores_one_more() -> None:
    build = altitude_building({}, {}, hands=("1 2 B B",), last_drawer=1)
    assert build["scores"][0] == 2
    assert build.after("build 1 1:0")["scores"][0] == 3
    assert build.after("build 1 1:0", "build 2 1:1")["scores"][0] == 4


def test_A22_the_highest_total_wins() -> None:
    build = altitude_building(STARTED, {"1:0": "1 1", "2:0": "2"}, {}, hands=(), last_drawer=2)
    assert build["winners"] == []
    over = build.after("done", "done", "done")
    assert (over["scores"], over["winners"]) == ([1, 2, 0], [1])
    assert over.legal == set()
    assert over.rule_against("done") == "A22"


def test_A22_equal_totals_share_the_win() -> None:
    build = altitude_building(
        STARTED, {"1:0": "1 1", "2:0": "2"}, {}, hands=("B 2 3 4",), last_drawer=2
    )
    over = build.after("done", "done", "done")
    assert (over["scores"], over["winners"]) == ([2, 2, 0], [0, 1])


def test_A23_alone_turn_follows_turn() -> None:
    alone = altitude_play(STARTED, drawn="5").after("lay 1:1")
    assert (alone["phase"], alone["turn"]) == ("draw", 0)
    assert altitude_play(FIVE_FLOORS, drawn="5").after("discard")["second_play"]


def test_A23_alone_an_avalanche_is_discarded_or_held() -> None:
    alone = altitude_play({"1:0": "1 1"}, drawn="X", hands=("2 X X X",))
    assert alone.legal == {"discard", "swap 2 1:-1", "swap 2 1:2", "swap 2 2:0"}
    assert alone.after("swap 2 2:0")["hands"] == [["X", "X", "X", "X"]]
    assert alone.rule_against("give 0 2:0") == "A14"
    assert alone.rule_against("give 1 1:0") == "A14"


def test_A23_alone_the_game_ends_with_a_score() -> None:
    build = altitude_building({"1:0": "1 1"}, hands=("2 B 4 5",), last_drawer=0)
    over = build.after("build 2 2:0", "done")
    assert (over["phase"], over["scores"], over["winners"]) == ("over", [3], [0])
