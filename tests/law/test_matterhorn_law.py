"""The law of Matterhorn, rule by rule."""

# ruff: noqa: N802  a test carries the id of its rule as the rules write it

from collections import Counter
from itertools import combinations, product

import pytest

from gipfel.core.errors import BadEvent, BadRequest
from gipfel.games import matterhorn
from gipfel.games.matterhorn.board import STANDARD, board_from
from gipfel.games.matterhorn.dice import result

from .positions import circles, matterhorn_actions, matterhorn_turn, moves, new

FAR_AWAY = "12i 12j"
"""A rope team that is in nobody's way."""


def free_circles(*taken: str, lines: range = range(12, 4, -1)) -> set[str]:
    return {name for line in lines for name in circles(line)} - set(" ".join(taken).split())


def test_M1_eight_lines_from_12_up_to_5_hold_52_circles() -> None:
    sizes = Counter(int(name[:-1]) for name in STANDARD.names)
    assert sizes == {12: 10, 11: 9, 10: 8, 9: 7, 8: 6, 7: 5, 6: 4, 5: 3}
    assert len(STANDARD.names) == 52


def test_M2_circles_are_named_by_line_and_letter_from_the_left() -> None:
    assert " ".join(circles(12)) == "12a 12b 12c 12d 12e 12f 12g 12h 12i 12j"
    assert " ".join(circles(8)) == "8a 8b 8c 8d 8e 8f"
    assert " ".join(circles(5)) == "5a 5b 5c"


@pytest.mark.parametrize(
    ("circle", "touching"),
    [
        ("11c", "11b 11d 10b 10c 12c 12d"),
        ("12a", "12b 11a"),
        ("12e", "12d 12f 11d 11e"),
        ("12j", "12i 11i"),
        ("9a", "9b 8a 10a 10b"),
        ("9g", "9f 8f 10g 10h"),
        ("6d", "6c 5c 7d 7e"),
        ("5a", "5b 6a 6b top"),
        ("5b", "5a 5c 6b 6c top"),
        ("5c", "5b 6c 6d top"),
    ],
)
def test_M2_circles_touch_as_in_a_pyramid(circle: str, touching: str) -> None:
    climber = matterhorn_actions(f"top {circle}", "top top", action="8c")
    assert climber.legal == {f"climb {circle} {to}" for to in touching.split()} | {"pass"}


def test_M2_touching_is_mutual() -> None:
    steps = set()
    for circle in STANDARD.names:
        out_of_reach = "12a" if int(circle[:-1]) < 9 else "5a"
        climber = matterhorn_actions(f"top {circle}", "top top", action=out_of_reach)
        steps |= {tuple(move.split()[1:]) for move in climber.legal - {"pass"}}
    between_circles = {(origin, to) for origin, to in steps if to != "top"}
    assert between_circles == {(to, origin) for origin, to in between_circles}
    assert {origin for origin, to in steps if to == "top"} == set(circles(5))


@pytest.mark.parametrize("event", ["climb 12a 13a", "climb 12k 12a", "push 5d 5c", "clear 4a"])
def test_M2_a_circle_that_is_not_on_the_board_is_refused(event: str) -> None:
    actions = matterhorn_actions("12a 12b", FAR_AWAY, action="8a")
    assert actions.rule_against(event) == "M2"


def test_M3_five_dice_with_six_sides_are_rolled() -> None:
    outcomes = matterhorn_turn("12a 12b", FAR_AWAY).outcomes
    rolls = [tuple(map(int, event.split()[1:])) for event in outcomes]
    assert {len(faces) for faces in rolls} == {5}
    assert {face for faces in rolls for face in faces} == {1, 2, 3, 4, 5, 6}


def test_M3_forty_tokens_are_in_the_pool_until_they_are_placed() -> None:
    start = matterhorn_turn("12a 12b", FAR_AWAY, dice_left=1)
    assert start["pool"] == 40
    placed = start.after("dice 6", "token 6a keep 6")
    assert placed["pool"] == 39
    assert placed.after("stop", "pass")["pool"] == 39
    assert new(matterhorn, 4)["pool"] == 40


def test_M3_each_player_has_two_climbers() -> None:
    started = new(matterhorn, 3).after(
        "rolloff 6 1 2", "start 12a 12b", "start 12c 12d", "start 12e 12f"
    )
    assert started["climbers"] == [["12a", "12b"], ["12e", "12f"], ["12c", "12d"]]


def test_M4_a_circle_holds_one_climber_or_one_token() -> None:
    crowd = matterhorn_actions("10c 10d", "10e 9c", action="9d", obstacles="10b")
    for taken in ("10d", "9c", "10b"):
        assert crowd.rule_against(f"climb 10c {taken}") == "M4"
    for taken in ("10d", "9d"):
        assert crowd.rule_against(f"push 10e {taken}") == "M4"
    roll = matterhorn_turn("6a 12a", "6b 12b", obstacles="6c", dice_left=1)
    for taken in ("6a", "6b", "6c"):
        assert roll.after("dice 6").rule_against(f"token {taken} keep 6") == "M4"
        assert roll.after("dice 1").rule_against(f"block {taken}") == "M4"


