"""The protocol without sockets: what commands do at a table, and what they may not do."""

import random

import pytest

from gipfel.core.fairness import verify
from gipfel.games import GAMES, load
from gipfel.server.entries import (
    Agreed,
    Bank,
    Begun,
    Chanced,
    Correspondence,
    Declined,
    Ended,
    Followed,
    Left,
    Moved,
    PerMove,
    Proposed,
    Relieved,
    Returned,
    Rose,
    Sat,
    Stood,
    Undone,
)
from gipfel.server.exports import record
from gipfel.server.messages import (
    Answer,
    BotMove,
    Code,
    Flag,
    Move,
    Propose,
    Refused,
    Resign,
    Return,
    Sit,
    Stand,
    decode,
    encode,
)
from gipfel.server.protocol import MOVES_REMEMBERED, Journal, open_table
from gipfel.server.scroll import BOOK, PAGE, Scroll
from gipfel.server.views import viewer_of
from tests.server.tables import TableInMemory, setup


def matterhorn(seats: str = "pp", **more: object) -> TableInMemory:
    return TableInMemory(setup("matterhorn", seats, **more)).sit_all()


def altitude(seats: str = "pp", **more: object) -> TableInMemory:
    return TableInMemory(setup("altitude", seats, **more)).sit_all()


def on_turn(one: TableInMemory) -> str:
    return str(one.table.seats[one.table.actor].person)


def off_turn(one: TableInMemory) -> str:
    return next(str(seat.person) for seat in one.table.seats if seat.person != on_turn(one))


# Whole games


@pytest.mark.parametrize(
    ("name", "seats"), [(name, "p" * n) for name, game in GAMES.items() for n in game.PLAYERS]
)
def test_a_whole_game_is_played_replays_and_proves_its_chance(name: str, seats: str) -> None:
    one = TableInMemory(setup(name, seats))
    one.sit_all()
    one.play_on(seed=3)
    assert one.table.phase == "over"
    assert one.table.ended.winners == tuple(one.table.game.winners(one.table.state))
    again = one.replayed()
    assert again.table == one.table
    assert list(again.lines) == list(one.journal.lines)
    assert again.taken == one.journal.taken
    match = load(record(one.journal))
    assert match.state == one.table.state
    assert verify(match) == one.table.chances


def test_the_first_seat_can_be_left_to_chance_and_is_proved() -> None:
    one = TableInMemory(setup("altitude", "ppp", begins="random"))
    one.sit_all()
    one.play_on()
    assert load(record(one.journal)).header["first"] == "drawn"
    assert verify(load(record(one.journal))) > 100


def test_a_record_leaves_out_what_was_taken_back() -> None:
    one = matterhorn()
    one.move(on_turn(one), "start 12a 12b")
    mover = one.journal.lines[-1].entry.seat  # type: ignore[union-attr]
    person = one.table.seats[mover].person
    one.propose(person, "undo")
    one.answer(on_turn(one) if on_turn(one) != person else off_turn(one), True)
    one.play_on()
    match = load(record(one.journal))
    assert match.state == one.table.state
    assert verify(match) > 5


def test_no_record_before_the_end() -> None:
    with pytest.raises(Refused) as refused:
        record(matterhorn().journal)
    assert refused.value.code is Code.NOT_OVER


# Sitting down


def test_play_begins_when_the_last_seat_is_taken_and_chance_follows_at_once() -> None:
    one = TableInMemory(setup("matterhorn"))
    assert one.sit("anna", 1) == [Sat(1, "anna-1")]
    entries = one.sit("beat", None)
    assert entries[0] == Sat(0, "beat-None")
    assert entries[1] == Begun()
    assert isinstance(entries[2], Chanced)
    assert isinstance(one.table.actor, int)


def test_who_may_sit_where() -> None:
    one = TableInMemory(setup("matterhorn", "ppb"))
    one.sit("anna", 0)
    assert one.refusal(None, Sit("x", "Nobody")) is Code.NOT_YOURS
    assert one.refusal("beat", Sit("x", "Beat", 0)) is Code.SEAT_TAKEN
    assert one.refusal("beat", Sit("x", "Beat", 2)) is Code.SEAT_TAKEN
    assert one.refusal("beat", Sit("x", "Beat", 3)) is Code.NO_SEAT
    assert one.refusal("beat", Sit("x", "ANNA-0", 1)) is Code.NAME_TAKEN
    assert one.refusal("beat", Sit("x", " \t ", 1)) is Code.BAD_NAME
    assert one.refusal("beat", Sit("x", "a\x00b", 1)) is Code.BAD_NAME
    one.sit("beat", 1)
    assert one.refusal("cleo", Sit("x", "Cleo")) is Code.NOT_OPEN


