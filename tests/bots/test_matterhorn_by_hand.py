"""The hand-written bots of Matterhorn: lawful, repeatable, each better than the one below."""

import random
from collections.abc import Iterator, Sequence

import pytest

from gipfel.bots.by_hand.matterhorn import GRADES, win
from gipfel.core.game import CHANCE, Json
from gipfel.games import matterhorn
from tests.law.positions import Position, circles, matterhorn_actions, matterhorn_turn
from tests.property.games import MATTERHORN_OPTIONS

MOST_EVENTS = 5_000
FEW_TOKENS = MATTERHORN_OPTIONS[-1]
EVERY_GRADE = pytest.mark.parametrize("grade", ["F", "PD", "AD"])


def game(grades: Sequence[str], options: Json, seed: int) -> Iterator[matterhorn.State]:
    """Yield each position of a game between bots, one grade for each seat, checking every move."""
    dice, whims = random.Random(seed), random.Random(seed)
    state = matterhorn.new(len(grades), options)
    for _ in range(MOST_EVENTS):
        yield state
        actor = matterhorn.actor(state)
        if actor is None:
            return
        if actor == CHANCE:
            state = matterhorn.apply(state, matterhorn.chance(state).draw(dice))
            continue
        view = matterhorn.view(state, actor)
        event = GRADES[grades[actor]](view, whims)
        assert event in view.legal
        state = matterhorn.apply(state, event)
    raise AssertionError("the game does not end")


def winner(grades: Sequence[str], options: Json, seed: int) -> int:
    *_, last = game(grades, options, seed)
    return matterhorn.winners(last)[0]


def wins(better: str, worse: str, games: int) -> int:
    """Return how many games the better grade wins; the seats change from game to game."""
    seats = [(better, worse), (worse, better)]
    return sum(seats[n % 2][winner(seats[n % 2], {}, n)] == better for n in range(games))


def answer(grade: str, position: Position, seed: int = 1) -> str:
    """Return what a grade does in a position."""
    view = matterhorn.view(position.state, position.state.seat)
    return matterhorn.write(GRADES[grade](view, random.Random(seed)))


def chances(position: Position) -> tuple[float, ...]:
    return win(matterhorn.view(position.state, None))


@EVERY_GRADE
@pytest.mark.parametrize("players", matterhorn.PLAYERS)
@pytest.mark.parametrize("summit_cost", [1, 2])
@pytest.mark.parametrize("board", ["standard", "sharp"])
def test_every_move_of_a_whole_game_is_legal_and_the_game_ends(
    grade: str, players: int, summit_cost: int, board: str
) -> None:
    options: Json = {"summit_cost": summit_cost, "board": board}
    assert winner([grade] * players, options, seed=players) in range(players)


@pytest.mark.parametrize("summit_cost", [1, 2])
@pytest.mark.parametrize("seed", range(3))
def test_a_board_with_few_tokens_is_played_to_the_end(summit_cost: int, seed: int) -> None:
    options = {**FEW_TOKENS, "summit_cost": summit_cost}
    assert winner(["AD", "PD", "F"], options, seed) in range(3)


def test_the_same_seed_gives_the_same_game() -> None:
    first, again, other = (list(game(["F", "PD", "AD"], {}, seed)) for seed in (4, 4, 5))
    assert first == again != other


@EVERY_GRADE
@pytest.mark.parametrize("seed", range(5))
def test_a_win_that_one_action_brings_is_taken(grade: str, seed: int) -> None:
    stopped = matterhorn_actions("top 5a", "5b 12b", action="7a", obstacles="5c 12a 8a")
    bonus = matterhorn_turn("top 5a", "5b 12b").after("dice 1 4 5 5 6", "token 5c keep 1 4")
    variant = matterhorn_actions("top 5a", "5b 12b", action="7a 8a", summit_cost=2)
    for position in (stopped, bonus, variant):
        assert answer(grade, position, seed) == "climb 5a top"


