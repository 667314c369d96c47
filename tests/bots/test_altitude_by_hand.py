"""The hand-written bots of Altitude: lawful, repeatable, blind to hidden cards, graded."""

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from gipfel.bots.by_hand.altitude import GRADES, win
from gipfel.core.game import CHANCE, Json
from gipfel.games import altitude
from gipfel.games.altitude.cards import shipped_decks
from gipfel.games.altitude.rules import scores
from gipfel.games.altitude.state import Phase
from tests.law.positions import Position, altitude_building, altitude_play
from tests.property.games import ALTITUDE_OPTIONS, positions


def played(
    grades: Sequence[str], seed: int, options: Json | None = None, until: Phase = Phase.OVER
) -> altitude.State:
    """Play a game to its end or to a phase, each seat at its grade; every choice must be legal."""
    deal, thoughts = random.Random(seed), random.Random(seed)
    state = altitude.new(len(grades), options or {})
    while state.phase is not until:
        if altitude.actor(state) == CHANCE:
            event = altitude.chance(state).draw(deal)
        else:
            view = altitude.view(state, state.seat)
            event = GRADES[grades[state.seat]](view, thoughts)
            assert event in view.legal
        state = altitude.apply(state, event)
    return state


def chosen(position: Position, grade: str, seed: int = 0) -> str:
    """Return what the seat that must act chooses, in the notation."""
    view = altitude.view(position.state, position.state.seat)
    return altitude.write(GRADES[grade](view, random.Random(seed)))


@pytest.mark.parametrize("deck", shipped_decks())
@pytest.mark.parametrize("players", altitude.PLAYERS)
@pytest.mark.parametrize("grade", GRADES)
def test_every_choice_of_whole_games_is_legal(grade: str, players: int, deck: str) -> None:
    assert altitude.winners(played([grade] * players, 1, {"deck": deck}))


@pytest.mark.parametrize("grade", GRADES)
def test_a_deck_of_ones_own_is_played_to_the_end(grade: str) -> None:
    assert altitude.winners(played([grade, grade], 2, ALTITUDE_OPTIONS[-1]))


@pytest.mark.parametrize("grade", GRADES)
def test_the_same_seed_gives_the_same_game(grade: str) -> None:
    assert played([grade] * 3, 5) == played([grade] * 3, 5)


@pytest.mark.parametrize("grade", GRADES)
def test_a_choice_does_not_depend_on_hidden_cards(grade: str) -> None:
    rng = random.Random(3)
    for seed in range(3):
        for state, _ in positions(altitude, 3, {"deck": "hike"}, seed):
            view = altitude.view(state, state.seat)
            if view.legal:
                twin = altitude.view(altitude.determinize(view, rng), state.seat)
                choice = GRADES[grade](view, random.Random(seed))
                assert GRADES[grade](twin, random.Random(seed)) == choice
                assert win(twin) == win(view)


def test_a_beginner_lays_the_drawn_card_as_high_as_it_fits() -> None:
    mountain = {"1:0": "1 2 3", "2:0": "4 5"}
    assert chosen(altitude_play(mountain, drawn="16"), "F") == "lay 3:0"


def test_a_beginner_throws_an_avalanche_at_the_leader() -> None:
    low, high = {"1:0": "1 2"}, {"1:0": "1 2", "2:0": "5"}
    assert chosen(altitude_play(low, low, high, drawn="X"), "F").startswith("give 2 ")


def test_a_walker_takes_the_smaller_step() -> None:
    mountain = {"1:0": "1 2 7"}
    assert chosen(altitude_play(mountain, drawn="8"), "PD") == "lay 2:1"


@pytest.mark.parametrize("grade", ["PD", "AD"])
def test_a_good_hand_is_kept(grade: str) -> None:
    dealt = altitude_play({}, hands=["5 9 X a12 C B"]).state
    position = Position(altitude, replace(dealt, phase=Phase.KEEP))
    kept = chosen(position, grade).split()
    assert {"a12", "C", "B"} < set(kept)
    assert "X" not in kept


