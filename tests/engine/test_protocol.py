"""Every command of the line protocol, and every way to get one wrong."""

import json
from typing import Any

import pytest

from gipfel import __version__, bots
from gipfel.games import GAMES
from tests.engine.conftest import Talk


def start(talk: Talk, game: str = "matterhorn", players: int = 2, **options: object) -> Any:
    return talk("new", game=game, players=players, options=options)["state"]


def test_hello_tells_name_version_protocol_and_games(talk: Talk) -> None:
    assert talk("hello") == {
        "ok": True,
        "name": "gipfel",
        "version": __version__,
        "protocol": 1,
        "games": ["matterhorn", "altitude"],
    }


def test_a_new_matterhorn_is_told_in_full(talk: Talk) -> None:
    assert start(talk, summit_cost=1) == {
        "game": "matterhorn",
        "players": 2,
        "options": {"summit_cost": 1},
        "phase": "rolloff",
        "actor": "chance",
        "turn": None,
        "climbers": [None, None],
        "action": [],
        "obstacle": [],
        "dice": [],
        "dice_left": 5,
        "lines_used": [],
        "actions_left": 0,
        "pool": 40,
        "winners": [],
    }


def test_a_new_altitude_is_told_in_full(talk: Talk) -> None:
    assert start(talk, "altitude", 3) == {
        "game": "altitude",
        "players": 3,
        "options": {},
        "phase": "deal",
        "actor": "chance",
        "turn": None,
        "hands": [[], [], []],
        "drawn": None,
        "mountains": [{}, {}, {}],
        "discard": [],
        "pile": 114,
        "second_play": False,
        "scores": [1, 1, 1],
        "winners": [],
    }


def test_legal_lists_events_sorted_and_chance_with_weights(talk: Talk) -> None:
    start(talk)
    rolloffs = talk("legal")
    assert rolloffs["actor"] == "chance"
    assert rolloffs["events"] == [[f"rolloff {a} {b}", 1] for a in range(1, 7) for b in range(1, 7)]
    talk("apply", event="rolloff 2 6")
    starts = talk("legal")
    assert starts["actor"] == 1
    assert len(starts["events"]) == 45
    assert starts["events"] == sorted(starts["events"])
    talk("apply", event="start 12a 12b")
    talk("apply", event="start 12c 12d")
    rolls = talk("legal")["events"]
    assert len(rolls) == 252
    assert sum(weight for _, weight in rolls) == 6**5
    assert ["dice 1 1 5 5 6", 30] in rolls


def test_apply_plays_on_and_names_the_rule_that_forbids(talk: Talk) -> None:
    start(talk)
    assert talk.error("apply", event="stop") == ("illegal", "M5")
    assert talk("apply", event="rolloff 6 3")["state"]["phase"] == "start"
    assert talk.error("apply", event="start 12a 11b") == ("illegal", "M6")
    assert talk.error("apply", event="start 12a 12a") == ("illegal", "M4")
    assert talk.error("apply", event="start 12a 12z") == ("illegal", "M2")
    assert talk("apply", event="0> start 12a 12f")["state"]["climbers"] == [["12a", "12f"], None]
    assert talk.error("apply", event="0> start 12b 12c") == ("illegal", "M6")
    assert talk.error("apply", event="start 12a 12c") == ("illegal", "M4")


@pytest.mark.parametrize(
    "event",
    [
        "",
        " ",
        "dice",
        "dice 7",
        "dice 0 1",
        "dice 1 2 3 4 5 6",
        "rolloff",
        "rolloff 6",
        "start 12a",
        "start 12a  12b",
        "start 12a 12b ",
        " start 12a 12b",
        "start 12A 12b",
        "start 012a 12b",
        "token 12c",
        "token 12c keep",
        "again 1",
        "again ",
        "Stop",
        "climb 12a",
        "top",
        "1>stop",
        "1> ",
        "x> stop",
        "stop\n",
        "٣",
        "dice ١ 2",
        "lay 1:0",
        "x" * 100_000,
    ],
)
def test_words_that_are_not_notation_are_bad_events(talk: Talk, event: str) -> None:
    start(talk)
    assert talk.error("apply", event=event) == ("bad_event", None)


