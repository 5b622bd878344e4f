"""Game, the handle: refusals that leave everything as it was, views that leak nothing, earlier turns, unknown cards."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hanabi_lab.rules import (
    Card,
    Game,
    GameState,
    HanabiError,
    IllegalMoveError,
    Move,
    Rules,
    UnknownVariantError,
    Variant,
    engine,
)

TEXTS = ["r1", "r2", "y1", "g5", "b3", "p4", "r1", "y2", "y3", "g1"]


def start(top: list[str] | None = None, **options: Any) -> Game:
    """Deal the standard game with these cards on top: Alice holds slots 1 to 5 = b3 g5 y1 r2 r1."""
    variant = Variant.plain(5)
    given = [variant.parse(label) for label in (TEXTS if top is None else top)]
    left = list(variant.copies)
    for identity in given:
        left[identity] -= 1
    rest = [identity for identity, copies in enumerate(left) for _ in range(copies)]
    return Game.new(deck=given + rest, **options)


def random_game(seed: int, turns: int, **options: Any) -> Game:
    game = Game.new(seed=seed, **options)
    rng = random.Random(seed)
    while game.turn < turns and not game.is_over:
        game.apply(rng.choice(game.legal_moves()))
    return game


# what it shows


def test_the_newest_card_is_slot_one() -> None:
    game = start()
    assert [str(card) for card in game.hands[0]] == ["b3", "g5", "y1", "r2", "r1"]
    assert [card.order for card in game.hands[1]] == [9, 8, 7, 6, 5]
    assert game.deck_left == len(game.deck) == 40
    event = game.play(5)
    assert str(event) == event.text == "Alice plays r1 (slot 5)"
    assert (event.turn, event.player, event.slot, event.success) == (0, 0, 5, True)
    assert event.drawn == game.hands[0][0]
    assert game.hands[0][0].order == 10
    assert game.fireworks == {"r": 1, "y": 0, "g": 0, "b": 0, "p": 0}


def test_events_in_words() -> None:
    game = start()
    event = game.hint("Bob", "red")
    assert event.text == "Alice hints Bob red: slot 4"
    assert event.touched == (6,)
    assert game.hint(0, 1).text == "Bob hints Alice 1: slots 3, 5"
    assert game.discard(2).text == "Alice discards g5 (slot 2)"
    assert game.play(1).text == "Bob plays g1 (slot 1)"
    assert game.play(2).text == "Alice misplays b3 (slot 2): strike 1"
    assert [str(card) for card in game.discards] == ["g5", "b3"]
    assert [event.turn for event in game.history] == [0, 1, 2, 3, 4]
    assert game.hints_on(6) == ("red",)
    assert game.hints_on(2) == ("1",)


def test_masks() -> None:
    game = start()
    name = game.variant.label
    assert {name(i) for i in range(25) if game.playable_mask() >> i & 1} == {"r1", "y1", "g1", "b1", "p1"}
    assert {name(i) for i in range(25) if game.critical_mask() >> i & 1} == {"r5", "y5", "g5", "b5", "p5"}
    assert game.trash_mask() == 0
    game.play(5)
    game.hint("Alice", 5)
    game.discard(3)  # g5
    assert {name(i) for i in range(25) if game.trash_mask() >> i & 1} == {"r1", "g5"}
    assert game.max_score == 24


def test_score_and_points_are_two_figures() -> None:
    game = start(["r1", "y1", "r3", "r3", "r4", "r1", "r4", "r5", "y3", "y3"])
    assert game.play(5).success  # r1
    game.play(1)  # y3: strike 1
    assert game.play(5).success  # y1
    game.play(5)  # r1: strike 2
    assert (game.points, game.score, game.end) == (2, 2, "in_progress")
    game.play(5)  # r3: strike 3
    assert (game.points, game.score, game.end) == (2, 0, "strikeout")


def test_it_prints() -> None:
    game = start()
    game.hint("Bob", "red")
    text = str(game)
    assert "> Bob" in text
    assert "r1*" in text
    assert "hint tokens 7" in text
    assert repr(game).startswith("<Game 'No Variant', 2 players, turn 1, Bob to act")
    assert all(str(move) == game.describe(move) for move in game.legal_moves())


# refusals

BAD: list[tuple[str, Any]] = [
    ("is not in Alice's hand", lambda g: g.apply(Move(0, 7))),
    ("is not in Alice's hand", lambda g: g.apply(Move(1, 60))),
    ("is not in Alice's hand", lambda g: g.apply(Move(0, -1))),
    (r"slots 1 \(the newest\) to 5", lambda g: g.play(6)),
    (r"slots 1 \(the newest\) to 5", lambda g: g.play(0)),
    (r"slots 1 \(the newest\) to 5", lambda g: g.discard(-1)),
    ("all 8 hint tokens are there", lambda g: g.discard(1)),
    ("a hint to themself", lambda g: g.hint("Alice", 1)),
    ("seats are 0 to 1", lambda g: g.hint(2, 1)),
    ("seats are 0 to 1", lambda g: g.hint(-1, 1)),
    ("no seat 2", lambda g: g.apply(Move(3, 2, 1))),
    ("nobody here is called 'Zoe'", lambda g: g.hint("Zoe", 1)),
    ("no rank hint 6", lambda g: g.hint("Bob", 6)),
    ("no rank hint 0", lambda g: g.apply(Move(3, 1, 0))),
    ("no color hint 5", lambda g: g.apply(Move(2, 1, 5))),
    ("no color hint -1", lambda g: g.apply(Move(2, 1, -1))),
    ("'teal' is no hint of No Variant", lambda g: g.hint("Bob", "teal")),
    ("hints Bob 5 touches no card", lambda g: g.hint("Bob", 5)),
    ("hints Bob 5 touches no card", lambda g: g.apply(Move(3, 1, 5))),
    ("no action type 6", lambda g: g.apply(Move(6, 0))),
    ("no action type -1", lambda g: g.apply(Move(-1, 0))),
    ("ends a game with another number", lambda g: g.apply(Move(4, 0, 1))),
    ("is r1, not r2", lambda g: g.play(5, card="r2")),
    ("not a card", lambda g: g.play(5, card=25)),
    ("do not fit the cards that are known", lambda g: g.hint("Bob", 1, touched=[1])),
    ("has slots 1 to 5", lambda g: g.hint("Bob", 1, touched=[0])),
    ("whole numbers", lambda g: g.apply(Move(0, 1.0))),  # type: ignore[arg-type]
    ("slots 1", lambda g: g.play(1.5)),
    ("slots 1", lambda g: g.play("1")),
]


@pytest.mark.parametrize("number", range(len(BAD)))
def test_a_refused_move_says_why_and_changes_nothing(number: int) -> None:
    reason, attempt = BAD[number]
    game = start()
    before, history, snapshots, text = game.state.copy(), game.history, len(game), str(game)
    with pytest.raises(HanabiError, match=reason):
        attempt(game)
    assert game.state == before
    assert (game.history, len(game), str(game)) == (history, snapshots, text)
    assert game.discards == ()


def test_a_refusal_is_a_value_error_of_the_package() -> None:
    with pytest.raises(IllegalMoveError) as caught:
        start().discard(1)
    assert isinstance(caught.value, HanabiError)
    assert isinstance(caught.value, ValueError)


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 10**6),
    st.integers(0, 70),
    st.integers(2, 6),
    st.integers(-2, 8),
    st.integers(-70, 70),
    st.integers(-9, 9),
)
def test_can_apply_and_the_list_agree(seed: int, turns: int, players: int, kind: int, target: int, value: int) -> None:
    game = random_game(seed, turns, players=players, variant="6 Suits", rules=Rules(strikes=30))
    move = Move(kind, target, value)
    before = game.state.copy()
    if kind not in (4, 5):
        ignoring = Move(kind, target) if kind in (0, 1) else move
        assert game.can(move) == (ignoring in game.legal_moves())
    if game.can(move):
        game.apply(move)
        assert len(game.history) == game.turn + (kind in (4, 5))
    else:
        with pytest.raises(IllegalMoveError):
            game.apply(move)
        assert game.state == before


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"deck": ["r1"]}, "has 50 cards, this one has 1"),
        ({"deck": [0] * 50}, "one r1 too many"),
        ({"deck": [25] + [-1] * 49}, "identities are 0 to 24"),
        ({"deck": ["x1"] + ["??"] * 49}, "'x1' is not a card"),
        ({"deck": [-1] * 50, "seed": 1}, "a deck or a seed, not both"),
        ({"players": 3, "names": ["A", "B"]}, "players=3, but there are 2 names"),
        ({"players": 7}, "2 to 6"),
        ({"names": ["A"]}, "2 to 6"),
        ({"variant": "Rainbow (6 Suits)"}, "not supported"),
    ],
)
def test_refused_deals(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(HanabiError, match=reason):
        Game.new(**options)


def test_an_unknown_variant_is_its_own_error() -> None:
    with pytest.raises(UnknownVariantError):
        Variant.named("Nope")


def test_ends_that_are_not_played() -> None:
    for code, value, name in (
        (4, 3, "timeout"),
        (4, 4, "terminated"),
        (4, 6, "idle_timeout"),
        (5, 10, "terminated_by_vote"),
    ):
        game = start()
        game.play(5)
        event = game.apply(Move(code, 1, value))
        assert (game.end, game.points, game.score, game.turn) == (name, 1, 0, 1)
        assert event.text
        with pytest.raises(IllegalMoveError, match="the game is over"):
            game.apply(Move(code, 1, value))


# same again


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_seed_gives_the_same_deal(players: int) -> None:
    one, two, other = (Game.new("6 Suits", players=players, seed=seed) for seed in (9, 9, 10))
    assert one.state == two.state
    assert one.state.deck != other.state.deck
    assert Game.new(seed=2**40 + 9).state.deck != Game.new(seed=9).state.deck
    assert Game.new().state.deck != Game.new().state.deck


def test_the_deal_of_a_seed_never_changes() -> None:
    """Results people publish with a seed must come out again with every later version."""
    deck = Game.new(seed=7).state.deck
    assert [Variant.plain(5).label(identity) for identity in deck[:12]] == SEED_7


SEED_7: list[str] = ["g1", "r4", "r3", "g3", "r3", "b1", "g4", "p3", "g4", "b4", "p4", "g1"]


# earlier turns, copies


def test_at_any_turn() -> None:
    game = random_game(5, 40, players=3, rules=Rules(strikes=30))
    replayed = Game.new(seed=5, players=3, rules=Rules(strikes=30))
    for turn, event in enumerate(game.history):
        then = game.at(turn)
        assert then.state == replayed.state == game[turn].state
        assert then.history == replayed.history == game.history[:turn]
        assert then.discards == replayed.discards
        replayed.apply(event.move)
    assert game.at(-1).state == game.state
    assert game.at(len(game) - 1).state == replayed.state
    for turn in (len(game), -len(game) - 1):
        with pytest.raises(HanabiError, match=f"turns 0 .* to {len(game) - 1}"):
            game.at(turn)


def test_going_back_and_elsewhere_leaves_the_game_alone() -> None:
    game = random_game(8, 12, players=2)
    before, count = game.state.copy(), len(game)
    branch = game.at(4)
    for _ in range(3):
        branch.apply(branch.legal_moves()[-1])
    twin = game.copy()
    if not twin.is_over:
        twin.apply(twin.legal_moves()[0])
    assert game.state == before
    assert len(game) == count
    assert len(branch) == 8
    assert game.at(4).state == branch.at(4).state


# views


def reachable(thing: object, seen: set[int]) -> list[object]:
    """Everything that can be reached from an object through its fields."""
    if id(thing) in seen or isinstance(thing, (int, str, type(None))):
        return []
    seen.add(id(thing))
    found: list[object] = [thing]
    if isinstance(thing, dict):
        parts = [*thing, *thing.values()]
    elif isinstance(thing, (list, tuple, set)):
        parts = list(thing)
    else:
        slots = [name for kind in type(thing).__mro__ for name in getattr(kind, "__slots__", ())]
        parts = [getattr(thing, name, None) for name in [*slots, *getattr(thing, "__dict__", {})]]
    for part in parts:
        found += reachable(part, seen)
    return found


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 60), st.integers(2, 5))
def test_a_view_knows_only_what_its_seat_sees(seed: int, turns: int, players: int) -> None:
    game = random_game(seed, turns, players=players, rules=Rules(strikes=30))
    for seat in range(players):
        view = game.view(seat)
        own = {card.order for card in game.hands[seat]}
        hidden = own | {card.order for card in game.deck}
        assert {order for order in range(50) if view.state.deck[order] < 0} == hidden
        assert [hand for p, hand in enumerate(view.hands) if p != seat] == [
            hand for p, hand in enumerate(game.hands) if p != seat
        ]
        assert all(str(card) == "??" for card in view.hands[seat] + view.deck)
        for thing in reachable(view, set()):
            if isinstance(thing, GameState):
                assert all(thing.deck[order] < 0 for order in hidden)
            if isinstance(thing, Card) and thing.order in hidden:
                assert not thing.known
        for turn in range(len(view)):
            then = game.at(turn)
            unseen = {card.order for card in then.hands[seat] + then.deck}
            assert {order for order in range(50) if view.at(turn).state.deck[order] < 0} == unseen
        assert game.state == game.at(-1).state
        # what is on the table is the same
        for name in (
            "fireworks",
            "discards",
            "hint_tokens",
            "strikes",
            "points",
            "max_score",
            "deck_left",
            "end",
            "turn",
        ):
            assert getattr(view, name) == getattr(game, name)
        assert view.view(seat).state == view.state


def test_a_view_does_not_depend_on_what_it_hides() -> None:
    """Two deals that differ only in a seat's hand and the undrawn deck give that seat equal views."""
    game = start()
    cards = game.state.deck[:50]
    other_cards = cards[:]
    rng = random.Random(4)
    hidden = [*range(5), *range(11, 50)]
    mixed = [cards[order] for order in hidden]
    rng.shuffle(mixed)
    for order, identity in zip(hidden, mixed, strict=True):
        other_cards[order] = identity
    other = Game.new(deck=other_cards)
    for g in (game, other):
        g.hint("Bob", "red")
        g.play(1)
    one, two = game.view(0), other.view(0)
    assert one.state == two.state
    assert str(one) == str(two)
    assert one.history == two.history
    assert one.current_player == 0
    assert [str(move) for move in one.legal_moves()] == [str(move) for move in two.legal_moves()]


