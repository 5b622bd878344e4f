"""Every switch of Rules, on and off, in games small enough to follow by hand."""

from __future__ import annotations

from collections import Counter

import pytest

from hanabi_lab.rules import Game, HanabiError, IllegalMoveError, Move, Rules, Variant

RED = Variant.plain(1)  # r1 r1 r1 r2 r2 r3 r3 r4 r4 r5: ten cards


def table(top: str, *, variant: Variant = RED, players: int = 2, hand: int = 2, **switches: object) -> Game:
    """Deal a game whose deck starts with the given cards; the others follow, lowest first."""
    rules = Rules(**{"hand_size_change": hand - Rules().hand_size(players), **switches})  # type: ignore[arg-type]
    given = [variant.parse(label) for label in top.split()]
    left = Counter(dict(enumerate(variant.copies)))
    left.subtract(given)
    return Game.new(variant, players=players, deck=given + sorted(left.elements()), rules=rules)


def moves(game: Game) -> set[tuple[int, int, int]]:
    return {(move.type, move.target, move.value) for move in game.legal_moves()}


def test_defaults_are_the_standard_game() -> None:
    for players, size in {2: 5, 3: 5, 4: 4, 5: 4, 6: 3}.items():
        game = Game.new("6 Suits", players=players, seed=1)
        assert [len(hand) for hand in game.hands] == [size] * players
        assert (game.hint_tokens, game.strikes, game.current_player, game.max_score) == (8, 0, 0, 30)


# tokens


def test_tokens_at_the_start_and_at_most() -> None:
    game = table("r1 r5 r2 r3", start_tokens=1, max_tokens=2)
    assert game.hint_tokens == 1
    game.hint("Bob", 2)
    with pytest.raises(IllegalMoveError, match="no hint token is left"):
        game.hint("Alice", 1)
    assert not any(move.type in (2, 3) for move in game.legal_moves())
    game.discard(1)
    game.discard(1)
    assert game.hint_tokens == 2
    with pytest.raises(IllegalMoveError, match="all 2 hint tokens are there"):
        game.discard(1)
    assert not any(move.type == 1 for move in game.legal_moves())


@pytest.mark.parametrize(("start", "left"), [(1, 2), (2, 2)])
def test_a_complete_firework_gives_a_token_unless_all_are_there(start: int, left: int) -> None:
    game = table("r1 r2 r3 r4 r5", start_tokens=start, max_tokens=2, hand=1, variant=Variant.plain(2))
    for rank in range(1, 6):
        assert game.hint_tokens == start
        assert game.play(1).success
        assert game.fireworks["r"] == rank
    assert game.hint_tokens == left
    assert not game.is_over


# strikes and score


@pytest.mark.parametrize("allowed", [1, 2, 3, 5])
@pytest.mark.parametrize("keep", [False, True])
def test_the_last_strike_ends_the_game_at_once(allowed: int, keep: bool) -> None:
    game = table("r1 r3 r3 r4 r4 r5", hand=1, strikes=allowed, keep_points=keep)
    assert game.play(1).success
    for strike in range(1, allowed + 1):
        assert not game.is_over
        assert game.score == game.points == 1
        event = game.play(1)
        assert event.success is False
        assert event.text.endswith(f"strike {strike}")
    assert game.end == "strikeout"
    assert (game.points, game.score) == (1, 1 if keep else 0)
    assert game.legal_moves() == []
    with pytest.raises(IllegalMoveError, match=r"the game is over \(strikeout\)"):
        game.play(1)


def test_a_misplay_costs_no_token_and_goes_to_the_discards() -> None:
    game = table("r2 r1 r1")
    event = game.play(2)
    assert (event.success, game.hint_tokens, game.strikes, game.points) == (False, 8, 1, 0)
    assert [str(card) for card in game.discards] == ["r2"]


def test_points_are_not_kept_by_an_end_that_nobody_played_for() -> None:
    for keep in (False, True):
        game = table("r1", keep_points=keep)
        game.play(2)
        game.apply(Move(4, 0, 4))
        assert (game.end, game.points, game.score) == ("terminated", 1, 0)


# hints and discards


