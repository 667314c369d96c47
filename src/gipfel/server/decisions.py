"""What may be done at a table: a command goes in, entries for its log come out. Pure.

Each function raises Refused or returns what would happen; nothing has happened yet. Chance, which
follows without anybody's doing, is told by `by_itself`.
"""

from datetime import UTC, datetime
from typing import Any, Literal

from ..core.checks import is_name
from ..core.errors import BadEvent, GipfelError, Illegal
from ..core.fairness import checked_entropy, first_seat, outcome
from ..core.game import CHANCE, Game
from ..core.match import play
from ..games import game as game_of
from . import clocks
from .entries import (
    Agreed,
    Begun,
    BotPlan,
    Chanced,
    Declined,
    Ended,
    Entry,
    Followed,
    Left,
    Moved,
    PersonPlan,
    Proposed,
    Relieved,
    Returned,
    Rose,
    Sat,
    Setup,
    Stood,
    Undone,
)
from .messages import (
    Answer,
    BotMove,
    Code,
    Command,
    Flag,
    Leave,
    Move,
    Own,
    Propose,
    Refused,
    Resign,
    Return,
    Sit,
    Stand,
)
from .table import Step, Table, after

STANDSTILL = 200
"""Outcomes in a row after which nobody will ever act again (docs/decisions/0007)."""


def decide(table: Table, command: Command | Own, person: str | None, now: int) -> list[Entry]:
    """Return what a command does, in the order of the log, without what follows by itself."""
    match command:
        case Move():
            return _move(table, command, person, now)
        case BotMove():
            return _bot_move(table, command)
        case Flag():
            return _flag(table, now)
        case Stand(since, until):
            if not stands(table, until):
                raise Refused(Code.NOT_UP)
            return [Stood(since, until)]
        case Sit():
            return _sit(table, command, person)
        case Leave():
            return _leave(table, command, person)
        case Return():
            return _return(table, person)
        case Propose():
            return _propose(table, command, person)
        case Answer():
            return _answer(table, command, person)
        case Resign():
            return _resign(table, command, person)


def by_itself(table: Table) -> Entry | None:
    """Return what happens next without anybody's doing: the beginning, chance, the end."""
    if table.phase == "open" and all(seat.taken for seat in table.seats):
        return Begun(_who_begins(table))
    if table.phase != "playing":
        return None
    actor = table.game.actor(table.state)
    if actor is None:
        return Ended("played", tuple(table.game.winners(table.state)))
    if actor != CHANCE:
        return None
    if table.quiet >= STANDSTILL:
        return Ended("standstill", ())
    if table.setup.own_dice:
        return None
    return Chanced(outcome(table.game, table.state, table.key, table.chances))


def _who_begins(table: Table) -> int | None:
    if table.setup.begins != "random":
        return table.setup.begins
    begun = after(table, Begun(), 0)  # only for its key: the entropies are complete
    return first_seat(begun.key, len(table.seats))


# Opening


def checked_setup(setup: Setup, now: int) -> Setup:
    """Return a setup that can be played. Raises Refused."""
    try:
        game = game_of(setup.game)
        options: dict[str, Any] = dict(setup.options)
        if setup.begins is not None:
            options["first"] = 0 if setup.begins == "random" else setup.begins
        state = game.new(len(setup.seats), options)
    except (GipfelError, RecursionError) as error:
        raise Refused(Code.BAD_REQUEST, getattr(error, "rule", None), where="setup") from None
    if not any(isinstance(plan, PersonPlan) for plan in setup.seats):
        raise Refused(Code.NO_PERSON)
    if setup.own_dice and not has_open_luck(game, state):
        raise Refused(Code.OWN_DICE_HIDDEN)
    if setup.daily is not None:
        _check_day(setup, setup.daily, now)
    return setup


def has_open_luck(game: Game[Any, Any, Any], state: Any) -> bool:
    """Whether everybody may see what chance brings: only then can people roll for themselves."""
    return all(
        game.shown(state, event, None) == game.write(event) for event in game.chance(state).events
    )


