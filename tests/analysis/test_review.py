"""Reviews: chances after each event, losses, luck, and what they add up to."""

from functools import cache
from math import isclose
from pathlib import Path
from random import Random
from xml.etree import ElementTree as Xml

import pytest

from gipfel.analysis import insight_of
from gipfel.analysis.curve import COLOURS, NAMES, draw
from gipfel.analysis.hints import hint
from gipfel.analysis.judge import Judge
from gipfel.analysis.review import MARKS, THRESHOLDS, Review, mark_of, review
from gipfel.bots import by_search
from gipfel.cli.palette import SEATS
from gipfel.core.errors import BadRequest
from gipfel.core.game import CHANCE
from gipfel.core.match import Match
from gipfel.games import GAMES, game
from tests.analysis.playing import played, random_weights

SETTINGS = [
    ("matterhorn", ("AD", "F")),
    ("matterhorn", ("PD", "AD", "F")),
    ("altitude", ("AD", "F")),
    ("altitude", ("PD",)),
]


@pytest.fixture(scope="module", autouse=True)
def nets(tmp_path_factory: pytest.TempPathFactory) -> object:
    """Judge by nets of this test, whatever is shipped."""
    folder = tmp_path_factory.mktemp("weights")
    for name in GAMES:
        random_weights(folder, name)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(by_search, "shipped", lambda name: folder / f"{name}.npz")
        yield


@cache
def _match(name: str, grades: tuple[str, ...]) -> Match:
    return played(name, grades, seed=5)


@cache
def _review(name: str, grades: tuple[str, ...]) -> Review:
    return review(_match(name, grades))


@pytest.fixture(params=SETTINGS, ids=lambda one: f"{one[0]}-{len(one[1])}")
def reviewed(request: pytest.FixtureRequest) -> Review:
    return _review(*request.param)


def test_every_event_is_judged_by_the_grade_asked_for(reviewed: Review) -> None:
    assert [step.event for step in reviewed.steps] == reviewed.match.events
    assert [step.number for step in reviewed.steps] == [*range(1, len(reviewed.steps) + 1)]
    assert (reviewed.by, reviewed.why) == ("TD", "")
    assert reviewed.finished


def test_the_chances_add_up_to_one(reviewed: Review) -> None:
    if reviewed.unit == "chance":
        for chances in (reviewed.start, *(step.chances for step in reviewed.steps)):
            assert isclose(sum(chances), 1, abs_tol=1e-4)
            assert all(0 <= chance <= 1 for chance in chances)


def test_in_the_end_the_winner_is_certain_or_the_score_is_known(reviewed: Review) -> None:
    match, end = reviewed.match, reviewed.steps[-1].chances
    if match.players == 1:
        assert end == (match.game.describe(match.state)["scores"][0],)
    else:
        winners = match.game.winners(match.state)
        assert end == tuple((seat in winners) / len(winners) for seat in range(match.players))


def test_a_decision_has_a_loss_and_chance_has_luck(reviewed: Review) -> None:
    for step in reviewed.steps:
        if step.actor == CHANCE:
            assert step.loss is None
            assert (step.luck is None) == (step.seat is None)
        else:
            assert step.luck is None
            assert step.loss is not None
            assert step.loss >= 0
            assert step.seat == step.actor
            assert (step.best is None) == (step.loss == 0)


def test_marks_follow_from_losses(reviewed: Review) -> None:
    for step in reviewed.steps:
        assert step.mark == ("" if step.loss is None else mark_of(step.loss, reviewed.loss_unit))
    for total in reviewed.totals:
        for mark in MARKS:
            own = [step for step in reviewed.steps if step.seat == total.seat]
            assert getattr(total, mark) == sum(step.mark == mark for step in own)


@pytest.mark.parametrize("unit", THRESHOLDS)
def test_a_loss_at_a_threshold_has_its_mark(unit: str) -> None:
    doubtful, mistake, blunder = THRESHOLDS[unit]
    assert doubtful < mistake < blunder
    for loss, mark in ((0, ""), (doubtful, "doubtful"), (mistake, "mistake"), (blunder, "blunder")):
        assert mark_of(loss, "points" if unit == "points" else "chance") == mark
    assert mark_of(99, "chance") == "blunder"