def test_a_seat_given_back_is_free_again() -> None:
    one = TableInMemory(setup("matterhorn"))
    one.sit("anna", 0)
    assert one.leave("anna") == [Rose(0)]
    one.sit("beat", 0)
    assert one.table.seats[0].person == "beat"


def test_one_browser_may_hold_several_seats() -> None:
    one = TableInMemory(setup("altitude", "pp"))
    one.sit("anna", 0)
    one.sit("anna", 1)
    assert one.table.phase == "playing"
    assert viewer_of(one.table, "anna", "auto") == one.table.actor == 0
    assert viewer_of(one.table, "anna", 1) == 1
    assert viewer_of(one.table, "anna", None) is None
    assert viewer_of(one.table, "beat", 0) is None
    one.play_on()
    assert one.table.phase == "over"


@pytest.mark.parametrize(
    ("plan", "code"),
    [
        (setup("chess"), Code.BAD_REQUEST),
        (setup("matterhorn", "p"), Code.BAD_REQUEST),
        (setup("matterhorn", "pp", options={"deck": "hike"}), Code.BAD_REQUEST),
        (setup("matterhorn", "pp", begins=0), Code.BAD_REQUEST),
        (setup("altitude", "pp", begins=2), Code.BAD_REQUEST),
        (setup("matterhorn", "bb"), Code.NO_PERSON),
        (setup("altitude", "pp", own_dice=True), Code.OWN_DICE_HIDDEN),
    ],
)
def test_a_table_that_cannot_be_played_is_not_put_up(plan: object, code: Code) -> None:
    with pytest.raises(Refused) as refused:
        open_table(plan, 0)  # type: ignore[arg-type]
    assert refused.value.code is code


# Moves


def test_a_retry_is_acknowledged_again_and_does_nothing() -> None:
    one = matterhorn()
    command = Move("same", one.table.version, "start 12a 12b")
    person = on_turn(one)
    first = one.do(person, command)
    version = one.table.version
    again = one.do(person, command)
    assert (again.version, again.rows) == (first.version, ())
    assert one.table.version == version
    assert one.replayed().draft(command, person, 0).version == first.version


def test_anothers_command_id_is_not_ones_own() -> None:
    one = matterhorn()
    one.do(on_turn(one), Move("same", one.table.version, "start 12a 12b"))
    one.do(on_turn(one), Move("same", one.table.version, "start 12c 12d"))
    assert one.table.phase == "playing"


def test_a_move_answers_the_position_it_was_made_for() -> None:
    one = matterhorn()
    version = one.table.version
    one.move(on_turn(one), "start 12a 12b")
    stale = Move("x", version, "start 12c 12d")
    assert one.refusal(on_turn(one), stale) is Code.STALE
    assert one.refusal(on_turn(one), Move("x", version + 50, "start 12c 12d")) is Code.BAD_VERSION


def test_what_does_not_touch_the_position_makes_no_move_stale() -> None:
    one = matterhorn("ppp")
    version, mover = one.table.version, on_turn(one)
    one.leave(off_turn(one))
    one.move(mover, "start 12a 12b", version)


def test_bad_grammar_and_an_illegal_move_are_different_errors_and_a_rule_is_named() -> None:
    one = matterhorn()
    assert one.refusal(on_turn(one), Move("x", one.table.version, "fly")) is Code.BAD_EVENT
    bad = Move("x", one.table.version, "start 12a 11b")
    assert one.refusal(on_turn(one), bad) is Code.ILLEGAL
    assert one.rule == "M6"
    chance = Move("x", one.table.version, "dice 1 1 1 1 1")
    assert one.refusal(on_turn(one), chance) is Code.ILLEGAL