def _check_day(setup: Setup, day: str, now: int) -> None:
    """A day's deal is for one, and not before the day has begun somewhere."""
    try:
        begins = datetime.fromisoformat(day).replace(tzinfo=UTC)
    except ValueError:
        raise Refused(Code.BAD_REQUEST, where="$.daily") from None
    early = begins.timestamp() * 1000 - now > clocks.DAY
    if early or len(setup.seats) != 1 or setup.own_dice:
        raise Refused(Code.BAD_REQUEST, where="$.daily")


def rematch_of(table: Table) -> tuple[Setup, tuple[str, ...]]:
    """Return the same table with the seats rotated by one, and who may take each."""
    turned = [(number + 1) % len(table.seats) for number in range(len(table.seats))]
    old = table.setup
    setup = Setup(
        old.game,
        tuple(old.seats[number] for number in turned),
        old.options,
        old.clock,
        old.begins,
        old.listed,
        old.own_dice,
        old.stand_in,
    )
    people = [
        "" if isinstance(plan, BotPlan) or seat.left else seat.person or ""
        for plan, seat in zip(old.seats, table.seats, strict=True)
    ]
    return setup, tuple(people[number] for number in turned)


# Seats


def _sit(table: Table, command: Sit, person: str | None) -> list[Entry]:
    if table.phase != "open":
        raise Refused(Code.NOT_OPEN)
    if person is None:
        raise Refused(Code.NOT_YOURS)
    name = command.name.strip()
    if not is_name(name):
        raise Refused(Code.BAD_NAME)
    try:
        entropy = checked_entropy(command.entropy)
    except GipfelError:
        raise Refused(Code.BAD_REQUEST, where="$.entropy") from None
    if any(seat.name.casefold() == name.casefold() for seat in table.seats):
        raise Refused(Code.NAME_TAKEN)
    if table.setup.daily is not None:
        entropy = ""  # what one adds would make it another deal than everybody's
    return [Sat(_place(table, command.seat, person), name, entropy, person)]


def _place(table: Table, wanted: int | None, person: str) -> int:
    """Return the seat wanted; without a wish a reserved one first, then the first free one."""
    if wanted is None:
        free = [number for number, seat in enumerate(table.seats) if not seat.taken]
        own = [number for number in free if table.seats[number].reserved == person]
        anyones = [number for number in free if table.seats[number].reserved is None]
        for number in (*own, *anyones):
            return number
        raise Refused(Code.SEAT_RESERVED if free else Code.SEAT_TAKEN)
    if wanted >= len(table.seats):
        raise Refused(Code.NO_SEAT, seat=wanted)
    if table.seats[wanted].taken:
        raise Refused(Code.SEAT_TAKEN, seat=wanted)
    if table.seats[wanted].reserved not in (None, person):
        raise Refused(Code.SEAT_RESERVED, seat=wanted)
    return wanted


def _own_seats(table: Table, person: str | None, wanted: int | None) -> list[int]:
    """Return the seats that a command is about: the one named, or all of a person's own."""
    own = [number for number in table.seats_of(person) if table.seats[number].grade is None]
    if wanted is not None and wanted not in own:
        raise Refused(Code.NOT_YOURS, seat=wanted)
    if not own:
        raise Refused(Code.NOT_YOURS)
    return own if wanted is None else [wanted]


def _leave(table: Table, command: Leave, person: str | None) -> list[Entry]:
    seats = _own_seats(table, person, command.seat)
    if table.phase == "open":
        return [Rose(seat) for seat in seats]
    if table.phase == "over":
        raise Refused(Code.NOT_PLAYING)
    leaving = [seat for seat in seats if not table.seats[seat].left]
    if not leaving:
        raise Refused(Code.NOT_PLAYING)
    entries: list[Entry] = [Left(seat) for seat in leaving]
    if table.proposal is not None:  # who goes away neither asks nor answers any more
        entries.append(Declined(leaving[0]))
    stay = {seat for seat, one in enumerate(table.seats) if one.present} - set(leaving)
    return entries if stay else [*entries, Ended("abandoned", ())]


