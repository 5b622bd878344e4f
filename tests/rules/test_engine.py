"""The engine against a naive second Hanabi, and its two bodies against each other, over random games."""

from __future__ import annotations

import importlib.util
import os
import random
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hanabi_lab.rules import END_NAMES, GameState, HanabiError, Rules, Setup, Variant, engine, play_random_games
from hanabi_lab.rules.arrays import fill_state, new_states, read_state, setup_record
from hanabi_lab.rules.kernel import compiled

_SPEC = importlib.util.spec_from_file_location("rules_oracle", Path(__file__).with_name("oracle.py"))
assert _SPEC
assert _SPEC.loader
oracle = importlib.util.module_from_spec(_SPEC)
sys.modules["rules_oracle"] = oracle  # dataclasses look their module up
_SPEC.loader.exec_module(oracle)

#: Without the compiler a record is about a thousand times slower, so fewer games are compared.
INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")

Setting = tuple[Variant, Rules, int]


@compiled
def follow(setups: Any, states: Any, codes: Any, lengths: Any, counts: Any, room: Any) -> None:
    """Replay moves over records, noting how many were legal each time."""
    for g in range(len(states)):
        s = states[g]
        v = setups[g]
        engine.deal(s, v)
        for i in range(lengths[g]):
            counts[g, i] = engine.legal_moves(s, v, room)
            engine.act(s, v, codes[g, i])


def house_of(setting: Setting) -> Any:
    variant, rules, players = setting
    switches = {name: getattr(rules, name) for name in Rules.__dataclass_fields__ if name != "hand_size_change"}
    copies = variant.copies[: variant.ranks]
    return oracle.House(players, rules.hand_size(players), len(variant.suits), variant.ranks, copies, **switches)


def shuffled(variant: Variant, rng: random.Random) -> list[int]:
    deck = [identity for identity, copies in enumerate(variant.copies) for _ in range(copies)]
    rng.shuffle(deck)
    return deck


def dealt(setup: Setup, deck: list[int]) -> GameState:
    state = GameState()
    state.deck = deck + [0] * (len(state.deck) - len(deck))
    engine.deal(state, setup)
    return state


def code_of(move: tuple[int, int, int]) -> int:
    return move[0] << 12 | move[1] << 6 | move[2]


def hint_numbers(mask: int, variant: Variant) -> set[tuple[int, int]]:
    suits = len(variant.suits)
    return {(2, h) if h < suits else (3, h - suits + 1) for h in range(12) if mask >> h & 1}


def cards_of(mask: int, variant: Variant) -> set[tuple[int, int]]:
    assert mask >> variant.identities == 0
    return {(variant.suit_of(i), variant.rank_of(i)) for i in range(variant.identities) if mask >> i & 1}


def check_same(state: GameState, setup: Setup, table: Any, variant: Variant) -> set[int]:
    """Compare a position with the oracle's; return the codes of its legal moves."""
    house = table.house
    room = [0] * engine.MAX_MOVES
    count = engine.legal_moves(state, setup, room)
    legal = set(room[:count])
    assert len(legal) == count
    assert legal == {code_of(move) for move in table.legal()}
    seats = range(house.players)
    assert [state.hands[p][: state.hand_len[p]] for p in seats] == table.hands
    assert state.fireworks[: house.suits] == [table.height(suit) for suit in range(house.suits)]
    assert state.limit[: house.suits] == [table.highest_possible(suit) for suit in range(house.suits)]
    gone = Counter(table.cards[order] for order in table.gone)
    assert state.discarded[: variant.identities] == [gone[card] for card in house.every_card()]
    assert (state.drawn, state.points, state.reachable) == (
        len(table.cards) - len(table.stock),
        table.points(),
        table.reachable(),
    )
    assert (state.hint_tokens, state.strikes, state.turn) == (table.tokens, table.strikes, table.turn)
    assert END_NAMES[state.end] == (table.end or "in_progress")
    if not table.end:
        assert state.player == table.seat
    assert engine.score(state, setup) == table.score()
    return legal


def check_masks(state: GameState, setup: Setup, table: Any, variant: Variant) -> None:
    """Compare what hints and piles say."""
    assert cards_of(engine.playable_mask(state, setup), variant) == table.playable()
    assert cards_of(engine.trash_mask(state, setup), variant) == set(table.house.every_card()) - table.needed()
    assert cards_of(engine.critical_mask(state, setup), variant) == table.critical()
    for hand in table.hands:
        for order in hand:
            assert cards_of(state.possible[order], variant) == table.possible(order)
            assert hint_numbers(state.hinted[order], variant) == table.touched_by(order)