def test_luck_loss_and_the_rest_lead_from_start_to_end(reviewed: Review) -> None:
    for total in reviewed.totals:
        own = [step for step in reviewed.steps if step.seat == total.seat]
        assert isclose(total.luck, sum(step.luck or 0 for step in own), abs_tol=1e-9)
        losses = [step.loss for step in own if step.loss is not None and not step.forced]
        assert total.decisions == len(losses)
        assert isclose(total.loss, sum(losses), abs_tol=1e-9)
        assert total.rest is not None
        way = total.luck - total.loss + total.rest
        assert isclose(total.end - total.start, way, abs_tol=1e-9)
        assert total.start == reviewed.start[total.seat]
        assert total.end == reviewed.steps[-1].chances[total.seat]


def test_the_only_move_is_forced_and_loses_nothing(reviewed: Review) -> None:
    match = reviewed.match
    for step, before in zip(reviewed.steps, match.steps, strict=True):
        if step.actor != CHANCE:
            assert step.forced == (len(match.game.legal(before.before)) == 1)
            assert not (step.forced and step.loss)


def test_nothing_changes_at_the_best_move(reviewed: Review) -> None:
    """A position is worth what its best move leads to; only another move or chance changes it."""
    match = reviewed.match
    judge = Judge(match.game, match.players)
    for step in match.steps[:60]:
        if isinstance(step.actor, int):
            best = judge.weigh(step.before).moves[0][1]
            assert judge.verdict(step.before, best).loss == 0
            after = match.game.apply(step.before, best)
            assert judge.chances(after) == judge.chances(step.before)


@pytest.mark.parametrize(
    ("name", "grade"),
    [("altitude", "TD"), ("matterhorn", "D"), ("matterhorn", "TD"), ("matterhorn", "ED")],
)
def test_luck_is_nothing_on_average(name: str, grade: str) -> None:
    """Of a draw: over all cards that may come, by their weight.

    A roll is averaged in the search, which takes a flop for a turn ended without an obstacle and
    tokens to lie where they harm least: there it is nearly nothing.
    """
    match = _match(name, ("AD", "F"))
    judge = Judge(match.game, 2, grade)
    insight = insight_of(match.game)
    starts = [
        step.before
        for step in match.steps
        if step.actor == CHANCE
        and insight.concerns(step.before) is not None
        and not insight.is_dealing(step.before)
    ]
    for before in starts[3:40:18]:
        known = insight.may_come(match.game.view(before, before.seat))
        rolls = match.game.chance(before)
        outcomes = known or [(match.game.apply(before, event), weight) for event, weight in rolls]
        lucks = [((judge.luck(before, after) or 0) * weight, weight) for after, weight in outcomes]
        mean = sum(luck for luck, _ in lucks) / sum(weight for _, weight in lucks)
        assert abs(mean) < (1e-9 if known else 0.01)


def test_luck_does_not_depend_on_what_the_seat_cannot_see() -> None:
    """The same draw, with other cards in the hands that the seat does not see."""
    match = _match("altitude", ("AD", "F"))
    rules, insight = match.game, insight_of(match.game)
    for step in [one for one in match.steps if str(one.before.phase) == "draw"][5:60:25]:
        view = rules.view(step.before, step.before.seat)
        others = (rules.determinize(view, Random(seed)) for seed in range(3, 20))
        other = next(one for one in others if step.event in dict(rules.chance(one)))
        assert other != step.before
        told = Judge(rules, 2).luck(step.before, step.after)
        assert told == Judge(rules, 2).luck(other, rules.apply(other, step.event))
        seen = [rules.view(after, view.viewer) for after, _ in insight.may_come(view) or ()]
        assert rules.view(step.after, view.viewer) in seen
        assert len(seen) == len({one.drawn for one in seen})


def test_a_review_is_repeatable(reviewed: Review) -> None:
    short = Match(reviewed.match.game, reviewed.match.players, reviewed.match.options)
    for event in reviewed.match.events[:26]:
        short.play(event)
    assert review(short).json() == review(short).json()


def test_an_unfinished_game_is_judged_as_far_as_it_goes() -> None:
    for most in (0, 1, 40):
        match = played("altitude", ("AD", "F"), seed=5, most=most)
        found = review(match)
        assert not found.finished
        assert found.json()["winners"] == []
        assert len(found.steps) == most
        assert Xml.fromstring(draw(found)).tag.endswith("svg")
    assert found.steps == _review("altitude", ("AD", "F")).steps[:40]