def test_out_of_turn_nothing_is_said_about_the_move_itself() -> None:
    one = matterhorn()
    for event in ("start 12a 12b", "start 12a 11b", "fly"):
        move = Move("x", one.table.version, event)
        assert one.refusal(off_turn(one), move) is Code.NOT_YOUR_TURN
        assert one.refusal("dora", move) is Code.NOT_YOURS
        assert one.refusal(None, move) is Code.NOT_YOURS


def test_a_bot_moves_only_its_own_seat_and_only_once() -> None:
    one = TableInMemory(setup("altitude", "pb"))
    one.sit_all()
    assert one.refusal(None, BotMove(1, one.table.moved, "done")) is Code.NOT_YOUR_TURN
    one.move("anna", one.legal()[0])
    thought = BotMove(1, one.table.moved, one.legal()[0])
    one.do(None, thought)
    assert one.refusal(None, thought) in (Code.STALE, Code.NOT_YOUR_TURN)


def test_a_standstill_ends_the_game_without_a_winner() -> None:
    board = {"name": "tiny", "tokens": 1, "lines": [{"number": 5, "circles": 9}]}
    one = TableInMemory(setup("matterhorn", "pp", options={"board": board}))
    one.sit_all()
    one.play_on(seed=1)
    assert one.table.phase == "over"
    assert one.table.ended.why in ("standstill", "played")


# What viewers get


def test_only_the_seat_to_act_gets_its_moves() -> None:
    one = altitude("ppp")
    for _ in range(60):
        actor = one.table.actor
        for viewer in (None, 0, 1, 2):
            seen = one.seen(viewer)
            assert (seen.legal is not None) == (viewer == actor)
        assert list(one.seen(actor).legal or ()) == one.legal()
        one.step(random.Random(1))


def test_coming_back_with_a_version_yields_exactly_what_was_missed() -> None:
    one = altitude("ppp")
    one.play_on(most=30)
    for viewer in (None, 0, 1, 2):
        whole = one.seen(viewer, 0).events
        assert [event.version for event in whole] == list(range(1, one.table.version + 1))
        for since in range(one.table.version + 1):
            assert one.seen(viewer, since).events == whole[since:]
        assert one.seen(viewer, one.table.version + 9).events == ()


def test_no_person_and_no_secret_reaches_a_viewer_before_the_end() -> None:
    one = TableInMemory(setup("altitude", "pp"))
    one.sit("person-a", 0)
    one.sit("person-b", 1)
    for _ in range(30):
        for viewer in (None, 0, 1):
            text = encode(one.seen(viewer, 0)) + encode(one.journal.welcome())
            assert b'"person-a"' not in text
            assert b"reserved" not in text
            assert one.secret.hex().encode() not in text
            assert one.table.key.hex().encode() not in text
        one.step(random.Random(2))
    one.play_on()
    assert one.secret.hex().encode() in encode(one.seen(None))


# Undo


def undo(one: TableInMemory, person: str) -> Code:
    return one.refusal(person, Propose("x", "undo"))


def test_a_move_is_taken_back_when_the_others_agree() -> None:
    one = matterhorn()
    before, mover = one.table.state, on_turn(one)
    one.move(mover, "start 12a 12b")
    other = on_turn(one)
    assert one.propose(mover, "undo") == [Proposed(one.table.seats_of(mover)[0], "undo")]
    seat = one.table.seats_of(other)[0]
    assert one.answer(other, True) == [Agreed(seat), Undone(1)]
    assert one.table.state == before
    assert one.replayed().table == one.table


def test_a_wish_to_take_back_can_be_declined_withdrawn_and_overtaken() -> None:
    one = matterhorn("ppp")
    mover = on_turn(one)
    one.move(mover, "start 12a 12b")
    one.propose(mover, "undo")
    assert one.refusal(mover, Propose("x", "undo")) is Code.PROPOSAL_OPEN
    assert isinstance(one.answer(on_turn(one), False)[0], Declined)
    assert one.refusal(on_turn(one), Answer("x", True)) is Code.NO_PROPOSAL
    one.propose(mover, "undo")
    one.answer(mover, False)
    one.propose(mover, "undo")
    one.move(on_turn(one), "start 12c 12d")
    assert one.table.proposal is None


