"""One game: what bots are asked, what luck they get, what they must not do."""

import random
import time
from asyncio import CancelledError
from collections import Counter
from typing import Any

import pytest

from gipfel import games as all_games
from gipfel.arena import Played, arrange, fixtures
from gipfel.arena import games as one_game
from gipfel.arena.entrants import Chooser
from gipfel.arena.games import GRACE, Luck, Tally, play_game
from gipfel.core.game import AnyGame

NAMES = list(all_games.GAMES)


def steady(_game: AnyGame, view: Any, _seed: int, _seconds: float) -> tuple[Any, str]:
    """Choose by what can be chosen alone: the same choices bring the same answer on any seat."""
    return random.Random(repr(view.legal)).choice(view.legal), ""


def play_all(name: str, games: int, choosers: dict[str, Chooser]) -> list[Played]:
    """Play with these functions in the place of the grades they are named after."""
    setup = arrange(name, list(choosers))
    game = all_games.game(name)
    return [play_game(game, setup, one, choosers, [0, 0, 0]) for one in fixtures(setup, games)]


@pytest.mark.parametrize("name", NAMES)
def test_the_rotations_of_a_deal_share_their_luck(name: str) -> None:
    """Bots that play alike make the same game of it on whichever seat."""
    games = play_all(name, 12, {"F": steady, "PD": steady, "AD": steady})
    by_deal = {
        deal: {(one.winners, one.events) for one in games if one.fixture.deal == deal}
        for deal in range(4)
    }
    assert all(len(ends) == 1 for ends in by_deal.values())
    assert len(set.union(*by_deal.values())) > 1


def test_luck_is_fair() -> None:
    rolls = Counter(Luck("test", number).randrange(6) for number in range(6000))
    assert sorted(rolls) == [0, 1, 2, 3, 4, 5]
    assert all(900 < count < 1100 for count in rolls.values())
    assert Luck("test", 1).randrange(36) // 6 == Luck("test", 1).randrange(6)


def test_bots_get_a_view_of_their_own_and_another_seed_each_time() -> None:
    seeds = []

    def watch(game: AnyGame, view: Any, seed: int, seconds: float) -> tuple[Any, str]:
        assert view.viewer == view.actor
        assert seconds == 0.01
        seeds.append(seed)
        return steady(game, view, seed, seconds)

    games = play_all("altitude", 4, {"F": watch, "PD": watch})
    assert len(seeds) == len(set(seeds))
    assert sum(tally.decisions for one in games for tally in one.tallies) == len(seeds)


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_may_answer_in_notation(name: str) -> None:
    def speak(game: AnyGame, view: Any, _seed: int, _seconds: float) -> tuple[Any, str]:
        return game.write(steady(game, view, 0, 0)[0]), ""

    spoken = play_all(name, 2, {"F": speak, "PD": speak})
    meant = play_all(name, 2, {"F": steady, "PD": steady})
    assert [(one.winners, one.events) for one in spoken] == [
        (one.winners, one.events) for one in meant
    ]


class Quitter:
    """No event, and it leaves rather than be compared with one."""

    def __eq__(self, other: object) -> bool:
        raise SystemExit

    __hash__ = object.__hash__


@pytest.mark.parametrize(
    ("answer", "event", "rule"),
    [
        ("start 5a 5b", "start 5a 5b", "M6"),
        ("stop", "stop", "M6"),
        ("rolloff 1 2", "rolloff 1 2", "M6"),
        ("up we go", "up we go", None),
        ("up\n\ud800", r"up\n\ud800", None),
        (Quitter(), "something of type Quitter", None),
        (None, "something of type NoneType", "M6"),
        (7, "something of type int", "M6"),
        (object(), "something of type object", "M6"),
    ],
)
def test_an_event_that_is_not_legal_forfeits(answer: Any, event: str, rule: str | None) -> None:
    def cheat(*_: object) -> tuple[Any, str]:
        return answer, ""

    for one in play_all("matterhorn", 4, {"F": cheat, "PD": steady}):
        assert one.end == "forfeit"
        assert one.forfeit is not None
        assert (one.forfeit.bot, one.forfeit.kind) == ("F", "illegal")
        assert one.seats[one.forfeit.seat] == "F"
        assert (one.forfeit.event, one.forfeit.rule) == (event, rule)
        assert [one.seats[seat] for seat in one.winners] == ["PD"]


class Unspeakable(Exception):
    """An error that fails to tell what it is."""

    def __str__(self) -> str:
        raise self


@pytest.mark.parametrize(
    "error",
    [
        *(ValueError("no idea"), ValueError("\ud800"), Unspeakable(), RecursionError()),
        *(SystemExit(1), KeyboardInterrupt(), CancelledError()),
    ],
    ids=repr,
)
def test_an_error_forfeits_and_the_others_share_the_win(error: BaseException) -> None:
    def broken(*_: object) -> tuple[Any, str]:
        raise error

    for one in play_all("altitude", 3, {"F": steady, "PD": broken, "AD": steady}):
        assert one.forfeit is not None
        assert one.forfeit.kind == "error"
        assert type(error).__name__ in one.forfeit.reason
        assert one.forfeit.reason.isprintable()
        assert sum(one.share(seat) for seat in one.winners) == 1
        assert len(one.winners) == 2


def test_a_grade_over_its_time_forfeits_like_any_other_bot() -> None:
    def late(game: AnyGame, view: Any, seed: int, seconds: float) -> tuple[Any, str]:
        time.sleep(seconds + 1.1 * GRACE)
        return steady(game, view, seed, seconds)

    one = play_all("altitude", 1, {"F": late, "PD": steady})[0]
    assert one.forfeit is not None
    assert (one.forfeit.bot, one.forfeit.kind) == ("F", "time")


def test_a_game_that_does_not_end_is_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(one_game, "MOST_EVENTS", 30)
    for one in play_all("matterhorn", 2, {"F": steady, "PD": steady}):
        assert (one.end, one.winners, one.events) == ("undecided", (), 30)


def test_a_grade_that_another_stands_in_for_is_told() -> None:
    def replaced(game: AnyGame, view: Any, seed: int, seconds: float) -> tuple[Any, str]:
        return steady(game, view, seed, seconds)[0], "no weights"

    one = play_all("altitude", 1, {"D": replaced, "F": steady})[0]
    ours, theirs = one.tallies
    assert ours.stand_ins == {"no weights": ours.decisions}
    assert theirs.stand_ins == {}


def test_times_are_counted_closely() -> None:
    tally, other = Tally(), Tally()
    for number in range(1, 101):
        (tally if number % 2 else other).add(number / 1000, "")
    tally.join(other)
    assert tally.decisions == 100
    assert tally.seconds == pytest.approx(5.05)
    assert tally.quantile(0.95) == pytest.approx(0.095, rel=0.05)
    assert tally.quantile(1) == tally.longest == 0.1
    assert Tally().quantile(0.95) == 0