def test_M4_two_climbers_cannot_start_on_one_circle() -> None:
    start = new(matterhorn, 2).after("rolloff 6 1")
    assert start.rule_against("start 12c 12c") == "M4"
    assert start.after("start 12c 12d").rule_against("start 12b 12c") == "M4"


def test_M4_the_summit_holds_any_number_of_climbers() -> None:
    crowded = matterhorn_actions("5a 12a", "top 12b", "top 12c", "top 12d", action="8a")
    after = crowded.after("climb 5a top")
    assert [team[1] for team in after["climbers"]] == ["top"] * 4


@pytest.mark.parametrize("players", [2, 3, 4])
def test_M5_each_player_rolls_one_die(players: int) -> None:
    throws = product("123456", repeat=players)
    assert new(matterhorn, players).outcomes == {f"rolloff {' '.join(t)}": 1 for t in throws}


@pytest.mark.parametrize(
    ("faces", "first"), [("6 3 3", 0), ("2 5 4", 1), ("1 1 2", 2), ("4 6 5", 1)]
)
def test_M5_the_highest_places_first(faces: str, first: int) -> None:
    start = new(matterhorn, 3).after(f"rolloff {faces}")
    assert (start["phase"], start["actor"], start["turn"]) == ("start", first, None)


def test_M5_those_tied_for_highest_roll_again_among_themselves() -> None:
    tied = new(matterhorn, 4).after("rolloff 5 2 5 4")
    assert (tied["phase"], tied["actor"]) == ("rolloff", "chance")
    assert len(tied.outcomes) == 36
    assert tied.after("rolloff 1 2")["actor"] == 2
    assert tied.after("rolloff 2 1")["actor"] == 0
    assert tied.after("rolloff 3 3", "rolloff 6 6", "rolloff 6 5")["actor"] == 0
    assert new(matterhorn, 4).after("rolloff 5 2 5 5", "rolloff 4 6 6", "rolloff 2 3")["actor"] == 3


def test_M5_only_those_who_contend_roll() -> None:
    assert new(matterhorn, 3).rule_against("rolloff 6 5") == "M5"
    assert new(matterhorn, 3).after("rolloff 5 2 5").rule_against("rolloff 1 2 3") == "M5"
    assert new(matterhorn, 3).rule_against("start 12a 12b") == "M5"


def test_M6_both_climbers_go_on_any_two_free_circles_of_line_12() -> None:
    start = new(matterhorn, 2).after("rolloff 6 1")
    assert start.legal == {f"start {a} {b}" for a, b in combinations(circles(12), 2)}
    second = start.after("start 12c 12h")
    left = [name for name in circles(12) if name not in ("12c", "12h")]
    assert second.legal == {f"start {a} {b}" for a, b in combinations(left, 2)}
    assert second["climbers"] == [["12c", "12h"], None]


@pytest.mark.parametrize("event", ["start 11a 12a", "start 12a 5a", "start 12a top"])
def test_M6_climbers_start_on_line_12_only(event: str) -> None:
    assert new(matterhorn, 2).after("rolloff 6 1").rule_against(event) == "M6"


def test_M6_nothing_else_happens_before_all_are_placed() -> None:
    start = new(matterhorn, 2).after("rolloff 6 1")
    assert start.rule_against("dice 1 2 3 4 5") == "M6"
    assert start.rule_against("pass") == "M6"


@pytest.mark.parametrize(
    ("faces", "order"),
    [
        ("1 6", [1, 0]),
        ("6 1 2", [0, 2, 1]),
        ("1 6 2", [1, 0, 2]),
        ("1 2 6 3", [2, 1, 0, 3]),
    ],
)
def test_M6_placing_goes_anticlockwise(faces: str, order: list[int]) -> None:
    position = new(matterhorn, len(order)).after(f"rolloff {faces}")
    placed = []
    for event in ("start 12a 12b", "start 12c 12d", "start 12e 12f", "start 12g 12h")[: len(order)]:
        placed.append(position["actor"])
        position = position.after(event)
    assert placed == order
    assert (position["phase"], position["turn"]) == ("roll", order[-1])


def test_M7_who_placed_last_takes_the_first_turn() -> None:
    started = new(matterhorn, 3).after(
        "rolloff 1 2 6", "start 12a 12b", "start 12c 12d", "start 12e 12f"
    )
    assert (started["phase"], started["turn"], started["actor"]) == ("roll", 0, "chance")


@pytest.mark.parametrize(("seat", "following"), [(0, 1), (1, 2), (2, 3), (3, 0)])
def test_M7_turns_go_clockwise(seat: int, following: int) -> None:
    teams = ("12a 12b", "12c 12d", "12e 12f", "12g 12h")
    stopped = matterhorn_actions(*teams, seat=seat, action="8a").after("pass")
    assert (stopped["phase"], stopped["turn"]) == ("roll", following)
    flopped = matterhorn_turn(*teams, seat=seat, dice_left=1).after("dice 1", "pass")
    assert (flopped["phase"], flopped["turn"]) == ("roll", following)


def test_M8_a_turn_opens_with_a_roll_of_all_five_dice() -> None:
    next_turn = matterhorn_turn("12a 12b", FAR_AWAY, dice_left=1).after("dice 1", "pass")
    assert (next_turn["actor"], next_turn["dice_left"]) == ("chance", 5)
    assert sum(next_turn.outcomes.values()) == 6**5
    assert len(next_turn.outcomes) == 252


