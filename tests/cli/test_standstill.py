"""A game in which nobody can act any more does not roll for ever."""

from pathlib import Path

from tests.cli.conftest import Command, saved_in

BARE = """
name = "bare"
tokens = 1
lines = [{ number = 12, circles = 8 }]
"""


def test_a_standstill_is_told_and_the_game_is_saved(gipfel: Command, tmp_path: Path) -> None:
    board = tmp_path / "bare.toml"
    board.write_text(BARE, encoding="utf-8")
    done = gipfel("play", "matterhorn", "--players", 2, "--board", board, typed="1\n" * 200)
    assert done.returncode == 0
    assert "Nobody can act any more" in done.stdout
    assert saved_in(done.stdout).exists()
    assert "Traceback" not in done.stderr