def test_legal_moves_of_a_view_are_those_of_the_game_when_its_seat_acts() -> None:
    for seed in range(10):
        game = random_game(seed, 9, players=3)
        if not game.is_over:
            assert game.view(game.current_player).legal_moves() == game.legal_moves()
    with pytest.raises(HanabiError, match="seats are 0 to 2"):
        game.view(3)


def test_a_view_can_be_played_on() -> None:
    view = start().view(0)
    with pytest.raises(IllegalMoveError, match="say which card it was"):
        view.play(5)
    assert view.play(5, card="r1").success
    assert view.state.deck[0] == 0
    assert view.hands[0][0].known is False


# unknown cards: a game at a real table


def test_a_hint_to_unknown_cards_says_what_it_touched() -> None:
    game = Game.new(deck=[-1] * 50)
    before = game.state.copy()
    with pytest.raises(IllegalMoveError, match=r"say which slots the hint touched"):
        game.hint("Bob", "red")
    with pytest.raises(IllegalMoveError, match="touches no card"):
        game.hint("Bob", "red", touched=[])
    assert game.state == before
    event = game.hint("Bob", "red", touched=[3, 1])
    assert event.touched == (7, 9)
    assert event.text == "Alice hints Bob red: slots 1, 3"
    red = 0b11111
    assert [game.state.possible[order] for order in range(5, 10)] == [red ^ (2**25 - 1)] * 2 + [red] + [
        red ^ (2**25 - 1)
    ] + [red]
    assert Game.new(deck=[-1] * 50, rules=Rules(empty_hints=True)).hint("Bob", 1, touched=[]).touched == ()