def test_a_hint_that_touches_nothing() -> None:
    top = "r1 y1 r2 r3"
    two = Variant.plain(2)
    strict, loose = table(top, variant=two), table(top, variant=two, empty_hints=True)
    with pytest.raises(IllegalMoveError, match="Alice hints Bob yellow touches no card"):
        strict.hint("Bob", "yellow")
    event = loose.hint("Bob", "yellow")
    assert event.touched == ()
    assert loose.hint_tokens == 7
    assert all(loose.state.possible[order] == 0b11111 for order in (2, 3))  # not yellow: red
    assert {move for move in moves(loose.at(0)) if move[0] > 1} == {
        (2, 1, 0),
        (2, 1, 1),
        *((3, 1, r) for r in range(1, 6)),
    }
    assert {move for move in moves(strict) if move[0] > 1} == {(2, 1, 0), (3, 1, 2), (3, 1, 3)}


def test_a_discard_with_all_tokens_there() -> None:
    with pytest.raises(IllegalMoveError, match="cannot discard"):
        table("r1").discard(1)
    game = table("r1", discard_at_max=True)
    game.discard(1)
    assert (game.hint_tokens, game.turn) == (8, 1)


# ends


@pytest.mark.parametrize("stuck", [False, True])
def test_a_firework_that_cannot_grow(stuck: bool) -> None:
    game = table("r1 r1 r1 r2", discard_at_max=True, end_when_stuck=stuck)
    game.discard(1)
    game.discard(2)
    assert not game.is_over
    game.discard(2)
    assert game.max_score == 0
    assert game.is_over == stuck
    assert game.end == ("normal" if stuck else "in_progress")


@pytest.mark.parametrize("stuck", [False, True])
def test_the_next_card_is_stuck_in_a_hand_whose_turns_are_over(stuck: bool) -> None:
    variant = Variant.plain(2, ranks=3, copies=(1, 1, 1))
    game = table("r2 r3 r1 y1 y2 y3", variant=variant, discard_at_max=True, end_when_stuck=stuck)
    game.discard(2)  # Alice: r2
    game.hint("Alice", 3)
    game.discard(2)  # Alice: r3; she draws the last card
    assert (game.deck_left, game.max_score, game.is_over) == (0, 4, False)
    game.hint("Alice", "yellow")  # the last turn of Bob, who keeps r1 and y1
    assert game.is_over == stuck
    if not stuck:
        game.hint("Bob", 1)
    assert (game.end, game.points) == ("normal", 0)


@pytest.mark.parametrize("stuck", [False, True])
def test_a_card_in_a_hand_with_a_turn_to_come_can_be_played(stuck: bool) -> None:
    variant = Variant.plain(2, ranks=3, copies=(1, 1, 1))
    game = table("r1 y1 r2 r3 y2 y3", variant=variant, discard_at_max=True, end_when_stuck=stuck)
    game.hint("Bob", 3)
    game.discard(2)  # Bob: r2, draws y2
    game.hint("Bob", 2)
    game.discard(2)  # Bob: r3, draws y3, the last card
    game.hint("Bob", 2)  # the last turn of Alice, who keeps r1 and y1: Bob's y2 does not fit
    assert game.is_over == stuck
    before = game.at(-2)
    before.play(1)  # had she played y1 instead, Bob could go on
    assert not before.is_over
    before.play(2)
    assert (before.end, before.points) == ("normal", 2)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_last_round_is_one_turn_each_whatever_the_move(players: int) -> None:
    game = table("", variant=Variant.plain(5), players=players, hand=Rules().hand_size(players), strikes=99)
    while game.deck_left:
        game.play(1)
    drawer = (game.current_player - 1) % players
    assert game.state.end_turn == game.turn + players
    for left in range(players, 0, -1):
        assert not game.is_over
        if left % 2:
            game.hint((game.current_player + 1) % players, game.hands[(game.current_player + 1) % players][0].rank)
        else:
            game.play(1)
    assert game.end == "normal"
    assert (game.current_player - 1) % players == drawer
    assert all(
        len(hand) >= Rules().hand_size(players) - 1 for hand in game.hands
    )  # nothing was drawn, one card at most went


def test_a_deal_that_empties_the_deck_leaves_one_turn_each() -> None:
    game = table("", players=2, hand=5)
    assert game.deck_left == 0
    game.hint("Bob", "red")
    game.hint("Alice", "red")
    assert (game.end, game.turn) == ("normal", 2)