def test_progress_is_told_for_each_event() -> None:
    heard: list[int] = []
    review(played("matterhorn", ("AD", "F"), seed=5, most=12), progress=heard.append)
    assert heard == [*range(1, 13)]


def test_a_grade_that_does_not_search_cannot_judge() -> None:
    with pytest.raises(BadRequest, match="there are D, TD, ED"):
        review(Match(game("matterhorn"), 2), "F")


def test_losses_do_not_depend_on_what_the_mover_cannot_see() -> None:
    """The same moves, with other cards in the hands that the mover does not see."""
    match = _match("altitude", ("AD", "F"))
    rules = match.game
    for step in [one for one in match.steps if isinstance(one.actor, int)][2::7]:
        seat = step.before.seat
        view = rules.view(step.before, seat)
        other = rules.determinize(view, Random(3))
        assert rules.view(other, seat) == view
        verdicts = [Judge(rules, 2).verdict(state, step.event) for state in (step.before, other)]
        assert verdicts[0] == verdicts[1]
        assert hint(rules, rules.view(other, seat)) == hint(rules, view)


@pytest.mark.parametrize("grade", ["D", "TD", "ED"])
def test_a_move_with_hidden_hands_gives_away_what_the_search_says(grade: str) -> None:
    match = _match("altitude", ("AD", "F"))
    judge = Judge(match.game, 2, grade)
    for step in [one for one in match.steps if isinstance(one.actor, int)][2:60:17]:
        moves = judge.weigh(step.before).moves
        for worth, event in moves:
            loss = judge.verdict(step.before, event).loss
            assert loss == pytest.approx(max(0, moves[0][0] - worth))


@pytest.mark.parametrize("grade", ["D", "TD", "ED"])
def test_where_nothing_is_hidden_a_loss_is_what_the_chances_lose(grade: str) -> None:
    """So what was given away and what is left add up, and no mark stands where the line rises."""
    match = _match("matterhorn", ("AD", "F"))
    judged = review(match, grade)
    before = judged.start
    for step in judged.steps:
        if step.loss is not None and isinstance(step.actor, int):
            assert step.loss == max(0, before[step.actor] - step.chances[step.actor])
        before = step.chances
    judge = Judge(match.game, 2, grade)
    for one in [one for one in match.steps if isinstance(one.actor, int)][2:60:17]:
        for _, event in judge.weigh(one.before).moves:
            seat, after = one.before.seat, match.game.apply(one.before, event)
            lost = judge.chances(one.before)[seat] - judge.chances(after)[seat]
            assert judge.verdict(one.before, event).loss == max(0, lost)


def test_d_finds_the_mistakes_of_a_child() -> None:
    """Also among the moves that it would not think of itself."""
    match = _match("altitude", ("AD", "F"))
    judge = Judge(match.game, 2, "D")
    found = []
    for step in [one for one in match.steps if one.actor == 1]:
        looked = [event for _, event in judge.weigh(step.before).moves]
        if step.event not in looked:
            found.append(mark_of(judge.verdict(step.before, step.event).loss, "points"))
    assert "mistake" in found
    assert "blunder" in found


def test_points_given_away_in_the_count_are_told_as_chances() -> None:
    """In the build a search counts points; to lay nothing more costs what they would have won."""
    match = _match("altitude", ("AD", "F"))
    judge = Judge(match.game, 2)
    done = match.game.parse("done")
    found = [
        judge.verdict(step.before, done)
        for step in match.steps
        if isinstance(step.actor, int) and str(step.before.phase) == "build"
    ]
    assert found
    assert all(0 <= verdict.loss <= 1 for verdict in found)


@pytest.mark.parametrize("grades", [("AD", "F"), ("PD",)])
def test_without_a_net_a_lower_grade_judges_and_the_review_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, grades: tuple[str, ...]
) -> None:
    monkeypatch.setattr(by_search, "shipped", lambda name: tmp_path / f"{name}.npz")
    for name in GAMES:
        if len(grades) in game(name).PLAYERS:
            found = review(played(name, grades, seed=5, most=40))
            assert found.by == "D"
            assert "missing" in found.why
            told = found.json()
            assert told["by"] == "D"
            assert told["loss_unit"] == ("points" if name == "altitude" else "chance")
            losses = [step.loss for step in found.steps if step.loss is not None]
            assert all(0 <= loss < 50 for loss in losses)
            mixed = found.unit != found.loss_unit
            assert all((total.rest is None) == mixed for total in found.totals)


