"""The grades D, TD and ED: legal, repeatable, blind to what is hidden, honest about fallbacks."""

import random
from dataclasses import replace
from itertools import product
from pathlib import Path
from time import perf_counter
from typing import Any
from zipfile import ZipFile

import numpy as np
import pytest

from gipfel import bots
from gipfel.bots import by_search
from gipfel.bots.by_search import net as nets
from gipfel.bots.by_search.altitude import choosing, instinct, playing_on, sight, weighing, worth
from gipfel.core.errors import BadRequest
from gipfel.core.game import CHANCE, AnyGame
from gipfel.games import GAMES, altitude, game, matterhorn
from gipfel.games.altitude.rules import scores
from gipfel.games.altitude.state import Phase
from gipfel.kernel import altitude as kernel
from gipfel.kernel import new

from .positions import positions

OPTIONS: list[tuple[str, int, dict[str, object]]] = [
    *[("matterhorn", players, {}) for players in matterhorn.PLAYERS],
    ("matterhorn", 2, {"summit_cost": 2}),
    ("matterhorn", 3, {"board": "sharp"}),
    *[("altitude", players, {}) for players in altitude.PLAYERS],
    ("altitude", 2, {"deck": "hike"}),
]


@pytest.fixture(scope="module", autouse=True)
def _prepared() -> None:
    for name in GAMES:
        bots.prepare(name)


def played(rules: AnyGame, players: int, options: dict[str, object], grade: str) -> list[Any]:
    """Play a game, or the first hundred decisions of it, with one grade on every seat."""
    rng = random.Random(players)
    state = rules.new(players, options)
    decisions: list[Any] = []
    while (actor := rules.actor(state)) is not None and len(decisions) < 100:
        if actor == CHANCE:
            event = rules.chance(state).draw(rng)
        else:
            view = rules.view(state, actor)
            thought = bots.choose(rules, view, grade, seed=len(decisions), seconds=60)
            assert thought.event in view.legal
            assert thought.grade == grade, thought.why
            assert len(thought.win) == players
            assert sum(thought.win) == pytest.approx(1, abs=1e-4)
            event = thought.event
            decisions.append(event)
        state = rules.apply(state, event)
    return decisions


@pytest.mark.parametrize(("name", "players", "options"), OPTIONS)
@pytest.mark.parametrize("grade", ["D", "TD"])
def test_a_grade_plays_whole_games(
    name: str, players: int, options: dict[str, object], grade: str
) -> None:
    assert played(game(name), players, options, grade)


@pytest.mark.parametrize("name", list(GAMES))
@pytest.mark.parametrize("grade", ["D", "TD", "ED"])
@pytest.mark.parametrize("seed", [5, -5])
def test_the_same_seed_brings_the_same_moves(name: str, grade: str, seed: int) -> None:
    rules = game(name)
    for view in positions(rules, 2, every=17, most=6):
        first, second = (bots.choose(rules, view, grade, seed=seed, seconds=60) for _ in range(2))
        assert first.event == second.event
        assert first.win == second.win


@pytest.mark.parametrize("grade", ["D", "TD", "ED"])
def test_hidden_cards_do_not_matter(grade: str) -> None:
    """A bot gets a view; two positions behind the same view must bring the same choice."""
    for view in positions(altitude, 3, every=23, most=3):
        behind = [altitude.determinize(view, random.Random(seed)) for seed in range(3)]
        assert len({state.hands for state in behind}) > 1
        seen = [altitude.view(state, view.viewer) for state in behind]
        chosen = {bots.choose(altitude, one, grade, seed=1, seconds=60).event for one in seen}
        assert len(chosen) == 1


def test_the_winning_climb_is_taken() -> None:
    """M19: with a climber on the summit and the other one below it, an action wins."""
    board = matterhorn.new(2, {}).setup.board
    state = matterhorn.new(2, {})
    for text in ("rolloff 6 3", "start 12a 12b", "start 12c 12d", "dice 1 1 1 1 5"):
        state = matterhorn.apply(state, matterhorn.parse(text))
    circles = bytearray(state.circles)
    circles[board.index["12c"]] = circles[board.index["12d"]] = 0
    circles[board.index["5b"]] = state.circles[board.index["12c"]]
    state = type(state)(
        state.setup,
        state.phase,
        state.seat,
        state.contenders,
        bytes(circles),
        (0, 1),
        state.dice,
        state.dice_left,
        state.lines_used,
        state.actions_left,
    )
    for grade in bots.BY_SEARCH:
        place = state
        for expected in ("token", "climb 5b top"):
            view = matterhorn.view(place, place.seat)
            event = bots.choose(matterhorn, view, grade).event
            assert matterhorn.write(event).startswith(expected)
            place = matterhorn.apply(place, event)
        assert matterhorn.winners(place) == (1,)


