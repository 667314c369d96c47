"""Peeking: no byte that reaches a viewer, on any channel, depends on what it may not know."""

import dataclasses
import random
import re
from collections.abc import AsyncIterator, Sequence

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gipfel.games import altitude, load
from gipfel.games.altitude.state import Phase
from gipfel.server import hall, views
from gipfel.server.entries import Chanced, Moved
from gipfel.server.exports import record
from gipfel.server.history import Passage
from gipfel.server.messages import Code, Command, Move, Propose, Refused, encode
from gipfel.server.protocol import Journal
from gipfel.server.table import Table, after
from gipfel.server.views import Line
from tests.property.games import ALTITUDE_OPTIONS
from tests.server.client import Player
from tests.server.running import Running, serving
from tests.server.tables import PEOPLE, TableInMemory, setup

seeds = st.integers(0, 2**32)
VIEWERS = (None, 0, 1, 2, 3)


def twin_of(table: Table, viewer: int | None, seed: int) -> Table:
    """Return a table that differs only in what a viewer cannot know: cards, secret and key."""
    view = altitude.view(table.state, viewer)
    return msgspec.structs.replace(
        table,
        state=altitude.determinize(view, random.Random(seed)),
        secret=bytes([seed % 256] * 32),
        key=bytes([seed % 251] * 32),
    )


def with_table(journal: Journal, table: Table) -> Journal:
    other = Journal(table, journal.lines)
    other.taken = journal.taken
    return other


@settings(max_examples=12, deadline=None)
@given(seeds, st.integers(2, 4), st.sampled_from(ALTITUDE_OPTIONS))
def test_tables_that_differ_only_in_hidden_cards_give_the_same_bytes(
    seed: int, players: int, options: dict[str, object]
) -> None:
    one = TableInMemory(setup("altitude", "p" * players, options=options)).sit_all()
    rng = random.Random(seed)
    while one.table.phase == "playing":
        if rng.random() < 0.3:
            for viewer in VIEWERS[: players + 1]:
                twin = with_table(one.journal, twin_of(one.table, viewer, seed))
                since = rng.randrange(one.table.version + 1)
                for told in (None, since):
                    assert encode(twin.update(viewer, told, 7)) == encode(
                        one.journal.update(viewer, told, 7)
                    )
                assert _answers(twin, viewer, rng) == _answers(one.journal, viewer, rng)
        one.step(rng)


def _answers(journal: Journal, viewer: int | None, rng: random.Random) -> list[object]:
    """Return what a viewer is told of commands that it may try, the same ones on each call."""
    rng = random.Random(rng.getstate()[1][0])
    person = None if viewer is None else PEOPLE[viewer]
    tries = ["draw 7", "draw X", "discard", "done", "keep 1 2 3 4", "fly", "swap B 1:0", "lay 2:0"]
    tries += [f"lay 1:{rng.randrange(-3, 4)}", f"give {rng.randrange(3)} 1:1", "build a7 1:1"]
    answers: list[object] = []
    commands: list[Command] = [Move("x", journal.table.version, text) for text in tries]
    commands += [Propose("x", "undo"), Propose("x", "bot", 1)]
    for command in commands:
        try:
            journal.draft(command, person, 7)
        except Refused as refused:
            answers.append((refused.code, refused.rule, refused.params))
        else:
            answers.append("done")
    return answers


@settings(max_examples=12, deadline=None)
@given(seeds, st.integers(2, 4))
def test_another_hidden_card_drawn_or_kept_tells_the_others_nothing(
    seed: int, players: int
) -> None:
    """At each hidden event another one happens instead: the others get the same bytes."""
    one = TableInMemory(setup("altitude", "p" * players)).sit_all()
    rng = random.Random(seed)
    tried = 0
    for _ in range(60):
        before, state = one.table, one.table.state
        actor = one.table.actor
        legal = one.legal()
        if legal[0].startswith("keep") and len(legal) > 1:
            first, second = rng.sample(legal, 2)
            pair = [Moved(actor, first), Moved(actor, second)]
            _compare(before, list(one.journal.lines), pair, actor)
            tried += 1
        if state.phase is Phase.PLAY:
            waiting = msgspec.structs.replace(before, state=_before_draw(state))
            draws = altitude.chance(waiting.state).events
            if len(draws) > 1:
                texts = [altitude.write(event) for event in rng.sample(draws, 2)]
                lines = one.journal.lines[:-1]
                _compare(waiting, lines, [Chanced(text) for text in texts], state.seat)
                tried += 1
        one.step(rng)
    assert tried > 20


def _before_draw(state: altitude.State) -> altitude.State:
    """Put the card that was just drawn back."""
    assert state.drawn is not None
    undealt = bytearray(state.undealt)
    undealt[state.setup.deck.place[state.drawn]] += 1
    return dataclasses.replace(state, phase=Phase.DRAW, drawn=None, undealt=bytes(undealt))


def _compare(
    before: Table, lines: list[Line], entries: Sequence[Moved | Chanced], owner: int
) -> None:
    """Let each of some entries follow: but for its owner, everybody is told and shown the same."""
    for viewer in VIEWERS[: len(before.seats) + 1]:
        if viewer == owner:
            continue
        told, shown = set(), set()
        for entry in entries:
            line = views.line(before, entry, 9, 9)
            then = after(before, entry, 9)
            told.add(encode(views.update(then, viewer, (line,), 9)))
            passage = Passage(Journal(then, [*lines, line]), viewer, 0)
            shown.add(msgspec.json.encode(passage.history()))
        assert (len(told), len(shown)) == (1, 1)


