"""The friendly face of the kernel: what a hobbyist calls, and what a wrong call brings."""

import copy
import doctest
import os
import pickle
import subprocess
import sys
import tracemalloc
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gipfel
from gipfel import kernel
from gipfel.core.errors import BadRequest, GipfelError
from gipfel.core.game import AnyGame
from gipfel.games import GAMES
from gipfel.kernel import game as face


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_is_played_in_a_few_lines(name: str) -> None:
    for players in GAMES[name].PLAYERS:
        game = kernel.new(name, players, seed=3)
        decisions = 0
        while not game.over:
            moves = game.legal()
            assert game.seat in range(players)
            text = game.write(moves[-1])
            assert game.parse(text) == moves[-1]
            game.apply(moves[decisions % len(moves)])
            decisions += 1
            if decisions == 500:
                game.playout()
        assert game.seat is None
        assert game.scores().shape == (players,)
        assert len(game.legal()) == 0


@pytest.mark.parametrize("name", GAMES)
def test_the_seed_decides_everything(name: str) -> None:
    one, same, other = (kernel.new(name, seed=seed) for seed in (5, 5, 6))
    assert one.playouts(50, seed=1).tolist() == same.playouts(50, seed=1).tolist()
    assert one.playouts(50, seed=1).tolist() != one.playouts(50, seed=2).tolist()
    moves = one.legal()
    assert moves.tolist() == same.legal().tolist()
    for game in (one, same, other):
        game.playout()
    assert one.record.tobytes() == same.record.tobytes()
    assert one.record.tobytes() != other.record.tobytes()


@pytest.mark.parametrize("name", GAMES)
def test_threads_change_nothing_but_the_time(name: str) -> None:
    game = kernel.new(name, seed=1)
    alone, together = (game.playouts(101, seed=9, threads=threads) for threads in (1, 3))
    assert np.array_equal(alone, together)


@pytest.mark.parametrize("name", GAMES)
def test_a_copy_goes_its_own_way(name: str) -> None:
    game = kernel.new(name, seed=1)
    before = game.record.tobytes()
    copy = game.copy()
    copy.apply(copy.legal()[0])
    assert game.record.tobytes() == before
    assert copy.record.tobytes() != before


@pytest.mark.parametrize("name", GAMES)
def test_a_guess_looks_the_same_to_the_seat_that_guesses(name: str) -> None:
    game = kernel.new(name, players=3, seed=1)
    for _ in range(40):
        game.apply(game.legal()[-1])
        position = game.position()
        guess = game.guess(seat=1, seed=4)
        assert game.rules.view(guess.position(), 1) == game.rules.view(position, 1)


@pytest.mark.parametrize("name", GAMES)
def test_moves_that_are_not_legal_are_refused_and_change_nothing(name: str) -> None:
    game = kernel.new(name, seed=1)
    game.apply(game.legal()[0])
    before, legal = game.record.tobytes(), game.legal().tolist()
    for move in (-1, 0, 10**6, 2**31 - 1, 2**40, -(2**40)):
        if move not in legal:
            with pytest.raises(BadRequest, match="not among the"):
                game.apply(move)
    assert game.record.tobytes() == before
    game.playout()
    with pytest.raises(BadRequest, match="not among the 0 legal"):
        game.apply(legal[0])


def test_wrong_words_are_refused_in_words() -> None:
    with pytest.raises(BadRequest, match="No game 'chess'"):
        kernel.new("chess")
    with pytest.raises(BadRequest, match="2 to 4 players, not 0"):
        kernel.new("matterhorn", players=0)
    with pytest.raises(BadRequest, match="seed is a whole number"):
        kernel.new("altitude", seed="x")  # type: ignore[arg-type]
    with pytest.raises(BadRequest, match="seat is 0 to 1"):
        kernel.new("altitude").guess(seat=2, seed=1)
    with pytest.raises(BadRequest, match="No board"):
        kernel.new("matterhorn", options={"board": "flat"})