@pytest.mark.parametrize(("name", "grade"), [*product(GAMES, ["D", "TD"]), ("matterhorn", "ED")])
def test_moves_that_are_named_are_looked_into_beside_the_most_promising_ones(
    name: str, grade: str
) -> None:
    rules = game(name)
    for view in positions(rules, 2, every=5, most=9):
        usual = by_search.weigh(rules, view, grade).moves
        every = by_search.weigh(rules, view, grade, also=view.legal).moves
        assert {event for _, event in every} == set(view.legal)
        assert set(usual) <= set(every)
        assert [worth for worth, _ in every] == sorted((w for w, _ in every), reverse=True)


def test_d_tells_the_chance_of_each_seat_by_its_own_way() -> None:
    """It chooses by its own way alone; what it tells of the others is true all the same."""
    state = matterhorn.new(2, {})
    for text in ("rolloff 6 3", "start 12a 12b", "start 12c 12d", "dice 1 1 1 1 5"):
        state = matterhorn.apply(state, matterhorn.parse(text))
    index, circles = state.setup.board.index, bytearray(state.circles)
    for low, high in (("12a", "6a"), ("12b", "6b")):
        circles[index[high]], circles[index[low]] = circles[index[low]], 0
    ahead = replace(state, circles=bytes(circles))
    for place, least, most in ((state, 0, 0.5), (ahead, 0.8, 1)):
        thought = bots.choose(matterhorn, matterhorn.view(place, place.seat), "D")
        for win in (thought.win, by_search.outlook(matterhorn, place, "D")):
            assert least < win[0] < most


@pytest.mark.parametrize("grade", bots.BY_SEARCH)
def test_a_token_on_a_line_that_few_rolls_reach_is_worth_what_it_earns(grade: str) -> None:
    """A gamble looks at eight lines at the most; of twelve, the lowest numbers are left out."""
    lines = [{"number": number, "circles": number + 1} for number in range(12, 0, -1)]
    board = {"name": "long", "tokens": 40, "lines": lines}
    state = matterhorn.new(2, {"board": board})
    for text in ("rolloff 6 3", "start 12a 12b", "start 12c 12d", "dice 1 1 1 1 1"):
        state = matterhorn.apply(state, matterhorn.parse(text))
    moves, win, *_ = by_search.weigh(matterhorn, matterhorn.view(state, 1), grade, fair=True)
    assert {event for _, event in moves} == set(matterhorn.legal(state))
    assert all(0.1 < worth < 0.9 for worth, _ in moves)
    assert all(0.1 < chance < 0.9 for chance in win)


@pytest.mark.parametrize("grade", bots.BY_SEARCH)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_while_climbers_are_placed_nobody_is_taken_to_be_on_the_summit(
    grade: str, players: int
) -> None:
    rng, state = random.Random(1), matterhorn.new(players, {})
    while str(state.phase) in ("rolloff", "start"):
        if state.phase == "rolloff":
            state = matterhorn.apply(state, matterhorn.chance(state).draw(rng))
        else:
            thought = bots.choose(matterhorn, matterhorn.view(state, state.seat), grade)
            assert all(0.5 < players * chance < 1.6 for chance in thought.win), thought.win
            state = matterhorn.apply(state, thought.event)