@pytest.mark.parametrize(
    "event",
    ["lay 1:-0", "lay 0:0", "lay 1:00", "draw ?", "draw 0", "draw a", "keep 1 2 3", "draw x"],
)
def test_words_that_are_not_notation_of_altitude_are_bad_events(talk: Talk, event: str) -> None:
    start(talk, "altitude")
    assert talk.error("apply", event=event) == ("bad_event", None)


def test_kept_cards_dice_and_starts_are_read_in_any_order(talk: Talk) -> None:
    start(talk)
    for event in ("rolloff 6 3", "start 12f 12a", "start 12c 12b", "dice 6 5 1 5 1"):
        assert talk("apply", event=event)["ok"]
    record = talk("record")["record"]
    assert "0> start 12a 12f\n1> start 12b 12c\ndice 1 1 5 5 6\n" in record


def test_a_view_hides_what_the_seat_may_not_know(talk: Talk) -> None:
    start(talk, "altitude")
    for card in ("3", "7", "C", "a12", "1", "B", "2", "2", "2", "X", "X", "9"):
        talk("apply", event=f"draw {card}")
    assert talk("state")["state"]["hands"][0] == ["1", "3", "7", "a12", "C", "B"]
    assert talk("view", seat=0)["state"]["hands"] == [["1", "3", "7", "a12", "C", "B"], ["?"] * 6]
    assert talk("view", seat=None)["state"]["hands"] == [["?"] * 6] * 2
    talk("apply", event="keep 3 7 C a12")
    talk("apply", event="keep 2 2 2 9")
    talk("apply", event="draw B")
    assert talk("view", seat=0)["state"]["drawn"] == "B"
    assert talk("view", seat=1)["state"]["drawn"] == "?"
    assert talk("view", seat=1)["state"]["hands"] == [["?"] * 4, ["2", "2", "2", "9"]]


def test_undo_goes_one_event_back_and_not_beyond_the_start(talk: Talk) -> None:
    first = start(talk)
    talk("apply", event="rolloff 6 3")
    assert talk("undo")["state"] == first
    assert talk.error("undo") == ("bad_request", None)


def test_random_is_repeatable_and_stops_where_told(talk: Talk) -> None:
    start(talk)
    one = talk("random", seed=7, max_events=100)
    assert len(one["events"]) == 100
    start(talk)
    assert talk("random", seed=7, max_events=100) == one
    over = talk("random", seed=7)["state"]
    assert over["phase"] == "over"
    assert over["winners"]
    assert talk("random", seed=7)["events"] == []


def test_a_record_loads_and_a_bad_one_changes_nothing(talk: Talk) -> None:
    start(talk, "altitude", 4, first=2)
    state = talk("random", seed=1)["state"]
    record = talk("record")["record"]
    talk("new", game="matterhorn", players=3)
    assert talk("load", record=record)["state"] == state
    assert talk("record")["record"] == record
    lines = record.split("\n")
    newer = record.replace("# gipfel: 1", "# gipfel: 2")
    unfinished = "\n".join(lines[:-3]) + "\n"
    for broken in (
        newer,
        unfinished,
        "\n".join(lines[:100]),
        record[:-3],
        "",
        "# gipfel: 1\n",
        "\0",
    ):
        assert talk.error("load", record=broken) == ("bad_request", None)
    wrong_seat = record.replace("1> keep", "2> keep")
    assert talk.error("load", record=wrong_seat) == ("illegal", "A10")
    nameless = record.replace("1> keep", "keep")
    assert talk.error("load", record=nameless) == ("bad_event", None)


def test_a_record_that_claims_another_winner_is_refused(talk: Talk) -> None:
    start(talk)
    winners = talk("random", seed=1)["state"]["winners"]
    record = talk("record")["record"]
    lie = record.replace(f"# result: {winners[0]}", f"# result: {1 - winners[0]}")
    assert talk.error("load", record=lie) == ("bad_request", None)