@pytest.mark.parametrize("grade", GRADES)
def test_a_drawn_dog_rescues_the_place_that_the_next_floor_needs(grade: str) -> None:
    rubble = {"1:0": "1 1 1 1", "2:0": "2 2 2", "3:0": "3 X"}
    assert chosen(altitude_play(rubble, drawn="B"), grade) == "rescue 3:1"


def test_a_climber_throws_an_avalanche_where_the_next_floor_needs_the_place() -> None:
    rival = {"1:0": "1 1 2 2", "2:0": "3 3"}
    assert chosen(altitude_play({"1:0": "1"}, rival, drawn="X"), "AD") == "give 1 2:2"


def test_a_climber_spends_a_cable_car_on_the_floor_that_earns_a_second_play() -> None:
    steep = {"1:0": "1 1 1 1 1", "2:0": "2 2 2 2", "3:0": "3 3 3", "4:0": "15 16"}
    race = altitude_play(steep, {"1:0": "1 2"}, drawn="9", hands=["C X X X"])
    alone = altitude_play(steep, drawn="9", hands=["C X X X"])
    assert chosen(race, "AD") == "swap C 5:0"
    assert not chosen(alone, "AD").startswith("swap C")


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("3 5 9 B", 5),  # 3 beside the 2, 5 over both, 9 in the base: three floors, dog, emptied
        ("C X B 5", 4),  # the avalanche stays: three floors and the dog
        ("X X X X", 2),
        ("B B B B", 7),  # a hand of dogs is as good as empty
    ],
)
def test_a_climber_builds_the_best_final_score(hand: str, points: int) -> None:
    mountain = {"1:0": "1 1 1", "2:0": "2"}
    position = altitude_building(mountain, hands=[hand], last_drawer=0)
    while position.state.phase is Phase.BUILD:
        position = position.after(chosen(position, "AD"))
    assert position["scores"] == [points]


def test_a_climbers_final_build_is_as_good_as_trying_everything() -> None:
    for seed in range(12):
        state = played(["F"], seed, {"deck": "hike"}, until=Phase.BUILD)
        target = best_build(state)
        while state.phase is Phase.BUILD:
            event = GRADES["AD"](altitude.view(state, 0), random.Random(seed))
            state = altitude.apply(state, event)
        assert scores(state) == [target]


def best_build(state: altitude.State) -> int:
    """Return the best score of a final build alone, by trying every way to lay the hand."""
    seen: set[altitude.State] = set()
    todo = [state]
    while todo:
        seen.add(one := todo.pop())
        todo += {altitude.apply(one, event) for event in altitude.legal(one)} - seen
    return max(scores(one)[0] for one in seen)


def test_the_chances_to_win_sum_to_1_and_end_with_the_winners() -> None:
    for players in altitude.PLAYERS:
        for state, _ in positions(altitude, players, {}, players):
            for viewer in (None, 0):
                chances = win(altitude.view(state, viewer))
                assert len(chances) == players
                assert sum(chances) == pytest.approx(1)
        winners = altitude.winners(state)
        assert [seat for seat in range(players) if chances[seat]] == list(winners)


def test_the_leader_has_the_better_chance_to_win_and_more_so_near_the_end() -> None:
    high, low = {"1:0": "1 1 1", "2:0": "2 2", "3:0": "3"}, {"1:0": "1 1 1"}
    early = win(altitude.view(altitude_play(high, low).state, None))
    late = win(altitude.view(altitude_play(high, low, pile="9 9").state, None))
    assert late[0] > early[0] > 0.5


@pytest.mark.parametrize(("better", "worse"), [("PD", "F"), ("AD", "PD")])
def test_each_grade_beats_the_one_below(better: str, worse: str) -> None:
    points = 0.0
    for seed in range(60):
        grades = [better, worse] if seed % 2 else [worse, better]
        winners = altitude.winners(played(grades, seed // 2))
        points += (grades.index(better) in winners) / len(winners)
    assert points > 36


def test_alone_each_grade_scores_more_than_the_one_below() -> None:
    def mean(grade: str) -> float:
        ends = [played([grade], seed) for seed in range(40)]
        return sum(scores(end)[0] for end in ends) / len(ends)

    assert mean("F") + 1 < mean("PD") < mean("AD") - 0.5
