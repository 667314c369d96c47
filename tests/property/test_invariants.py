"""What no game, however it is played, can break."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from gipfel.core.match import Match
from gipfel.games import altitude, load, matterhorn
from gipfel.games.altitude.cards import AVALANCHE, CABLE_CAR, SAINT_BERNARD, value
from gipfel.games.altitude.mountain import Mountain, floor_and_index
from gipfel.games.altitude.state import Phase as Turn
from gipfel.games.matterhorn.state import ACTION, CLIMBER, Phase
from tests.property.games import ALTITUDE_OPTIONS, MATTERHORN_OPTIONS, positions

seeds = st.integers(0, 2**64)


@settings(max_examples=30, deadline=None)
@given(seeds, st.integers(2, 4), st.sampled_from(MATTERHORN_OPTIONS))
def test_matterhorn_conserves_tokens_climbers_and_circles(
    seed: int, players: int, options: dict[str, object]
) -> None:
    for state, _ in positions(matterhorn, players, options, seed):
        told = matterhorn.describe(state)
        board = state.setup.board
        assert len(told["action"]) + len(told["obstacle"]) + told["pool"] == board.tokens
        on_circles = [
            circle for team in told["climbers"] for circle in team or () if circle != "top"
        ]
        things = [*told["action"], *told["obstacle"], *on_circles]
        assert len(set(things)) == len(things), "one thing a circle (M4)"
        assert set(things) <= set(board.names)
        placed = [team for team in told["climbers"] if team is not None]
        assert all(len(team) == 2 for team in placed)
        if state.phase not in (Phase.ROLLOFF, Phase.START):
            assert len(placed) == players
        if state.phase is not Phase.FLOP:
            used = [board.line_of[c] for c, what in enumerate(state.circles) if what == ACTION]
            assert sorted(used) == told["lines_used"]
        if state.phase is Phase.ROLL and not told["lines_used"]:
            for span in board.spans.values():
                line = state.circles[span.start : span.stop]
                assert 0 in line or all(what >= CLIMBER for what in line), "full lines go (M18)"


@settings(max_examples=60, deadline=None)
@given(seeds, st.integers(1, 4), st.sampled_from(ALTITUDE_OPTIONS))
def test_altitude_conserves_cards_and_every_mountain_stands(
    seed: int, players: int, options: dict[str, object]
) -> None:
    for state, _ in positions(altitude, players, options, seed):
        deck = state.setup.deck
        cards = Counter(dict(zip(deck.kinds, state.undealt, strict=True)))
        for group in (*state.hands, state.discard):
            cards.update(group)
        for mountain in state.mountains:
            cards.update(mountain.cards.values())
            assert stands(mountain)
        if state.drawn is not None:
            cards[state.drawn] += 1
        assert +cards == Counter(dict(zip(deck.kinds, deck.counts, strict=True)))
        if state.phase in (Turn.DRAW, Turn.PLAY):
            assert all(len(hand) == 4 for hand in state.hands)


def stands(mountain: Mountain) -> bool:
    """Say whether every card of a mountain may lie where it lies (A4-A8), looked at afresh."""
    cards = {floor_and_index(slot): card for slot, card in mountain.cards.items()}
    base = sorted(i for floor, i in cards if floor == 1)
    if base and base[-1] - base[0] >= 10:
        return False
    for (floor, i), card in cards.items():
        if card == SAINT_BERNARD:
            return False
        if floor == 1:
            continue
        below = [cards.get((floor - 1, i)), cards.get((floor - 1, i + 1))]
        for support in below:
            if support is None:
                return False
            if card == CABLE_CAR:
                continue
            if support == AVALANCHE:
                return False
            if card != AVALANCHE and value(card) <= value(support):
                return False
    return True


@settings(max_examples=25, deadline=None)
@given(seeds, st.sampled_from([matterhorn, altitude]), st.integers(2, 4), st.integers(1, 400))
def test_a_record_replays_to_the_same_position_and_undo_restores(
    seed: int, game: type, players: int, most: int
) -> None:
    match = Match(game, players, names=("Ä, #: ", '"b"', "c", "d")[:players])  # type: ignore[arg-type]
    states = [match.state]
    for state, event in positions(match.game, players, {}, seed):
        if event is None or len(states) > most:
            break
        assert state == match.state
        match.play(match.game.write(event))
        states.append(match.state)
    text = match.record()
    again = load(text)
    assert again.state == match.state
    assert again.record() == text
    for state in reversed(states[:-1]):
        match.undo()
        assert match.state == state
