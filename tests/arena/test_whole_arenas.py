"""Whole arenas, through the command and from Python: kept, killed, gone on with, refused."""

import json
import os
import shutil
import signal
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest

from gipfel.arena import Played, Summary, arrange, run
from gipfel.core.game import Json
from tests.cli.conftest import Command, Screen

PATIENCE = 120.0


def results(folder: Path) -> Json:
    """Return the results without what the clock says."""
    found: Json = json.loads((folder / "results.json").read_text(encoding="utf-8"))
    for standing in found["standings"]:
        for key in ("seconds_mean", "seconds_95", "seconds_max"):
            assert standing.pop(key) >= 0
    return found


def lines(folder: Path) -> int:
    games = folder / "games.jsonl"
    return games.read_bytes().count(b"\n") if games.exists() else 0


def test_an_arena_is_told_and_kept(gipfel: Command, tmp_path: Path) -> None:
    done = gipfel(
        *("arena", "matterhorn", "--bots", "own.py:dice,own.py:loud", "--games", 6),
        *("--summit-cost", 2, "--jobs", 2, "--out", "kept"),
    )
    assert done.returncode == 0, done.stderr
    assert "\x1b" not in done.stdout + done.stderr
    assert "Matterhorn, 2 players" in done.stdout
    assert "own.py:dice" in done.stdout
    assert "6 games on 3 deals" in done.stdout
    assert "I choose" not in done.stdout
    found = results(tmp_path / "kept")
    assert found["setup"]["options"] == {"summit_cost": 2}
    assert lines(tmp_path / "kept") == 6
    picture = ElementTree.parse(tmp_path / "kept" / "results.svg")
    texts = [one.text for one in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert {"own.py:dice", "own.py:loud", "Matterhorn: share of wins, 2 players"} <= set(texts)


def test_the_grades_play(gipfel: Command) -> None:
    done = gipfel("arena", "altitude", "--bots", "AD,f,f", "--games", 3)
    assert done.returncode == 0, done.stderr
    assert "66.7 %" in done.stdout  # the fair share of two seats in three
    assert "forfeited" not in done.stdout


def test_killed_runs_go_on_and_come_to_the_same_as_one_run(gipfel: Command, tmp_path: Path) -> None:
    asked = ["arena", "altitude", "--bots", "own.py:slowly,own.py:first,own.py:last"]
    asked += ["--players", "2", "--games", "30", "--out"]
    assert gipfel(*asked, "whole", "--jobs", 1).returncode == 0
    with gipfel.piped(*asked, "cut", "--jobs", 2) as running:
        deadline = time.monotonic() + PATIENCE
        while lines(tmp_path / "cut") < 3 and time.monotonic() < deadline:
            time.sleep(0.01)
        running.send_signal(signal.SIGKILL)
        running.communicate()
    assert 3 <= lines(tmp_path / "cut") < 30
    assert not (tmp_path / "cut" / "results.json").exists()
    with (tmp_path / "cut" / "games.jsonl").open("ab") as file:
        file.write(b'{"fixture":{"game":29,"de')
    done = gipfel(*asked, "cut", "--jobs", 2)
    assert done.returncode == 0, done.stderr
    assert results(tmp_path / "cut") == results(tmp_path / "whole")
    assert lines(tmp_path / "cut") == 30


def test_a_finished_arena_is_told_again_and_can_be_made_longer(own: str, tmp_path: Path) -> None:
    setup = arrange("altitude", [f"{own}:dice", f"{own}:first"], seed=5)
    fresh = []

    def seen(game: Played, new: bool) -> None:
        fresh.append((game.fixture.game, new))

    short = run(setup, 4, out=tmp_path / "out")
    run(setup, 6, out=tmp_path / "out", seen=seen)
    assert sorted(fresh) == [*((number, False) for number in range(4)), (4, True), (5, True)]
    again = run(setup, 4, out=tmp_path / "out")
    assert again == short


def test_a_folder_of_another_arena_is_refused(gipfel: Command, tmp_path: Path) -> None:
    asked = ["arena", "altitude", "--bots", "own.py:first,own.py:last", "--games", 2]
    asked += ["--out", "kept"]
    assert gipfel(*asked).returncode == 0
    assert "another arena: it differs in seed" in gipfel.refusal(*asked, "--seed", 2)
    own = tmp_path / "own.py"
    own.write_text(own.read_text(encoding="utf-8") + "# better\n", encoding="utf-8")
    assert "another arena: it differs in bots" in gipfel.refusal(*asked)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "results.json").write_text("precious", encoding="utf-8")
    assert "no arena.json" in gipfel.refusal(*asked[:-1], "mine")
    assert (tmp_path / "mine" / "results.json").read_text(encoding="utf-8") == "precious"
    assert "own.py cannot be used: File exists" in gipfel.refusal(*asked[:-1], "own.py")