def test_nothing_is_taken_back_across_a_roll() -> None:
    one = matterhorn()
    for circles in ("12a 12b", "12c 12d"):
        mover = on_turn(one)
        one.move(mover, f"start {circles}")
    assert undo(one, mover) is Code.UNDO_ACROSS_CHANCE


def test_nothing_is_taken_back_across_a_reveal() -> None:
    """A21: a card laid from the hand has been seen, and nothing is drawn after it."""
    for seed in range(20):
        one = altitude("pp")
        one.play_on(most=104, seed=seed)
        while one.table.actor is not None:
            person = on_turn(one)
            builds = [event for event in one.legal() if event.startswith("build")]
            if builds:
                one.move(person, builds[0])
                assert undo(one, person) is Code.UNDO_ACROSS_REVEAL
                return
            one.step(random.Random(4))
    raise AssertionError("nobody ever built")


def test_cards_kept_unseen_can_be_chosen_again() -> None:
    """A10: the others saw nothing of it, and nothing was drawn."""
    one = altitude("pp")
    keep = one.legal()
    before = one.table.state
    one.move("anna", keep[0])
    one.propose("anna", "undo")
    one.answer("beat", True)
    assert one.table.state == before
    one.move("anna", keep[-1])


def test_with_bots_alone_nobody_has_to_agree() -> None:
    placing = (TableInMemory(setup("matterhorn", "pb"), secret=bytes([n] * 32)) for n in range(99))
    one = next(one for one in placing if one.sit_all().table.actor == 0)
    before = one.table.state
    one.move("anna", "start 12a 12j")
    assert isinstance(one.propose("anna", "undo")[-1], Undone)
    assert one.table.state == before


# Going away, giving up, time


def test_the_last_one_standing_has_won() -> None:
    one = matterhorn()
    assert one.resign("anna") == [Ended("resigned", (1,))]
    assert one.refusal("beat", Resign("x")) is Code.NOT_PLAYING


def test_among_three_a_bot_plays_on_for_who_gave_up() -> None:
    one = matterhorn("ppp")
    assert one.resign("anna") == [Relieved(0, "AD", "resigned")]
    assert one.refusal("anna", Resign("x")) is Code.NOT_YOURS
    assert one.table.seats[0].out
    assert one.resign("beat") == [Ended("resigned", (2,))]


def test_alone_giving_up_ends_the_game() -> None:
    assert altitude("p").resign("anna") == [Ended("resigned", ())]


def test_a_bot_takes_the_place_of_who_went_away_if_the_table_agrees() -> None:
    one = matterhorn("ppp")
    assert one.refusal("beat", Propose("x", "bot", 0)) is Code.NOT_LEFT
    assert one.leave("anna") == [Left(0)]
    assert one.refusal("beat", Propose("x", "bot", 3)) is Code.NO_SEAT
    one.propose("beat", "bot", seat=0, grade="F")
    assert one.answer("cleo", True)[-1] == Relieved(0, "F", "agreed")
    assert one.refusal("anna", Return("x")) is Code.NOT_YOURS
    one.play_on()
    assert one.table.ended.why == "played"


def test_who_went_away_may_come_back() -> None:
    one = matterhorn()
    one.leave("anna")
    assert one.back("anna") == [Returned(0)]
    assert one.refusal("anna", Return("x")) is Code.NOT_LEFT


def test_a_table_that_everybody_left_is_over() -> None:
    one = matterhorn("ppb")
    one.leave("anna")
    assert one.leave("beat") == [Left(1), Ended("abandoned", ())]


def test_a_free_seat_can_be_given_to_a_bot_before_play() -> None:
    one = TableInMemory(setup("matterhorn", "ppp"))
    one.sit("anna", 0)
    one.propose("anna", "bot", seat=1)
    assert isinstance(one.propose("anna", "bot", seat=2)[2], Begun)


def test_the_table_may_agree_to_end() -> None:
    one = matterhorn()
    one.propose("anna", "end")
    assert one.answer("beat", True)[-1] == Ended("agreed", ())


