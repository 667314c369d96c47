"""The log on disk, on SQLite and on PostgreSQL: what is acknowledged is there, once."""

import asyncio
import random
from collections.abc import AsyncIterator

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy.ext.asyncio import AsyncEngine

from gipfel.core.errors import BadRequest
from gipfel.server.messages import Answer, Code, Move, Refused
from gipfel.server.protocol import Journal, Opening
from gipfel.server.storage.database import connect, connect_writer, migrate, revision, writing
from gipfel.server.storage.log import Append, Claim, Conflict, Log, StorageFailed
from gipfel.server.storage.people import LINK_DAYS, People
from gipfel.server.storage.schema import ENTRIES, HEAD, METADATA, TABLES
from gipfel.server.storage.shelf import Retention, Shelf
from tests.server.tables import TableInMemory, setup

pytestmark = pytest.mark.anyio
DAY = 86_400_000


@pytest.fixture
async def engine(address: str) -> AsyncIterator[AsyncEngine]:
    engine = connect(address)
    await migrate(engine)
    yield engine
    await engine.dispose()


@pytest.fixture
async def log(engine: AsyncEngine, address: str) -> AsyncIterator[Log]:
    assert engine is not None, "the schema is there"
    log = Log(connect_writer(address))
    log.start()
    yield log
    await log.stop()


async def stored(log: Log, one: TableInMemory) -> None:
    """Store a table in memory with its whole log."""
    await log.put_up(one.opening)
    if len(one.rows) > 1:
        await log.append(Append(one.table, tuple(one.rows[1:])))


def game(name: str = "altitude", moves: int = 40) -> TableInMemory:
    one = TableInMemory(setup(name, "pp")).sit_all()
    one.play_on(most=moves)
    return one


async def test_a_table_is_rebuilt_from_its_log(engine: AsyncEngine, log: Log) -> None:
    one = game()
    await stored(log, one)
    found = await Shelf(engine).load(one.table.id)
    again = Journal.replay(one.table.id, found.secret, found.rows)
    assert again.table == one.table
    assert list(again.lines) == list(one.journal.lines)
    assert again.taken == one.journal.taken


async def test_a_version_is_stored_once_and_the_slower_one_is_told(
    engine: AsyncEngine, log: Log
) -> None:
    one, other = game(), game(moves=41)
    await stored(log, one)
    rows = tuple(one.rows[-2:])
    with pytest.raises(Conflict):
        await log.append(Append(one.table, rows))
    found = await Shelf(engine).load(one.table.id)
    assert found.rows == one.rows
    assert other.rows[-1] != one.rows[-1]


async def test_a_conflict_does_not_spoil_what_is_stored_with_it(
    engine: AsyncEngine, log: Log
) -> None:
    bad = game()
    await stored(log, bad)
    good = [TableInMemory(setup("matterhorn")) for _ in range(20)]
    for one in good:
        await log.put_up(one.opening)
        one.sit_all()
    wishes = [Append(one.table, tuple(one.rows[1:])) for one in good]
    wishes.insert(7, Append(bad.table, tuple(bad.rows[-1:])))
    done = await asyncio.gather(*map(log.append, wishes), return_exceptions=True)
    assert [type(one) for one in done].count(Conflict) == 1
    assert isinstance(done[7], Conflict)
    for one in good:
        assert (await Shelf(engine).load(one.table.id)).rows == one.rows


async def test_many_tables_share_a_transaction(log: Log) -> None:
    tables = [TableInMemory(setup("matterhorn")) for _ in range(50)]
    for one in tables:
        await log.put_up(one.opening)
        one.sit_all()
    await asyncio.gather(*(log.append(Append(one.table, tuple(one.rows[1:]))) for one in tables))
    assert log.appended == 50
    assert log.batches < 10


async def test_a_rematch_is_put_up_in_the_same_transaction(engine: AsyncEngine, log: Log) -> None:
    one = game(moves=10_000)
    one.propose("anna", "rematch")
    await stored(log, one)
    draft = one.journal.draft(_agree(), "beat", 5)
    assert draft.table is not None
    await log.append(Append(draft.table, draft.rows, opening=draft.opening))
    opening = draft.opening
    assert isinstance(opening, Opening)
    found = await Shelf(engine).load(opening.id)
    assert found.secret == opening.secret
    assert found.rows == [opening.row]