def test_perft_counts_every_outcome_once(talk: Talk) -> None:
    start(talk, players=2)
    assert talk("perft", depth=0) == {"ok": True, "decision": 0, "chance": 1, "terminal": 0}
    assert talk("perft", depth=1) == {"ok": True, "decision": 30, "chance": 6, "terminal": 0}
    assert talk("perft", depth=2)["decision"] == 30 * 45 + 6 * 30


@pytest.mark.parametrize("grade", ["F", "PD", "AD", "D", "TD", "ED"])
@pytest.mark.parametrize("game", list(GAMES))
def test_every_grade_answers_with_a_legal_event_and_the_chances(
    talk: Talk, game: str, grade: str
) -> None:
    bots.prepare(game)
    talk("new", game=game, players=3)
    while talk("legal")["actor"] == "chance":
        talk("apply", event=talk("legal")["events"][1][0])  # the first would be a tie
    answer = talk("bot", grade=grade, seed=7)
    assert answer["event"] in talk("legal")["events"]
    assert sum(answer["win"]) == pytest.approx(1)
    assert len(answer["win"]) == 3
    assert set(answer) == {"ok", "event", "win", "seconds"}
    assert talk("bot", grade=grade, seed=7)["event"] == answer["event"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"grade": "A"},
        {"grade": None},
        {"grade": ["F"]},
        {"grade": "F", "seconds": 0},
        {"grade": "F", "seconds": -1},
        {"grade": "F", "seconds": "1"},
        {"grade": "F", "seconds": True},
        {"grade": "F", "seconds": 10**400},
        {"grade": "ED", "seconds": 1e10},
        {"grade": "F", "seed": 1.5},
    ],
)
def test_a_bot_is_asked_with_a_grade_a_time_and_a_seed_that_exist(
    talk: Talk, wrong: dict[str, object]
) -> None:
    start(talk)
    talk("apply", event="rolloff 6 3")
    assert talk.error("bot", **wrong) == ("bad_request", None)


def test_a_bot_has_nothing_to_say_when_chance_must_act_or_the_game_is_over(talk: Talk) -> None:
    start(talk)
    assert talk.error("bot", grade="F") == ("bad_request", None)
    talk("random", seed=1)
    assert talk.error("bot", grade="F") == ("bad_request", None)


def test_odds_tell_the_flop_chance_of_rolling_again(talk: Talk) -> None:
    start(talk)
    for event in ("rolloff 6 3", "start 12a 12b", "start 12c 12d"):
        talk("apply", event=event)
    odds = talk("odds")
    assert odds["dice"] == 5
    assert list(odds["lines"]) == ["12", "11", "10", "9", "8", "7", "6", "5"]
    assert 0 < odds["flop"] < 0.01
    talk("apply", event="dice 1 1 5 5 6")
    assert talk("odds") == {"ok": True, "dice": 0, "flop": None, "lines": {}, "kept": {}}
    talk("apply", event="token 6a keep 6")
    odds = talk("odds")
    assert odds["dice"] == 1
    assert odds["flop"] == pytest.approx(5 / 6)
    assert odds["lines"]["5"] == pytest.approx(1 / 6)
    assert odds["kept"] == {"5": 1}
    assert odds["lines"]["12"] == 0


def test_without_a_game_every_question_about_one_is_refused(talk: Talk) -> None:
    requests: list[dict[str, Any]] = [
        {"cmd": "state"},
        {"cmd": "view", "seat": 0},
        {"cmd": "legal"},
        {"cmd": "apply", "event": "stop"},
        {"cmd": "undo"},
        {"cmd": "random"},
        {"cmd": "record"},
        {"cmd": "perft", "depth": 1},
        {"cmd": "bot", "grade": "D"},
        {"cmd": "odds"},
    ]
    for request in requests:
        assert talk(**request)["error"]["code"] == "no_game"