def play_beside_oracle(setting: Setting, rng: random.Random, care: float, every: int) -> tuple[GameState, list[int]]:
    """Play a game in both, comparing each position (the masks at every so many); return its end and its moves."""
    variant, rules, players = setting
    setup = Setup.of(variant, rules, players)
    deck = shuffled(variant, rng)
    state = dealt(setup, deck)
    table = oracle.Table(house_of(setting), [(variant.suit_of(i), variant.rank_of(i)) for i in deck])
    codes: list[int] = []
    while True:
        legal = check_same(state, setup, table, variant)
        if table.turn % every == 0 or table.end:
            check_masks(state, setup, table, variant)
        if table.end:
            return state, codes
        moves = sorted(table.legal())
        good = [move for move in moves if move[0] == 0 and table.fits(move[1])]
        move = rng.choice(good if good and rng.random() < care else moves)
        kind, target, value = rng.randrange(-1, 6), rng.randrange(-1, 61), rng.randrange(-1, 8)
        expected = (code_of((kind, target, value)) in legal) if min(kind, target, value) >= 0 else False
        if kind not in (0, 1) or value == 0:  # the value of a play or discard means nothing
            assert (engine.legality(state, setup, kind, target, value) == engine.LEGAL) == expected
        assert engine.legality(state, setup, *move) == engine.LEGAL
        table.make(move)
        engine.act(state, setup, code_of(move))
        codes.append(code_of(move))