@pytest.mark.parametrize(
    ("clock", "time"),
    [(PerMove(30), 30_000), (Bank(30, 5), 30_000), (Correspondence(2), 172_800_000)],
)
def test_a_seat_without_time_left_has_lost(clock: object, time: int) -> None:
    one = matterhorn("pp", clock=clock)
    mover = on_turn(one)
    assert one.refusal(None, Flag()) is Code.NOT_UP
    one.now += time - 1
    assert one.refusal(None, Flag()) is Code.NOT_UP
    one.now += 1
    assert one.refusal(mover, Move("x", one.table.version, "start 12a 12b")) is Code.TIME_UP
    winner = 1 - one.table.seats_of(mover)[0]
    assert one.flag() == [Ended("time", (winner,))]
    assert one.seen(None).running is None


def test_a_bank_goes_down_while_its_seat_thinks_and_gains_when_the_turn_passes() -> None:
    one = matterhorn("pp", clock=Bank(60, 5))
    seat = one.table.actor
    one.now += 10_000
    assert one.seen(None).clocks[seat] == 50_000
    one.move(on_turn(one), "start 12a 12b")
    assert one.seen(None).clocks[seat] == 55_000
    assert one.table.clocks.running == 1 - seat
    assert one.replayed().table == one.table


def test_time_per_move_starts_afresh() -> None:
    one = matterhorn("pp", clock=PerMove(60))
    one.now += 50_000
    one.move(on_turn(one), "start 12a 12b")
    assert one.seen(None).clocks == (60_000, 60_000)


@pytest.mark.parametrize("clock", [PerMove(60), Bank(60, 5), Correspondence(1)])
def test_the_clock_stands_still_while_no_server_runs(clock: object) -> None:
    one = matterhorn("pp", clock=clock)
    seat, start = one.table.actor, one.now
    before = one.seen(None).clocks[seat]
    one.now += 3 * 86_400_000
    assert one.entries(None, Stand(start + 10_000, one.now)) == [Stood(start + 10_000, one.now)]
    assert one.seen(None).clocks[seat] == before - 10_000
    assert one.refusal(None, Flag()) is Code.NOT_UP
    assert one.refusal(None, Stand(start + 10_000, one.now)) is Code.NOT_UP, "once is enough"
    again = one.now
    one.now += 50_000
    one.do(None, Stand(again + 1_000, one.now))
    assert one.seen(None).clocks[seat] == before - 11_000
    assert one.replayed().table == one.table
    one.move(on_turn(one), "start 12a 12b")
    assert one.refusal(None, Stand(again, one.now)) is Code.NOT_UP, "the next clock did not run"


def test_nothing_is_made_good_where_no_clock_runs() -> None:
    assert matterhorn().refusal(None, Stand(0, 10**15)) is Code.NOT_UP


def test_bots_have_no_clock() -> None:
    one = TableInMemory(setup("altitude", "pb", clock=PerMove(60))).sit_all()
    one.move("anna", one.legal()[0])
    assert one.table.bot_to_move == (1, "PD")
    assert one.table.clocks.deadline is None


# Again


def test_a_rematch_rotates_the_seats_and_keeps_them_for_their_people() -> None:
    one = altitude("ppb")
    one.resign("anna")
    assert one.refusal("dora", Propose("x", "rematch")) is Code.NOT_YOURS
    one.play_on()
    assert one.table.phase == "over"
    entries = one.propose("beat", "rematch")
    opening = one.opened[0]
    assert entries[-1] == Followed(opening.id)
    assert one.table.next_table == opening.id != one.table.id
    assert opening.secret != one.secret
    kinds = [seat.grade for seat in opening.table.seats]
    assert kinds == [None, "PD", None]
    two = TableInMemory.__new__(TableInMemory)
    two.now, two.rows = 0, [opening.row]
    two.journal = Journal.replay(opening.id, opening.secret, two.rows)
    assert two.refusal("dora", Sit("x", "Dora", 0)) is Code.SEAT_RESERVED
    assert two.refusal("dora", Sit("x", "Dora")) is Code.SEAT_RESERVED
    two.do("beat", Sit("x", "Beat"))
    assert two.table.seats[0].person == "beat"


def test_no_rematch_of_a_game_under_way() -> None:
    assert matterhorn().refusal("anna", Propose("x", "rematch")) is Code.NOT_OVER


# Own dice