@pytest.mark.parametrize(
    "request_",
    [
        {"cmd": "new"},
        {"cmd": "new", "game": "chess", "players": 2},
        {"cmd": "new", "game": ["matterhorn"], "players": 2},
        {"cmd": "new", "game": "matterhorn", "players": 1},
        {"cmd": "new", "game": "matterhorn", "players": 5},
        {"cmd": "new", "game": "matterhorn", "players": "2"},
        {"cmd": "new", "game": "matterhorn", "players": True},
        {"cmd": "new", "game": "matterhorn", "players": 2.0},
        {"cmd": "new", "game": "altitude", "players": 0},
        {"cmd": "new", "game": "altitude", "players": 5},
        {"cmd": "new", "game": "altitude", "players": 2, "options": []},
        {"cmd": "new", "game": "altitude", "players": 2, "options": {"first": 2}},
        {"cmd": "new", "game": "altitude", "players": 2, "options": {"deck": "../x"}},
        {"cmd": "new", "game": "altitude", "players": 2, "options": {"summit_cost": 1}},
        {"cmd": "new", "game": "matterhorn", "players": 2, "options": {"summit_cost": 3}},
        {"cmd": "new", "game": "matterhorn", "players": 2, "options": {"board": 7}},
        {"cmd": "new", "game": "matterhorn", "players": 2, "option": {}},
        {"cmd": "view"},
        {"cmd": "view", "seat": 2},
        {"cmd": "view", "seat": True},
        {"cmd": "apply"},
        {"cmd": "apply", "event": 3},
        {"cmd": "load", "record": None},
        {"cmd": "random", "seed": "x"},
        {"cmd": "random", "max_events": -1},
        {"cmd": "perft"},
        {"cmd": "perft", "depth": -1},
        {"cmd": "legal", "seat": 0},
        {"cmd": "fly"},
        {"cmd": None},
        {"cmd": {}},
    ],
)
def test_wrong_requests_are_told_apart_and_change_nothing(
    talk: Talk, request_: dict[str, Any]
) -> None:
    start(talk)
    talk("random", seed=1, max_events=40)
    assert talk.error(**request_)[0] == "bad_request"


def test_requests_that_ask_too_much_are_too_large(talk: Talk) -> None:
    start(talk)
    assert talk.error("random", max_events=10**9) == ("too_large", None)
    assert talk.error("perft", depth=10**9) == ("too_large", None)
    talk("apply", event="rolloff 6 3")
    assert talk.error("perft", depth=4) == ("too_large", None)
    assert talk.line(b'{"cmd":"' + b"x" * 10_000_000 + b'"}')["error"]["code"] == "too_large"


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"\n",
        b"x",
        b"{",
        b'{"cmd":}',
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"cmd":' + b"9" * 5000 + b"}",
        b'{"cmd":"hello"} {"cmd":"hello"}',
    ],
)
def test_lines_that_are_not_json_are_bad_json(talk: Talk, line: bytes) -> None:
    assert talk.line(line)["error"]["code"] == "bad_json"


@pytest.mark.parametrize("line", [b"null", b"[]", b'"x"', b"7", b"true"])
def test_json_that_is_no_object_is_a_bad_request(talk: Talk, line: bytes) -> None:
    assert talk.line(line)["error"]["code"] == "bad_request"


def test_deep_json_is_refused_without_harm(talk: Talk) -> None:
    for depth in range(10, 2000, 55):
        deep = b"[" * depth + b"]" * depth
        assert not talk.line(deep)["ok"]
        assert not talk.line(b'{"cmd":' + deep + b"}")["ok"]
        assert not talk.line(
            b'{"cmd":"new","game":"altitude","players":2,"options":{"deck":' + deep + b"}}"
        )["ok"]


def test_quit_is_answered_and_ends_the_session(talk: Talk) -> None:
    assert talk("quit") == {"ok": True}
    assert talk.session.ended


def test_answers_are_one_line_of_ascii_json(talk: Talk) -> None:
    answer = talk.session.answer('{"cmd":"\u2028ü\\n"}'.encode())
    assert answer.isascii()
    assert "\n" not in answer
    assert json.loads(answer)["ok"] is False