def _return(table: Table, person: str | None) -> list[Entry]:
    away = [seat for seat in _own_seats(table, person, None) if table.seats[seat].left]
    if table.phase != "playing":
        raise Refused(Code.NOT_PLAYING)
    if not away:
        raise Refused(Code.NOT_LEFT)
    return [Returned(seat) for seat in away]


# Moves


def _move(table: Table, command: Move, person: str | None, now: int) -> list[Entry]:
    """Who, then when, then what: nobody learns of an event's legality out of turn."""
    own = _own_seats(table, person, None)
    if table.phase != "playing":
        raise Refused(Code.NOT_PLAYING)
    _check_version(table, command.version)
    actor = table.actor
    if actor == CHANCE:  # only with own dice does chance wait
        return [Chanced(_checked(table, command.event), own[0])]
    if not isinstance(actor, int) or actor not in own:
        raise Refused(Code.NOT_YOUR_TURN, actor=actor)
    deadline = table.clocks.deadline
    if deadline is not None and now >= deadline:
        raise Refused(Code.TIME_UP)
    return [Moved(actor, _checked(table, command.event))]


def _check_version(table: Table, version: int) -> None:
    if version > table.version:
        raise Refused(Code.BAD_VERSION, version=table.version)
    if version < table.moved:
        raise Refused(Code.STALE, version=table.version)


def _checked(table: Table, text: str) -> str:
    """Return a legal event in its own spelling, or refuse it with the rule it breaks."""
    game = table.game
    try:
        event = game.parse(text)
        play(game, table.state, event)
    except BadEvent:
        raise Refused(Code.BAD_EVENT) from None
    except Illegal as error:
        raise Refused(Code.ILLEGAL, error.rule) from None
    return game.write(event)


def _bot_move(table: Table, command: BotMove) -> list[Entry]:
    to_move = table.bot_to_move
    if to_move is None or to_move[0] != command.seat:
        raise Refused(Code.NOT_YOUR_TURN, actor=table.actor)
    if command.version != table.moved:
        raise Refused(Code.STALE, version=table.version)
    return [Moved(command.seat, _checked(table, command.event))]


# Giving up


def _resign(table: Table, command: Resign, person: str | None) -> list[Entry]:
    seats = _own_seats(table, person, command.seat)
    if table.phase != "playing":
        raise Refused(Code.NOT_PLAYING)
    entries: list[Entry] = []
    for seat in seats:
        if table.phase == "playing":
            for entry in _given_up(table, seat, "resigned"):
                entries.append(entry)
                table = after(table, entry, 0)
    return entries


def _flag(table: Table, now: int) -> list[Entry]:
    deadline, seat = table.clocks.deadline, table.clocks.running
    if table.phase != "playing" or deadline is None or seat is None or now < deadline:
        raise Refused(Code.NOT_UP)
    return _given_up(table, seat, "time")


def stands(table: Table, until: int) -> bool:
    """Say whether a time without a server, which ended so, is yet to be made good to somebody."""
    return table.clocks.deadline is not None and until > max(table.stood, table.clocks.since)


def _given_up(table: Table, seat: int, why: Literal["resigned", "time"]) -> list[Entry]:
    """A bot plays on among more than two; the last one standing has won."""
    standing = [number for number, one in enumerate(table.seats) if not one.out and number != seat]
    persons = [number for number, one in enumerate(table.seats) if one.present and number != seat]
    if len(standing) == 1 and len(table.seats) > 1:
        return [Ended(why, tuple(standing))]
    if not persons:
        return [Ended(why, ())]
    return [Relieved(seat, table.setup.stand_in, why)]


# Agreeing


