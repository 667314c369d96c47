"""`gipfel serve`, `verify`, `backup`, `restore`: the commands, run for real."""

import asyncio
import gzip
import os
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from gipfel.server.exports import record
from gipfel.server.storage.backup import backup, restore
from gipfel.server.storage.database import connect
from gipfel.server.storage.shelf import Shelf
from tests.server.client import PATIENCE, Player
from tests.server.running import Process, serving
from tests.server.tables import TableInMemory, setup


def gipfel(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "gipfel", *map(str, arguments)],
        capture_output=True,
        encoding="utf-8",
        env=os.environ | {"COLUMNS": "200"} | environment,
        timeout=PATIENCE,
        check=False,
    )


def refusal(*arguments: object, **environment: str) -> str:
    done = gipfel(*arguments, **environment)
    assert done.returncode == 2, done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr
    return " ".join(done.stderr.split())


def test_verify_tells_an_honest_record_from_a_changed_one(tmp_path: Path) -> None:
    one = TableInMemory(setup("altitude", "pp")).sit_all()
    one.play_on()
    file = tmp_path / "game.gipfel"
    text = record(one.journal)
    file.write_text(text, encoding="utf-8")
    done = gipfel("verify", file)
    assert done.returncode == 0, done.stderr
    assert one.table.commitment in done.stdout
    assert f"{one.table.chances} die rolls and cards" in done.stdout
    file.write_text(text.replace(one.secret.hex(), "00" * 32), encoding="utf-8")
    assert "not the one that was promised" in refusal("verify", file)
    file.write_text("# gipfel: 1\n# game: matterhorn\n# players: 2\n", encoding="utf-8")
    assert "no proof" in refusal("verify", file)
    assert "no file" in refusal("verify", tmp_path / "none")


def test_serve_needs_no_configuration_and_ends_politely(tmp_path: Path) -> None:
    environment = os.environ | {"XDG_DATA_HOME": str(tmp_path), "COLUMNS": "200"}
    with subprocess.Popen(
        [sys.executable, "-m", "gipfel", "serve", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
    ) as process:
        assert process.stdout is not None
        line = process.stdout.readline().decode()
        url = line.split(" at ")[1].split()[0]
        assert "Gipfel" in httpx.get(url, timeout=PATIENCE).text
        process.terminate()
        _, errors = process.communicate(timeout=PATIENCE)
    assert b"Traceback" not in errors
    database = tmp_path / "gipfel" / "tables.db"
    assert database.exists()
    assert database.parent.stat().st_mode & 0o077 == 0, "only its owner may look in"


def test_serve_shows_its_page_once_it_answers(tmp_path: Path) -> None:
    """A browser of our own gets the address and asks for it, as any other would."""
    browser, asked = tmp_path / "browser", tmp_path / "asked"
    get = "import sys, httpx; print(sys.argv[1], httpx.get(sys.argv[1]).status_code)"
    browser.write_text(
        f"#!/bin/sh\n{sys.executable} -c '{get}' \"$1\" > {asked}.part\nmv {asked}.part {asked}\n"
    )
    browser.chmod(0o700)
    environment = os.environ | {"BROWSER": f"{browser} %s", "COLUMNS": "200"}
    flags = [
        "--open",
        "--port",
        "0",
        "--base-path",
        "/gipfel",
        "--database",
        f"sqlite:///{tmp_path}/t.db",
    ]
    with subprocess.Popen(
        [sys.executable, "-m", "gipfel", "serve", *flags], stdout=subprocess.PIPE, env=environment
    ) as process:
        assert process.stdout is not None
        url = process.stdout.readline().decode().split(" at ")[1].split()[0]
        end = time.monotonic() + PATIENCE
        while not asked.exists() and time.monotonic() < end:
            time.sleep(0.05)
        process.terminate()
        process.communicate(timeout=PATIENCE)
    assert asked.read_text().split() == [url, "200"]
    assert url.endswith("/gipfel/")


@pytest.mark.anyio
async def test_a_server_told_to_end_says_goodbye_and_loses_nothing(tmp_path: Path) -> None:
    process = await asyncio.to_thread(Process(f"sqlite:///{tmp_path}/tables.db").start)
    async with Player(process.url) as anna:
        await anna.put_up("altitude", "p")
        await anna.join()
        await anna.connect()
        ack = await anna.move(anna.legal[0])
        await asyncio.to_thread(process.stop)
        bye = await anna.until(lambda message: message["type"] == "bye")
        assert bye["code"] == "stopping"
    engine = connect(f"sqlite:///{tmp_path}/tables.db")
    found = await Shelf(engine).load(anna.table)
    await engine.dispose()
    assert any(row.version == ack["version"] for row in found.rows)


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        (["--database", "mysql://x/y"], "sqlite and postgresql"),
        (["--workers", "2"], "PostgreSQL and Redis"),
        (["--base-path", "gipfel/"], "--base-path looks like"),
        (["--origin", "example.org"], "An origin looks like"),
        (["--keep", "x"], "three numbers"),
        (["--limit", "x=1"], "NAME=NUMBER"),
        (["--host", "300.0.0.1"], "--port"),
        (["--metrics", "all"], "does not fit"),
    ],
)
def test_wrong_settings_are_told_before_anything_starts(
    tmp_path: Path, flags: list[str], words: str
) -> None:
    assert words in refusal("serve", *flags, XDG_DATA_HOME=str(tmp_path))