@pytest.mark.parametrize(
    ("event", "ways"),
    [
        ("dice 1 1 5 5 6", 30),
        ("dice 3 3 3 3 3", 1),
        ("dice 1 2 3 4 5", 120),
        ("dice 2 2 2 6 6", 10),
        ("dice 1 1 2 3 4", 60),
    ],
)
def test_M8_a_roll_weighs_as_many_ordered_rolls_as_it_stands_for(event: str, ways: int) -> None:
    assert matterhorn_turn("12a 12b", FAR_AWAY).outcomes[event] == ways


def test_M8_each_later_roll_uses_the_dice_that_are_left() -> None:
    second = matterhorn_turn("8a 8b", FAR_AWAY).after(
        "dice 1 1 5 5 6", "token 12c keep 1 5 6", "pass", "again"
    )
    assert (second["phase"], second["dice_left"]) == ("roll", 3)
    assert second.outcomes["dice 2 2 5"] == 3
    assert sum(second.outcomes.values()) == 6**3


def test_M8_another_number_of_dice_is_refused() -> None:
    roll = matterhorn_turn("12a 12b", FAR_AWAY, dice_left=3)
    assert roll.rule_against("dice 1 2") == "M8"
    assert roll.rule_against("dice 1 2 3 4 5") == "M8"
    assert roll.rule_against("stop") == "M8"


def test_M9_any_of_the_rolled_dice_may_be_eliminated() -> None:
    rolled = matterhorn_turn("8a 8b", "8c 8d").after("dice 1 1 5 5 6")
    on_first_circles = {move for move in rolled.legal if move.split()[1].endswith("a")}
    assert on_first_circles == moves(
        "token 5a keep 5, token 5a keep 1 1 5",
        "token 6a keep 6, token 6a keep 1 5, token 6a keep 1 1 6, token 6a keep 5 5 6",
        "token 6a keep 1 1 5 5 6",
        "token 7a keep 1 6, token 7a keep 1 5 5 6",
        "token 11a keep 5 6, token 11a keep 1 1 5 6",
        "token 12a keep 1 5 6",
    )


def test_M9_eliminated_dice_are_out_for_the_rest_of_the_turn() -> None:
    first = matterhorn_turn("9a 9b", "9c 9d").after("dice 1 1 5 5 6", "token 11a keep 1 1 5 6")
    assert first["dice_left"] == 4
    second = first.after("again", "dice 2 3 5 5", "token 5a keep 2 3")
    assert second["dice_left"] == 2


def test_M9_at_least_one_die_stays() -> None:
    rolled = matterhorn_turn("12a 12b", FAR_AWAY).after("dice 1 2 3 4 5")
    with pytest.raises(BadEvent):
        rolled.after("token 5a keep")
    one = matterhorn_turn("12a 12b", FAR_AWAY, dice_left=1).after("dice 5")
    assert one.legal == {"token 5a keep 5", "token 5b keep 5", "token 5c keep 5"}


@pytest.mark.parametrize("kept", ["6 6", "1 1 1 6", "2 4", "1 5 5 5 6"])
def test_M9_only_dice_of_the_roll_can_be_kept(kept: str) -> None:
    rolled = matterhorn_turn("12a 12b", FAR_AWAY).after("dice 1 1 5 5 6")
    assert rolled.rule_against(f"token 6a keep {kept}") == "M9"


@pytest.mark.parametrize(
    ("kept", "worth"),
    [
        ((5, 5, 6, 1, 1), 6),
        ((5, 6, 1), 12),
        ((5, 6, 1, 1), 11),
        ((5, 6, 1, 2, 4), 18),
        ((5, 1, 2, 4), 12),
        ((3, 3, 3), 0),
        ((2, 2, 2, 4), 4),
        ((2, 3, 4, 5, 6), 20),
        ((1,), 1),
    ],
)
def test_M10_the_result_is_the_sum_of_the_faces_that_show_once(
    kept: tuple[int, ...], worth: int
) -> None:
    assert result(kept) == worth


def test_M10_two_fives_a_six_and_two_ones_make_6_or_12_or_11() -> None:
    rolled = matterhorn_turn("8a 8b", "8c 8d").after("dice 1 1 5 5 6")
    assert rolled.after("token 6a keep 1 1 5 5 6")["lines_used"] == [6]
    assert rolled.after("token 12a keep 1 5 6")["lines_used"] == [12]
    assert rolled.after("token 11a keep 1 1 5 6")["lines_used"] == [11]
    assert rolled.rule_against("token 12a keep 1 1 5 6") == "M10"
    assert rolled.rule_against("token 11a keep 1 5 6") == "M10"


def test_M10_five_six_one_two_four_make_18_which_is_no_line_or_12_without_the_six() -> None:
    rolled = matterhorn_turn("8a 8b", "8c 8d").after("dice 1 2 4 5 6")
    assert rolled.rule_against("token 12a keep 1 2 4 5 6") == "M11"
    assert rolled.after("token 12a keep 1 2 4 5")["lines_used"] == [12]


