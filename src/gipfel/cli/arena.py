"""An arena in the terminal: how far it is while it runs, and what came of it."""

from collections import Counter, defaultdict
from pathlib import Path

from rich.console import Console, RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Column, Table
from rich.text import Text

from ..arena import Played, Setup, Standing, Summary, run
from ..arena.games import MOST_EVENTS
from ..arena.run import Stopped
from ..arena.schedule import deals_for
from ..arena.statistics import Interval, wins_of
from ..core.rulebook import rulebook
from .palette import RED
from .terminal import Terminal

INTERRUPTED = 130
"""The exit status after Ctrl-C."""
ENDLESS = 10**9
"""The bar shows no end of an arena this long: nobody sees it, and a float may not hold it."""


def hold(setup: Setup, games: int, jobs: int, out: Path | None) -> int:
    """Run an arena in front of somebody; return the exit status."""
    terminal = Terminal()
    status = 0
    with Score(setup, games) as score:
        try:
            summary = run(setup, games, jobs, out, score.add)
        except Stopped as stopped:
            summary, status = stopped.summary, INTERRUPTED
    if summary.games:
        terminal.show(*tell(summary))
    if status:
        kept = "" if out is None else " The same command goes on from here."
        terminal.show(Text(f"Stopped after {summary.games:,} games.{kept}", f"bold {RED}"))
    elif out is not None:
        terminal.say(Text(f"The games, results.json and results.svg are in {out}", "dim"))
    return status


class Score:
    """The bar while games are played: how many, how fast, how long still, who leads.

    It goes to standard error, and only to a terminal.
    """

    def __init__(self, setup: Setup, games: int) -> None:
        console = Console(stderr=True, highlight=False)
        self._progress = Progress(
            TextColumn(rulebook(setup.game).title),
            BarColumn(bar_width=12, complete_style=RED),
            MofNCompleteColumn(table_column=Column(no_wrap=True)),
            TextColumn("{task.fields[rate]}"),
            TimeRemainingColumn(),
            TextColumn("{task.fields[shares]}", table_column=Column(ratio=1, no_wrap=True)),
            console=console,
            disable=not console.is_terminal,
            transient=True,
            expand=True,
        )
        total = deals_for(setup, games) * setup.per_deal
        end = total if total < ENDLESS else None
        self._task = self._progress.add_task("", total=end, rate="", shares="")
        self._solo = setup.is_solo
        self._sums: defaultdict[str, float] = defaultdict(float)
        self._games: Counter[str] = Counter()
        self._fresh = 0

    def __enter__(self) -> "Score":
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def add(self, game: Played, fresh: bool) -> None:
        """Count a game, kept from before or played just now."""
        self._fresh += fresh
        for bot in set(game.seats) if game.end != "undecided" else ():
            self._games[bot] += 1
            points = game.scores[0] if game.scores else 0
            self._sums[bot] += points if self._solo else wins_of(bot, game)
        speed = self._progress.tasks[0].elapsed or 0.0
        self._progress.update(
            self._task,
            advance=1,
            rate=f"{self._fresh / speed:.1f}/s" if speed else "",
            shares="  ".join(f"{bot} {self._now(bot)}" for bot in sorted(self._games)),
        )

    def _now(self, bot: str) -> str:
        mean = self._sums[bot] / self._games[bot]
        return f"{mean:.1f}" if self._solo else f"{mean:.0%}"


def tell(summary: Summary) -> list[RenderableType]:
    """Return the results for people."""
    shown: list[RenderableType] = ["", _alone(summary) if summary.is_solo else _standings(summary)]
    if summary.head_to_head:
        shown += ["", _head_to_head(summary)]
    shown += ["", _times(summary), "", _about(summary)]
    for standing in summary.standings:
        shown += _complaints(standing)
    return shown


def _table(title: str, *columns: str) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold", box=None, pad_edge=False)
    for number, column in enumerate(columns):
        table.add_column(column, justify="right" if number else "left", overflow="fold")
    return table


