"""The log of a table: everything that can happen at one, as data. A table is the sum of these."""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

RULES = 1
"""The version of the rules that new tables are played by. Stored with each table."""

Grade: TypeAlias = Literal["F", "PD", "AD", "D", "TD", "ED"]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=3)]


class PersonPlan(Struct, frozen=True, tag="person", tag_field="kind"):
    """A seat for a person."""


class BotPlan(Struct, frozen=True, tag="bot", tag_field="kind"):
    """A seat that a bot holds from the start."""

    grade: Grade


SeatPlan: TypeAlias = PersonPlan | BotPlan


class NoClock(Struct, frozen=True, tag="none", tag_field="kind"):
    """Nobody is hurried."""


class PerMove(Struct, frozen=True, tag="per_move", tag_field="kind"):
    """So many seconds for each decision."""

    seconds: Annotated[int, Meta(ge=5, le=86_400)]


class Bank(Struct, frozen=True, tag="bank", tag_field="kind"):
    """So many seconds for the whole game, and some more whenever the turn passes on."""

    seconds: Annotated[int, Meta(ge=10, le=86_400)]
    increment: Annotated[int, Meta(ge=0, le=3_600)] = 0


class Correspondence(Struct, frozen=True, tag="correspondence", tag_field="kind"):
    """So many days for each decision."""

    days: Annotated[int, Meta(ge=1, le=60)]


TimeControl: TypeAlias = NoClock | PerMove | Bank | Correspondence


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table was opened for."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[tuple[SeatPlan, ...], Meta(min_length=1, max_length=4)]
    options: dict[str, Any] = {}
    clock: TimeControl = NoClock()
    begins: SeatNumber | Literal["random"] | None = None
    """Who begins, where the rules let the table say so."""
    listed: bool = False
    own_dice: bool = False
    """Whether outcomes are entered by hand."""
    stand_in: Grade = "AD"
    """The bot that plays on for a seat that gave up, among more than two."""
    daily: Annotated[str, Meta(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$")] | None = None
    """The day whose deal it is: for one person, the same for everybody."""


class Opened(Struct, frozen=True, tag="opened", tag_field="kind", omit_defaults=True):
    """The table was put up. `reserved`: for a rematch, who may take each seat."""

    setup: Setup
    commitment: str
    rules: int
    reserved: tuple[str, ...] = ()


class Sat(Struct, frozen=True, tag="sat", tag_field="kind", omit_defaults=True):
    """A person took a seat."""

    seat: int
    name: str
    entropy: str = ""
    person: str = ""


class Rose(Struct, frozen=True, tag="rose", tag_field="kind"):
    """A person gave a seat back before play."""

    seat: int


class Begun(Struct, frozen=True, tag="begun", tag_field="kind", omit_defaults=True):
    """Every seat is taken: play begins, with this seat if the table says so."""

    first: int | None = None


class Moved(Struct, frozen=True, gc=False, tag="moved", tag_field="kind"):
    """A seat moved."""

    seat: int
    event: str


class Chanced(Struct, frozen=True, gc=False, tag="chance", tag_field="kind", omit_defaults=True):
    """Chance acted; `seat` is who entered it, where a table plays with its own dice."""

    event: str
    seat: int | None = None


class Proposed(Struct, frozen=True, tag="proposed", tag_field="kind", omit_defaults=True):
    """A seat asks the table for something."""

    seat: int
    what: Literal["undo", "bot", "rematch", "end"]
    about: int | None = None
    grade: Grade | None = None


class Agreed(Struct, frozen=True, tag="agreed", tag_field="kind"):
    """A seat agrees to what is proposed."""

    seat: int


class Declined(Struct, frozen=True, tag="declined", tag_field="kind"):
    """A seat does not agree: the proposal is off. Its own seat: it was withdrawn."""

    seat: int


class Undone(Struct, frozen=True, tag="undone", tag_field="kind"):
    """So many of the latest moves were taken back."""

    moves: int


class Left(Struct, frozen=True, tag="left", tag_field="kind"):
    """A person went away from a game under way."""

    seat: int


class Returned(Struct, frozen=True, tag="returned", tag_field="kind"):
    """A person who had gone away is back."""

    seat: int


class Relieved(Struct, frozen=True, tag="relieved", tag_field="kind"):
    """A bot plays for a seat from now on."""

    seat: int
    grade: Grade
    why: Literal["resigned", "time", "agreed"]


class Ended(Struct, frozen=True, tag="ended", tag_field="kind"):
    """The game is over."""

    why: Literal["played", "resigned", "time", "standstill", "agreed", "abandoned"]
    winners: tuple[int, ...]


class Stood(Struct, frozen=True, tag="stood", tag_field="kind"):
    """No server ran in this time: the clock that was running stood still."""

    since: int
    until: int


class Followed(Struct, frozen=True, tag="followed", tag_field="kind"):
    """The rematch is at another table."""

    table: str


Entry: TypeAlias = (
    Opened
    | Sat
    | Rose
    | Begun
    | Moved
    | Chanced
    | Proposed
    | Agreed
    | Declined
    | Undone
    | Left
    | Returned
    | Relieved
    | Ended
    | Stood
    | Followed
)
