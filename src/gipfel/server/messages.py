"""The words of the protocol: what a client may say, and what the server says. Codes, no prose."""

from enum import StrEnum
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from .entries import Entry, Grade, SeatNumber, Setup

PROTOCOL = 1

CommandId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
Version: TypeAlias = Annotated[int, Meta(ge=0, le=2**53)]
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
Hex: TypeAlias = Annotated[str, Meta(max_length=64, pattern="^[0-9a-f]*$")]


class Code(StrEnum):
    """Why something was refused."""

    BAD_JSON = "bad_json"
    BAD_REQUEST = "bad_request"
    BAD_EVENT = "bad_event"
    ILLEGAL = "illegal"
    TOO_LARGE = "too_large"
    TOO_FAST = "too_fast"
    TOO_MANY = "too_many"
    NO_TABLE = "no_table"
    NO_SEAT = "no_seat"
    NOT_YOURS = "not_yours"
    NOT_YOUR_TURN = "not_your_turn"
    SEAT_TAKEN = "seat_taken"
    SEAT_RESERVED = "seat_reserved"
    NAME_TAKEN = "name_taken"
    BAD_NAME = "bad_name"
    STALE = "stale"
    BAD_VERSION = "bad_version"
    NOT_OPEN = "not_open"
    NOT_PLAYING = "not_playing"
    NOT_OVER = "not_over"
    TIME_UP = "time_up"
    NOT_UP = "not_up"
    NOTHING_TO_UNDO = "nothing_to_undo"
    UNDO_ACROSS_CHANCE = "undo_across_chance"
    UNDO_ACROSS_REVEAL = "undo_across_reveal"
    NO_PROPOSAL = "no_proposal"
    PROPOSAL_OPEN = "proposal_open"
    NOT_LEFT = "not_left"
    OWN_DICE_HIDDEN = "own_dice_hidden"
    NO_PERSON = "no_person"
    NEWER_RULES = "newer_rules"
    NO_LINK = "no_link"
    BAD_ORIGIN = "bad_origin"
    NOT_FOUND = "not_found"
    STORAGE = "storage"
    STOPPING = "stopping"
    INTERNAL = "internal"


