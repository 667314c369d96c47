"""The HTTP side: tables, seats, commands, records, links. A page or any program may call."""

from typing import Annotated, Any, Literal, TypeAlias

from litestar import Request, Response, Router, WebSocket, get, post, websocket
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody, PathParameter, QueryParameter
from msgspec import Meta, Struct

from ..core.rulebook import LANGUAGES, Rulebook, rulebook
from ..games import GAMES
from .decisions import has_open_luck
from .entries import SeatNumber, Setup
from .exports import record
from .history import History, Passage
from .house import House
from .messages import (
    Ack,
    Code,
    Command,
    CommandId,
    Hex,
    Name,
    Refused,
    Result,
    SeatNow,
    Sit,
    Update,
    Welcome,
)
from .socket import attend
from .table import Table
from .time import now
from .views import Viewer, viewer_of

COOKIE = "gipfel"
YEAR = 31_536_000
TheHouse: TypeAlias = NamedDependency[House]
Person: TypeAlias = NamedDependency[str | None]
TableId: TypeAlias = Annotated[
    str, PathParameter(min_length=1, max_length=16, pattern="^[a-z0-9]+$")
]
Since: TypeAlias = Annotated[int | None, QueryParameter(ge=0, le=2**53)]
Look: TypeAlias = Annotated[int | None, QueryParameter(ge=0, le=3)]


class GameInfo(Struct, frozen=True):
    """A game that can be played here."""

    name: str
    players: tuple[int, ...]
    options: dict[str, list[Any]]
    """What each may be: numbers, or the names of the boards or decks that come with the game."""
    begins: bool
    """Whether the table may say who begins."""
    own_dice: bool
    """Whether its luck is open, so that people may roll for themselves."""


class PutUp(Struct, frozen=True):
    """A new table. Its name is also its link: whoever has it may come in."""

    table: str
    commitment: str


class Listed(Struct, frozen=True):
    """A table that anybody may see."""

    table: str
    setup: Setup
    phase: str
    seats: tuple[SeatNow, ...]


class Own(Struct, frozen=True):
    """A table where the client holds seats."""

    table: str
    setup: Setup
    phase: str
    seats: tuple[SeatNow, ...]
    own: tuple[int, ...]
    """The client's seats."""
    actor: int | Literal["chance"] | None
    """Who must act."""
    touched: int
    """When something last happened there."""
    result: Result | None


class Join(Struct, frozen=True, forbid_unknown_fields=True):
    """Take a seat: the one named, or the first that is free."""

    id: CommandId
    name: Name
    seat: SeatNumber | None = None
    entropy: Hex = ""


class Joined(Struct, frozen=True):
    """The seats that are the client's own now."""

    version: int
    seats: tuple[int, ...]


class TableNow(Struct, frozen=True):
    """A table as the client may know it."""

    welcome: Welcome
    seats: tuple[int, ...]
    update: Update


class Link(Struct, frozen=True, forbid_unknown_fields=True):
    """The secret of a personal link. A page puts it after the # of an address, or in no address."""

    secret: Annotated[str, Meta(min_length=1, max_length=100)]


@get("/games")
async def list_games() -> list[GameInfo]:
    """Return the games that can be played here."""
    found = []
    for game in GAMES.values():
        options = game.offers()
        begins = options.pop("first", None) is not None
        luck = has_open_luck(game, game.new(min(game.PLAYERS), {}))
        found.append(GameInfo(game.NAME, tuple(game.PLAYERS), options, begins, luck))
    return found


@get("/rules/{game:str}/{language:str}")
async def show_rules(game: FromPath[str], language: FromPath[str]) -> Rulebook:
    """Return the rules of a game in words, each with its id."""
    if game not in GAMES or language not in LANGUAGES:
        raise Refused(Code.NOT_FOUND)
    return rulebook(game, language)


@post("/tables", status_code=201)
async def put_up_table(data: JSONBody[Setup], house: TheHouse) -> PutUp:
    """Put up a table. Nobody sits at it yet: see the commitment, then take a seat."""
    opening = await house.hall.open(data)
    return PutUp(opening.id, opening.table.commitment)


@get("/tables")
async def list_tables(house: TheHouse) -> list[Listed]:
    """Return the listed tables, those that wait for players first."""
    found = []
    for id in await house.shelf.listed():
        live = await house.hall.table(id)
        seen = live.journal.update(None, None, now(), house.hall.here(live))
        found.append(Listed(id, live.journal.table.setup, seen.phase, seen.seats))
    return found


