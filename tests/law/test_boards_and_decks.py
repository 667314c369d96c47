"""Boards and decks of one's own: what is taken, what is refused, and how a person is told."""

import copy
import pickle
import random
from typing import Any

import pytest

from gipfel.core.errors import BadRequest
from gipfel.core.game import AnyGame
from gipfel.core.match import Match
from gipfel.games import altitude, load, matterhorn
from gipfel.games.altitude.cards import deck_from, shipped_deck, shipped_decks
from gipfel.games.matterhorn.board import board_from, shipped_board, shipped_boards

from .positions import new

SMALL_BOARD: dict[str, Any] = {
    "name": "hill",
    "tokens": 8,
    "lines": [
        {"number": 7, "circles": 5},
        {"number": 6, "circles": 4},
        {"number": 5, "circles": 2},
    ],
}
SMALL_DECK: dict[str, Any] = {
    "name": "stroll",
    "cable_car": 2,
    "avalanche": 2,
    "saint_bernard": 1,
    "mountain": {"1": 5, "2": 4, "30": 3},
    "animal": [{"species": "marmot", "values": [4, 5, 5]}, {"species": "crow", "values": [99]}],
}


def lines(*sizes: tuple[object, object]) -> list[dict[str, object]]:
    return [{"number": number, "circles": size} for number, size in sizes]


def refused_board(**changes: object) -> BadRequest:
    with pytest.raises(BadRequest) as refusal:
        board_from({**SMALL_BOARD, **changes})
    return refusal.value


def refused_deck(**changes: object) -> BadRequest:
    with pytest.raises(BadRequest) as refusal:
        deck_from({**SMALL_DECK, **changes})
    return refusal.value


def test_the_shipped_boards_load_under_their_names() -> None:
    assert {"standard", "sharp"} <= set(shipped_boards())
    for name in shipped_boards():
        assert shipped_board(name).name == name
        for players in matterhorn.PLAYERS:
            assert matterhorn.new(players, {"board": name}).setup.board is shipped_board(name)


def test_the_shipped_decks_load_under_their_names() -> None:
    assert {"standard", "hike"} <= set(shipped_decks())
    for name in shipped_decks():
        assert shipped_deck(name).name == name
        for players in altitude.PLAYERS:
            assert altitude.new(players, {"deck": name}).setup.deck is shipped_deck(name)


def test_the_standard_board_and_deck_are_the_default() -> None:
    assert matterhorn.new(2, {}).setup.board is shipped_board("standard")
    assert altitude.new(2, {}).setup.deck is shipped_deck("standard")


def test_a_board_of_ones_own_is_taken_as_it_is_described() -> None:
    board = board_from(SMALL_BOARD)
    assert " ".join(board.names) == "7a 7b 7c 7d 7e 6a 6b 6c 6d 5a 5b"
    assert board.tokens == 8
    assert board.describe() == SMALL_BOARD


def test_a_deck_of_ones_own_is_taken_as_it_is_described() -> None:
    deck = deck_from(SMALL_DECK)
    outcomes = new(altitude, 2, deck=SMALL_DECK).outcomes
    mountain_and_animals = {"1": 5, "2": 4, "30": 3, "a4": 1, "a5": 2, "a99": 1}
    cards = {**mountain_and_animals, "C": 2, "X": 2, "B": 1}
    assert outcomes == {f"draw {card}": count for card, count in cards.items()}
    assert deck.size == 21
    assert deck.describe() == SMALL_DECK


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_board_needs_a_circle_on_its_bottom_line_for_each_climber(players: int) -> None:
    wide = {**SMALL_BOARD, "lines": lines((6, 2 * players), (5, 2))}
    assert matterhorn.new(players, {"board": wide}).setup.players == players
    narrow = {**SMALL_BOARD, "lines": lines((6, 2 * players - 1), (5, 20))}
    with pytest.raises(BadRequest) as refusal:
        matterhorn.new(players, {"board": narrow})
    assert refusal.value.rule == "M6"
    assert f"bottom line of hill has {2 * players - 1} circles" in refusal.value.message
    assert f"{2 * players} climbers of {players} players" in refusal.value.message


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_deck_needs_six_cards_for_each_player(players: int) -> None:
    enough = {"name": "few", "mountain": {"1": 6 * players}}
    assert altitude.new(players, {"deck": enough}).pile == 6 * players
    with pytest.raises(BadRequest) as refusal:
        altitude.new(players, {"deck": {"name": "few", "mountain": {"1": 6 * players - 1}}})
    assert refusal.value.rule == "A10"
    assert f"few has {6 * players - 1} cards, too few" in refusal.value.message
    assert f"{players} players" in refusal.value.message