def test_M10_equal_dice_stay_in_play() -> None:
    placed = matterhorn_turn("8a 8b", "8c 8d").after("dice 1 1 5 5 6", "token 6a keep 1 1 5 5 6")
    assert placed["dice_left"] == 5
    assert sum(placed.after("again").outcomes.values()) == 6**5


def test_M11_the_token_goes_on_any_free_circle_of_the_line_of_the_result() -> None:
    rolled = matterhorn_turn("6b 12a", "12b 12c", obstacles="5a 7a", dice_left=2).after("dice 1 6")
    assert rolled.legal == moves(
        "token 6a keep 6, token 6c keep 6, token 6d keep 6",
        "token 7b keep 1 6, token 7c keep 1 6, token 7d keep 1 6, token 7e keep 1 6",
    )
    placed = rolled.after("token 7c keep 1 6")
    assert (placed["action"], placed["obstacle"]) == (["7c"], ["7a", "5a"])
    assert (placed["lines_used"], placed["dice"]) == ([7], [])


@pytest.mark.parametrize("event", ["stop", "again", "pass", "block 9a", "climb 12a 11a"])
def test_M11_a_roll_that_can_be_placed_must_be_placed(event: str) -> None:
    rolled = matterhorn_turn("12a 12b", FAR_AWAY, dice_left=1).after("dice 6")
    assert (rolled["phase"], rolled["dice"]) == ("token", [6])
    assert rolled.rule_against(event) == "M11"


@pytest.mark.parametrize("roll", ["1 1 1 1 1", "4 4 4 4 4", "1 1 1 3 3", "2 2 2 2 2"])
def test_M11_no_token_if_no_choice_of_dice_makes_a_line(roll: str) -> None:
    assert matterhorn_turn("12a 12b", FAR_AWAY).after(f"dice {roll}")["phase"] == "flop"


@pytest.mark.parametrize(
    ("roll", "line"), [("5 5 5 5 5", 5), ("6 6 6 6 6", 6), ("1 1 4 4 4", 5), ("1 1 1 2 4", 7)]
)
def test_M11_a_line_that_some_choice_of_dice_makes_is_enough(roll: str, line: int) -> None:
    rolled = matterhorn_turn("12a 12b", FAR_AWAY).after(f"dice {roll}")
    assert rolled["phase"] == "token"
    assert line in {int(move.split()[1][:-1]) for move in rolled.legal}


def test_M11_results_below_5_and_above_12_are_refused() -> None:
    rolled = matterhorn_turn("12a 12b", FAR_AWAY).after("dice 1 2 4 5 6")
    assert rolled.rule_against("token 5a keep 4") == "M11"
    assert rolled.rule_against("token 12c keep 2 5 6") == "M11"
    lines = {int(move.split()[1][:-1]) for move in rolled.legal}
    assert lines == {5, 6, 7, 8, 9, 10, 11, 12}


def test_M11_no_second_token_on_a_line_in_one_turn() -> None:
    turn = matterhorn_turn("12a 12b", FAR_AWAY, action="6a", dice_left=2)
    assert turn.after("dice 6 6")["phase"] == "flop"
    rolled = turn.after("dice 1 6")
    assert rolled.legal == {f"token {name} keep 1 6" for name in circles(7)}
    assert rolled.rule_against("token 6b keep 6") == "M11"


def test_M11_the_lines_used_add_up_through_the_turn() -> None:
    second = matterhorn_turn("12a 12b", FAR_AWAY, action="6a", dice_left=2).after(
        "dice 5 6", "token 5a keep 5"
    )
    assert (second["lines_used"], second["action"]) == ([5, 6], ["6a", "5a"])
    assert second.after("again", "dice 6")["phase"] == "flop"


def test_M11_a_line_of_an_earlier_turn_may_be_used_again() -> None:
    turn = matterhorn_turn("12a 12b", FAR_AWAY, obstacles="6a", dice_left=1).after("dice 6")
    assert turn.legal == {"token 6b keep 6", "token 6c keep 6", "token 6d keep 6"}


def test_M11_no_token_on_a_line_without_a_free_circle() -> None:
    turn = matterhorn_turn("5a 12a", "5b 12b", action="7a", obstacles="5c", dice_left=2)
    assert turn.after("dice 5 5")["phase"] == "flop"
    assert turn.after("dice 1 5").legal == {f"token {name} keep 1 5" for name in circles(6)}


def test_M11_no_token_from_an_empty_pool() -> None:
    two_tokens = board_from({**STANDARD.describe(), "name": "two tokens", "tokens": 2})
    turn = matterhorn_turn("12a 12b", FAR_AWAY, obstacles="7a", action="8a", board=two_tokens)
    assert turn["pool"] == 0
    flopped = turn.after("dice 1 2 3 5 6")
    assert (flopped["phase"], flopped["turn"]) == ("roll", 1)
    assert flopped["obstacle"] == ["8a", "7a"]


def test_M11_the_last_token_of_the_pool_can_be_placed() -> None:
    one_token = board_from({**STANDARD.describe(), "name": "one token", "tokens": 1})
    rolled = matterhorn_turn("12a 12b", FAR_AWAY, dice_left=1, board=one_token).after("dice 6")
    assert rolled.legal == {f"token {name} keep 6" for name in circles(6)}
    assert rolled.after("token 6a keep 6")["pool"] == 0