@pytest.mark.parametrize("name", GAMES)
def test_arguments_of_the_wrong_kind_are_refused_in_words(name: str) -> None:
    game = kernel.new(name, seed=1)
    move: Any
    for move in ("x", None, 1.5, float(game.legal()[0]), game.legal(), 2**63, -(2**70)):
        with pytest.raises(BadRequest):
            game.apply(move)
        with pytest.raises(BadRequest):
            game.write(move)
    wrong: Any
    for wrong in (-1, 1.5, "a", None):
        with pytest.raises(BadRequest):
            game.playouts(wrong, seed=1)
        with pytest.raises(BadRequest):
            game.playouts(1, seed=1, threads=wrong)
    for wrong in (1.5, "a", None):
        with pytest.raises(BadRequest):
            game.playouts(1, seed=wrong)
    for text in ("clear 99z", "push 5a top", "climb 12a 5a", "lay 1:-99", "keep 1 1 1 1", "x"):
        with pytest.raises(GipfelError):
            game.parse(text)
    assert game.playouts(0, seed=1).shape == (0, 2)


def test_what_legal_gives_is_a_copy_and_the_room_of_moves_is_read_only() -> None:
    game = kernel.new("matterhorn", seed=1)
    moves = game.legal()
    moves[0] = (8 << 20) | 100_000
    with pytest.raises(BadRequest):
        game.apply(moves[0])
    with pytest.raises(TypeError):
        game.moves[0] = 7


def test_seeds_of_any_size_and_sign_differ_and_numpy_numbers_serve() -> None:
    starts = {int(kernel.seeds(seed, 1)[0]) for seed in (0, 1, -1, 2**64, 2**64 + 1, -(2**64))}
    assert len(starts) == 6
    game = kernel.new("altitude", players=np.int64(2), seed=np.uint32(7))
    game.apply(np.int32(game.legal()[0]))
    assert game.guess(np.int8(1), np.int64(3)).players == 2


