"""What the tests of the page share: a real server, a real Chromium, and visitors who complain."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from gipfel.server.site import FOLDER, INDEX
from tests.browser.chromium import chromium
from tests.browser.visitor import PATIENCE, Visitor
from tests.server.running import Process

Visit = Callable[..., Visitor]

expect.set_options(timeout=PATIENCE * 1000)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server with the page as it was built last."""
    assert (FOLDER / INDEX).is_file(), "the page is not built: run `make page`"
    folder = tmp_path_factory.mktemp("server")
    process = Process(f"sqlite:///{folder / 'tables.db'}", log=folder / "log").start()
    yield process
    process.stop()


# Playwright holds an event loop for as long as it runs, which tests of other modules want to start.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture
def visit(browser: Browser, server: Process) -> Iterator[Visit]:
    """Bring a visitor to the page; in the end none may have met an error."""
    visitors: list[Visitor] = []

    def bring(name: str = "", url: str = "", **context: Any) -> Visitor:
        visitors.append(Visitor(browser, url or server.url, name, **context))
        return visitors[-1]

    yield bring
    troubles = [trouble for visitor in visitors for trouble in visitor.troubles]
    for visitor in visitors:
        visitor.close()
    assert troubles == []