def test_a_played_unknown_card_is_named_and_must_fit_what_is_known() -> None:
    game = Game.new(deck=[-1] * 50)
    game.hint("Bob", "red", touched=[1])
    game.hint("Alice", 1, touched=[5])
    before = game.state.copy()
    with pytest.raises(IllegalMoveError, match="say which card it was"):
        game.play(5)
    with pytest.raises(IllegalMoveError, match="slot 5 is not r2"):
        game.play(5, card="r2")
    assert game.state == before
    event = game.play(5, card="r1")
    assert event.success
    assert str(event.card) == "r1"
    assert not game.discard(2, card="y4").success
    assert game.points == 1
    assert game.state.discarded[game.variant.parse("y4")] == 1


def test_no_more_copies_than_there_are() -> None:
    game = Game.new(deck=["r5"] + ["??"] * 49, rules=Rules(discard_at_max=True))
    game.discard(5)
    before = game.state.copy()
    with pytest.raises(IllegalMoveError, match="every copy of r5"):
        game.discard(1, card="r5")
    assert game.state == before


def test_a_partly_known_hand_checks_what_it_knows() -> None:
    game = Game.new(deck=["??"] * 5 + ["r1", "y1", "??", "b2", "??"] + ["??"] * 40)
    # Bob, newest first: ?? b2 ?? y1 r1
    with pytest.raises(IllegalMoveError, match="do not fit the cards that are known: r1"):
        game.hint("Bob", "red", touched=[3])
    with pytest.raises(IllegalMoveError, match="do not fit the cards that are known: b2"):
        game.hint("Bob", "red", touched=[2, 5])
    assert game.hint("Bob", "red", touched=[5, 1]).touched == (5, 9)