def test_results_of_other_code_are_not_gone_on_with(gipfel: Command, tmp_path: Path) -> None:
    package = tmp_path / "gipfel"  # found first by a command that runs beside it
    source = Path(__file__).parents[2] / "src" / "gipfel"
    shutil.copytree(source, package, ignore=shutil.ignore_patterns("__pycache__", "web"))
    asked = ["arena", "altitude", "--bots", "own.py:first,own.py:last", "--games", 2]
    asked += ["--out", "kept"]
    assert gipfel(*asked).returncode == 0
    for part in ("kernel/rng.py", "games/altitude/rules.py", "core/chance.py", "bots/grades.py"):
        code = (package / part).read_bytes()
        (package / part).write_bytes(code + b"# other\n")
        assert "another arena: it differs in code" in gipfel.refusal(*asked)
        (package / part).write_bytes(code)
    assert gipfel(*asked).returncode == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--bots", "XY,F"], "No bot 'XY'"),
        (["--bots", "F"], "two bots or more, not 1"),
        (["--bots", "F,PD", "--games", "0"], "at least 1 game, not 0"),
        (["--bots", "F,PD", "--jobs", "0"], "at least 1 job, not 0"),
        (["--bots", "F,PD", "--seconds", "0"], "seconds is a number above 0"),
        (["--bots", "F,PD", "--players", "9"], "for 1 to 4 players"),
        (["--bots", "own.py:nobody,F"], "no function nobody in own.py"),
    ],
)
def test_what_cannot_be_done_is_said(gipfel: Command, words: list[str], said: str) -> None:
    assert said in gipfel.refusal("arena", "altitude", *words)


def faults(summary: Summary) -> dict[str, set[tuple[str, str | None, str | None]]]:
    return {
        one.bot.partition(":")[2]: {(f.kind, f.event, f.rule) for f in one.forfeits}
        for one in summary.standings
    }


def test_bots_that_fail_forfeit_and_are_named(gipfel: Command) -> None:
    bots = ("broken", "cheat", "babble", "late")
    done = gipfel(
        *("arena", "matterhorn", "--bots", ",".join(f"own.py:{bot}" for bot in bots)),
        *("--players", 2, "--games", 12, "--jobs", 2, "--seconds", 0.2),
    )
    told = " ".join(done.stdout.split())
    assert done.returncode == 0, done.stderr
    assert "own.py:broken forfeited 3 games: ValueError: no idea" in told
    assert "own.py:cheat forfeited 3 games: stop: " in told
    assert "(M6)" in told
    assert "own.py:babble forfeited 3 games: up we go: " in told
    assert "own.py:late forfeited 3 games: took too long over a decision" in told


def test_bots_that_would_end_the_arena_only_forfeit(own: str, tmp_path: Path) -> None:
    bots = [f"{own}:{bot}" for bot in ("interrupter", "garbler")]
    summary = run(arrange("altitude", bots, 1), 2, out=tmp_path / "out")
    assert faults(summary) == {
        "interrupter": {("error", None, None)},
        "garbler": {("illegal", r"\ud800", None)},
    }
    assert lines(tmp_path / "out") == 2


def test_bots_that_hang_or_leave_lose_their_game_and_nothing_else(
    own: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    bots = [f"{own}:{bot}" for bot in ("first", "endless", "leaver")]
    setup = arrange("altitude", bots, seconds=0.3)
    summary = run(setup, 3, jobs=2, patience=0.7)
    assert faults(summary) == {
        "first": set(),
        "endless": {("hang", None, None)},
        "leaver": {("error", None, None)},
    }
    assert summary.games == 3


def test_no_process_is_left_behind_when_the_arena_is_killed(
    gipfel: Command, tmp_path: Path
) -> None:
    bots = "own.py:endless,own.py:first"
    pid = tmp_path / "endless.pid"
    with gipfel.piped("arena", "altitude", "--bots", bots, "--seconds", 600) as running:
        deadline = time.monotonic() + PATIENCE
        while not (pid.exists() and pid.read_text(encoding="utf-8")):
            assert time.monotonic() < deadline
            time.sleep(0.01)
        running.send_signal(signal.SIGKILL)
    while is_alive(int(pid.read_text(encoding="utf-8"))):
        assert time.monotonic() < deadline
        time.sleep(0.01)


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{process}/stat")
    return not (state.exists() and state.read_text(encoding="utf-8").split()[2] == "Z")


def test_alone_points_are_compared(gipfel: Command, tmp_path: Path) -> None:
    done = gipfel(
        *("arena", "altitude", "--players", 1, "--bots", "own.py:dice,own.py:first"),
        *("--games", 10, "--out", "alone"),
    )
    assert done.returncode == 0, done.stderr
    assert "Altitude, alone" in done.stdout
    assert "Points" in done.stdout
    ahead, behind = results(tmp_path / "alone")["standings"]
    assert ahead["score"]["value"] >= behind["score"]["value"]
    assert ahead["lead"]["value"] == pytest.approx(
        ahead["score"]["value"] - behind["score"]["value"]
    )
    ElementTree.parse(tmp_path / "alone" / "results.svg")


@pytest.mark.parametrize(
    ("games", "end"), [(100_000, "/100000"), (10**400, "/?")], ids=["long", "endless"]
)
def test_a_terminal_sees_how_far_it_is_and_ctrl_c_tells_what_came_of_it(
    gipfel: Command, screens: list[Screen], tmp_path: Path, games: int, end: str
) -> None:
    words = ("arena", "altitude", "--bots", "own.py:slowly,own.py:dice", "--games", games)
    screen = Screen(gipfel, *words, "--out", "kept")
    screens.append(screen)
    screen.until(end)
    screen.until("/s")  # how fast is known once a game is over
    screen.press("\x03")
    status, shown = screen.end()
    assert status == 130
    assert "Altitude, 2 players" in shown
    assert "The same command goes on from here." in shown
    assert (tmp_path / "kept" / "results.json").exists()


def test_the_help_has_examples(gipfel: Command) -> None:
    assert "gipfel arena" in gipfel("arena", "--help").stdout.partition("Examples")[2]
