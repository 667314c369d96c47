"""What the games say: shares of wins with their intervals, ratings, points, times. Pure.

How sure a share is. A deal is played in every rotation with the same luck, so its games are not
independent; the deal is the unit. With y the wins and m the decided games of a bot in each deal,
the share is p = sum(y) / sum(m), and its variance that of a ratio over clusters,
sum((y - p m)^2) D / (D - 1) / sum(m)^2 for D deals. The games that would give the same variance if
they were independent, p (1 - p) / variance, go into Wilson's interval in place of the number of
games, with Student's quantile for D - 1. With fewer than 30 deals, or none that differs from
another, a variance is not to be trusted: the interval is then never narrower than Wilson's over
the plain games.

Points of bots that play alone, and the paired difference between two bots on the same deals, have
the usual interval of Student. A deal that a bot forfeits counts 0 points, or it would gain by
failing where it stands badly. Undecided games count for nobody, and not against anybody.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import sqrt
from statistics import NormalDist, fmean, variance

from openskill.models import PlackettLuce

from ..core.game import Json
from .games import Forfeit, Played, Tally
from .schedule import Setup

FEW_DEALS = 30
Z = NormalDist().inv_cdf(0.975)


@dataclass(frozen=True, slots=True)
class Interval:
    """A value and where it lies with 95 % confidence."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Standing:
    """What came of one bot."""

    bot: str
    games: int
    """Decided games, forfeits among them."""
    wins: float
    share: Interval | None
    """Of the wins in its games; None if none was decided, or if it plays alone."""
    fair: float
    """The share of its seats in those games: what a bot as good as the others would win."""
    rating: float | None
    sigma: float | None
    score: Interval | None
    """Mean points, if it plays alone."""
    lead: Interval | None
    """Points ahead of the next bot on the same deals, if it plays alone."""
    forfeits: list[Forfeit]
    stand_ins: dict[str, int]
    """Decisions that another grade had to take, by the reason."""
    decisions: int
    seconds_mean: float
    seconds_95: float
    seconds_max: float


@dataclass(frozen=True, slots=True)
class Summary:
    """What came of an arena: `results.json`."""

    setup: Json
    games: int
    deals: int
    undecided: int
    events: float
    """In a game, on average."""
    seats: list[float]
    """The share of the wins that fell to each seat."""
    standings: list[Standing]
    """The strongest bot first."""
    head_to_head: dict[str, dict[str, float]]
    """Of what two bots won a seat in the games they shared, the part of the first."""

    @property
    def is_solo(self) -> bool:
        """Whether each bot played alone, for points."""
        return bool(self.setup["players"] == 1)


def summarize(setup: Setup, games: Sequence[Played]) -> Summary:
    """Sum up games, in the order of their numbers."""
    names = list(dict.fromkeys(bot.name for bot in setup.bots))
    decided = [game for game in games if game.winners]
    ratings = {} if setup.is_solo else rate(names, decided)
    points = {name: _points(name, games) for name in names} if setup.is_solo else {}
    standings = [_standing(name, games, ratings.get(name), points.get(name, {})) for name in names]
    standings.sort(key=_strength, reverse=True)
    if setup.is_solo:
        standings = _with_leads(standings, points)
    return Summary(
        setup=setup.identity(),
        games=len(games),
        deals=len({game.fixture.deal for game in games}),
        undecided=sum(game.end == "undecided" for game in games),
        events=fmean(game.events for game in games) if games else 0.0,
        seats=[
            fmean(game.share(seat) for game in decided) if decided else 0.0
            for seat in range(setup.players)
        ],
        standings=standings,
        head_to_head=head_to_head(names, decided) if len(names) > 2 and not setup.is_solo else {},
    )


def wins_of(name: str, game: Played) -> float:
    """Return the part of a win that fell to the seats of a bot."""
    return sum(game.share(seat) for seat, bot in enumerate(game.seats) if bot == name)


def share_interval(deals: Iterable[tuple[float, int]]) -> Interval | None:
    """Return the share of wins from the wins and games of each deal; see above for the method."""
    played = [(wins, games) for wins, games in deals if games]
    if not played:
        return None
    games = sum(count for _, count in played)
    share = sum(wins for wins, _ in played) / games
    plain = wilson(share, games, Z)
    if len(played) < 2:
        return plain
    spread = sum((wins - share * count) ** 2 for wins, count in played)
    squared = spread * len(played) / (len(played) - 1) / games**2
    if squared <= 1e-12:
        return plain
    clustered = wilson(share, share * (1 - share) / squared, student(len(played) - 1))
    if len(played) >= FEW_DEALS:
        return clustered
    return Interval(share, min(plain.low, clustered.low), max(plain.high, clustered.high))


def wilson(share: float, games: float, z: float) -> Interval:
    """Return Wilson's interval of a share over so many independent games."""
    centre = (share + z * z / (2 * games)) / (1 + z * z / games)
    reach = z / (1 + z * z / games) * sqrt(share * (1 - share) / games + (z / games / 2) ** 2)
    return Interval(share, max(0.0, centre - reach), min(1.0, centre + reach))