class Refused(Exception):
    """Something that cannot be done; the table is as it was."""

    def __init__(self, code: Code, rule: str | None = None, **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.rule = rule
        self.params = params


# What a client says.


class Sit(Struct, frozen=True, tag="sit", tag_field="type", forbid_unknown_fields=True):
    """Take a seat: the one named, or the first that is free."""

    id: CommandId
    name: Name
    seat: SeatNumber | None = None
    entropy: Hex = ""


class Leave(Struct, frozen=True, tag="leave", tag_field="type", forbid_unknown_fields=True):
    """Give a seat back, or go away from a game under way; every own seat if none is named."""

    id: CommandId
    seat: SeatNumber | None = None


class Return(Struct, frozen=True, tag="return", tag_field="type", forbid_unknown_fields=True):
    """Be back after going away."""

    id: CommandId


class Move(Struct, frozen=True, tag="move", tag_field="type", forbid_unknown_fields=True):
    """Move; with own dice also: enter what they show. `version` is the one it answers."""

    id: CommandId
    version: Version
    event: Annotated[str, Meta(max_length=80)]


class Propose(Struct, frozen=True, tag="propose", tag_field="type", forbid_unknown_fields=True):
    """Ask the table: take my last move back, let a bot take a seat, play again, or end."""

    id: CommandId
    what: Literal["undo", "bot", "rematch", "end"]
    seat: SeatNumber | None = None
    grade: Grade = "AD"


class Answer(Struct, frozen=True, tag="answer", tag_field="type", forbid_unknown_fields=True):
    """Agree to what is proposed, or not; one's own proposal is withdrawn with false."""

    id: CommandId
    agree: bool


class Resign(Struct, frozen=True, tag="resign", tag_field="type", forbid_unknown_fields=True):
    """Give the game up; needed only with several seats: which one."""

    id: CommandId
    seat: SeatNumber | None = None


Command: TypeAlias = Sit | Leave | Return | Move | Propose | Answer | Resign


class Look(Struct, frozen=True, tag="look", tag_field="type", forbid_unknown_fields=True):
    """See the table from a seat of one's own, as a spectator (null), or from the seat to act."""

    seat: SeatNumber | Literal["auto"] | None = "auto"


class Ping(Struct, frozen=True, tag="ping", tag_field="type", forbid_unknown_fields=True):
    """Ask whether the server is there."""


FromClient: TypeAlias = Command | Look | Ping


# What the server does of its own accord: never read from the wire.


class BotMove(Struct, frozen=True):
    """A bot has chosen."""

    seat: int
    version: int
    event: str


class Flag(Struct, frozen=True):
    """Somebody may have run out of time."""


class Stand(Struct, frozen=True):
    """No server ran in this time: let the clocks stand still over it."""

    since: int
    until: int


Own: TypeAlias = BotMove | Flag | Stand


# What the server says.


class Happened(Struct, frozen=True):
    """An entry of the log as a viewer may know it."""

    version: int
    at: int
    what: Entry


class SeatNow(Struct, frozen=True, omit_defaults=True):
    """Who holds a seat."""

    kind: Literal["free", "person", "bot"]
    name: str = ""
    grade: Grade | None = None
    entropy: str = ""
    left: bool = False
    out: bool = False
    here: bool | None = None
    """Whether a person has the table open; told only if it is known."""


class ProposalNow(Struct, frozen=True, omit_defaults=True):
    """What is proposed, and which seats have yet to answer."""

    what: Literal["undo", "bot", "rematch", "end"]
    seat: int
    waiting: tuple[int, ...]
    about: int | None = None
    grade: Grade | None = None


class Result(Struct, frozen=True, omit_defaults=True):
    """How it ended, and the secret that proves the dice."""

    why: str
    winners: tuple[int, ...]
    secret: str | None = None
    next_table: str | None = None


class Update(Struct, frozen=True, tag="update", tag_field="type", omit_defaults=True):
    """What happened since the viewer's last version, and the table as the viewer sees it now."""

    table: str
    version: int
    phase: Literal["open", "playing", "over"]
    viewer: int | None
    events: tuple[Happened, ...]
    seats: tuple[SeatNow, ...]
    now: int
    view: dict[str, Any] | None = None
    actor: int | Literal["chance"] | None = None
    legal: tuple[str, ...] | None = None
    """Every move open to the viewer, if it must act."""
    enter: bool = False
    """Whether the viewer may enter what the table's own dice show."""
    clocks: tuple[int, ...] = ()
    running: int | None = None
    proposal: ProposalNow | None = None
    result: Result | None = None
    odds: dict[str, Any] | None = None
    """The exact chances that belong beside the viewer's decision, if it must act."""


class Welcome(Struct, frozen=True, tag="welcome", tag_field="type"):
    """The first message on a socket."""

    protocol: int
    table: str
    setup: Setup
    commitment: str
    rules: int
    material: dict[str, Any]
    """The board or the deck in play."""
    build: str
    """Names the page that the server holds: a page of another build is to be loaded anew."""


class You(Struct, frozen=True, tag="you", tag_field="type"):
    """Which seats are the client's own."""

    seats: tuple[int, ...]


class Ack(Struct, frozen=True, tag="ack", tag_field="type"):
    """A command is done and safely stored, at this version."""

    id: str
    version: int


class Refusal(Struct, frozen=True, tag="refused", tag_field="type", omit_defaults=True):
    """A command, or a frame that was none, changed nothing."""

    code: Code
    id: str | None = None
    rule: str | None = None
    params: dict[str, Any] = {}


class Pong(Struct, frozen=True, tag="pong", tag_field="type"):
    """The server is there."""

    now: int


class Bye(Struct, frozen=True, tag="bye", tag_field="type"):
    """The server closes the socket; come back with the last version."""

    code: Code


FromServer: TypeAlias = Welcome | You | Update | Ack | Refusal | Pong | Bye

LARGEST_FRAME = 16_384
_encode = msgspec.json.Encoder().encode
_from_client: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)


def encode(message: FromServer) -> bytes:
    """Write a message for the wire."""
    return _encode(message)


def decode(frame: str | bytes) -> FromClient:
    """Read a frame. Raises Refused: not JSON, too large, or not a message."""
    if len(frame) > LARGEST_FRAME:
        raise Refused(Code.TOO_LARGE, most=LARGEST_FRAME)
    try:
        return _from_client.decode(frame)
    except msgspec.ValidationError as error:
        raise Refused(Code.BAD_REQUEST, id=_id_of(frame), where=_where(error)) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Refused(Code.BAD_JSON) from None


def _where(error: msgspec.ValidationError) -> str:
    """Return the path of the field that does not fit: `$.seat`, or `$`."""
    _, _, path = str(error).rpartition(" - at `")
    return path.rstrip("`")[:80] if path.startswith("$") else "$"


class _AnyCommand(Struct):
    id: CommandId | None = None


def _id_of(frame: str | bytes) -> str | None:
    """Return the command id of a message that is otherwise wrong, so that the client can tell."""
    try:
        return msgspec.json.decode(frame, type=_AnyCommand).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