def test_settings_come_from_variables_too(tmp_path: Path) -> None:
    words = refusal("serve", XDG_DATA_HOME=str(tmp_path), GIPFEL_WORKERS="3")
    assert "PostgreSQL and Redis" in words


@pytest.mark.anyio
async def test_a_backup_brings_every_table_to_either_kind_of_database(
    tmp_path: Path, sqlite_address: str, postgres_address: str
) -> None:
    async with serving(sqlite_address) as server, Player(server.url) as anna:
        for _ in range(3):
            await anna.put_up("altitude", "p")
            await anna.join()
        await anna.connect()
        ack = await anna.move(anna.legal[0])
        await anna.caught_up(ack["version"])
        view, cookies, table = anna.update["view"], anna.http.cookies, anna.table
        assert await backup(sqlite_address, tmp_path / "one") == 3  # while the server runs
    assert (tmp_path / "one").stat().st_mode & 0o077 == 0
    assert await restore(postgres_address, tmp_path / "one") == 3
    async with serving(postgres_address) as server, Player(server.url) as anna:
        anna.http.cookies = cookies
        await anna.connect(table=table)
        assert anna.update["view"] == view
    assert await backup(postgres_address, tmp_path / "two") == 3
    again = f"sqlite:///{tmp_path}/again.db"
    assert await restore(again, tmp_path / "two") == 3
    assert _lines(tmp_path / "one") == _lines(tmp_path / "two")
    await backup(again, tmp_path / "three")
    assert _lines(tmp_path / "three") == _lines(tmp_path / "one")


def _lines(path: Path) -> list[str]:
    """Return what a backup holds, but for when and in which times a server ran."""
    lines = gzip.decompress(path.read_bytes()).decode().splitlines()
    return sorted(line for line in lines if '"pulse"' not in line and '"outages"' not in line)


def test_backup_and_restore_by_command(tmp_path: Path) -> None:
    first, second = f"sqlite:///{tmp_path}/a.db", f"sqlite:///{tmp_path}/b.db"
    file = tmp_path / "tables.backup"
    assert "0 tables" in gipfel("backup", file, "--database", first).stdout
    assert "0 tables are back" in gipfel("restore", file, GIPFEL_DATABASE=second).stdout
    whole = file.read_bytes()
    file.write_bytes(whole[:20])
    assert "cut short" in refusal("restore", file, "--database", second)
    file.write_bytes(gzip.compress(b'{"format":"other"}\n'))
    assert "not a backup" in refusal("restore", file, "--database", second)
    file.write_bytes(gzip.compress(gzip.decompress(whole).splitlines(keepends=True)[0]))
    assert "cut short" in refusal("restore", file, "--database", second)
    assert "no file" in refusal("restore", tmp_path / "none", "--database", second)