@EVERY_GRADE
def test_a_win_goes_before_an_empty_pool(grade: str) -> None:
    tokens = [name for line in (12, 11, 10, 9, 8, 7) for name in circles(line)][:39]
    position = matterhorn_actions("top 5a", "6a 6b", action="7e", obstacles=" ".join(tokens))
    assert answer(grade, position) == "climb 5a top"


@EVERY_GRADE
def test_tokens_enough_to_win_are_not_put_at_risk(grade: str) -> None:
    assert answer(grade, matterhorn_turn("top 5a", "5b 12b", phase="decide", action="7a")) == "stop"


@EVERY_GRADE
def test_nobody_rolls_when_the_pool_is_empty(grade: str) -> None:
    tokens = [name for line in (12, 11, 10, 9, 8, 7) for name in circles(line)][:39]
    position = matterhorn_turn(
        "5a 5b", "6a 6b", phase="decide", action="7e", obstacles=" ".join(tokens)
    )
    assert position.state.pool == 0
    assert answer(grade, position) == "stop"


@EVERY_GRADE
def test_when_the_pool_is_empty_an_obstacle_goes_back(grade: str) -> None:
    tokens = [name for line in (12, 11, 10, 9, 8, 7) for name in circles(line)][:39]
    position = matterhorn_actions("6c 6d", "6a 6b", action="7e", obstacles=" ".join(tokens))
    assert answer(grade, position).startswith("clear ")


@pytest.mark.parametrize("grade", ["PD", "AD"])
def test_an_obstacle_in_the_way_is_cleared(grade: str) -> None:
    position = matterhorn_actions("top 6a", "12a 12b", action="10a", obstacles="5a 6b 9a 8a")
    assert answer(grade, position) == "clear 5a"


def test_a_child_rolls_on_with_one_die_where_the_others_stop() -> None:
    position = matterhorn_turn("9a 10a", "12a 12b", phase="decide", action="5a 6a 7a", dice_left=1)
    assert [answer(grade, position) for grade in GRADES] == ["again", "stop", "stop"]


def test_a_hiker_forgets_the_lines_used_where_a_mountaineer_counts_them() -> None:
    position = matterhorn_turn(
        "9a 10a", "12a 12b", phase="decide", action="5a 6a 7a 8a 9b", dice_left=3
    )
    assert answer("PD", position) == "again"
    assert answer("AD", position) == "stop"


def test_a_mountaineer_puts_the_stone_of_a_flop_before_whoever_leads() -> None:
    position = matterhorn_turn("9d 9e", "12a 12b", "top 6a", obstacles="6b 7a").after(
        "dice 1 1 1 1 1"
    )
    assert answer("AD", position) == "block 5a"


def test_the_chances_to_win_sum_to_one_at_every_step() -> None:
    for players in matterhorn.PLAYERS:
        for state in game(["PD"] * players, {}, seed=1):
            chance = win(matterhorn.view(state, None))
            assert len(chance) == players
            assert sum(chance) == pytest.approx(1)
            assert all(0 <= each <= 1 for each in chance)
    assert chance[state.seat] == 1.0, "the game is over"


def test_the_chances_favour_who_has_less_to_climb() -> None:
    first, second, third = chances(matterhorn_turn("12a 12b", "7a 8a", "9a 9b", seat=2))
    assert second > third > first
    blocked = chances(matterhorn_turn("12a 12b", "6a 8f", "9f 9g", seat=2, obstacles="5a 6b"))
    free = chances(matterhorn_turn("12a 12b", "6a 8f", "9f 9g", seat=2))
    assert blocked[1] < free[1]


def test_two_climbers_one_step_below_the_summit_and_on_turn_all_but_win() -> None:
    assert chances(matterhorn_turn("5a 5b", "11a 12b"))[0] > 0.95
    assert chances(matterhorn_turn("5a 5b", "6a 6b"))[0] > 0.8
    on_turn, waiting = chances(matterhorn_turn("5a 5b", "6a 5c"))
    assert on_turn > waiting


def test_a_hiker_beats_a_child() -> None:
    assert wins("PD", "F", games=100) >= 65


def test_a_mountaineer_beats_a_hiker() -> None:
    assert wins("AD", "PD", games=100) >= 55