@pytest.mark.parametrize("name", GAMES)
def test_copies_and_pickles_are_games_of_their_own(name: str) -> None:
    game = kernel.new(name, seed=1)
    before = game.record.tobytes()
    for twin in (copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert twin.legal().tolist() == game.legal().tolist()
        twin.apply(twin.legal()[0])
        assert game.record.tobytes() == before


def test_a_spectator_observes_no_hand() -> None:
    game = kernel.new("altitude", seed=1)
    assert set(game.observe(None)["hands"][0, :2].ravel().tolist()) == {255}
    assert game.observe(0)["hands"][0, 0].tolist() == game.record["hands"][0, 0].tolist()
    assert game.observe(0)["rng"] == 0


def test_states_of_another_game_or_board_are_refused() -> None:
    one, other = kernel.new("matterhorn"), kernel.new("altitude")
    with pytest.raises(BadRequest, match="no array of states of altitude"):
        kernel.playouts(other.kernel, one.record, other.tables)
    with pytest.raises(BadRequest, match="no tables of altitude"):
        kernel.playouts(other.kernel, other.record, one.tables)
    sharp = kernel.new("matterhorn", options={"board": "sharp"})
    with pytest.raises(BadRequest, match="another board"):
        kernel.playouts(one.kernel, sharp.record, one.tables)
    hike = kernel.new("altitude", options={"deck": "hike"})
    with pytest.raises(BadRequest, match="another deck"):
        kernel.playouts(other.kernel, hike.record, other.tables)
    blank = np.zeros(3, one.kernel.STATE)
    blank["mark"] = one.tables["mark"]
    with pytest.raises(BadRequest, match="number of players"):
        kernel.playouts(one.kernel, blank, one.tables)


@pytest.mark.parametrize("name", GAMES)
def test_starts_have_luck_of_their_own_from_the_first_roll_or_deal_on(name: str) -> None:
    game = kernel.new(name, players=2, seed=1)
    game.apply(game.legal()[0])
    for one in (game, game.copy(), pickle.loads(pickle.dumps(game))):
        starts = one.starts(40, seed=2)
        assert all(one.kernel.decode(start, one.setup) == game.rules.new(2, {}) for start in starts)
        ends, _ = kernel.playouts(game.kernel, starts, game.tables)
        assert len(np.unique(ends, axis=0)) > 1


@pytest.mark.parametrize("name", GAMES)
def test_a_batch_takes_what_the_type_says_and_no_more(name: str) -> None:
    game = kernel.new(name, seed=1)
    count = 2_000 if name == "altitude" else 200
    states = game.states(count, seed=1)
    tracemalloc.start()
    scores, _ = kernel.playouts(game.kernel, states, game.tables)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert states.nbytes == count * game.kernel.STATE.itemsize
    assert peak < scores.nbytes + 100_000, "states are played on in place"


def test_the_examples_in_the_docstring_are_true() -> None:
    assert doctest.testmod(face).failed == 0
    assert doctest.testmod(face).attempted > 4


def test_preparing_in_the_background_and_in_front_is_one_preparation(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    prepared: list[str] = []
    really = face._exercise

    def counted(rules: AnyGame) -> None:
        prepared.append(rules.NAME)
        really(rules)

    monkeypatch.setattr(face, "_prepared", set())
    monkeypatch.setattr(face, "_exercise", counted)
    thread = kernel.prepare_in_background("matterhorn")
    kernel.prepare("matterhorn")
    thread.join()
    assert prepared == ["matterhorn"]


def test_a_read_only_install_is_survived(tmp_path: Path) -> None:
    """Neither the package nor the home can be written: it compiles in memory and plays."""
    package = _copied(tmp_path / "site")
    nowhere = tmp_path / "nowhere"
    nowhere.write_text("a file where a folder should be")
    (package / "kernel" / "__pycache__").write_text("")
    told = _run(
        package,
        "from gipfel.kernel.rng import mix\n"
        "import numpy as np\n"
        "print(int(mix(np.uint64(1))), type(mix._cache).__name__)\n",
        HOME=str(nowhere),
        XDG_CACHE_HOME=str(nowhere),
        IPYTHONDIR=str(nowhere),
    )
    assert told == [str(_mix(1)), "NullCache"]


def test_machine_code_on_disk_is_used_until_anything_compiled_into_it_changes(
    tmp_path: Path,
) -> None:
    """A search holds the code of the kernel that it calls: a new kernel makes a new search."""
    package = _copied(tmp_path / "site")
    (package / "bots" / "by_search" / "probe.py").write_text(
        "from ...kernel.compiled import compiled\n"
        "from ...kernel.rng import mix\n"
        "@compiled\n"
        "def probe(z):\n"
        "    return mix(z)\n"
    )
    ask = (
        "from gipfel.bots.by_search.probe import probe\n"
        "import numpy as np\n"
        "print(int(probe(np.uint64(1))), sum(probe.stats.cache_hits.values()))\n"
    )
    true = str(_mix(1))
    assert [_run(package, ask), _run(package, ask)] == [[true, "0"], [true, "1"]]
    rng = package / "kernel" / "rng.py"
    rng.write_text(rng.read_text().replace("return z ^ (z >> _31)", "return np.uint64(7)"))
    assert _run(package, ask) == ["7", "0"]


def _copied(site: Path) -> Path:
    """Copy the sources of the package, with nothing compiled; return the folder of the copy."""
    source = Path(gipfel.__file__).parent
    for path in source.rglob("*"):
        if path.suffix in (".py", ".toml"):
            to = site / "gipfel" / path.relative_to(source)
            to.parent.mkdir(parents=True, exist_ok=True)
            to.write_bytes(path.read_bytes())
    return site / "gipfel"


def _run(package: Path, script: str, **environment: str) -> list[str]:
    """Run a script with a copy of the package; return the words that it printed."""
    run = subprocess.run(
        [sys.executable, "-c", script],
        env={
            **os.environ,
            "PYTHONPATH": str(package.parent),
            "PYTHONDONTWRITEBYTECODE": "1",
            **environment,
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.split()


def _mix(z: int) -> int:
    """SplitMix64's finalizer, in plain Python."""
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
    return z ^ z >> 31
