"""A person in front of the page: a browser context of their own, and all that went wrong in it."""

import json
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, Response, WebSocket

PATIENCE = 120
"""Seconds after which a page that does not do what it should is taken for broken."""
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
}
SETTINGS = {"speed": "instant", "grade": "F"}
"""What a person has set before they come: bots do not dawdle, and play like children."""
_REMEMBER = "localStorage.getItem('gipfel') ?? localStorage.setItem('gipfel', JSON.stringify(%s))"
_FRAME = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"
Json = dict[str, Any]


class Wire:
    """What a page and the server have said to each other over the socket."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._welcome: Json = {}
        self._update: Json = {}
        self.refusals: list[Json] = []
        self.happened: list[str] = []
        """The events of the game that were heard."""
        self.updates: list[Json] = []
        """All that were heard."""
        self._sent_ids: set[str] = set()
        self._answered: set[str] = set()
        self._acknowledged = 0
        page.on("websocket", self._listen)

    @property
    def welcome(self) -> Json:
        """The last welcome. The panel of a table is there before the first."""
        self._await(lambda: bool(self._welcome))
        return self._welcome

    @property
    def update(self) -> Json:
        """The last update."""
        self._await(lambda: bool(self._update))
        return self._update

    def hear_of(self, version: int) -> None:
        """Wait until the window has heard of a version."""
        self._await(lambda: self._update.get("version", 0) >= version)

    def hear(self, updates: int) -> None:
        """Wait until the window has heard so many updates."""
        self._await(lambda: len(self.updates) >= updates)

    def settle(self) -> None:
        """Wait until every move that was sent is answered, and the answer has arrived."""
        self._await(
            lambda: (
                self._sent_ids <= self._answered
                and self._update.get("version", 0) >= self._acknowledged
            )
        )

    def _await(self, come: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not come():
            assert time.monotonic() < end, "the server never said what was waited for"
            self._page.evaluate(_FRAME)

    @property
    def moves(self) -> int:
        """How many moves the page has made."""
        return len(self._sent_ids)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: self._sent(json.loads(frame)))
        socket.on("framereceived", lambda frame: self._heard(json.loads(frame)))

    def _sent(self, message: Json) -> None:
        if message["type"] == "move":
            self._sent_ids.add(message["id"])

    def _heard(self, message: Json) -> None:
        match message["type"]:
            case "welcome":
                if message["table"] != self._welcome.get("table"):
                    self._acknowledged = 0
                self._welcome = message
            case "update":
                self._update = message
                self.updates.append(message)
                self.happened += [
                    one["what"]["event"] for one in message["events"] if "event" in one["what"]
                ]
            case "ack":
                self._answered.add(message["id"])
                self._acknowledged = max(self._acknowledged, message["version"])
            case "refused":
                self._answered.add(message.get("id", ""))
                self.refusals.append(message)


class Visitor:
    """One person with one window."""

    def __init__(self, browser: Browser, url: str, name: str = "", **context: Any) -> None:
        self.name = name
        settings = {**SETTINGS, "name": name, **context.pop("settings", {})}
        options = {"locale": "en", "viewport": {"width": 1280, "height": 800}, **context}
        self.url = url
        self.context = browser.new_context(base_url=url, **options)
        self.context.set_default_timeout(PATIENCE * 1000)
        self.context.add_init_script(_REMEMBER % json.dumps(settings))
        self.troubles: list[str] = []
        self._foreseen: list[str] = []
        self.open_window()

    def open_window(self) -> Page:
        """Open a window, as the only one that is looked at."""
        self.page = self.context.new_page()
        self.wire = Wire(self.page)
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self._note(str(error)))
        self.page.on("response", self._check)
        return self.page

    def _hear(self, said: ConsoleMessage) -> None:
        if said.type == "error":
            self._note(said.text)

    def _note(self, trouble: str) -> None:
        if not any(re.search(pattern, trouble) for pattern in self._foreseen):
            self.troubles.append(trouble)

    def _check(self, response: Response) -> None:
        """Nothing is ever fetched from elsewhere."""
        if urlsplit(response.url).netloc != urlsplit(self.url).netloc:
            self.troubles.append(f"fetched {response.url}")

    @contextmanager
    def foreseeing(self, *patterns: str) -> Iterator[None]:
        """Let the browser complain of this while the block lasts."""
        self._foreseen += patterns
        yield
        self.pause()
        self._foreseen.clear()

    # The page

    def go(self, path: str = "") -> None:
        self.page.goto(f"{self.url}/{path}")

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name)

    @property
    def table(self) -> str:
        """The table that the window is at."""
        self.page.wait_for_url("**/t/*")
        return urlsplit(self.page.url).path.split("/")[-1]

    @property
    def now(self) -> Locator:
        """The part of the panel that says what to do."""
        return self.page.locator("section[aria-labelledby=now]")

    @property
    def heading(self) -> Locator:
        """What the panel says is to be done, or by whom."""
        return self.page.locator("h2#now")

    def pause(self) -> None:
        """Let the page draw what it has heard."""
        self.page.evaluate(_FRAME)

    def settle(self) -> None:
        """Wait for the answer to what was sent, and until it is drawn."""
        self.pause()
        self.wire.settle()
        self.pause()

    def put_up(self, game: str, seats: str, **more: Any) -> str:
        """Put up a table by hand, sit down on its first seat and go there. `seats` as in `pFF`."""
        plans = [
            {"kind": "person"} if seat == "p" else {"kind": "bot", "grade": seat} for seat in seats
        ]
        table = self.ask("tables", {"game": game, "seats": plans, **more})["table"]
        self.ask(f"tables/{table}/seats", {"id": "sit", "name": self.name or "?", "seat": 0})
        self.go(f"t/{table}")
        return str(table)

    def ask(self, path: str, body: Json | None = None) -> Any:
        """Ask the server without the page, but as the same person."""
        address = f"{self.url}/api/{path}"
        answer = self.context.request.fetch(
            address, data=body, method="GET" if body is None else "POST"
        )
        assert answer.ok, answer.text()
        return answer.json()

    def close(self) -> None:
        self.context.close()