def test_with_own_dice_a_seat_enters_what_they_show() -> None:
    one = matterhorn("pp", own_dice=True)
    assert one.table.actor == "chance"
    assert one.seen(0).enter
    assert not one.seen(None).enter
    assert one.refusal("dora", Move("x", one.table.version, "rolloff 6 1")) is Code.NOT_YOURS
    assert one.refusal("anna", Move("x", one.table.version, "rolloff 7 1")) is Code.BAD_EVENT
    assert one.refusal("anna", Move("x", one.table.version, "dice 1 1 1 1 1")) is Code.ILLEGAL
    assert one.move("anna", "rolloff 6 1") == [Chanced("rolloff 6 1", 0)]
    one.move("anna", "start 12a 12b")
    assert isinstance(one.move("beat", "start 12c 12d")[0], Moved)
    assert one.move("anna", "dice 6 5 1 1 5") == [Chanced("dice 1 1 5 5 6", 0)]
    rng = random.Random(1)
    while one.table.actor is not None:
        if one.table.actor == "chance":
            events = one.table.game.chance(one.table.state)
            one.move("beat", one.table.game.write(events.draw(rng)))
        else:
            one.step(rng)
    text = record(one.journal)
    assert "# fairness: own-dice" in text
    assert "# secret" not in text
    assert one.seen(None).result.secret is None  # type: ignore[union-attr]


# Frames


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ("", Code.BAD_JSON),
        ("{", Code.BAD_JSON),
        (b"\xff\xfe", Code.BAD_JSON),
        ("[" * 10_000, Code.BAD_REQUEST),
        ('{"type":"look","seat":' + "[" * 8_000, Code.BAD_REQUEST),
        ("null", Code.BAD_REQUEST),
        ("{}", Code.BAD_REQUEST),
        ('{"type":"win","id":"a"}', Code.BAD_REQUEST),
        ('{"type":"move","id":"a"}', Code.BAD_REQUEST),
        ('{"type":"move","id":"a","version":-1,"event":"stop"}', Code.BAD_REQUEST),
        ('{"type":"move","id":"a","version":1.5,"event":"stop"}', Code.BAD_REQUEST),
        ('{"type":"move","id":"a","version":1,"event":"stop","x":1}', Code.BAD_REQUEST),
        ('{"type":"move","id":"","version":1,"event":"stop"}', Code.BAD_REQUEST),
        ('{"type":"ping","x":' + "[" * 8000 + "]" * 8000 + "}", Code.BAD_REQUEST),
        (" " * 20_000, Code.TOO_LARGE),
    ],
)
def test_a_frame_that_is_no_message_gets_a_code(frame: str | bytes, code: Code) -> None:
    with pytest.raises(Refused) as refused:
        decode(frame)
    assert refused.value.code is code


def test_a_broken_command_is_told_by_its_id() -> None:
    with pytest.raises(Refused) as refused:
        decode('{"type":"move","id":"c7","version":"x","event":"stop"}')
    assert refused.value.params == {"id": "c7", "where": "$.version"}


# Memory


def test_a_scroll_reads_like_a_list_wherever_it_is_packed() -> None:
    one = altitude("pp")
    one.play_on()
    book = PAGE * BOOK
    lines = 3 * list(one.journal.lines)
    assert len(lines) > 2 * book + PAGE
    for size in (0, 1, PAGE, 2 * PAGE - 1, 2 * PAGE, 3 * PAGE + 1, book, book + PAGE, len(lines)):
        scroll = Scroll(lines[:size])
        assert list(scroll) == lines[:size]
        assert len(scroll) == size
        for start in (0, 1, PAGE - 1, PAGE, 2 * PAGE + 3, book + 1, size - 1, size, size + 5):
            assert scroll[start:] == lines[:size][start:]
        if size:
            assert (scroll[0], scroll[-1], scroll[:-1]) == (
                lines[0],
                lines[size - 1],
                lines[: size - 1],
            )
    copied = scroll.copy()
    scroll.append(lines[0])
    assert list(copied) == lines


def test_of_moves_only_the_latest_are_remembered_and_of_the_rest_everything() -> None:
    one = matterhorn()
    one.play_on(most=MOVES_REMEMBERED // 2)
    assert not one.journal.forgets
    one.play_on(most=MOVES_REMEMBERED)
    assert one.journal.forgets
    assert len(one.journal.taken) == MOVES_REMEMBERED + 2  # and two who sat down
    assert one.replayed().taken == one.journal.taken
