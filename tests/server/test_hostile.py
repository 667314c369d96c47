"""Hostile input: whatever is sent, over HTTP or a socket, no 500, no hang, no harm."""

import json
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from websockets.sync.client import connect

from gipfel.server.messages import Refused, decode
from tests.server.client import PATIENCE, fresh_id
from tests.server.running import Process
from tests.server.tables import PEOPLE, TableInMemory, setup

QUICK = settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.filter_too_much],
)
words = st.sampled_from(
    ["sit", "leave", "return", "move", "propose", "answer", "resign", "look", "ping", "win", ""]
)
texts = st.text(max_size=12)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats() | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)
fields = st.sampled_from(
    ["id", "version", "event", "seat", "name", "entropy", "what", "grade", "agree", "x"]
)
messages = st.builds(
    lambda word, more: {"type": word, "id": fresh_id(), **more},
    words,
    st.dictionaries(fields, values, max_size=5),
)
commands = st.one_of(
    st.builds(
        lambda event, back: {"type": "move", "version": back, "event": event},
        st.sampled_from(
            ["start 12a 12b", "start 12a 12a", "dice 1 1 1 1 1", "stop", "again", "pass", "fly"]
        )
        | texts,
        st.integers(0, 40),
    ),
    st.builds(
        lambda what, seat: {"type": "propose", "what": what, "seat": seat},
        st.sampled_from(["undo", "bot", "rematch", "end"]),
        st.none() | st.integers(0, 3),
    ),
    st.builds(lambda agree: {"type": "answer", "agree": agree}, st.booleans()),
    st.builds(
        lambda word, seat: {"type": word, "seat": seat},
        st.sampled_from(["leave", "resign"]),
        st.none() | st.integers(0, 3),
    ),
    st.just({"type": "return"}),
)


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=60) | messages.map(lambda one: json.dumps(one).encode()))
def test_any_frame_is_a_message_or_refused(frame: bytes) -> None:
    with suppress(Refused):
        decode(frame)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from([*PEOPLE[:3], None]), commands), max_size=25),
    st.sampled_from(["matterhorn", "altitude"]),
    st.sampled_from(["pp", "ppp", "ppb"]),
)
def test_any_commands_in_any_order_leave_a_table_that_replays(
    tries: list[tuple[str | None, dict[str, Any]]], game: str, seats: str
) -> None:
    one = TableInMemory(setup(game, seats)).sit_all()
    for person, body in tries:
        before = one.table
        try:
            one.do(person, decode(json.dumps({"id": one.id(), **body})))
        except Refused:
            assert one.table is before
    assert one.replayed().table == one.table
    one.play_on(most=30)
    assert one.replayed().table == one.table


# Over the wire


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    folder = tmp_path_factory.mktemp("hostile")
    process = Process(f"sqlite:///{folder}/tables.db", log=folder / "log")
    process.start()
    yield process
    process.stop()
    log = Path(folder / "log").read_text(encoding="utf-8")
    assert "Traceback" not in log, "nothing that was sent made the server fail"


@pytest.fixture(scope="module")
def table(server: Process) -> str:
    body = {"game": "matterhorn", "seats": [{"kind": "person"}, {"kind": "bot", "grade": "F"}]}
    return str(httpx.post(f"{server.url}/api/tables", json=body, timeout=PATIENCE).json()["table"])


@QUICK
@given(frames=st.lists(messages.map(json.dumps) | texts | st.binary(max_size=40), max_size=8))
def test_any_frames_on_a_socket_are_answered_and_it_lives(
    server: Process, table: str, frames: list[str | bytes]
) -> None:
    url = server.url.replace("http", "ws") + f"/api/tables/{table}/socket"
    with connect(url) as socket:
        for frame in frames:
            socket.send(frame)
        socket.send('{"type":"ping"}')
        while True:
            message = json.loads(socket.recv(timeout=PATIENCE))
            assert message.get("code") != "internal"
            if message["type"] == "pong":
                break


@pytest.mark.filterwarnings("ignore")
def test_the_api_keeps_its_own_description(server: Process) -> None:
    """Schemathesis reads the OpenAPI description and sends what fits it and what does not."""
    schema = schemathesis.openapi.from_url(f"{server.url}/api/schema/openapi.json")
    failures: list[str] = []
    operations = [one.ok() for one in schema.get_all_operations() if isinstance(one, Ok)]
    assert len(operations) >= 9

    def attack(operation: Any) -> None:
        @settings(
            max_examples=25, deadline=None, database=None, suppress_health_check=list(HealthCheck)
        )
        @given(case=operation.as_strategy())
        def once(case: Any) -> None:
            answer = case.call(base_url=server.url, timeout=PATIENCE)
            case.validate_response(answer, checks=(not_a_server_error,))

        try:
            once()
        except Exception as error:
            failures.append(f"{operation.label}: {error}")

    threads = [threading.Thread(target=attack, args=(one,)) for one in operations]
    for thread in threads:
        thread.start()
        thread.join()
    assert failures == []
    assert httpx.get(f"{server.url}/readyz", timeout=PATIENCE).text == "ready"