def test_the_json_holds_plain_rounded_values(reviewed: Review) -> None:
    told = reviewed.json()
    assert list(told) == [
        *("review", "game", "players", "names", "options", "finished", "winners", "grade", "by"),
        *("why", "unit", "loss_unit", "thresholds", "start", "events", "seats"),
    ]
    assert list(told["events"][0]) == [
        *("number", "actor", "seat", "event", "chances", "luck", "loss", "best", "mark", "forced"),
    ]
    assert list(told["seats"][0]) == [
        *("seat", "decisions", "loss", "average_loss", "doubtful", "mistake", "blunder", "luck"),
        *("rest", "start", "end"),
    ]
    assert len(told["seats"]) == told["players"]
    assert told["winners"] == list(reviewed.match.game.winners(reviewed.match.state))


def test_the_curve_is_sound_and_tells_seats_apart_without_colour(reviewed: Review) -> None:
    picture = Xml.fromstring(draw(reviewed))
    lines = [part for part in picture.iter() if part.tag.endswith("polyline")]
    assert len(lines) == reviewed.match.players
    assert len({line.get("stroke-dasharray") for line in lines}) == reviewed.match.players
    for line in lines:
        assert len((line.get("points") or "").split()) == len(reviewed.steps) + 1
    rings = [part for part in picture.iter() if part.tag.endswith("}g")]
    assert len(rings) == sum(bool(step.mark) for step in reviewed.steps)


def test_names_cannot_break_the_curve() -> None:
    match = Match(game("matterhorn"), 2, names=("<Anna & Beat>", '"Cleo"'))
    match.play("rolloff 6 3")
    texts = [part.text for part in Xml.fromstring(draw(review(match))).iter()]
    assert "<Anna & Beat>" in texts


def test_the_curve_has_the_colours_and_names_of_the_seats() -> None:
    assert tuple(seat.colour for seat in SEATS) == COLOURS
    assert tuple(seat.name for seat in SEATS) == NAMES


@pytest.mark.parametrize("name", GAMES)
def test_a_hint_names_the_best_moves_best_first(name: str) -> None:
    match = _match(name, ("AD", "F"))
    decisions = [step for step in match.steps if isinstance(step.actor, int)]
    for step in decisions[::9]:
        view = match.game.view(step.before, step.before.seat)
        found = hint(match.game, view)
        worths = [worth for _, worth in found.moves]
        assert worths == sorted(worths, reverse=True)
        assert 1 <= len(worths) <= min(3, len(view.legal))
        assert all(event in view.legal for event, _ in found.moves)
        assert found.in_points == insight_of(match.game).is_count(view)
        assert (found.by, found.why) == ("TD", "")
    with pytest.raises(BadRequest, match="nothing to choose"):
        hint(match.game, match.game.view(match.state, 0))


@pytest.mark.parametrize("grade", ["D", "TD", "ED"])
def test_a_hint_leaves_out_no_action_that_leads_further_than_those_it_names(grade: str) -> None:
    match = _match("matterhorn", ("AD", "F"))
    rules, judge = match.game, Judge(match.game, 2, grade)
    planning = [one.before for one in match.steps if getattr(one.before, "actions_left", 0) > 2]
    for state in planning[:4]:
        found = hint(rules, rules.view(state, state.seat), grade)
        assert len(found.moves) == 3
        named = {event for event, _ in found.moves}
        for event in set(rules.legal(state)) - named:
            after = rules.apply(state, event)
            if after.seat == state.seat:
                assert judge.weigh(after).moves[0][0] <= found.moves[-1][1] + 1e-6


def test_a_hint_is_given_in_points_to_a_player_alone() -> None:
    match = played("altitude", ("PD",), seed=5, most=9)
    while match.actor == CHANCE:
        match.undo()
    assert hint(match.game, match.game.view(match.state, 0)).in_points