@st.composite
def games(draw: st.DrawFn) -> Setting:
    ranks = draw(st.integers(1, 5))
    standard = draw(st.booleans())
    copies = None if standard else tuple(draw(st.lists(st.integers(1, 3), min_size=ranks, max_size=ranks)))
    players = draw(st.integers(2, 6))
    per_suit = sum(copies or (3, 2, 2, 2, 1)[:ranks])
    fewest = -(-players // per_suit)
    if fewest > 6:
        fewest, players = 6, min(players, 6 * per_suit)
    most = min(6, 60 // per_suit)
    variant = Variant.plain(draw(st.integers(min(fewest, most), most)), ranks=ranks, copies=copies)
    normal = Rules().hand_size(players)
    size = draw(st.integers(1, min(6, variant.deck_size // players)))
    top = draw(st.integers(1, 9))
    flag = st.booleans()
    rules = Rules(
        start_tokens=draw(st.integers(0, top)),
        max_tokens=top,
        strikes=draw(st.sampled_from([1, 2, 3, 5, 99])),
        keep_points=draw(flag),
        empty_hints=draw(flag),
        discard_at_max=draw(flag),
        end_when_stuck=draw(flag),
        last_round=draw(flag),
        hand_size_change=size - normal,
        starting_seat=draw(st.integers(0, players - 1)),
        bottom_play=draw(flag),
        all_or_nothing=draw(flag),
    )
    return variant, rules, players


STANDARD: list[Setting] = [(Variant.plain(5), Rules(), players) for players in (2, 3, 4, 5)] + [
    (Variant.plain(6), Rules(end_when_stuck=True), 6),
    (Variant.plain(5), Rules(end_when_stuck=True, strikes=99), 3),
    (Variant.plain(3), Rules(last_round=False), 2),
    (Variant.plain(4), Rules(all_or_nothing=True, strikes=99), 4),
    (Variant.plain(5), Rules(bottom_play=True, strikes=99), 5),
]


def compare_bodies(played: list[tuple[Setting, GameState, list[int]]]) -> None:
    """Replay games over records: all legal counts, and all final fields, are those of the object."""
    n, longest = len(played), max(len(codes) for _, _, codes in played)
    setups = np.concatenate([setup_record(Setup.of(*setting)) for setting, _, _ in played])
    states = new_states(n)
    codes = np.zeros((n, longest), np.int64)
    lengths = np.array([len(moves) for _, _, moves in played], np.int64)
    for g, (_, state, moves) in enumerate(played):
        states[g]["deck"] = state.deck
        codes[g, : len(moves)] = moves
    counts = np.zeros((n, longest), np.int64)
    follow(setups, states, codes, lengths, counts, np.zeros(engine.MAX_MOVES, np.int64))
    room = [0] * engine.MAX_MOVES
    for g, (setting, final, moves) in enumerate(played):
        setup = Setup.of(*setting)
        again = dealt(setup, final.deck[: setup.deck_size])
        for i, code in enumerate(moves):
            assert counts[g, i] == engine.legal_moves(again, setup, room)
            engine.act(again, setup, code)
        record = read_state(states[g])
        for p in range(setup.players):  # places past the end of a hand hold what was there before
            assert record.hands[p] == final.hands[p]
        assert record == final == again


@settings(max_examples=25 if INTERPRETED else 150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(games(), st.randoms(use_true_random=False), st.sampled_from([0.0, 0.6, 0.95]))
def test_any_rules_agree_with_the_oracle_in_both_bodies(setting: Setting, rng: random.Random, care: float) -> None:
    state, codes = play_beside_oracle(setting, random.Random(rng.getrandbits(32)), care, every=1)
    compare_bodies([(setting, state, codes)])


@pytest.mark.parametrize("number", range(len(STANDARD)))
def test_many_games_agree_with_the_oracle(number: int) -> None:
    rng = random.Random(number)
    setting = STANDARD[number]
    played = []
    for g in range(12 if INTERPRETED else 130):
        state, codes = play_beside_oracle(setting, rng, (0.0, 0.5, 0.9)[g % 3], every=8)
        played.append((setting, state, codes))
    compare_bodies(played[:3] if INTERPRETED else played)


def test_both_bodies_draw_the_same_random_games() -> None:
    games, compared = (6, 6) if INTERPRETED else (3000, 300)
    for players in (2, 5):
        bulk = play_random_games(games, players=players, seed=11, first=4)
        setup = Setup.of(Variant.plain(5), Rules(), players)
        room = [0] * engine.MAX_MOVES
        for g in range(compared):
            state, rng = GameState(), [0] * 4
            engine.seed_rng(rng, 11, 4 + g)
            engine.random_game(state, setup, rng, room)
            assert read_state(bulk.states[g]) == state
            assert bulk.scores[g] == engine.score(state, setup)
        assert bulk.moves == bulk.states["turn"].sum()
        split = play_random_games(games - 2, players=players, seed=11, first=6, states=new_states(games - 2))
        assert (split.states == bulk.states[2:]).all()


@pytest.mark.skipif(INTERPRETED, reason="takes thousands of games")
@pytest.mark.parametrize(("players", "strikes", "turns"), [(2, 3, 12.8), (3, 3, 17.1), (5, 3, 19.8), (2, 50, 66.0)])
def test_random_games_are_as_long_as_those_of_other_programs(players: int, strikes: int, turns: float) -> None:
    games = 20000
    bulk = play_random_games(games, players=players, rules=Rules(strikes=strikes), seed=5)
    assert bulk.moves / games == pytest.approx(turns, rel=0.02)
    assert (bulk.scores.mean() > 4) == (strikes == 50)


@pytest.mark.skipif(INTERPRETED, reason="takes thousands of games")
def test_shuffles_are_fair() -> None:
    games = 20000
    decks = play_random_games(games, seed=1).states["deck"][:, :50]
    for place in (0, 9, 10, 30, 49):
        counts = np.bincount(decks[:, place], minlength=25)
        expected = np.array(Variant.plain(5).copies) * games / 50
        assert ((counts - expected) ** 2 / expected).sum() < 60  # chi square, 24 degrees of freedom: p about 1e-4


def test_bulk_calls_refuse_nonsense() -> None:
    with pytest.raises(HanabiError, match="0 or more"):
        play_random_games(-1)
    with pytest.raises(HanabiError, match="room for"):
        play_random_games(3, states=new_states(2))
    assert len(play_random_games(0).scores) == 0


def test_a_record_is_the_object_and_back() -> None:
    setup = Setup.of(Variant.plain(5), Rules(), 3)
    state = dealt(setup, shuffled(Variant.plain(5), random.Random(2)))
    record = new_states(1)
    fill_state(record[0], state)
    assert read_state(record[0]) == state
    state.fireworks[2] += 1
    assert read_state(record[0]) != state
    twin = state.copy()
    twin.hands[1][0] = 59
    twin.possible[3] = 0
    assert state.hands[1][0] == 5
    assert state.possible[3]


PERFT: list[tuple[Setting, list[int], int]] = [
    # two suits of 1 1 2, two cards a hand: discards, strikes, completed fireworks and the last round within 6 moves
    (
        (Variant.plain(2, ranks=2, copies=(2, 1)), Rules(start_tokens=2, max_tokens=2, hand_size_change=-3), 2),
        [0, 3, 2, 1, 0, 2],
        5,
    ),
    (
        (
            Variant.plain(2, ranks=2, copies=(2, 2)),
            Rules(start_tokens=1, max_tokens=1, strikes=2, hand_size_change=-4, end_when_stuck=True),
            3,
        ),
        [0, 1, 2, 3, 3, 2, 1, 0],
        5,
    ),
    (
        (
            Variant.plain(1, ranks=3, copies=(2, 1, 1)),
            Rules(start_tokens=1, max_tokens=2, bottom_play=True, hand_size_change=-4, empty_hints=True),
            2,
        ),
        [1, 0, 2, 0],
        6,
    ),
    (
        (
            Variant.plain(2, ranks=1, copies=(3,)),
            Rules(start_tokens=1, max_tokens=1, strikes=4, hand_size_change=-3, last_round=False),
            2,
        ),
        [0, 0, 0, 1, 1, 1],
        7,
    ),
]


@pytest.mark.parametrize("number", range(len(PERFT)))
def test_the_tree_of_moves_has_as_many_leaves(number: int) -> None:
    setting, deck, depth = PERFT[number]
    variant = setting[0]
    setup = Setup.of(*setting)

    def count(state: GameState, left: int) -> int:
        room = [0] * engine.MAX_MOVES
        n = engine.legal_moves(state, setup, room)
        if left == 0 or n == 0:
            return 1
        leaves = 0
        for code in room[:n]:
            child = state.copy()
            engine.act(child, setup, code)
            leaves += count(child, left - 1)
        return leaves

    cards = [(variant.suit_of(i), variant.rank_of(i)) for i in deck]
    start = dealt(setup, deck)
    house = house_of(setting)
    for ply in range(1, depth + 1):
        assert count(start, ply) == oracle.perft(house, cards, [], ply)