def test_M11_tokens_do_not_lie_on_the_summit() -> None:
    rolled = matterhorn_turn("12a 12b", FAR_AWAY, dice_left=1).after("dice 6")
    assert rolled.rule_against("token top keep 6") == "M11"


@pytest.mark.parametrize("climbers", [("6b 12a", "12b 12c"), ("12a 12b", "6b 12c")])
def test_M12_a_climber_of_anyone_on_the_line_earns_a_bonus(climbers: tuple[str, str]) -> None:
    placed = matterhorn_turn(*climbers, dice_left=1).after("dice 6", "token 6d keep 6")
    assert (placed["phase"], placed["actor"], placed["action"]) == ("bonus", 0, ["6d"])


def test_M12_the_bonus_is_any_one_action_or_none() -> None:
    bonus = matterhorn_turn("12a 12f", "12j 9a", obstacles="7a", dice_left=3).after(
        "dice 1 5 6", "token 12c keep 1 5 6"
    )
    assert bonus.legal == moves(
        "climb 12a 12b, climb 12a 11a",
        "climb 12f 12e, climb 12f 12g, climb 12f 11e, climb 12f 11f",
        "push 12j 12i, push 12j 11i, push 9a 9b, push 9a 8a",
        "clear 7a, pass",
    )
    for event in ("climb 12a 11a", "push 9a 8a", "clear 7a", "pass"):
        assert bonus.after(event)["phase"] == "decide"


def test_M12_no_bonus_on_a_line_without_climbers() -> None:
    placed = matterhorn_turn("7a 5a", "top 12c", dice_left=1).after("dice 6", "token 6d keep 6")
    assert placed["phase"] == "decide"


def test_M12_a_token_does_not_earn_a_bonus_for_tokens_on_the_line() -> None:
    turn = matterhorn_turn("12a 12b", FAR_AWAY, obstacles="6a 6b", dice_left=1)
    assert turn.after("dice 6", "token 6d keep 6")["phase"] == "decide"


def test_M12_the_bonus_comes_before_anything_else() -> None:
    bonus = matterhorn_turn("6b 12a", FAR_AWAY, dice_left=1).after("dice 6", "token 6d keep 6")
    assert bonus.rule_against("again") == "M12"
    assert bonus.rule_against("stop") == "M12"


def test_M12_the_token_of_a_bonus_still_counts_for_the_actions() -> None:
    stopped = matterhorn_turn("6b 12a", FAR_AWAY, dice_left=1).after(
        "dice 6", "token 6d keep 6", "climb 6b 5b", "stop"
    )
    assert (stopped["action"], stopped["actions_left"]) == (["6d"], 1)


def test_M12_a_bonus_is_kept_when_the_turn_flops() -> None:
    flopped = matterhorn_turn("6b 12a", FAR_AWAY, dice_left=1).after(
        "dice 6", "token 6d keep 6", "climb 6b 5b", "again", "dice 1", "pass"
    )
    assert flopped["climbers"][0] == ["12a", "5b"]


def test_M13_after_a_token_the_choice_is_to_roll_again_or_stop() -> None:
    placed = matterhorn_turn("12a 12b", FAR_AWAY, dice_left=1).after("dice 6", "token 6a keep 6")
    assert (placed["phase"], placed.legal) == ("decide", {"again", "stop"})
    assert placed.after("again")["phase"] == "roll"
    assert placed.after("stop")["phase"] == "actions"
    assert placed.rule_against("pass") == "M13"
    assert placed.rule_against("climb 12a 11a") == "M13"


@pytest.mark.parametrize(
    ("action", "actions"), [("8a", 1), ("8a 7a", 2), ("12c 9a 8a 7a 6a 5a", 6)]
)
def test_M14_stopping_gives_an_action_for_each_token_of_the_turn(action: str, actions: int) -> None:
    stopped = matterhorn_actions("12a 12b", FAR_AWAY, action=action, obstacles="10a 11a")
    assert stopped["actions_left"] == actions
    assert stopped["action"] == sorted(action.split(), key=STANDARD.index.__getitem__)


def test_M14_actions_may_be_mixed_in_any_order() -> None:
    stopped = matterhorn_actions("12a 12b", FAR_AWAY, action="8a 7a 6a", obstacles="11a")
    first = stopped.after("clear 11a")
    assert (first["phase"], first["actions_left"]) == ("actions", 2)
    second = first.after("climb 12a 11a")
    assert (second["phase"], second["actions_left"]) == ("actions", 1)
    third = second.after("push 12i 12h")
    assert (third["phase"], third["turn"], third["actions_left"]) == ("roll", 1, 0)
    assert third["climbers"] == [["12b", "11a"], ["12h", "12j"]]


def test_M14_any_number_of_actions_may_be_waived() -> None:
    stopped = matterhorn_actions("12a 12b", FAR_AWAY, action="8a 7a 6a")
    assert stopped.after("pass")["turn"] == 1
    waived = stopped.after("climb 12a 11a", "pass")
    assert (waived["phase"], waived["turn"], waived["actions_left"]) == ("roll", 1, 0)
    assert stopped.rule_against("again") == "M14"
    assert stopped.rule_against("stop") == "M14"


