"""The simple player: legal, blind to what it cannot see, and no worse than its idea."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hanabi_lab.players import play_game, simple
from hanabi_lab.rules import Game, IllegalMoveError, Move, Rules
from hanabi_lab.rules.engine import COLOR_HINT, DISCARD, PLAY, RANK_HINT


@settings(max_examples=25, deadline=None)
@given(
    players=st.integers(2, 6),
    variant=st.sampled_from(["No Variant", "6 Suits", "4 Suits", "3 Suits"]),
    seed=st.integers(0, 10**9),
    rules=st.sampled_from(["standard", "hanab.live", "pyhanabi", "play-on", "textarena", "abacus"]),
)
def test_it_finishes_any_game_by_legal_moves(players: int, variant: str, seed: int, rules: str) -> None:
    game = play_game(simple, players=players, variant=variant, seed=seed, rules=rules)
    assert game.is_over
    assert game.end in ("normal", "strikeout")


@pytest.mark.parametrize(
    "rules",
    [
        Rules(strikes=1),
        Rules(start_tokens=0),
        Rules(max_tokens=1, start_tokens=1),
        Rules(all_or_nothing=True),
        Rules(hand_size_change=1),
        Rules(hand_size_change=-1, starting_seat=2),
        Rules(bottom_play=True),
    ],
)
def test_it_plays_under_every_switch(rules: Rules) -> None:
    for seed in range(5):
        assert play_game(simple, players=3, seed=seed, rules=rules).is_over


def test_it_never_looks_at_hidden_cards() -> None:
    game = Game.new(players=3, seed=11)
    while not game.is_over:
        seat = game.current_player
        move = simple(game.view(seat))
        if game.turn % 5 == 0:  # the same move when the hidden cards really are hidden from the whole object
            view = game.view(seat)
            assert all(not card.known for card in view.hands[seat])
            assert all(not card.known for card in view.deck)
            assert simple(view) == move
        game.apply(move)


def test_the_move_is_the_same_whatever_the_hidden_cards_are() -> None:
    # Two deals that differ only in what the first player holds and in the deck.
    deck = [card.identity for hand in Game.new(seed=3).hands for card in reversed(hand)]
    deck += [card.identity for card in Game.new(seed=3).deck]
    other = [*deck[10:15], *deck[5:10], *deck[:5], *deck[15:]]
    one, two = Game.new(deck=deck), Game.new(deck=other)
    assert one.hands[0] != two.hands[0]
    assert one.hands[1] == two.hands[1]
    assert simple(one.view(0)) == simple(two.view(0))


def _game(first: str, second: str, **options: object) -> Game:
    """Deal two hands, written oldest card first, and any deck."""
    cards = first.split() + second.split()
    rest = [f"{letter}{rank}" for letter in "rygbp" for rank in (1, 1, 1, 2, 2, 3, 3, 4, 4, 5)]
    for card in cards:
        rest.remove(card)
    return Game.new(deck=[*cards, *rest], **options)  # type: ignore[arg-type]


def test_it_plays_a_card_it_knows_to_fit() -> None:
    game = _game("r4 y4 g4 b4 p4", "r1 y3 g3 b3 p5")
    game.hint("Bob", 1)
    assert simple(game.view(1)) == Move(PLAY, 5)


def test_it_tells_of_a_playable_card_and_makes_it_certain() -> None:
    game = _game("r4 y4 g4 b4 p4", "r1 y3 g3 b3 p5")
    assert simple(game.view(0)) == Move(RANK_HINT, 1, 1)


def test_it_discards_the_oldest_card_without_a_hint() -> None:
    game = _game("r4 y4 g4 b4 p4", "r3 y3 g3 b3 p4", rules=Rules(start_tokens=1))
    game.hint("Bob", "r")
    assert simple(game.view(1)) == Move(DISCARD, 6)


def test_it_saves_a_critical_card_from_the_discard() -> None:
    game = _game("r4 y4 g4 b4 p4", "r5 y3 g3 b3 p4")
    move = simple(game.view(0))
    assert move.type in (COLOR_HINT, RANK_HINT)
    assert game.apply(move).touched[0] == 5


def test_its_scores_are_those_of_its_idea() -> None:
    points = [play_game(simple, players=2, seed=seed).points for seed in range(30)]
    assert sum(points) / len(points) >= 18


def test_an_illegal_move_names_the_player() -> None:
    def stubborn(game: Game) -> Move:
        return Move(DISCARD, game.hands[game.current_player][0].order)

    with pytest.raises(IllegalMoveError, match=r"'stubborn' in seat 0 \(Alice\), turn 1.*all 8 hint tokens"):
        play_game(stubborn, players=2, seed=1)


def test_one_player_for_each_seat() -> None:
    asked: list[int] = []

    def watcher(game: Game) -> Move:
        asked.append(game.current_player)
        return simple(game)

    assert play_game([watcher, simple, simple], seed=5).players == 3
    assert set(asked) == {0}
    with pytest.raises(IllegalMoveError, match="2 seats, but 3 players"):
        play_game([simple, simple, simple], players=2, seed=5)