def test_a_board_that_its_climbers_fill_has_no_room_for_a_token() -> None:
    full = {**SMALL_BOARD, "lines": lines((6, 4))}
    with pytest.raises(BadRequest, match="room for a token"):
        matterhorn.new(2, {"board": full})


@pytest.mark.parametrize("circles", [0, -1, 27, "3", 2.0, True, None])
def test_a_line_has_1_to_26_circles(circles: object) -> None:
    refusal = refused_board(lines=lines((6, 8), (5, circles)))
    assert f"Line 5 needs 1 to 26 circles, not {circles!r}" in refusal.message
    assert refusal.rule == "M1"


def test_a_line_of_26_circles_has_every_letter() -> None:
    board = board_from({**SMALL_BOARD, "lines": lines((6, 26), (5, 1))})
    assert (board.names[0], board.names[25], board.names[26]) == ("6a", "6z", "5a")


def test_a_board_has_at_most_128_circles() -> None:
    rows = [(number, 26) for number in (10, 9, 8, 7)]
    assert len(board_from({**SMALL_BOARD, "lines": lines(*rows, (6, 24))}).names) == 128
    refusal = refused_board(lines=lines(*rows, (6, 25)))
    assert "at most 128 circles" in refusal.message


@pytest.mark.parametrize("number", [0, -5, 21, "6", 5.5, False, None])
def test_a_line_has_a_number_that_five_dice_can_make(number: object) -> None:
    refusal = refused_board(lines=lines((number, 8)))
    assert f"Line {number!r} cannot be: five dice make 1 to 20" in refusal.message


@pytest.mark.parametrize("numbers", [(5, 6), (7, 5), (6, 6), (12, 11, 9), (6, 5, 6)], ids=str)
def test_lines_are_listed_from_the_bottom_up_without_a_gap(numbers: tuple[int, ...]) -> None:
    refusal = refused_board(lines=lines(*((number, 8) for number in numbers)))
    assert "out of order" in refusal.message
    assert "from the bottom up" in refusal.message


@pytest.mark.parametrize("given", [[], {}, "12 11 10", None, 8])
def test_a_board_has_lines(given: object) -> None:
    assert "A board needs lines, each like { number = 12" in refused_board(lines=given).message


@pytest.mark.parametrize(
    "line",
    [{"number": 5}, {"circles": 3}, {"number": 5, "circles": 3, "colour": 1}, [5, 3], 5, "5"],
)
def test_a_line_has_a_number_and_circles_and_nothing_else(line: object) -> None:
    refusal = refused_board(lines=[line])
    assert "A line needs a number and circles" in refusal.message
    assert repr(line) in refusal.message


@pytest.mark.parametrize("tokens", [0, -1, 201, "40", 40.0, True, None])
def test_a_board_has_1_to_200_tokens(tokens: object) -> None:
    refusal = refused_board(tokens=tokens)
    assert f"A board needs 1 to 200 tokens, not {tokens!r}" in refusal.message
    assert refusal.rule == "M3"


@pytest.mark.parametrize("name", ["", "x" * 41, "two\nlines", 7, None])
def test_a_board_and_a_deck_have_a_name(name: object) -> None:
    assert "A board needs a name of 1 to 40 characters" in refused_board(name=name).message
    assert "A deck needs a name of 1 to 40 characters" in refused_deck(name=name).message


def test_an_unknown_key_of_a_board_is_named() -> None:
    message = refused_board(token=40, colour="grey").message
    assert "A board has a name, tokens and lines, but no 'colour', 'token'" in message


def test_an_unknown_kind_of_card_is_named() -> None:
    refusal = refused_deck(avalanches=8)
    assert "Unknown kind of card: 'avalanches'" in refusal.message
    assert "cable_car, avalanche, saint_bernard" in refusal.message
    assert refusal.rule == "A1"


@pytest.mark.parametrize("count", [-1, 100, "8", 1.5, True, None])
@pytest.mark.parametrize("kind", ["cable_car", "avalanche", "saint_bernard"])
def test_there_are_0_to_99_of_each_special_card(kind: str, count: object) -> None:
    assert f"{kind}: 0 to 99 cards, not {count!r}" in refused_deck(**{kind: count}).message


@pytest.mark.parametrize("count", [-1, 100, "8", None])
def test_there_are_0_to_99_of_each_mountain_card(count: object) -> None:
    refusal = refused_deck(mountain={"1": 9, "7": count})
    assert f"mountain 7: 0 to 99 cards, not {count!r}" in refusal.message


