"""A session of the line protocol, spoken to in Python."""

import json
from typing import Any

import pytest

from gipfel.engine import Session


class Talk:
    """Sends requests to a session and reads its answers."""

    def __init__(self) -> None:
        self.session = Session()

    def line(self, line: bytes) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(self.session.answer(line))
        return answer

    def __call__(self, cmd: str, **fields: object) -> dict[str, Any]:
        return self.line(json.dumps({"cmd": cmd, **fields}).encode())

    def error(self, cmd: str, **fields: object) -> tuple[str, str | None]:
        """Return the code and the rule of a refusal, having checked that nothing changed."""
        before = self("record")
        answer = self(cmd, **fields)
        assert answer["ok"] is False
        assert answer["error"]["message"]
        assert self("record") == before
        return answer["error"]["code"], answer["error"]["rule"]


@pytest.fixture
def talk() -> Talk:
    return Talk()