def test_M15_an_action_moves_an_own_climber_pushes_an_opponent_or_clears_an_obstacle() -> None:
    actions = matterhorn_actions("10c 8a", "10d 5b", action="8b 7a", obstacles="9c 12j")
    assert actions.legal == moves(
        "climb 10c 10b, climb 10c 9b, climb 10c 11c, climb 10c 11d",
        "climb 8a 9a, climb 8a 9b",
        "push 10d 10e, push 10d 9d, push 5b 5a, push 5b 5c",
        "clear 9c, clear 12j",
        "pass",
    )


def test_M15_the_other_seat_moves_its_own_and_pushes_the_rest() -> None:
    actions = matterhorn_actions("10c 8a", "10d 5b", "12a 12b", seat=1, action="8b 7a")
    assert actions.legal == moves(
        "climb 10d 10e, climb 10d 9c, climb 10d 9d, climb 10d 11d, climb 10d 11e",
        "climb 5b 5a, climb 5b 5c, climb 5b 6b, climb 5b 6c, climb 5b top",
        "push 10c 10b, push 10c 9b, push 10c 9c",
        "push 12a 11a, push 12b 12c, push 12b 11a, push 12b 11b",
        "pass",
    )


def test_M15_a_climber_moves_up_down_or_sideways() -> None:
    actions = matterhorn_actions("10c 12a", FAR_AWAY, action="8b")
    assert actions.after("climb 10c 9b")["climbers"][0] == ["12a", "9b"]
    assert actions.after("climb 10c 11d")["climbers"][0] == ["12a", "11d"]
    assert actions.after("climb 10c 10d")["climbers"][0] == ["12a", "10d"]


def test_M15_a_move_leaves_the_circle_free() -> None:
    actions = matterhorn_actions("10c 12a", FAR_AWAY, action="8b 7a")
    assert actions.after("climb 10c 9b", "climb 9b 10c")["climbers"][0] == ["12a", "10c"]


@pytest.mark.parametrize(
    "event",
    [
        "climb 10c 8b",
        "climb 10c 10e",
        "climb 10c 9d",
        "climb 10c 10c",
        "climb 12i 12h",
        "climb 9a 9b",
        "climb 8a 9a",
    ],
)
def test_M15_only_an_own_climber_moves_and_only_to_a_touching_circle(event: str) -> None:
    actions = matterhorn_actions("10c 12a", FAR_AWAY, action="8a", obstacles="7a")
    assert actions.rule_against(event) == "M15"


def test_M15_a_push_goes_sideways_or_up() -> None:
    actions = matterhorn_actions("12a 12b", "10d 12j", action="8b")
    assert actions.after("push 10d 10e")["climbers"] == [["12a", "12b"], ["12j", "10e"]]
    assert actions.after("push 10d 9c")["climbers"] == [["12a", "12b"], ["12j", "9c"]]


@pytest.mark.parametrize(
    "event",
    [
        "push 10d 11d",
        "push 10d 11e",
        "push 5b top",
        "push 10d 10f",
        "push 12a 12b",
        "push 9a 9b",
        "push 7a 7b",
    ],
)
def test_M15_no_push_down_or_onto_the_summit_or_too_far_or_of_oneself(event: str) -> None:
    actions = matterhorn_actions("12a 12c", "10d 5b", action="8b", obstacles="7a")
    assert actions.rule_against(event) == "M15"


def test_M15_an_obstacle_is_taken_off_from_anywhere_and_goes_back_to_the_pool() -> None:
    actions = matterhorn_actions("12a 12b", FAR_AWAY, action="8b 7a", obstacles="11e 5c")
    assert actions["pool"] == 36
    cleared = actions.after("clear 5c")
    assert (cleared["obstacle"], cleared["pool"]) == (["11e"], 37)


@pytest.mark.parametrize("event", ["clear 8b", "clear 12a", "clear 12i", "clear 9a", "clear top"])
def test_M15_only_obstacles_are_taken_off(event: str) -> None:
    actions = matterhorn_actions("12a 12b", FAR_AWAY, action="8b", obstacles="11e")
    assert actions.rule_against(event) == "M15"


@pytest.mark.parametrize("circle", ["5a", "5b", "5c"])
def test_M16_one_action_leads_from_line_5_to_the_summit(circle: str) -> None:
    arrived = matterhorn_actions(f"{circle} 12a", FAR_AWAY, action="8a 7a").after(
        f"climb {circle} top"
    )
    assert arrived["climbers"] == [["12a", "top"], ["12i", "12j"]]
    assert (arrived["phase"], arrived["actions_left"]) == ("actions", 1)


def test_M16_the_summit_is_reached_from_line_5_only() -> None:
    actions = matterhorn_actions("6b 12a", FAR_AWAY, action="8a")
    assert actions.rule_against("climb 6b top") == "M16"


def test_M16_a_climber_on_the_summit_is_neither_moved_nor_pushed() -> None:
    actions = matterhorn_actions("top 12a", "top 12j", action="8a")
    assert actions.legal == moves("climb 12a 12b, climb 12a 11a, push 12j 12i, push 12j 11i, pass")
    assert actions.rule_against("climb top 5a") == "M16"
    assert actions.rule_against("push top 5a") == "M16"