@pytest.mark.parametrize("value", ["0", "100", "-3", "seven", "", "1.5", "07", "٧", 0, None])
def test_a_mountain_card_has_a_value_from_1_to_99(value: object) -> None:
    refusal = refused_deck(mountain={value: 3})
    assert "mountain: a value is 1 to 99, not" in refusal.message
    assert refusal.rule == "A1"


@pytest.mark.parametrize("value", [0, 100, -3, "7", 1.5, True, None])
def test_an_animal_has_a_value_from_1_to_99(value: object) -> None:
    refusal = refused_deck(animal=[{"species": "marmot", "values": [value]}])
    assert f"marmot: a value is 1 to 99, not {value!r}" in refusal.message


@pytest.mark.parametrize("mountain", [[1, 2, 3], "1", 7, None])
def test_mountain_cards_are_counted_by_value(mountain: object) -> None:
    assert "mountain lists how many cards each value has" in refused_deck(mountain=mountain).message


@pytest.mark.parametrize("animals", [{"marmot": [7]}, "marmot", 7, None])
def test_animals_are_a_list(animals: object) -> None:
    assert "animal is a list of species with their values" in refused_deck(animal=animals).message


@pytest.mark.parametrize(
    "animal",
    [
        "marmot",
        {"species": "marmot"},
        {"values": [7]},
        {"species": "marmot", "values": 7},
        {"species": "", "values": [7]},
        {"species": 7, "values": [7]},
        {"species": "marmot", "values": [7], "colour": "brown"},
    ],
)
def test_an_animal_has_a_species_and_values(animal: object) -> None:
    refusal = refused_deck(animal=[animal])
    assert "An animal needs a species and values" in refusal.message
    assert repr(animal)[:50] in refusal.message


def test_a_deck_has_at_most_160_cards() -> None:
    assert deck_from({"name": "thick", "mountain": {"1": 99, "2": 61}}).size == 160
    with pytest.raises(BadRequest, match="at most 160 cards, not 161"):
        deck_from({"name": "thick", "mountain": {"1": 99, "2": 61}, "avalanche": 1})


def test_an_animal_card_shows_one_species() -> None:
    animals = [{"species": "marmot", "values": [7]}, {"species": "crow", "values": [7]}]
    assert "Animal 7 is both marmot and crow" in refused_deck(animal=animals).message


def test_there_are_at_most_99_of_one_animal() -> None:
    twice = [{"species": "marmot", "values": [7] * 50}] * 2
    assert "animal 7: 0 to 99 cards, not 100" in refused_deck(animal=twice).message


@pytest.mark.parametrize("specials", [{}, {"avalanche": 30}, {"saint_bernard": 20, "avalanche": 9}])
def test_a_deck_has_cards_to_build_with(specials: dict[str, int]) -> None:
    with pytest.raises(BadRequest, match="some cards that a mountain can be built of"):
        deck_from({"name": "nothing", **specials})


@pytest.mark.parametrize(
    ("game", "option", "shipped"),
    [(matterhorn, "board", "sharp, standard"), (altitude, "deck", "hike, standard")],
)
def test_an_unknown_name_is_answered_with_the_names_there_are(
    game: AnyGame, option: str, shipped: str
) -> None:
    for name in ("eiger", "", "../standard", "standard.toml"):
        with pytest.raises(BadRequest) as refusal:
            game.new(2, {option: name})
        assert f"No {option} {name!r}; there are {shipped}" in refusal.value.message


@pytest.mark.parametrize("given", [7, None, ["standard"], True])
@pytest.mark.parametrize(("game", "option"), [(matterhorn, "board"), (altitude, "deck")])
def test_a_board_or_deck_is_a_name_or_data(game: AnyGame, option: str, given: object) -> None:
    with pytest.raises(BadRequest) as refusal:
        game.new(2, {option: given})
    assert f"{option} is a name or a {option}, not {given!r}" in refusal.value.message


@pytest.mark.parametrize(
    ("game", "wrong", "right"),
    [
        (matterhorn, {"deck": "hike"}, "summit_cost and board"),
        (altitude, {"seed": 1}, "first and deck"),
    ],
)
def test_an_unknown_option_is_named(game: AnyGame, wrong: dict[str, object], right: str) -> None:
    with pytest.raises(BadRequest) as refusal:
        game.new(2, wrong)
    assert f"has options {right}, not {next(iter(wrong))!r}" in refusal.value.message


@pytest.mark.parametrize(
    ("game", "told", "wrong"),
    [
        (matterhorn, "for 2 to 4 players", [0, 1, 5, "2", True]),
        (altitude, "for 1 to 4 players", [0, 5, -1, 2.0, True]),
    ],
)
def test_the_number_of_players_is_told(game: AnyGame, told: str, wrong: list[Any]) -> None:
    for players in wrong:
        with pytest.raises(BadRequest) as refusal:
            game.new(players, {})
        assert f"{told}, not {players!r}" in refusal.value.message


