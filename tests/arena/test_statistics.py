"""The figures, against known values."""

import random

import pytest

from gipfel.arena import Summary, arrange, summarize
from gipfel.arena.games import Forfeit
from gipfel.arena.statistics import Z, mean_interval, rate, share_interval, student, wilson
from tests.arena.conftest import played


def of(*bots: str, players: int | None = None, games: list[tuple[str, int | None]]) -> Summary:
    """Sum up games given as the bots on the seats and the seat that won."""
    setup = arrange("altitude", bots, players)
    return summarize(
        setup,
        [
            played(number, seats.split(), [] if winner is None else [winner])
            for number, (seats, winner) in enumerate(games)
        ],
    )


def test_wilsons_interval() -> None:
    half = wilson(0.5, 100, Z)
    assert (half.low, half.high) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    all_won = wilson(1.0, 10, Z)
    assert (all_won.low, all_won.high) == pytest.approx((0.7225, 1.0), abs=1e-4)


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [(1, 12.706), (4, 2.776), (5, 2.571), (10, 2.228), (30, 2.042), (100, 1.984), (10**6, 1.960)],
)
def test_students_quantile(freedom: int, quantile: float) -> None:
    assert student(freedom) == pytest.approx(quantile, abs=1e-3)


def test_a_mean_and_its_interval() -> None:
    found = mean_interval([2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0])
    assert found is not None
    assert (found.value, found.low, found.high) == pytest.approx((5.0, 3.213, 6.787), abs=1e-3)
    assert mean_interval([]) is None


def test_deals_that_luck_decides_say_more_about_the_bots_than_as_many_games() -> None:
    """One win each in most deals: the difference lies in the few deals that were not so."""
    paired = share_interval([(1.0, 2)] * 90 + [(2.0, 2)] * 10)
    alone = wilson(0.55, 200, Z)
    assert paired is not None
    assert paired.value == pytest.approx(0.55)
    assert paired.low > 0.5 > alone.low
    assert paired.high - paired.low == pytest.approx(2 * student(99) * 0.0151, rel=0.02)


def test_few_deals_never_make_sure_too_soon() -> None:
    same = share_interval([(1.0, 2)] * 5)
    assert same is not None
    assert same == wilson(0.5, 10, Z)
    paired = share_interval([(1.0, 2)] * 9 + [(2.0, 2)])
    assert paired is not None
    assert paired.low <= wilson(0.55, 20, Z).low


@pytest.mark.parametrize(("deals", "strength"), [(20, 0.5), (50, 0.6), (200, 0.9)])
def test_the_interval_holds_the_truth_as_often_as_it_says(deals: int, strength: float) -> None:
    """Half of the deals are decided by luck, the others by strength; 400 arenas."""
    rng = random.Random(deals)
    truth = 0.5 * 0.5 + 0.5 * strength
    held = 0
    for _ in range(400):
        wins = [
            1.0 if rng.random() < 0.5 else float(sum(rng.random() < strength for _ in "ab"))
            for _ in range(deals)
        ]
        found = share_interval((one, 2) for one in wins)
        assert found is not None
        held += found.low <= truth <= found.high
    assert held >= 0.925 * 400


def test_ties_are_split_and_undecided_games_left_out() -> None:
    setup = arrange("altitude", ["F", "PD"])
    games = [
        played(0, ("F", "PD"), [0, 1]),
        played(1, ("PD", "F"), [0]),
        played(2, ("F", "PD"), []),
    ]
    found = summarize(setup, games)
    assert [(one.bot, one.wins, one.games) for one in found.standings] == [
        ("PD", 1.5, 2),
        ("F", 0.5, 2),
    ]
    assert found.undecided == 1
    assert found.games == 3
    assert found.seats == [0.75, 0.25]


def test_a_bot_with_three_seats_is_measured_by_three_quarters() -> None:
    games: list[tuple[str, int | None]] = [("AD PD PD PD", 0), ("PD AD PD PD", 0)] * 4
    ahead, behind = of("AD", "PD", "PD", "PD", games=games).standings
    assert (ahead.bot, ahead.fair, behind.fair) == ("AD", 0.25, 0.75)
    assert ahead.share is not None
    assert behind.share is not None
    assert (ahead.share.value, behind.share.value) == (0.5, 0.5)


def test_head_to_head() -> None:
    games: list[tuple[str, int | None]] = [
        ("F PD", 1),
        ("PD F", 0),
        ("F AD", 1),
        ("AD F", 1),
        ("PD AD", 1),
        ("AD PD", None),
    ]
    found = of("F", "PD", "AD", players=2, games=games)
    assert found.head_to_head == {
        "F": {"PD": 0.0, "AD": 0.5},
        "PD": {"F": 1.0, "AD": 0.0},
        "AD": {"F": 0.5, "PD": 1.0},
    }
    assert of("F", "PD", games=games[:2]).head_to_head == {}


def test_ratings_follow_strength_and_ties() -> None:
    rng = random.Random(1)
    games = []
    for number in range(600):
        winner = rng.choices(["D", "AD", "PD", "F"], [6, 3, 2, 1])[0]
        seats = rng.sample(["D", "AD", "PD", "F"], 4)
        games.append(played(number, seats, [seats.index(winner)]))
    ratings = rate(["D", "AD", "PD", "F"], games)
    means = [ratings[name][0] for name in ("D", "AD", "PD", "F")]
    assert means == sorted(means, reverse=True)
    assert all(sigma < 2 for _, sigma in ratings.values())
    tied = rate(["F", "PD"], [played(0, ("F", "PD"), [0, 1])])
    assert tied["F"] == tied["PD"]
    assert tied["F"][0] == pytest.approx(25)


def test_points_alone_are_compared_deal_by_deal() -> None:
    setup = arrange("altitude", ["F", "PD"], 1)
    games = []
    for deal, points in enumerate([10, 30, 20, 40]):
        games.append(played(2 * deal, ("F",), [0], deal=deal, score=points))
        games.append(played(2 * deal + 1, ("PD",), [0], deal=deal, score=points + 2 + deal % 2))
    ahead, behind = summarize(setup, games).standings
    assert (ahead.bot, ahead.games, behind.games) == ("PD", 4, 4)
    assert behind.score is not None
    assert behind.score.value == 25
    assert ahead.lead is not None
    assert ahead.lead.value == 2.5
    assert 1 < ahead.lead.low < ahead.lead.high < 4
    assert behind.lead is None
    assert (ahead.share, ahead.rating) == (None, None)


def test_a_deal_forfeited_alone_counts_no_points() -> None:
    """A bot that fails wherever it stands badly does not come out ahead by it."""
    fault = Forfeit(0, "F", "error", "ValueError: no idea")
    games = [
        played(0, ("F",), [0], deal=0, score=40),
        played(1, ("PD",), [0], deal=0, score=38),
        played(2, ("F",), [], deal=1, forfeit=fault),
        played(3, ("PD",), [0], deal=1, score=10),
    ]
    ahead, behind = summarize(arrange("altitude", ["F", "PD"], 1), games).standings
    assert (ahead.bot, ahead.games, behind.games) == ("PD", 2, 2)
    assert ahead.score is not None
    assert behind.score is not None
    assert ahead.lead is not None
    assert (ahead.score.value, behind.score.value, ahead.lead.value) == (24, 20, 4)
    assert behind.forfeits == [fault]