def test_M17_a_flop_turns_the_tokens_of_the_turn_into_obstacles() -> None:
    turn = matterhorn_turn("12a 12b", FAR_AWAY, action="7a 6a", obstacles="9a", dice_left=2)
    flop = turn.after("dice 1 2")
    assert (flop["phase"], flop["actor"], flop["dice"]) == ("flop", 0, [])
    assert (flop["action"], flop["obstacle"]) == ([], ["9a", "7a", "6a"])


def test_M17_a_flop_gives_no_actions_and_ends_the_turn() -> None:
    flop = matterhorn_turn("12a 12b", FAR_AWAY, action="7a 6a", dice_left=2).after("dice 1 2")
    assert flop["actions_left"] == 0
    for event in ("climb 12a 11a", "clear 7a", "stop", "again"):
        assert flop.rule_against(event) == "M17"
    over = flop.after("pass")
    assert (over["phase"], over["turn"], over["lines_used"]) == ("roll", 1, [])


def test_M17_the_consolation_goes_on_a_line_without_a_token_of_this_turn() -> None:
    turn = matterhorn_turn("12a 12b", "11a 11b", action="6a 5a", obstacles="7a", dice_left=1)
    flop = turn.after("dice 6")
    free = free_circles("12a 12b 11a 11b 7a", lines=range(12, 6, -1))
    assert flop.legal == {f"block {name}" for name in free} | {"pass"}
    assert flop.rule_against("block 6b") == "M17"
    assert flop.rule_against("block 5c") == "M17"
    assert flop.rule_against("block top") == "M17"


def test_M17_after_a_flop_on_the_first_roll_any_free_circle_may_be_blocked() -> None:
    flop = matterhorn_turn("12a 12b", FAR_AWAY, obstacles="6a").after("dice 1 1 1 1 1")
    free = free_circles("12a 12b", FAR_AWAY, "6a")
    assert flop.legal == {f"block {name}" for name in free} | {"pass"}


def test_M17_the_consolation_is_one_obstacle_and_then_the_turn_is_over() -> None:
    blocked = matterhorn_turn("12a 12b", FAR_AWAY).after("dice 1 1 1 1 1", "block 7c")
    assert (blocked["obstacle"], blocked["action"], blocked["pool"]) == (["7c"], [], 39)
    assert (blocked["phase"], blocked["turn"], blocked["dice_left"]) == ("roll", 1, 5)


def test_M17_a_flop_without_a_circle_to_block_ends_the_turn_by_itself() -> None:
    two_lines = board_from(
        {
            "name": "two lines",
            "tokens": 9,
            "lines": [{"number": 6, "circles": 5}, {"number": 5, "circles": 1}],
        }
    )
    turn = matterhorn_turn("6a 6b", "6c 5a", action="6e", board=two_lines, dice_left=1)
    assert turn["pool"] > 0
    flopped = turn.after("dice 1")
    assert (flopped["phase"], flopped["turn"], flopped["obstacle"]) == ("roll", 1, ["6e"])


def test_M17_an_empty_pool_gives_no_consolation() -> None:
    one_token = board_from({**STANDARD.describe(), "name": "one token", "tokens": 1})
    flopped = matterhorn_turn("12a 12b", FAR_AWAY, obstacles="9a", board=one_token).after(
        "dice 1 1 1 1 1"
    )
    assert (flopped["phase"], flopped["turn"], flopped["obstacle"]) == ("roll", 1, ["9a"])


def test_M18_at_the_end_of_a_turn_action_tokens_become_obstacles() -> None:
    stopped = matterhorn_actions("12a 12b", FAR_AWAY, action="8a 7a", obstacles="9a")
    waived = stopped.after("pass")
    assert (waived["action"], waived["obstacle"]) == ([], ["9a", "8a", "7a"])
    used_up = stopped.after("climb 12a 11a", "climb 11a 10a")
    assert (used_up["action"], used_up["obstacle"]) == ([], ["9a", "8a", "7a"])


def test_M18_a_full_line_is_cleared_at_the_end_of_the_turn_and_not_before() -> None:
    full = matterhorn_turn("12a 12b", FAR_AWAY, obstacles="5a 5b 6a", dice_left=1).after(
        "dice 5", "token 5c keep 5"
    )
    assert (full["obstacle"], full["action"], full["pool"]) == (["6a", "5a", "5b"], ["5c"], 36)
    stopped = full.after("stop")
    assert (stopped["obstacle"], stopped["action"]) == (["6a", "5a", "5b"], ["5c"])
    ended = stopped.after("pass")
    assert (ended["obstacle"], ended["action"], ended["pool"]) == (["6a"], [], 39)


def test_M18_climbers_stay_on_a_line_that_is_cleared() -> None:
    ended = matterhorn_actions("5a 12a", "5b 12b", action="5c 6a").after("pass")
    assert ended["climbers"] == [["12a", "5a"], ["12b", "5b"]]
    assert ended["obstacle"] == ["6a"]


def test_M18_a_line_that_opened_again_before_the_end_is_not_cleared() -> None:
    full = matterhorn_turn("12a 12b", FAR_AWAY, obstacles="5a 5b", dice_left=1).after(
        "dice 5", "token 5c keep 5", "stop"
    )
    assert full.after("clear 5a")["obstacle"] == ["5b", "5c"]