def _agree() -> Answer:
    return Answer("agree", True)


async def test_a_table_that_is_not_there_is_refused(engine: AsyncEngine) -> None:
    with pytest.raises(Refused) as refused:
        await Shelf(engine).load("nowhere")
    assert refused.value.code is Code.NO_TABLE


async def test_only_listed_tables_under_way_are_listed(engine: AsyncEngine, log: Log) -> None:
    shown = TableInMemory(setup("matterhorn", listed=True))
    over = TableInMemory(setup("matterhorn", listed=True)).sit_all()
    over.resign("anna")
    for one in (shown, over, TableInMemory(setup("matterhorn"))):
        await stored(log, one)
    assert await Shelf(engine).listed() == [shown.table.id]


async def test_exactly_one_worker_gets_what_is_due(engine: AsyncEngine, log: Log) -> None:
    one = TableInMemory(setup("matterhorn"))
    await log.put_up(one.opening)
    one.sit_all()
    await log.append(Append(one.table, tuple(one.rows[1:]), due_at=1_000))
    shelf, id = Shelf(engine), one.table.id
    assert await shelf.due(999) == []
    assert await shelf.due(1_000) == [id]
    won = await asyncio.gather(*(shelf.claim(id, f"w{n}", 1_000, 2_000) for n in range(8)))
    assert sum(won) == 1
    assert await shelf.due(1_999) == []
    assert not await shelf.claim(id, "late", 1_999, 3_000)
    assert await shelf.due(2_000) == [id], "a worker that died leaves it to others"
    assert await shelf.claim(id, "late", 2_000, 3_000)


async def test_a_claim_comes_with_the_move_that_makes_it_due(engine: AsyncEngine, log: Log) -> None:
    one = TableInMemory(setup("matterhorn"))
    await log.put_up(one.opening)
    one.sit_all()
    claim = Claim("me", 5_000)
    await log.append(Append(one.table, tuple(one.rows[1:]), due_at=1_000, claim=claim))
    assert await Shelf(engine).due(4_999) == []
    assert await Shelf(engine).due(5_000) == [one.table.id]


async def test_old_tables_are_forgotten_as_the_settings_say(engine: AsyncEngine, log: Log) -> None:
    fresh, playing, over = TableInMemory(setup("matterhorn")), game(), game(moves=9_999)
    for one in (fresh, playing, over):
        await stored(log, one)
    shelf, now = Shelf(engine), 1_000_000
    assert await shelf.forget(Retention(), now + 6 * DAY) == 0
    assert await shelf.forget(Retention(), now + 8 * DAY) == 1
    assert await shelf.forget(Retention(), now + 91 * DAY) == 1
    assert await shelf.forget(Retention(), now + 9_999 * DAY) == 0
    assert await shelf.forget(Retention(over=30), now + 9_999 * DAY) == 1
    async with engine.connect() as connection:
        for table in (TABLES, ENTRIES):
            assert await connection.scalar(sa.select(sa.func.count()).select_from(table)) == 0


async def test_what_a_database_does_not_take_is_not_acknowledged(
    engine: AsyncEngine, log: Log
) -> None:
    one = game()
    await log.put_up(one.opening)
    async with writing(engine).begin() as connection:
        await connection.execute(sa.text("ALTER TABLE entries RENAME TO gone"))
    with pytest.raises(StorageFailed):
        await log.append(Append(one.table, tuple(one.rows[1:])))
    async with writing(engine).begin() as connection:
        await connection.execute(sa.text("ALTER TABLE gone RENAME TO entries"))
    await log.append(Append(one.table, tuple(one.rows[1:])))
    assert (await Shelf(engine).load(one.table.id)).rows == one.rows


# People