def test_a_perfect_score_ends_at_once() -> None:
    game = table("r1 r2 r3 r4 r5", hand=1)
    for _ in range(5):
        game.play(1)
    assert (game.end, game.score, game.deck_left > 0) == ("normal", 5, True)


def test_play_on_after_the_last_card() -> None:
    variant = Variant.plain(2, ranks=2, copies=(1, 2))
    deck = "r1 r2 r2 y1 y2 y2"
    game = table(deck, variant=variant, hand=2, last_round=False, start_tokens=0, max_tokens=1)
    assert game.play(2).success  # r1
    game.discard(2)  # r2 of Bob; the deck is empty
    assert (game.deck_left, game.state.end_turn) == (0, -1)
    assert [[str(card) for card in hand] for hand in game.hands] == [["y2", "r2"], ["y2", "y1"]]
    game.hint("Bob", "yellow")
    assert game.play(2).success  # y1 of Bob
    assert game.play(1).success  # y2 of Alice: a token comes back
    game.hint("Alice", 2)
    assert game.turn == 6
    assert not game.is_over
    assert game.play(1).success  # r2
    assert (game.end, game.score) == ("normal", 4)


def test_a_seat_that_can_do_nothing_is_passed_over() -> None:
    variant = Variant.plain(1, ranks=2, copies=(2, 2))
    game = table("r2 r2 r1 r1", variant=variant, players=3, hand=1, last_round=False, start_tokens=0, strikes=9)
    # Alice r2, Bob r2, Cathy r1, deck r1
    game.play(1)  # strike; Alice draws r1
    game.play(1)  # strike; Bob has no card, and there is no token
    assert game.max_score == 1
    game.discard(1)  # Cathy's r1: a token comes back
    assert game.current_player == 0
    game.discard(1)  # Alice's r1: all hands are empty, nobody can do anything
    assert (game.end, game.turn, game.hint_tokens) == ("normal", 4, 2)

    game = table("r2 r2 r1 r1", variant=variant, players=3, hand=1, last_round=False, start_tokens=0, strikes=9)
    for _ in range(2):
        game.play(1)
    assert game.play(1).success  # Cathy's r1
    assert game.current_player == 0
    assert not game.play(1).success  # Alice's r1
    assert game.end == "normal"
    assert game.score == 1


def test_a_seat_without_cards_may_hint() -> None:
    variant = Variant.plain(1, ranks=2, copies=(2, 2))
    game = table("r2 r1 r1 r2", variant=variant, players=3, hand=1, last_round=False, start_tokens=1, strikes=9)
    game.play(1)  # Alice: strike, draws r2
    assert game.play(1).success  # Bob: r1
    game.hint("Alice", 2)
    assert game.hint_tokens == 0
    game.discard(1)  # Alice: r2, a token is back
    assert game.current_player == 1
    assert moves(game) == {(2, 2, 0), (3, 2, 1)}  # Bob holds nothing


# hands and seats


@pytest.mark.parametrize(("change", "size"), [(1, 6), (0, 5), (-1, 4)])
def test_hand_size_change(change: int, size: int) -> None:
    game = Game.new(players=3, seed=3, rules=Rules(hand_size_change=change))
    assert [len(hand) for hand in game.hands] == [size] * 3
    assert game.deck_left == 50 - 3 * size
    assert [[card.order for card in hand] for hand in game.hands] == [
        list(range((p + 1) * size - 1, p * size - 1, -1)) for p in range(3)
    ]


def test_starting_seat() -> None:
    game = Game.new(players=4, seed=3, rules=Rules(starting_seat=2))
    assert [event.player for event in (game.play(1), game.play(1), game.play(1))] == [2, 3, 0]


# bottom of the deck


def test_the_bottom_card_of_the_deck_may_be_played() -> None:
    top = "r2 r2 r3 r3 r4 r4 r5 r1 r1 r1"
    game = table(top, hand=4, bottom_play=True)
    assert game.deck_left == 2
    with pytest.raises(IllegalMoveError):
        game.play(0)
    assert (0, 9, 0) not in moves(game)
    game.play(1)  # a strike; Alice draws the first r1
    assert game.deck_left == 1
    assert (0, 9, 0) in moves(game)
    assert (1, 9, 0) not in moves(game)
    before = game.hands
    event = game.play(0)
    assert (event.success, event.slot, event.drawn) == (True, 0, None)
    assert (game.deck_left, game.hands, game.points) == (0, before, 1)
    assert game.state.end_turn == game.turn + 2
    assert not table(top, hand=4).can(Move(0, 9))