@pytest.mark.parametrize("name", list(GAMES))
def test_a_weights_file_that_is_cut_short_is_told_and_the_best_grade_that_works_answers(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = game(name)
    whole = nets.shipped(name).read_bytes()
    for number, part in enumerate((whole[: len(whole) // 2], b"", whole[:-30])):
        path = tmp_path / f"{number}.npz"
        path.write_bytes(part)
        monkeypatch.setattr(by_search, "shipped", lambda _, path=path: path)
        thought = bots.choose(rules, positions(rules, 2, 1, 1)[0], "TD")
        assert thought.grade == "D"
        assert path.name in thought.why


def test_weights_of_another_shape_or_with_holes_are_refused(tmp_path: Path) -> None:
    good = nets.fresh(7, 2, 0)
    path = tmp_path / "weights.npz"
    nets.save(path, {2: good})
    assert nets.load(path, 2, 7).first.shape == (7, nets.HIDDEN[0])
    with pytest.raises(nets.BadWeights, match="shape"):
        nets.load(path, 2, 8)
    with pytest.raises(nets.BadWeights, match="shape"):
        nets.load(path, 2, 7, (3, 5))
    with pytest.raises(nets.BadWeights, match="damaged"):
        nets.load(path, 3, 7)
    holes = tmp_path / "holes.npz"
    nets.save(holes, {2: good._replace(first=np.full_like(good.first, np.nan))})
    with pytest.raises(nets.BadWeights, match="no number"):
        nets.load(holes, 2, 7)


def test_weights_that_are_damaged_anywhere_are_refused_or_whole(tmp_path: Path) -> None:
    """Damage shows as an error of the archive, of its compression, or of the arrays in it."""
    whole, facts = (
        nets.shipped("matterhorn").read_bytes(),
        by_search.search_of(matterhorn).facts_for(2),
    )
    good = nets.load(nets.shipped("matterhorn"), 2, facts)
    told = 0
    for place in range(0, len(whole), len(whole) // 150):
        path = tmp_path / f"{place}.npz"
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 255]) + whole[place + 1 :])
        try:
            net = nets.load(path, 2, facts)
        except nets.BadWeights:
            told += 1
        else:
            assert all(np.array_equal(*pair) for pair in zip(net, good, strict=True))
    assert told > 20


def test_what_is_no_archive_of_arrays_is_refused(tmp_path: Path) -> None:
    array, text, folder = tmp_path / "array.npz", tmp_path / "text.npz", tmp_path / "folder.npz"
    with array.open("wb") as file:
        np.save(file, np.zeros(3, np.float32))
    with ZipFile(text, "w") as archive:
        for field in nets.Net._fields:
            archive.writestr(f"2_{field}.npy", "no array")
    folder.mkdir()
    for path in (array, text, folder):
        with pytest.raises(nets.BadWeights, match=path.name):
            nets.load(path, 2, 7)


def test_while_the_search_is_compiled_a_bot_by_hand_answers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Compiling:
        def join(self, timeout: float) -> None:
            assert timeout == 0.25

        def is_alive(self) -> bool:
            return True

    monkeypatch.setattr(bots.grades, "prepare_in_background", lambda _: Compiling())
    view = positions(matterhorn, 2, 1, 1)[0]
    thought = bots.choose(matterhorn, view, "ED", seconds=0.25)
    assert (thought.grade, bool(thought.why)) == ("AD", True)
    assert thought.event == bots.choose(matterhorn, view, "AD").event


def test_what_ed_tells_of_its_choice_is_what_came_of_it_on_average(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In Altitude, where moves are played on and those surely behind drop out."""
    monkeypatch.setattr(choosing, "PLAYS", 4000)
    monkeypatch.setattr(choosing, "FIRST", 0)
    for view in positions(altitude, 2, every=7, most=6)[2:]:
        (told, event), *others = by_search.weigh(altitude, view, "ED", 5).moves
        guess = altitude.determinize(view, random.Random(5))
        record, tables = np.zeros(1, kernel.STATE), kernel.tables_of(guess.setup)
        kernel.encode(guess, record[0])
        mind = choosing.mind(by_search.net_of(altitude, 2), guess.setup)
        seen, found = np.zeros(1, kernel.STATE), np.zeros((400, 1))
        kernel.observe(record[0], guess.seat, seen)
        seeds = np.random.default_rng(5).integers(0, 2**64, len(found), np.uint64)
        chosen = np.array([kernel.encode_event(event, guess)], np.int32)
        playing_on.follow(seen[0], tables[0], mind, chosen, seeds, choosing.HORIZON, found)
        means = found[:, 0].cumsum() / np.arange(1, len(found) + 1)
        assert min(abs(means[choosing.CHUNK - 1 :: choosing.CHUNK] - told)) < 1e-9
        assert all(worth <= told for worth, _ in others)


def test_ed_asks_no_more_where_too_little_is_at_stake(monkeypatch: pytest.MonkeyPatch) -> None:
    """In Altitude: one chunk of guesses if any stake is little enough, more if none is."""
    chunks: list[int] = []

    def follow(*what: Any) -> None:
        chunks.append(len(what[-1]))
        playing_on.follow(*what)

    monkeypatch.setattr(choosing, "follow", follow)
    monkeypatch.setattr(choosing, "PLAYS", 20_000)
    views = positions(altitude, 2, every=7, most=6)[2:]
    for stake, asked_more in ((1e9, False), (0.0, True)):
        monkeypatch.setattr(choosing, "STAKE", stake)
        for view in views:
            by_search.weigh(altitude, view, "ED", 5)
        assert set(chunks) == {choosing.CHUNK}
        assert (len(chunks) > len(views)) == asked_more
        chunks.clear()


def test_at_stake_is_what_the_leader_gives_away_on_average() -> None:
    """As drawn a million times: the true gap of a move may be below nought."""
    gaps, errors = np.array([0.0, 0.0, 0.01, 0.02]), np.array([0.0, 0.02, 0.02, 0.01])
    drawn = np.random.default_rng(1).normal(gaps, errors, (1_000_000, 4))
    given = np.maximum(-drawn, 0).mean(0)
    for which in range(4):
        one = slice(which, which + 1)
        assert choosing.at_stake(gaps[one], errors[one]) == pytest.approx(given[which], abs=3e-5)
    assert choosing.at_stake(gaps, errors) == pytest.approx(given.sum(), abs=1e-4)


@pytest.mark.parametrize("players", altitude.PLAYERS)
def test_a_move_is_valued_as_if_every_mountain_were_looked_at_anew(players: int) -> None:
    """In Altitude, where the mountains that a move does not change are looked at once."""
    table = new("altitude", players=players)
    tables, after = table.tables[0], np.zeros(1, kernel.STATE)
    mind = choosing.mind(by_search.net_of(altitude, players), table.setup)
    for state in table.starts(2, seed=players):
        while tuple(Phase)[state["phase"]] not in (Phase.BUILD, Phase.OVER):
            if kernel.is_chance(state):
                kernel.apply(state, tables, kernel.sample(state, tables))
                continue
            n = weighing.weigh_by_net(state, tables, mind)
            moves, values = mind.moves[-1, :n].copy(), mind.values[:n].copy()
            for move, weighed in zip(moves, values, strict=True):
                after[0] = state
                kernel.apply(after[0], tables, int(move))
                assert worth.value(after[0], tables, state["seat"], mind) == weighed
            kernel.apply(state, tables, int(moves[values.argmax()]))


@pytest.mark.parametrize("name", list(GAMES))
def test_ed_stops_looking_when_its_time_is_over(name: str) -> None:
    """A deadline that has passed leaves what TD finds at once."""
    rules = game(name)
    view = positions(rules, 2, 1, 6)[-1]
    late = by_search.weigh(rules, view, "ED", 1, perf_counter() - 1)
    assert late.moves[0][1] in view.legal


@pytest.mark.parametrize(
    "wrong",
    [0, -1, 86_401, 1e10, float("nan"), float("inf"), "1", True, pytest.param(10**400, id="huge")],
)
def test_there_must_be_some_time_to_think_and_at_most_a_day(wrong: Any) -> None:
    with pytest.raises(BadRequest, match="seconds"):
        bots.choose(matterhorn, positions(matterhorn, 2, 1, 1)[0], "F", seconds=wrong)


def test_an_unknown_grade_is_named_with_those_that_exist() -> None:
    with pytest.raises(BadRequest, match="F, PD, AD, D, TD, ED"):
        bots.choose(matterhorn, positions(matterhorn, 2, 1, 1)[0], "VI")


@pytest.mark.parametrize("name", list(GAMES))
def test_the_chances_of_any_position_add_up_and_the_winner_has_all_of_them(name: str) -> None:
    rules = game(name)
    rng = random.Random(1)
    state = rules.new(2, {})
    while (actor := rules.actor(state)) is not None:
        assert sum(by_search.outlook(rules, state)) == pytest.approx(1, abs=1e-4)
        event = (
            rules.chance(state).draw(rng)
            if actor == CHANCE
            else bots.choose(rules, rules.view(state, actor), "AD").event
        )
        state = rules.apply(state, event)
    win = by_search.outlook(rules, state)
    for seat in range(2):
        assert win[seat] == pytest.approx(
            (seat in rules.winners(state)) / len(rules.winners(state))
        )


def test_a_guess_played_on_by_instinct_ends_with_the_scores_of_the_law() -> None:
    """A21, A22: the best build of every seat; the pile of a guess keeps its order until then."""
    table = new("altitude", players=3)
    mind = choosing.mind(by_search.net_of(altitude, 3), table.setup)
    for state in table.starts(4, seed=6):
        for _ in range(18):
            kernel.apply(state, table.tables[0], kernel.sample(state, table.tables[0]))
        playing_on.play_on(state, table.tables[0], mind, 0, choosing.NEVER)
        totals = mind.totals[:3].tolist()
        end = kernel.decode(state, table.setup)
        assert end.phase == Phase.BUILD
        while (seat := altitude.actor(end)) is not None:
            assert isinstance(seat, int)
            reached = by_search.weigh(altitude, altitude.view(end, seat), "D").moves[0][1]
            end = altitude.apply(end, reached)
        assert scores(end) == totals


def most_built(state: Any, tables: Any, tried: dict[bytes, int]) -> int:
    """Return the best score that the seat on turn can build: every card on every slot is tried."""
    seat = state["seat"]
    key = state["cards"][seat].tobytes() + state["heights"][seat].tobytes()
    if key not in tried:
        moves, after = np.zeros(kernel.MOST_MOVES, np.int32), np.zeros(1, kernel.STATE)
        tried[key] = kernel.score(state, seat)
        for move in moves[: kernel.legal(state, tables, moves)]:
            if move >> kernel.KIND == kernel.BUILD:
                after[0] = state
                kernel.apply(after[0], tables, int(move))
                tried[key] = max(tried[key], most_built(after[0].copy(), tables, tried))
    return tried[key]


def test_the_best_build_is_the_best_of_all_builds() -> None:
    """A21: what is not looked into could not have been better."""
    table = new("altitude", players=4)
    mind, built = choosing.mind(by_search.net_of(altitude, 4), table.setup), 0
    for state in table.starts(3, seed=8):
        for _ in range(24):
            kernel.apply(state, table.tables[0], kernel.sample(state, table.tables[0]))
        playing_on.play_on(state, table.tables[0], mind, 0, choosing.NEVER)
        for seat in range(4):
            state["seat"] = seat
            best = most_built(state, table.tables[0], {})
            assert mind.totals[seat] == best
            built += best > kernel.score(state, seat) + 1
    assert built > 3


@pytest.mark.parametrize("players", altitude.PLAYERS)
def test_how_a_move_looks_is_what_its_traits_weigh(players: int) -> None:
    table = new("altitude", players=players)
    net = by_search.net_of(altitude, players)
    mind, looked = choosing.mind(net, table.setup), 0
    for state in table.starts(3, seed=2):
        while not kernel.is_over(state):
            if not kernel.is_chance(state):
                n = kernel.legal(state, table.tables[0], mind.eye.moves)
                sight.count(state, mind.eye.sight[0])
                instinct.glance(state, mind.eye, n)
                looks = mind.eye.looks[:n].copy()
                instinct.glance(state, mind.eye, n, mind.notes)
                weights = net.instinct[instinct.stage_of(state)]
                for look, (traits, sizes) in zip(looks, mind.notes[:n], strict=True):
                    some = slice(1, int(traits[0]) + 1)
                    seen = weights[traits[some].astype(int)] @ sizes[some]
                    assert look == pytest.approx(seen, abs=1e-3)
                looked += n
            weighing.advance(state, table.tables[0], mind)
    assert looked > 1000


def test_games_to_learn_from_begin_with_deals_of_their_own() -> None:
    search = by_search.search_of(altitude)
    rows, _ = search.self_play(None, new("altitude", players=2), 12, 1, 1000)
    _, first = np.unique(rows["game"], return_index=True)
    assert len(np.unique(rows["facts"][first], axis=0)) > 10


def test_practice_makes_better() -> None:
    """An instinct that has played a few hundred games beats one that has played none."""
    table, search = new("altitude", players=2), by_search.search_of(altitude)
    none = np.zeros(search.INSTINCT, np.float32)
    slope, critic = np.zeros_like(none), search.critic()
    net = nets.fresh(search.facts_for(2), 2, 0, search.INSTINCT)
    search.practise(
        table.starts(400, 1), table.tables[0], choosing.mind(net, table.setup), critic, slope
    )
    assert np.abs(critic).max() > 0
    assert search.compete(np.sign(slope), none, table, 200, 2) > 0.8