@get("/mine")
async def list_own_tables(house: TheHouse, person: Person) -> list[Own]:
    """Return the tables where the client holds a seat: those under way first, the latest first."""
    found = []
    for id in await house.shelf.taken_by(person) if person is not None else ():
        live = await house.hall.table(id)
        table = live.journal.table
        own = table.seats_of(person)
        if own:
            seen = live.journal.update(None, None, now(), house.hall.here(live))
            touched = live.journal.lines[-1].at
            found.append(
                Own(id, table.setup, seen.phase, seen.seats, own, seen.actor, touched, seen.result)
            )
    return found


@get("/tables/{id:str}")
async def show_table(
    id: TableId, house: TheHouse, person: Person, since: Since = None, seat: Look = None
) -> TableNow:
    """Return a table as the client may know it, with what happened since a version."""
    live = await house.hall.table(id)
    journal = live.journal
    viewer = _viewer(journal.table, person, seat)
    update = journal.update(viewer, since, now(), house.hall.here(live))
    return TableNow(journal.welcome(house.site.build), journal.table.seats_of(person), update)


@get("/tables/{id:str}/history", responses={200: ResponseSpec(History)})
async def show_history(
    id: TableId,
    house: TheHouse,
    person: Person,
    request: Request[Any, Any, Any],
    since: Since = None,
    seat: Look = None,
) -> Response[bytes]:
    """Return every position of a table as the client may know it, those after a version first.

    Whole ones once the game is over. `next`, if there are more, is the `since` to ask for them.
    """
    journal = (await house.hall.table(id)).journal
    viewer = _viewer(journal.table, person, seat)
    packs = "gzip" in request.headers.get("accept-encoding", "")
    body = await house.recall(Passage(journal, viewer, since or 0), packs=packs)
    headers = {"content-encoding": "gzip"} if packs else {}
    return Response(body, headers=headers, media_type="application/json")


@post("/tables/{id:str}/seats", status_code=201)
async def take_seat(
    id: TableId,
    data: JSONBody[Join],
    house: TheHouse,
    person: Person,
    request: Request[Any, Any, Any],
) -> Response[Joined]:
    """Take a seat. A client without a cookie gets one: it is the key to the seat."""
    token = None
    live = await house.hall.table(id)
    if person is None:
        token, person = await house.people.admit(now())
    sit = Sit(data.id, data.name, data.seat, data.entropy)
    version = await house.hall.do(id, sit, person)
    return Response(
        Joined(version, live.journal.table.seats_of(person)),
        cookies=[] if token is None else [_cookie(token, house, request)],
    )


@post("/tables/{id:str}/commands", status_code=200)
async def command_table(
    id: TableId, data: JSONBody[Command], house: TheHouse, person: Person
) -> Ack:
    """Carry out a command, as a message on the socket would."""
    return Ack(data.id, await house.hall.do(id, data, person))


@get("/tables/{id:str}/record", media_type="text/plain")
async def export_table(id: TableId, house: TheHouse) -> Response[str]:
    """Return the record of a finished table as a `.gipfel` file, with the proof of its chance."""
    text = record((await house.hall.table(id)).journal)
    name = f'attachment; filename="{id}.gipfel"'
    return Response(text, headers={"content-disposition": name}, media_type="text/plain")


@post("/links", status_code=201)
async def make_link(house: TheHouse, person: Person) -> Link:
    """Return a secret that brings the client's seats to another device, once, within a week."""
    if person is None:
        raise Refused(Code.NOT_YOURS)
    return Link(await house.people.link(person, now()))


@post("/links/follow", status_code=204)
async def follow_link(
    data: JSONBody[Link], house: TheHouse, request: Request[Any, Any, Any]
) -> Response[None]:
    """Become the person whose link it is. The link is used up."""
    token, _ = await house.people.follow(data.secret, now())
    return Response(None, cookies=[_cookie(token, house, request)])


@websocket("/tables/{id:str}/socket")
async def open_socket(socket: WebSocket[Any, Any, Any], id: FromPath[str], house: TheHouse) -> None:
    """Sit or stand at a table. The messages are in docs/reference/server.md."""
    await attend(house, socket, id)


def _viewer(table: Table, person: str | None, seat: int | None) -> Viewer:
    """Return who looks: the seat named, or the only one; else a spectator.

    Several people may share the screen: whose turn it is does not say who looks at an answer.
    """
    own = table.seats_of(person)
    return viewer_of(table, person, own[0] if seat is None and len(own) == 1 else seat)


def _cookie(token: str, house: House, request: Request[Any, Any, Any]) -> Cookie:
    return Cookie(
        COOKIE,
        value=token,
        path=house.settings.base_path or "/",
        max_age=YEAR,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )


API = Router(
    "/api",
    route_handlers=[
        list_games,
        put_up_table,
        list_tables,
        list_own_tables,
        show_table,
        show_history,
        show_rules,
        take_seat,
        command_table,
        export_table,
        make_link,
        follow_link,
        open_socket,
    ],
)