def _standings(summary: Summary) -> Table:
    setup = summary.setup
    title = f"{rulebook(setup['game']).title}, {setup['players']} players"
    table = _table(title, "Bot", "Games", "Wins", "Share", "95 %", "Fair", "", "Rating", "Forfeits")
    for one in summary.standings:
        share = one.share
        table.add_row(
            one.bot,
            f"{one.games:,}",
            f"{one.wins:,.1f}" if one.wins % 1 else f"{one.wins:,.0f}",
            _percent(share.value) if share else "–",
            f"{100 * share.low:.1f}–{_percent(share.high)}" if share else "–",
            _percent(one.fair),
            _verdict(share, one.fair),
            f"{one.rating:.1f} ± {one.sigma:.1f}" if one.rating is not None else "–",
            str(len(one.forfeits) or "–"),
        )
    return table


def _verdict(share: Interval | None, fair: float) -> str:
    """Say whether a share is surely above or below the fair one."""
    if share is None or share.low <= fair <= share.high:
        return "="
    return "▲" if share.low > fair else "▼"


def _alone(summary: Summary) -> Table:
    title = f"{rulebook(summary.setup['game']).title}, alone"
    table = _table(title, "Bot", "Games", "Points", "95 %", "Ahead by", "95 %", "Forfeits")
    for one in summary.standings:
        table.add_row(
            one.bot,
            f"{one.games:,}",
            *_points(one.score, "{:.2f}"),
            *_points(one.lead, "{:+.2f}"),
            str(len(one.forfeits) or "–"),
        )
    return table


def _points(interval: Interval | None, form: str) -> tuple[str, str]:
    if interval is None:
        return "–", "–"
    return form.format(interval.value), f"{interval.low:.2f} to {interval.high:.2f}"


def _head_to_head(summary: Summary) -> Table:
    names = [one.bot for one in summary.standings]
    table = _table("Head to head", "", *names)
    for one in names:
        against = summary.head_to_head[one]
        cells = (_percent(against[other]) if other in against else "–" for other in names)
        table.add_row(one, *cells)
    return table


def _times(summary: Summary) -> Table:
    table = _table("Decisions", "Bot", "Decisions", "Mean", "95 % within", "Longest")
    for one in summary.standings:
        times = (one.seconds_mean, one.seconds_95, one.seconds_max)
        table.add_row(one.bot, f"{one.decisions:,}", *map(_time, times))
    return table


def _about(summary: Summary) -> Text:
    about = (
        f"{_count(summary.games, 'game')} on {_count(summary.deals, 'deal')}, "
        f"{summary.events:,.0f} events a game"
    )
    if not summary.is_solo and any(summary.seats):
        shares = ", ".join(_percent(share) for share in summary.seats)
        about += f"; wins by seat: {shares}"
    if summary.undecided:
        about += f"; {summary.undecided:,} undecided after {MOST_EVENTS:,} events"
    return Text(f"{about}.")


def _complaints(standing: Standing) -> list[RenderableType]:
    """Name what a bot did that it must not, each thing once, and who had to stand in for it."""
    lines = []
    faults = Counter(
        (f"{one.event}: " if one.event else "")
        + one.reason
        + (f" ({one.rule})" if one.rule else "")
        if one.kind != "time"
        else "took too long over a decision"
        for one in standing.forfeits
    )
    for fault, count in faults.most_common(3):
        lines.append(f"{standing.bot} forfeited {_count(count, 'game')}: {fault}")
    if len(faults) > 3:
        lines.append(f"{standing.bot} forfeited for {len(faults) - 3:,} further reasons.")
    for why, count in standing.stand_ins.items():
        lines.append(f"{standing.bot} left {count:,} decisions to another grade: {why}")
    return [Text(line, RED) for line in lines]


def _count(number: int, thing: str) -> str:
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"


def _time(seconds: float) -> str:
    return f"{1e6 * seconds:.0f} µs" if seconds < 0.001 else f"{1e3 * seconds:,.1f} ms"


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"