def mean_interval(values: Sequence[float]) -> Interval | None:
    """Return a mean with Student's interval; of one value alone nothing is known but itself."""
    if not values:
        return None
    mean = fmean(values)
    if len(values) < 2:
        return Interval(mean, mean, mean)
    reach = student(len(values) - 1) * sqrt(variance(values, mean) / len(values))
    return Interval(mean, mean - reach, mean + reach)


def student(freedom: int) -> float:
    """Return the quantile of Student's distribution for 95 % (Abramowitz and Stegun 26.7.5)."""
    if freedom <= 4:
        return (12.706, 4.303, 3.182, 2.776)[freedom - 1]
    z = Z
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return float(sum(term / freedom**power for power, term in enumerate(terms)))


def rate(names: Sequence[str], games: Iterable[Played]) -> dict[str, tuple[float, float]]:
    """Return the rating and its sigma for each bot: Plackett–Luce, winners before all others.

    A bot does not learn between games, so nothing is added to its sigma (tau is 0). A bot with
    several seats in a game gets the mean of what its seats would get.
    """
    model = PlackettLuce(tau=0.0)
    ratings = {name: model.rating(name=name) for name in names}
    for game in games:
        ranks = [0.0 if seat in game.winners else 1.0 for seat in range(len(game.seats))]
        teams = [[model.create_rating([ratings[n].mu, ratings[n].sigma])] for n in game.seats]
        after = [team[0] for team in model.rate(teams, ranks=ranks)]
        for name in set(game.seats):
            own = [new for new, bot in zip(after, game.seats, strict=True) if bot == name]
            ratings[name].mu = fmean(new.mu for new in own)
            ratings[name].sigma = fmean(new.sigma for new in own)
    return {name: (rating.mu, rating.sigma) for name, rating in ratings.items()}


def head_to_head(names: Sequence[str], games: Sequence[Played]) -> dict[str, dict[str, float]]:
    """Return for each two bots the part of the first in what they won, a seat, where both sat."""
    table: dict[str, dict[str, float]] = {name: {} for name in names}
    for one in names:
        for other in names:
            shared = [game for game in games if one in game.seats and other in game.seats]
            ours = sum(wins_of(one, game) / game.seats.count(one) for game in shared)
            theirs = sum(wins_of(other, game) / game.seats.count(other) for game in shared)
            if one != other and ours + theirs > 0:
                table[one][other] = ours / (ours + theirs)
    return table


def _standing(
    name: str,
    games: Sequence[Played],
    rating: tuple[float, float] | None,
    points: dict[int, float],
) -> Standing:
    own = [game for game in games if name in game.seats]
    decided = [game for game in own if game.winners]
    tally = Tally()
    for game in own:
        for bot, its in zip(game.seats, game.tallies, strict=False):
            if bot == name:
                tally.join(its)
    solo = rating is None
    counted = decided or own
    seats = sum(game.seats.count(name) for game in counted)
    return Standing(
        bot=name,
        games=len(points) if solo else len(decided),
        wins=0.0 if solo else sum(wins_of(name, game) for game in decided),
        share=None if solo else share_interval(_by_deal(decided, lambda game: wins_of(name, game))),
        fair=seats / sum(len(game.seats) for game in counted) if counted else 0.0,
        rating=rating[0] if rating else None,
        sigma=rating[1] if rating else None,
        score=mean_interval(list(points.values())),
        lead=None,
        forfeits=[game.forfeit for game in own if game.forfeit and game.forfeit.bot == name],
        stand_ins=dict(tally.stand_ins),
        decisions=tally.decisions,
        seconds_mean=tally.seconds / tally.decisions if tally.decisions else 0.0,
        seconds_95=tally.quantile(0.95),
        seconds_max=tally.longest,
    )


def _by_deal(
    games: Iterable[Played], wins: Callable[[Played], float]
) -> Iterable[tuple[float, int]]:
    deals: dict[int, tuple[float, int]] = {}
    for game in games:
        before, count = deals.get(game.fixture.deal, (0.0, 0))
        deals[game.fixture.deal] = (before + wins(game), count + 1)
    return deals.values()


def _points(name: str, games: Iterable[Played]) -> dict[int, float]:
    """Return the points of a bot that plays alone, by deal; 0 for a game it forfeited."""
    return {
        game.fixture.deal: float(game.scores[0]) if game.scores else 0.0
        for game in games
        if game.seats == (name,) and game.end != "undecided"
    }


def _with_leads(
    standings: Sequence[Standing], points: dict[str, dict[int, float]]
) -> list[Standing]:
    """Compare each bot with the next one, on the deals that both decided."""
    leads = []
    for one, other in pairwise(standings):
        ours, theirs = points[one.bot], points[other.bot]
        leads.append(mean_interval([ours[deal] - theirs[deal] for deal in ours if deal in theirs]))
    return [
        replace(standing, lead=lead)
        for standing, lead in zip(standings, [*leads, None], strict=True)
    ]


def _strength(standing: Standing) -> float:
    if standing.score:
        return standing.score.value
    return standing.share.value - standing.fair if standing.share else float("-inf")