def test_a_replay_of_unknown_cards_is_the_same_game() -> None:
    """A whole game told move by move over an unknown deck ends as the open one does."""
    real = random_game(21, 200, players=3, rules=Rules(strikes=30))
    told = Game.new(deck=[-1] * 50, players=3, rules=Rules(strikes=30))
    for event in real.history:
        if event.move.type in (0, 1):
            assert event.card is not None
            told.apply(event.move, card=event.card.identity)
        else:
            hand = real.at(event.turn).hands[event.move.target]
            slots = [slot for slot, card in enumerate(hand, 1) if card.order in event.touched]
            told.apply(event.move, touched=slots)
    for name in ("fireworks", "hint_tokens", "strikes", "points", "score", "end", "turn", "discards"):
        assert getattr(told, name) == getattr(real, name)
    assert told.state.possible == real.state.possible
    assert told.state.hinted == real.state.hinted


def test_names() -> None:
    game = start(names=["Ann", "Ben"])
    assert game.hint("Ben", "R").text == "Ann hints Ben red: slot 4"
    assert game.players == 2
    assert engine.hint_index(game.setup, 2, 0) == 0


def test_a_view_may_be_asked_for_by_name_and_odd_ends_are_told() -> None:
    game = Game.new(names=("Ann", "Ben"), seed=3)
    assert str(game.view("Ben")) == str(game.view(1))
    assert game.describe(Move(4, 0, 9)) == "Ann ends the game"
