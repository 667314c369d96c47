"""The server moves, goes, comes back and grows new: the page tells the truth and plays on."""

import contextlib
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from gipfel.server.site import FOLDER
from tests.browser.audit import audit
from tests.browser.conftest import Visit
from tests.browser.playing import Player
from tests.browser.words import say
from tests.server.running import Process

Serve = Callable[..., Process]
GONE = "404|dynamically imported|preload|Refused to apply style"
REFUSED = "ERR_CONNECTION_REFUSED|WebSocket connection to"


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Start servers with one database; none outlives the test."""
    running: list[Process] = []

    def start(*flags: str, port: int = 0) -> Process:
        database = f"sqlite:///{tmp_path / 'tables.db'}"
        running.append(Process(database, *flags, port=port, log=tmp_path / "log").start())
        return running[-1]

    yield start
    for process in running:
        process.stop()


def port_of(process: Process) -> int:
    return int(process.url.rsplit(":", 1)[1])


def newer(folder: Path) -> Path:
    """A newer build of the page: every part has a new name, as if every part had changed."""
    shutil.copytree(FOLDER, folder)
    names = [path.name for path in (folder / "assets").iterdir() if path.suffix in (".js", ".css")]
    for path in [*folder.rglob("*.js"), *folder.rglob("*.css"), *folder.rglob("*.html")]:
        text = path.read_text("utf-8")
        for name in names:
            text = text.replace(name, f"new-{name}")
        path.write_text(text, "utf-8")
    for name in names:
        (folder / "assets" / name).rename(folder / "assets" / f"new-{name}")
    return folder


def retouched(folder: Path) -> Path:
    """A newer build of the page in which every part has kept its name."""
    shutil.copytree(FOLDER, folder)
    with (folder / "icon.svg").open("a", encoding="utf-8") as icon:
        icon.write("<!-- new -->")
    return folder


def test_the_page_stands_behind_a_path(visit: Visit, serve: Serve) -> None:
    url = serve("--base-path", "/play").url + "/play"
    anna = visit("Anna", url, reduced_motion="reduce")
    for game in ("altitude", "matterhorn"):
        anna.go()
        poster = anna.page.locator(f"article[aria-labelledby={game}]")
        poster.get_by_role("button", name=say("front_bot")).click()
        Player(anna).play(3)
        assert anna.page.url == f"{url}/t/{anna.table}"
        anna.page.reload()
        Player(anna).play(1)
    anna.page.get_by_role("link", name=say("history_review")).click()
    expect(anna.page.get_by_role("slider")).to_be_visible()
    anna.page.get_by_role("link", name=say("page_front")).click()
    anna.page.get_by_role("link", name=say("front_rules")).first.click()
    anna.page.wait_for_url(f"{url}/rules/matterhorn")
    expect(anna.page.get_by_text("M1", exact=True)).to_be_visible()
    anna.page.reload()
    expect(anna.page.get_by_text("M1", exact=True)).to_be_visible()


def test_with_the_server_gone_the_page_says_so_keeps_trying_and_plays_on(
    visit: Visit, serve: Serve
) -> None:
    server = serve()
    anna = visit("Anna", server.url, reduced_motion="reduce")
    anna.put_up("altitude", "pF", options={"deck": "hike"})
    player = Player(anna)
    player.play(3)
    player.wait()  # until the bot has moved: without a server it will not
    gone = anna.page.get_by_text(say("connection_gone"))
    with anna.foreseeing(REFUSED):
        server.stop()
        expect(anna.page.get_by_text(say("connection_reconnecting"))).to_be_visible()
        expect(gone).to_be_visible()
        audit(anna)
        version = anna.wire.update["version"]
        player.tap(player.wait())
        server.start()
        expect(gone).to_have_count(0)
        anna.settle()
    assert anna.wire.update["version"] >= version
    player.play()
    assert anna.wire.update["phase"] == "over"
    assert anna.wire.refusals == []


def test_a_server_that_is_killed_loses_nothing(visit: Visit, serve: Serve) -> None:
    server = serve()
    anna = visit("Anna", server.url, reduced_motion="reduce")
    anna.put_up("matterhorn", "pF", options={"board": "sharp"})
    player = Player(anna)
    player.play(5)
    with anna.foreseeing(REFUSED):
        server.kill()
        expect(anna.page.get_by_text(say("connection_reconnecting"))).to_be_visible()
        heard = len(anna.wire.updates)
        server.start()
        anna.wire.hear(heard + 1)  # until then it shows what was before
        anna.settle()
        expect(anna.page.get_by_text(say("connection_reconnecting"))).to_have_count(0)
    player.play(5)
    assert anna.wire.refusals == []


def test_with_the_database_away_the_page_says_so_keeps_trying_and_resumes(
    visit: Visit, serve: Serve, tmp_path: Path
) -> None:
    server = serve()
    anna = visit("Anna", server.url, reduced_motion="reduce")
    table = anna.put_up("matterhorn", "pF")
    Player(anna).play(3)
    anna.page.close()  # a page that is open may still ask for something
    server.stop()
    server.start()  # with no table in its memory

    def rename(old: str, new: str) -> None:
        with contextlib.closing(sqlite3.connect(tmp_path / "tables.db", timeout=60)) as database:
            database.execute(f"ALTER TABLE {old} RENAME TO {new}")

    rename("entries", "away")
    anna.open_window()
    anna.go(f"t/{table}")
    gone = anna.page.get_by_text(say("connection_gone"))
    expect(gone).to_be_visible()
    audit(anna)
    rename("away", "entries")
    expect(gone).to_have_count(0)
    Player(anna).play(1)


def test_the_front_page_without_a_server_says_so(visit: Visit, serve: Serve) -> None:
    server = serve()
    anna = visit("Anna", server.url, reduced_motion="reduce")
    anna.go()
    anna.page.wait_for_load_state("networkidle")
    with anna.foreseeing(REFUSED):
        server.stop()
        anna.button(say("front_bot")).first.click()
        expect(anna.page.get_by_role("alert")).to_have_text(say("refused_no_answer"))
        audit(anna)


def test_an_old_page_after_an_upgrade_loads_itself_anew(
    visit: Visit, serve: Serve, tmp_path: Path
) -> None:
    old = serve()
    anna, reto = (visit(name, old.url, reduced_motion="reduce") for name in ("Anna", "Reto"))
    table = anna.put_up("altitude", "pF", options={"deck": "hike"})
    Player(anna).play(2)
    build = anna.wire.welcome["build"]
    reto.go()
    for one in (anna, reto):
        one.page.evaluate("window.old = true")
    with anna.foreseeing(REFUSED), reto.foreseeing(REFUSED, GONE):
        old.stop()
        new = serve("--page", str(newer(tmp_path / "new")), port=port_of(old))
        assert new.url == old.url
        anna.page.wait_for_function("() => !window.old")
        Player(anna).play(1)
        assert anna.wire.welcome["build"] != build
        assert anna.table == table

        # A window whose parts are gone from the server finds its way to the new ones.
        poster = reto.page.locator("article[aria-labelledby=matterhorn]")
        poster.get_by_role("button", name=say("front_bot")).click()
        reto.page.wait_for_function("() => !window.old")
        Player(reto).play(2)
    assert re.search("assets/new-", reto.page.content())


def test_a_window_opened_before_an_upgrade_notices_it_wherever_it_goes_next(
    visit: Visit, serve: Serve, tmp_path: Path
) -> None:
    old = serve()
    anna, reto = (visit(name, old.url, reduced_motion="reduce") for name in ("Anna", "Reto"))
    anna.go()
    reto.go("rules/altitude")
    for one in (anna, reto):
        one.page.wait_for_load_state("networkidle")
        one.page.evaluate("window.old = true")
    old.stop()
    serve("--page", str(retouched(tmp_path / "new")), port=port_of(old))
    anna.button(say("front_bot")).first.click()
    anna.page.wait_for_function("() => !window.old")
    Player(anna).play(1)
    reto.page.get_by_role("link", name=say("page_name"), exact=True).click()
    reto.page.wait_for_function("() => !window.old")
    expect(reto.button(say("front_bot")).first).to_be_visible()


def test_a_part_that_cannot_be_had_from_a_server_that_is_gone_is_asked_for_again(
    visit: Visit, serve: Serve
) -> None:
    server = serve()
    anna = visit("Anna", server.url, reduced_motion="reduce")
    anna.put_up("matterhorn", "pF")
    Player(anna).play(2)
    again = anna.button(say("page_again"))
    with anna.foreseeing(REFUSED):
        server.stop()
        anna.page.get_by_role("link", name=say("history_review")).click()
        expect(anna.page.get_by_role("heading")).to_have_text(say("refused_no_answer"))
        audit(anna)
        anna.page.go_back()
        expect(anna.page.get_by_text(say("connection_gone"))).to_be_visible()
        anna.page.go_forward()
        with anna.page.expect_event("requestfailed"):
            again.click()
        expect(again).to_be_visible()
        server.start()
        again.click()
        expect(anna.page.get_by_role("slider")).to_be_visible()


def test_what_a_server_that_is_gone_did_not_do_can_be_tried_again(
    visit: Visit, serve: Serve
) -> None:
    """Looking back, making a personal link and following it."""
    server = serve()
    anna, phone = (visit(name, server.url, reduced_motion="reduce") for name in ("Anna", ""))
    table = anna.put_up("altitude", "pF")
    Player(anna).play(1)
    secret = anna.ask("links", {})["secret"]
    anna.go(f"t/{table}/review")
    expect(anna.page.get_by_role("slider")).to_be_visible()
    anna.page.get_by_role("link", name=say("review_table")).click()
    anna.button(say("share_title")).click()
    phone.go(f"link#{secret}")
    with anna.foreseeing(REFUSED), phone.foreseeing(REFUSED):
        server.stop()
        anna.button(say("share_personal_make")).click()
        expect(anna.page.get_by_role("alert")).to_have_text(say("refused_no_answer"))
        audit(anna)
        anna.page.get_by_role("dialog").get_by_role("button", name=say("page_close")).click()
        anna.page.get_by_role("link", name=say("history_review")).click()
        expect(anna.page.get_by_role("heading")).to_have_text(say("refused_no_answer"))
        phone.button(say("link_go")).click()
        expect(phone.page.get_by_role("heading")).to_have_text(say("refused_no_answer"))
        server.start()
        anna.button(say("page_again")).click()
        expect(anna.page.get_by_role("slider")).to_be_visible()
        phone.button(say("page_again")).click()
        phone.page.get_by_role("link", name="Altitude").first.click()
        Player(phone).play(1)
    with anna.foreseeing("404"):
        anna.go("t/nowhere/review")
        expect(anna.page.get_by_text(say("lost_table"))).to_be_visible()