def test_a_history_shows_each_position_as_its_viewer_saw_it_and_all_of_it_at_the_end() -> None:
    one = TableInMemory(setup("altitude", "ppp")).sit_all()
    seen: dict[tuple[int | None, int], object] = {}
    rng = random.Random(8)
    while one.table.phase == "playing":
        for viewer in VIEWERS[:4]:
            seen[viewer, one.table.version] = one.seen(viewer).view
        if rng.random() < 0.1:
            for viewer in VIEWERS[:4]:
                frames = Passage(one.journal, viewer, 0).history().frames
                events = {told.version: told.what for told in one.seen(viewer, 0).events}
                for frame in frames:
                    what = events[frame.version]
                    assert frame.event == getattr(what, "event", None)
                    if (viewer, frame.version) in seen:
                        assert frame.view == seen[viewer, frame.version]
        one.step(rng)
    open_to_all = Passage(one.journal, None, 0).history()
    assert all(open_to_all == Passage(one.journal, viewer, 0).history() for viewer in VIEWERS[:4])
    match = load(record(one.journal))
    assert [frame.event for frame in open_to_all.frames[1:]] == [
        altitude.write(step.event) for step in match.steps
    ]
    assert [frame.view for frame in open_to_all.frames[1:]] == [
        altitude.describe(step.after) for step in match.steps
    ]


def test_refusals_out_of_turn_do_not_depend_on_the_move() -> None:
    one = TableInMemory(setup("altitude", "pp")).sit_all()
    other = PEOPLE[1 - one.table.actor]
    for event in ("keep 1 1 1 1", "draw 7", "nonsense", one.legal()[0]):
        assert one.refusal(other, Move("x", one.table.version, event)) is Code.NOT_YOUR_TURN


# Over the wire


@pytest.fixture
async def server(address: str) -> AsyncIterator[Running]:
    async with serving(address) as running:
        yield running


@pytest.mark.anyio
async def test_over_http_and_sockets_a_viewer_gets_the_same_bytes_for_other_hidden_cards(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    players = [Player(server.url) for _ in range(4)]
    await players[0].put_up("altitude", "ppp", listed=True)
    for seat in range(3):
        await players[seat].join(players[0].table, seat)
    monkeypatch.setattr(hall, "SETTLES", 0)
    for player in players:
        await player.connect(table=players[0].table)
    for player in players:  # by now everybody is told that everybody is here
        await player.send(type="ping")
        await player.until(lambda message: message["type"] == "pong")
    rng = random.Random(3)
    live = await server.house.hall.table(players[0].table)
    for number in range(24):
        for viewer, player in zip((0, 1, 2, None), players, strict=True):
            if number not in (2, 20):
                continue
            truth = live.journal.table
            seen = await _everything(player)
            live.journal.table = twin_of(truth, viewer, number)
            assert await _everything(player) == seen
            live.journal.table = truth
        mover = next(player for player in players if player.legal)
        answer = await mover.move(rng.choice(mover.legal))
        assert answer["type"] == "ack"
        for player in players:
            await player.caught_up(answer["version"])
            await player.caught_up(mover.version)
    for player in players:
        await player.close()


@pytest.mark.anyio
async def test_over_http_several_seats_at_one_screen_see_no_hand_unless_they_name_its_seat(
    server: Running,
) -> None:
    async with Player(server.url) as anna, Player(server.url) as eve:
        await anna.put_up("altitude", "pp")
        for seat in (0, 1):
            await anna.join(seat=seat)
        for path in ("", "/history"):
            address = f"/api/tables/{anna.table}{path}"
            seen, watched, named = [
                (await one.http.get(f"{address}{query}")).json()
                for one, query in ((anna, ""), (eve, ""), (anna, "?seat=0"))
            ]
            for answer in (seen, watched, named):
                answer.pop("seats", None)
                answer.get("update", {}).pop("now", None)
            assert seen == watched != named


async def _everything(player: Player) -> list[bytes]:
    """Return every byte that a client can get hold of, but for the time of day and request ids."""
    table = player.table
    got = []
    seats = ("?seat=0", "?seat=1", "?seat=2")
    paths = ["", "?since=0", *seats, "/record", "/history", *(f"/history{seat}" for seat in seats)]
    for path in [*(f"/api/tables/{table}{path}" for path in paths), "/api/tables", "/api/mine"]:
        answer = await player.http.get(path)
        got.append(answer.content)
        got.append(str(answer.status_code).encode())
    for seat in ("auto", None, 0, 1, 2):
        player.received = []
        await player.send(type="look", seat=seat)
        await player.until(lambda message: message["type"] == "update")
        got += player.received
        player.received = []
        for event in ("draw 7", "nonsense", "discard 7"):
            await player.do("move", id="same", version=player.version, event=event)
        got += player.received
    player.received = None
    await player.send(type="look", seat="auto")
    await player.until(lambda message: message["type"] == "update")
    return [re.sub(rb'"now":\d+', b'"now":0', one) for one in got]
