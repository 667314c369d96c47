"""Debian's Chromium without windows, driven by Playwright."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

from tests.debian import library, program

FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking")


@contextmanager
def chromium() -> Iterator[Browser]:
    """Run the browser for as long as the block lasts; install it if it is missing."""
    library("libatomic.so.1", "libatomic1")  # which the Node of Playwright needs
    path = program("chromium-headless-shell", "chromium-headless-shell")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()