def test_the_bottom_card_is_gone_once_it_was_drawn() -> None:
    game = table("", hand=4, bottom_play=True, strikes=9)
    game.play(1)
    game.play(1)
    assert game.deck_left == 0
    game.hint("Bob", "red")
    held = [card.order for card in game.hands[game.current_player]]
    assert 9 in held  # Bob drew the last card
    with pytest.raises(IllegalMoveError):
        game.play(0)


# all or nothing


def test_all_or_nothing_fails_with_the_last_copy() -> None:
    game = table("r5 r1", all_or_nothing=True, discard_at_max=True)
    game.discard(2)
    assert (game.end, game.score) == ("all_or_nothing_fail", 0)


def test_all_or_nothing_has_no_last_round_and_can_lock() -> None:
    variant = Variant.plain(1, ranks=3, copies=(2, 1, 1))
    game = table("r1 r2 r3 r1", variant=variant, hand=1, all_or_nothing=True, start_tokens=2, max_tokens=2)
    assert game.play(1).success  # Alice r1, draws r3
    assert game.play(1).success  # Bob r2, draws r1: the deck is empty
    assert game.state.end_turn == -1
    game.hint("Bob", 1)
    game.hint("Alice", 3)
    assert not game.is_over
    game.play(1)  # r3
    assert (game.end, game.score) == ("normal", 3)


def test_all_or_nothing_locks_when_a_seat_has_no_card_and_no_token() -> None:
    variant = Variant.plain(2, ranks=2, copies=(1, 1))
    game = table("r1 y1 y2 r2", variant=variant, hand=1, players=3, all_or_nothing=True, start_tokens=1, max_tokens=1)
    assert game.play(1).success  # Alice: r1, draws r2, the last card
    assert game.play(1).success  # Bob: y1, holds nothing now
    game.hint("Alice", 2)  # Cathy spends the token
    saved = game.copy()
    saved.play(1)  # Alice completes red: a token for Bob
    assert (saved.hint_tokens, saved.end, saved.current_player) == (1, "in_progress", 1)
    saved.hint("Cathy", 2)
    saved.play(1)
    assert (saved.end, saved.score) == ("normal", 4)

    rules = {"all_or_nothing": True, "start_tokens": 2, "max_tokens": 2}
    lock = table("y2 r1 r2 y1", variant=variant, hand=1, players=3, **rules)
    lock.hint("Bob", 1)
    assert lock.play(1).success  # Bob: r1, draws y1, the last card
    assert lock.play(1).success  # Cathy: r2: a token; holds nothing now
    assert lock.hint_tokens == 2
    lock.hint("Bob", 1)
    lock.hint("Alice", 2)  # the last token; Cathy can do nothing
    assert (lock.end, lock.points, lock.score) == ("all_or_nothing_softlock", 2, 0)


# what cannot be


@pytest.mark.parametrize(
    "switches", [{"start_tokens": 9}, {"start_tokens": -1}, {"start_tokens": 0, "max_tokens": 0}, {"strikes": 0}]
)
def test_impossible_switches(switches: dict[str, int]) -> None:
    with pytest.raises(HanabiError):
        Rules(**switches)  # type: ignore[arg-type]


def test_impossible_tables() -> None:
    with pytest.raises(HanabiError, match="starting_seat is 0 to 1"):
        Game.new(players=2, rules=Rules(starting_seat=2))
    with pytest.raises(HanabiError, match="1 to 6 cards"):
        Game.new(players=2, rules=Rules(hand_size_change=2))
    with pytest.raises(HanabiError, match="need a deck"):
        Game.new(RED, players=6, seed=0)
    for players in (1, 7):
        with pytest.raises(HanabiError, match="2 to 6"):
            Game.new(players=players)
    with pytest.raises(HanabiError, match="no switch 'strike'"):
        Rules().replace(strike=2)