def test_M18_a_line_filled_by_a_climber_is_cleared() -> None:
    filled = matterhorn_actions("6a 12a", FAR_AWAY, action="8a", obstacles="5b 5c")
    ended = filled.after("climb 6a 5a")
    assert (ended["obstacle"], ended["climbers"][0]) == (["8a"], ["12a", "5a"])


def test_M18_a_line_filled_by_the_consolation_is_cleared() -> None:
    turn = matterhorn_turn("12a 12b", FAR_AWAY, action="8a", obstacles="5a 5b", dice_left=1)
    assert turn.after("dice 1", "block 5c")["obstacle"] == ["8a"]


def test_M18_every_full_line_is_cleared_after_a_flop_too() -> None:
    turn = matterhorn_turn(
        "12a 12b", FAR_AWAY, action="6d", obstacles="7a 6a 6b 6c 5a 5b 5c", dice_left=1
    )
    ended = turn.after("dice 1", "pass")
    assert (ended["obstacle"], ended["pool"]) == (["7a"], 39)


def test_M19_who_first_has_both_climbers_on_the_summit_wins() -> None:
    won = matterhorn_actions("12a 12b", "5b top", seat=1, action="8a").after("climb 5b top")
    assert (won["phase"], won["actor"], won["turn"], won["winners"]) == ("over", None, None, [1])
    assert won["climbers"] == [["12a", "12b"], ["top", "top"]]


def test_M19_the_win_comes_at_once_with_actions_left() -> None:
    won = matterhorn_actions("5a 5c", FAR_AWAY, action="8a 7a 6a").after(
        "climb 5a top", "climb 5c top"
    )
    assert (won["phase"], won["winners"]) == ("over", [0])


def test_M19_a_bonus_action_wins_in_mid_turn() -> None:
    won = matterhorn_turn("5a top", FAR_AWAY, dice_left=1).after(
        "dice 5", "token 5b keep 5", "climb 5a top"
    )
    assert (won["phase"], won["winners"], won["actions_left"]) == ("over", [0], 0)


def test_M19_one_climber_on_the_summit_is_not_enough() -> None:
    on = matterhorn_actions("5a 12a", "top 12b", action="8a").after("climb 5a top")
    assert (on["phase"], on["winners"], on["turn"]) == ("roll", [], 1)
    bonus = matterhorn_turn("5a 12a", "top 12b", dice_left=1).after(
        "dice 5", "token 5b keep 5", "climb 5a top"
    )
    assert (bonus["phase"], bonus["winners"]) == ("decide", [])


def test_M19_nothing_follows_a_win() -> None:
    won = matterhorn_actions("5a top", FAR_AWAY, action="8a 7a").after("climb 5a top")
    assert won.legal == set()
    for event in ("pass", "stop", "climb 12i 12h", "dice 1 2 3 4 5"):
        assert won.rule_against(event) == "M19"


def test_M20_in_the_variant_the_last_step_costs_two_actions() -> None:
    three = matterhorn_actions("5a 12a", FAR_AWAY, action="8a 7a 6a", summit_cost=2)
    one = three.after("climb 5a top")
    assert (one["phase"], one["actions_left"]) == ("actions", 1)
    two = matterhorn_actions("5a 12a", FAR_AWAY, action="8a 7a", summit_cost=2)
    assert "climb 5a top" in two.legal
    ended = two.after("climb 5a top")
    assert (ended["phase"], ended["turn"], ended["climbers"][0]) == ("roll", 1, ["12a", "top"])


def test_M20_the_two_actions_are_taken_together() -> None:
    one = matterhorn_actions("5a 12a", FAR_AWAY, action="8a 7a", summit_cost=2).after(
        "climb 12a 12b"
    )
    assert one["actions_left"] == 1
    assert one.legal == moves(
        "climb 12b 12a, climb 12b 12c, climb 12b 11a, climb 12b 11b",
        "climb 5a 5b, climb 5a 6a, climb 5a 6b",
        "push 12i 12h, push 12i 11h, push 12i 11i, push 12j 11i",
        "pass",
    )
    assert one.rule_against("climb 5a top") == "M20"


def test_M20_a_bonus_action_never_makes_the_last_step() -> None:
    bonus = matterhorn_turn("5a top", FAR_AWAY, action="8a 7a", dice_left=1, summit_cost=2).after(
        "dice 5", "token 5b keep 5"
    )
    assert bonus["phase"] == "bonus"
    assert "climb 5a top" not in bonus.legal
    assert bonus.rule_against("climb 5a top") == "M20"


def test_M20_other_actions_cost_one_in_the_variant_too() -> None:
    two = matterhorn_actions("12a 12b", FAR_AWAY, action="8a 7a", obstacles="9a", summit_cost=2)
    for event in ("climb 12a 11a", "push 12i 12h", "clear 9a"):
        assert two.after(event)["actions_left"] == 1


def test_M20_the_variant_is_an_option_of_the_game() -> None:
    assert new(matterhorn, 2)["options"] == {"summit_cost": 1}
    assert new(matterhorn, 2, summit_cost=2)["options"] == {"summit_cost": 2}
    for wrong in (0, 3, "2", True, None):
        with pytest.raises(BadRequest, match="summit_cost is 1 or 2") as refusal:
            new(matterhorn, 2, summit_cost=wrong)
        assert refusal.value.rule == "M20"
