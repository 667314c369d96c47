"""Who meets whom, and who sits where."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from gipfel.arena import Setup, arrange, fixtures
from gipfel.arena.schedule import deals_for
from gipfel.core.errors import BadRequest


def grades(bots: Sequence[str], players: int | None = None) -> Setup:
    return arrange("altitude", bots, players)


@pytest.mark.parametrize("bots", [("F", "PD"), ("F", "PD", "AD"), ("F", "PD", "AD", "D")])
def test_each_deal_puts_each_bot_on_each_seat_once(bots: tuple[str, ...]) -> None:
    for deal in range(8):
        games = [one for one in fixtures(grades(bots), 40) if one.deal == deal]
        for seat in range(len(bots)):
            assert sorted(one.seats[seat] for one in games) == sorted(bots)


def test_who_follows_whom_changes_from_deal_to_deal() -> None:
    games = fixtures(grades(("F", "PD", "AD", "D")), 24)
    after = Counter(one.seats[(one.seats.index("F") + 1) % 4] for one in games)
    assert after == {"PD": 8, "AD": 8, "D": 8}


def test_of_more_bots_than_seats_every_company_meets_equally_often() -> None:
    games = list(fixtures(grades(("F", "PD", "AD", "D"), 2), 100))
    assert set(Counter(frozenset(one.seats) for one in games).values()) == {len(games) // 6}
    assert set(Counter(one.seats for one in games).values()) == {len(games) // 12}


def test_of_fewer_bots_than_seats_all_are_taken_in_turn_again() -> None:
    assert [bot.name for bot in grades(("F", "PD"), 4).bots] == ["F", "PD", "F", "PD"]


def test_a_bot_may_enter_more_than_once() -> None:
    games = list(fixtures(grades(("AD", "PD", "PD", "PD")), 4))
    assert [one.seats.index("AD") for one in games] == [0, 3, 2, 1]


def test_the_last_deal_is_played_out() -> None:
    assert len(list(fixtures(grades(("F", "PD", "AD")), 100))) == 102


@pytest.mark.parametrize("games", [10**20 + 1, 10**400], ids=["long", "endless"])
def test_an_arena_may_be_of_any_length(games: int) -> None:
    setup = grades(("F", "PD", "AD"), 2)
    assert games <= deals_for(setup, games) * setup.per_deal < games + setup.per_deal
    assert next(fixtures(setup, games)).game == 0


def test_a_longer_arena_begins_like_a_shorter_one() -> None:
    setup = grades(("F", "PD", "AD"), 2)
    assert list(fixtures(setup, 100))[:60] == list(fixtures(setup, 60))


def test_alone_every_bot_plays_every_deal() -> None:
    games = list(fixtures(grades(("F", "PD"), 1), 6))
    assert [(one.deal, one.seats) for one in games[:4]] == [
        (0, ("F",)),
        (0, ("PD",)),
        (1, ("F",)),
        (1, ("PD",)),
    ]


@pytest.mark.parametrize(
    ("game", "bots", "players", "said"),
    [
        ("chess", ["F", "PD"], None, "No game 'chess'"),
        ("altitude", ["F"], None, "two bots or more"),
        ("altitude", [], 1, "two bots or more"),
        ("matterhorn", ["F"], 1, "for 2 to 4 players"),
        ("matterhorn", ["F"] * 5, None, "--players 2"),
        ("altitude", ["F", "PD"], 5, "for 1 to 4 players"),
        ("altitude", ["F", "PD"], 0, "for 1 to 4 players"),
        ("altitude", ["F", "E"], None, "No bot 'E'; there are F, PD, AD"),
        ("altitude", ["F", ""], None, "No bot ''"),
        ("altitude", ["F", "no.py:f"], None, "no file no.py"),
        ("altitude", ["F", "no.where:f"], None, "cannot be loaded: ModuleNotFoundError"),
        ("altitude", ["F", "random:up"], None, "no function up in random"),
    ],
)
def test_what_cannot_be_played_is_refused(
    game: str, bots: list[str], players: int | None, said: str
) -> None:
    with pytest.raises(BadRequest, match=said):
        arrange(game, bots, players)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("import os; os._exit(0)", "ends the process that loads it"),
        ("raise KeyboardInterrupt", "cannot be loaded: KeyboardInterrupt"),
        ("up we go", "cannot be loaded: SyntaxError"),
    ],
)
def test_a_bot_that_cannot_be_loaded_is_named_and_ends_nothing(
    tmp_path: Path, code: str, said: str
) -> None:
    (tmp_path / "bad.py").write_text(code, encoding="utf-8")
    with pytest.raises(BadRequest, match=f"bad.py:choose {said}"):
        arrange("altitude", ["F", f"{tmp_path}/bad.py:choose"])


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf")])
def test_a_time_limit_leaves_time(seconds: float) -> None:
    with pytest.raises(BadRequest, match="seconds is a number above 0"):
        arrange("altitude", ["F", "PD"], seconds=seconds)


def test_an_arena_plays_a_game_at_least() -> None:
    with pytest.raises(BadRequest, match="at least 1 game, not 0"):
        list(fixtures(grades(("F", "PD")), 0))


def test_a_bot_is_called_by_its_file_unless_two_files_share_a_name(own: str) -> None:
    one, _ = arrange("altitude", [f"{own}:first", "F"]).bots
    assert one.name == "own.py:first"
    assert one.seconds == 1
    assert arrange("altitude", [f"{own}:first", "F"], seconds=0.2).bots[0].seconds == 0.2