def _propose(table: Table, command: Propose, person: str | None) -> list[Entry]:
    seats = [seat for seat in _own_seats(table, person, None) if table.seats[seat].present]
    if not seats:
        raise Refused(Code.NOT_YOURS)
    if table.proposal is not None:
        raise Refused(Code.PROPOSAL_OPEN)
    asked = Proposed(seats[0], command.what)
    match command.what:
        case "undo":
            asked = Proposed(_undoable(table, seats)[0].seat, "undo")
        case "bot":
            _check_bot_wanted(table, command.seat)
            asked = Proposed(seats[0], "bot", command.seat, command.grade)
        case "rematch":
            if table.phase != "over" or table.next_table is not None:
                raise Refused(Code.NOT_OVER)
        case "end":
            if table.phase != "playing":
                raise Refused(Code.NOT_PLAYING)
    return [asked, *_granted(after(table, asked, 0))]


def _check_bot_wanted(table: Table, seat: int | None) -> None:
    """A bot may take a seat that is free before play, or whose person went away."""
    if seat is None or seat >= len(table.seats):
        raise Refused(Code.NO_SEAT)
    one = table.seats[seat]
    if table.phase == "over" or one.grade is not None:
        raise Refused(Code.SEAT_TAKEN, seat=seat)
    if one.person is not None and not one.left:
        raise Refused(Code.NOT_LEFT, seat=seat)


def _answer(table: Table, command: Answer, person: str | None) -> list[Entry]:
    proposal = table.proposal
    seats = [seat for seat in _own_seats(table, person, None) if table.seats[seat].present]
    if proposal is None or not seats:
        raise Refused(Code.NO_PROPOSAL)
    if not command.agree:
        return [Declined(seats[0])]
    if person not in waiting(table):
        raise Refused(Code.NO_PROPOSAL)
    agreed = Agreed(seats[0])
    return [agreed, *_granted(after(table, agreed, 0))]


def waiting(table: Table) -> frozenset[str]:
    """Return the persons who have yet to answer what is proposed."""
    if table.proposal is None:
        return frozenset()
    asker = table.seats[table.proposal.asked.seat].person
    return table.people - table.proposal.agreed - {asker or ""}


def _granted(table: Table) -> list[Entry]:
    """Return what the table agreed to, once everybody has."""
    assert table.proposal is not None, "something is proposed"
    asked = table.proposal.asked
    if waiting(table):
        return []
    match asked.what:
        case "undo":
            own = table.seats_of(table.seats[asked.seat].person)
            return [Undone(len(_undoable(table, list(own))))]
        case "bot":
            assert asked.about is not None and asked.grade is not None, "checked when asked"  # noqa: PT018
            return [Relieved(asked.about, asked.grade, "agreed")]
        case "rematch":
            return [Followed("")]  # `protocol` puts up the other table and names it
        case "end":
            return [Ended("agreed", ())]


def _undoable(table: Table, seats: list[int]) -> tuple[Step, ...]:
    """Return the moves to take back: from the last own one on, none across chance or a reveal."""
    if table.phase != "playing":
        raise Refused(Code.NOT_PLAYING)
    mine = [place for place, step in enumerate(table.trail) if step.seat in seats]
    if not mine:
        raise Refused(Code.UNDO_ACROSS_CHANCE if table.chances else Code.NOTHING_TO_UNDO)
    steps = table.trail[mine[-1] :]
    afters = (*(step.before for step in steps[1:]), table.state)
    if any(reveals(table, step, then) for step, then in zip(steps, afters, strict=True)):
        raise Refused(Code.UNDO_ACROSS_REVEAL)
    return steps


def reveals(table: Table, step: Step, then: object) -> bool:
    """Say whether a move showed somebody a card that was hidden.

    It did if a viewer who was told the whole move sees fewer hidden cards after it than before.
    """
    game = table.game
    for viewer in (None, *range(len(table.seats))):
        if game.shown(step.before, step.event, viewer) != game.write(step.event):
            continue
        before = _hidden(game.describe_view(game.view(step.before, viewer)))
        if _hidden(game.describe_view(game.view(then, viewer))) < before:
            return True
    return False


def _hidden(described: object) -> int:
    """Count the hidden cards in a view as the protocol shows it."""
    if isinstance(described, dict):
        return sum(map(_hidden, described.values()))
    if isinstance(described, list):
        return sum(map(_hidden, described))
    return described == "?"