async def test_a_token_names_its_person_and_is_stored_as_a_hash(engine: AsyncEngine) -> None:
    people = People(engine)
    token, person = await people.admit(0)
    for again in (people, People(engine)):
        assert await again.person_of(token) == person
        for wrong in (None, "", "x", token[:-1], token + "x", "x" * 1_000, "ü\x00"):
            assert await again.person_of(wrong) is None
    async with engine.connect() as connection:
        rows = (await connection.execute(sa.text("SELECT * FROM tokens"))).all()
    assert token.encode() not in str(rows).encode()


async def test_a_link_brings_a_person_to_another_device_once(engine: AsyncEngine) -> None:
    people = People(engine)
    _, person = await people.admit(0)
    link = await people.link(person, 0)
    token, same = await people.follow(link, 1)
    assert same == person
    assert await people.person_of(token) == person
    for secret, now in ((link, 1), ("x", 1), (await people.link(person, 0), LINK_DAYS * DAY)):
        with pytest.raises(Refused) as refused:
            await people.follow(secret, now)
        assert refused.value.code is Code.NO_LINK


async def test_of_two_who_follow_a_link_at_once_one_gets_through(engine: AsyncEngine) -> None:
    people = People(engine)
    link = await people.link((await people.admit(0))[1], 0)
    done = await asyncio.gather(*(people.follow(link, 1) for _ in range(6)), return_exceptions=True)
    assert sum(isinstance(one, tuple) for one in done) == 1


# Schema


async def test_the_migrations_make_the_schema_that_the_code_uses(engine: AsyncEngine) -> None:
    async with engine.connect() as connection:
        assert await revision(connection) == HEAD
        different = await connection.run_sync(
            lambda sync: compare_metadata(MigrationContext.configure(sync), METADATA)
        )
    assert different == []


async def test_several_workers_may_migrate_at_once(address: str) -> None:
    engines = [connect(address) for _ in range(4)]
    await asyncio.gather(*map(migrate, engines))
    for one in engines:
        await one.dispose()


async def test_a_database_of_a_newer_gipfel_is_refused(engine: AsyncEngine) -> None:
    async with writing(engine).begin() as connection:
        await connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(BadRequest, match="newer Gipfel"):
        await migrate(engine)


@pytest.mark.parametrize(
    "address", ["mysql://x/y", "nonsense", "sqlite://", "postgresql://127.0.0.1:1/none"]
)
async def test_a_wrong_address_is_an_error_for_people(address: str) -> None:
    with pytest.raises(BadRequest):
        await migrate(connect(address))


async def test_sqlite_waits_for_the_disk(sqlite_address: str) -> None:
    engine = connect(sqlite_address)
    async with engine.connect() as connection:
        assert await connection.scalar(sa.text("PRAGMA journal_mode")) == "wal"
        assert await connection.scalar(sa.text("PRAGMA synchronous")) == 2
    await engine.dispose()


async def test_logs_grow_at_random_from_two_workers_and_none_is_torn(
    engine: AsyncEngine, log: Log, address: str
) -> None:
    """Two workers append to the same table; each time one of them wins, and the log has no gap."""
    one = TableInMemory(setup("altitude")).sit_all()
    await stored(log, one)
    other = Log(connect_writer(address))
    other.start()
    rng = random.Random(5)
    for _ in range(25):
        move = one.legal()
        drafts = [
            one.journal.draft(
                _move(one, rng.choice(move)), one.table.seats[one.table.actor].person, n
            )
            for n in range(2)
        ]
        done = await asyncio.gather(
            *(
                writer.append(Append(draft.table, draft.rows))  # type: ignore[arg-type]
                for writer, draft in zip((log, other), drafts, strict=True)
            ),
            return_exceptions=True,
        )
        assert sorted(type(result).__name__ for result in done) == ["Conflict", "NoneType"]
        one.journal.accept(drafts[done.index(None)])
    found = await Shelf(engine).load(one.table.id)
    assert Journal.replay(one.table.id, found.secret, found.rows).table == one.table
    await other.stop()


def _move(one: TableInMemory, event: str) -> Move:
    return Move(one.id(), one.table.version, event)
