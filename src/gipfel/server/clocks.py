"""Clocks: how long a seat may still think. Pure: the time of each entry is handed in, in ms."""

from msgspec import Struct

from .entries import Bank, Correspondence, NoClock, PerMove, TimeControl

SECOND = 1_000
DAY = 86_400 * SECOND


class Clocks(Struct, frozen=True, gc=False):
    """The time each seat had left when the running clock was last started."""

    left: tuple[int, ...] = ()
    """Milliseconds of each seat; empty where nobody is hurried."""
    running: int | None = None
    since: int = 0

    @property
    def deadline(self) -> int | None:
        """When the seat whose clock runs will have no time left."""
        if self.running is None or not self.left:
            return None
        return self.since + self.left[self.running]

    def stood(self, since: int, until: int) -> "Clocks":
        """Return the clocks if the running one stood still in a time that has passed."""
        lost = until - max(since, self.since)
        if self.running is None or lost <= 0:
            return self
        return Clocks(self.left, self.running, self.since + lost)

    def shown(self, now: int) -> tuple[int, ...]:
        """Return what each clock shows, never below zero."""
        return tuple(
            max(0, left - (now - self.since)) if seat == self.running else left
            for seat, left in enumerate(self.left)
        )


def started(control: TimeControl, seats: int) -> Clocks:
    """Return the clocks before the first move."""
    return Clocks((allowance(control),) * seats if not isinstance(control, NoClock) else ())


def allowance(control: TimeControl) -> int:
    """Return what a seat has at first, and for each decision where time is per move."""
    match control:
        case PerMove(seconds) | Bank(seconds):
            return seconds * SECOND
        case Correspondence(days):
            return days * DAY
        case NoClock():
            return 0


def passed_on(clocks: Clocks, control: TimeControl, to: int | None, at: int) -> Clocks:
    """Return the clocks after a decision; `to` is the seat whose clock runs next, if any."""
    if not clocks.left:
        return clocks
    left = list(clocks.left)
    seat = clocks.running
    if seat is not None:
        if isinstance(control, Bank):
            left[seat] = max(0, left[seat] - max(0, at - clocks.since))
            left[seat] += control.increment * SECOND if to != seat else 0
        else:
            left[seat] = allowance(control)
    return Clocks(tuple(left), to, at)