@pytest.mark.parametrize("summit_cost", [1, 2])
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("board", shipped_boards())
def test_games_on_each_shipped_board_come_to_an_end(
    board: str, players: int, summit_cost: int
) -> None:
    for seed in range(6):
        match = Match(matterhorn, players, {"board": board, "summit_cost": summit_cost})
        match.play_at_random(random.Random(seed), most=20_000)
        assert matterhorn.winners(match.state), f"no end with seed {seed}"


@pytest.mark.parametrize("players", [1, 2, 4])
@pytest.mark.parametrize("deck", shipped_decks())
def test_games_with_each_shipped_deck_come_to_an_end(deck: str, players: int) -> None:
    for seed in range(6):
        match = Match(altitude, players, {"deck": deck, "first": players - 1})
        match.play_at_random(random.Random(seed), most=20_000)
        assert altitude.winners(match.state), f"no end with seed {seed}"


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        (matterhorn, 2, {"board": "sharp"}),
        (matterhorn, 2, {"board": SMALL_BOARD, "summit_cost": 2}),
        (matterhorn, 2, {"board": {"name": "step", "tokens": 3, "lines": lines((6, 5))}}),
        (altitude, 3, {"deck": "hike", "first": 2}),
        (altitude, 2, {"deck": SMALL_DECK}),
        (altitude, 3, {"deck": {"name": "flat", "mountain": {"1": 99}}}),
    ],
)
def test_a_game_of_ones_own_plays_to_its_end_and_loads_again(
    game: AnyGame, players: int, options: dict[str, object]
) -> None:
    match = Match(game, players, dict(options))
    match.play_at_random(random.Random(1), most=20_000)
    assert match.actor is None
    again = load(match.record())
    assert again.state == match.state
    assert again.record() == match.record()


def test_a_board_is_one_object_however_it_is_read() -> None:
    board = board_from(SMALL_BOARD)
    assert board_from(copy.deepcopy(SMALL_BOARD)) is board
    assert board_from(board.describe()) is board
    assert board_from(shipped_board("sharp").describe()) is shipped_board("sharp")
    assert board_from({**SMALL_BOARD, "tokens": 9}) is not board
    assert board_from({**SMALL_BOARD, "name": "mound"}) is not board


def test_a_deck_is_one_object_however_it_is_read() -> None:
    deck = deck_from(SMALL_DECK)
    assert deck_from(copy.deepcopy(SMALL_DECK)) is deck
    assert deck_from(deck.describe()) is deck
    assert deck_from(shipped_deck("hike").describe()) is shipped_deck("hike")
    assert deck_from({**SMALL_DECK, "mountain": {2: 4, 30: 3, 1: 5}}) is deck
    assert deck_from({**SMALL_DECK, "cable_car": 3}) is not deck
    assert deck_from({**SMALL_DECK, "name": "walk"}) is not deck


@pytest.mark.parametrize(
    "animals",
    [
        [("crow", [99]), ("marmot", [4, 5, 5])],
        [("marmot", [5, 4, 5]), ("crow", [99])],
        [("marmot", [4]), ("crow", [99]), ("marmot", [5, 5])],
    ],
)
def test_a_deck_is_one_object_whatever_the_order_of_its_animals(
    animals: list[tuple[str, list[int]]],
) -> None:
    deck = deck_from(
        {
            **SMALL_DECK,
            "animal": [{"species": species, "values": values} for species, values in animals],
        }
    )
    assert deck_from(deck.describe()) is deck
    assert deck is deck_from(SMALL_DECK)


def test_boards_and_decks_survive_pickling_and_copying() -> None:
    for one in (
        board_from(SMALL_BOARD),
        deck_from(SMALL_DECK),
        *map(shipped_board, shipped_boards()),
        *map(shipped_deck, shipped_decks()),
    ):
        assert pickle.loads(pickle.dumps(one)) is one
        assert copy.deepcopy(one) is one


@pytest.mark.parametrize(
    ("game", "options"), [(matterhorn, {"board": SMALL_BOARD}), (altitude, {"deck": SMALL_DECK})]
)
def test_a_position_survives_pickling(game: AnyGame, options: dict[str, object]) -> None:
    match = Match(game, 2, dict(options))
    match.play_at_random(random.Random(1), most=40)
    again = pickle.loads(pickle.dumps(match.state))
    assert again == match.state
    assert hash(again) == hash(match.state)
    assert game.legal(again) == game.legal(match.state)
    assert game.options(again) == match.options
