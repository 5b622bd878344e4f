"""hand_belief: recorded games, every chair and turn, questions, what is shown."""

from __future__ import annotations

import csv
import importlib.util
import json
import random
import subprocess
import sys
from fractions import Fraction
from math import comb
from pathlib import Path

import numpy as np
import pytest

from hanabi_lab.beliefs import HandBelief, hand_belief, unseen_counts
from hanabi_lab.records import read_games
from hanabi_lab.rules import Card, Game, HanabiError, Rules, Variant

_SPEC = importlib.util.spec_from_file_location("beliefs_oracle", Path(__file__).with_name("oracle.py"))
assert _SPEC
assert _SPEC.loader
oracle = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(oracle)

SMALL = Variant.plain(2, ranks=3, copies=(3, 2, 1))


def random_game(
    seed: int, players: int, variant: Variant | str = "No Variant", rules: Rules | str = "standard"
) -> Game:
    rng = random.Random(seed)
    game = Game.new(variant, players=players, seed=seed, rules=rules)
    while not game.is_over:
        moves = game.legal_moves()
        hints = [move for move in moves if move.type > 1]
        game.apply(rng.choice(hints if hints and rng.random() < 0.6 else moves))
    return game


def opening() -> Game:
    """Bob sees r1 y2 g3 b4 p5 in Alice's hand and has no hint."""
    variant = Variant.plain()
    seen = [variant.parse(label) for label in ("r1", "y2", "g3", "b4", "p5")]
    rest = [i for i, copies in enumerate(variant.copies) for _ in range(copies - seen.count(i))]
    return Game.new(deck=[*seen, *rest], players=2)


@pytest.mark.parametrize(("folder", "preset"), [("hanabi-challenges", "hanab.live"), ("hanabidata", "pyhanabi")])
def test_every_recorded_play_fails_as_often_as_another_program_says(shared: Path, folder: str, preset: str) -> None:
    records = {str(record.id): record for record in read_games(shared / "games" / folder / "games.jsonl")}
    games: dict[str, Game] = {}
    with (shared / "games" / folder / "posteriors.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == {"hanabi-challenges": 1090, "hanabidata": 823}[folder]
    for row in rows:
        number, turn = row["game_id"], int(row["turn"])
        if number not in games:
            games[number] = records[number].replay(preset).game
        belief = hand_belief(games[number], turn=turn)
        assert (belief.seat, belief.turn, belief.engine) == (int(row["seat"]), turn, "closed form")
        place = belief.orders.index(games[number].history[turn].move.target)
        playable = sum(
            (belief.fractions[place][i] for i in range(25) if belief.playable_mask >> i & 1), start=Fraction(0)
        )
        assert 1 - playable == Fraction(row["joint"]), row
        assert belief.playable()[place] == float(playable)
        single = Fraction(
            sum(c for i, c in enumerate(belief.counts) if (belief.masks[place] & ~belief.playable_mask) >> i & 1),
            sum(c for i, c in enumerate(belief.counts) if belief.masks[place] >> i & 1),
        )
        assert single == Fraction(row["single"]), row


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_support_is_empathy_and_holds_the_truth(players: int) -> None:
    game = random_game(players, players, "6 Suits" if players == 6 else "No Variant")
    for turn in range(0, game.turn + 1, 3):
        now = game.at(turn)
        for seat in range(players):
            belief = hand_belief(game, seat, turn=turn)
            masks = belief.masks
            assert belief.orders == tuple(card.order for card in now.hands[seat])
            assert belief.engine == "closed form"
            for place, card in enumerate(now.hands[seat]):
                assert belief.ways[place][card.identity] > 0
                possible = [i for i in range(len(belief.counts)) if oracle.can_be(belief.counts, masks, place, i)]
                assert belief.possible(place + 1) == tuple(belief.variant.label(i) for i in possible)


@pytest.mark.parametrize("seed", range(8))
def test_questions_agree_with_enumeration(seed: int) -> None:
    game = random_game(seed, 2, SMALL)
    rng = random.Random(seed)
    for turn in range(game.turn + 1):
        belief = hand_belief(game, seed % 2, turn=turn)
        deals = [(hand[::-1], n) for hand, n in oracle.hands(belief.counts, belief.masks[::-1])]
        total = sum(n for _, n in deals)
        assert total == belief.total
        n = len(belief.orders)
        for _ in range(4):
            wanted = {
                slot: rng.sample(belief.variant.labels, rng.randint(1, 4))
                for slot in rng.sample(range(1, n + 1), rng.randint(0, n))
            }
            count = sum(
                ways
                for hand, ways in deals
                if all(belief.variant.label(hand[slot - 1]) in cards for slot, cards in wanted.items())
            )
            assert belief.joint(wanted, exact=True) == Fraction(count, total)
            assert belief.joint(wanted) == count / total
        cards = rng.sample(belief.variant.labels, 2)
        count = sum(ways for hand, ways in deals if any(belief.variant.label(i) in cards for i in hand))
        assert belief.at_least_one(cards, exact=True) == Fraction(count, total)
        assert belief.contains(cards[0]) == belief.at_least_one(cards[0])
        for slot in belief.slots:
            for name, mask in (
                ("playable", belief.playable_mask),
                ("trash", belief.trash_mask),
                ("critical", belief.critical_mask),
            ):
                count = sum(ways for hand, ways in deals if mask >> hand[slot - 1] & 1)
                assert getattr(belief, name)()[slot - 1] == belief.probability(slot, mask) == count / total


def test_questions_with_known_answers() -> None:
    belief = hand_belief(opening(), 1)
    assert belief.at_least_one(["r1", "y1", "g1", "b1", "p1"], exact=True) == Fraction(16696, 19393)
    assert belief.contains("r1", exact=True) == 1 - Fraction(comb(43, 5), comb(45, 5)) == Fraction(7, 33)
    assert belief.contains("p5") == 0
    assert belief.probability(1, "y1 y3") == belief.probability(1, ["y1", "y3"]) == 5 / 45
    assert belief.probability(2, Card(0, 1, "r", identity=0)) == 2 / 45
    assert belief.joint({1: "r5", 2: "r5"}) == 0
    assert belief.joint({}) == 1


def test_bad_questions_are_told() -> None:
    belief = hand_belief(opening(), 1)
    with pytest.raises(HanabiError, match="slots 1"):
        belief.probability(6, "r1")
    with pytest.raises(HanabiError, match="slots 1"):
        belief.joint({0: "r1"})
    with pytest.raises(HanabiError, match="not a card"):
        belief.probability(1, "t1")
    with pytest.raises(HanabiError, match="no mask"):
        belief.at_least_one(1 << 25)
    with pytest.raises(HanabiError, match="one card"):
        belief.contains("r1 r2")
    with pytest.raises(HanabiError, match="turns 0"):
        hand_belief(opening(), turn=1)
    with pytest.raises(HanabiError, match="seats"):
        hand_belief(opening(), 2)


def test_the_holders_cards_are_never_looked_at() -> None:
    game = random_game(11, 3)
    for turn in range(0, game.turn + 1, 2):
        now = game.at(turn)
        for seat in range(3):
            assert hand_belief(now.view(seat), seat) == hand_belief(game, seat, turn=turn)
    assert hand_belief(game, "Bob") == hand_belief(game, 1)
    assert hand_belief(game).seat == game.current_player


def test_a_hint_never_enlarges_the_support() -> None:
    game = random_game(4, 2)
    for turn, event in enumerate(game.history):
        if event.move.type > 1:
            before, after = (hand_belief(game, event.move.target, turn=t) for t in (turn, turn + 1))
            for old, new in zip(before.ways, after.ways, strict=True):
                assert all(o or not n for o, n in zip(old, new, strict=True))


def test_a_short_hand_and_an_empty_deck() -> None:
    game = random_game(2, 2, SMALL)
    assert game.deck_left == 0
    belief = hand_belief(game, game.history[-1].player)
    assert len(belief.orders) < 5
    for seat in (0, 1):
        belief = hand_belief(game, seat)
        assert sum(belief.counts) == len(belief.orders)
        for i, count in enumerate(belief.counts):
            assert sum((row[i] for row in belief.fractions), start=Fraction(0)) == count


def test_unknown_cards_of_others_are_dealt_along_with_their_hints() -> None:
    tiny = Variant.plain(2, ranks=2, copies=(3, 2))
    table = Game.new(tiny, players=2, deck=["??"] * 10, rules=Rules(hand_size_change=-1))
    engines = set()
    for to, what, touched in (
        ("Bob", "red", [1, 2]),
        ("Alice", 1, [2, 4]),
        ("Bob", 2, [2, 3]),
        ("Alice", tiny.hint_colors[1], [1, 2]),
    ):
        table.hint(to, what, touched=touched)
        for seat in (0, 1):
            belief = hand_belief(table, seat)
            engines.add(belief.engine)
            state = table.state
            others = [state.possible[o] for o in state.hands[1 - seat][:4]]
            total, ways = oracle.enumerate_ways(belief.counts, [*belief.masks, *others])
            for row, exact in zip(belief.fractions, ways, strict=False):
                assert row == tuple(Fraction(w, total) for w in exact)
            some = sum(n for hand, n in oracle.hands(belief.counts, [*belief.masks, *others]) if 0 in hand[:4])
            assert belief.contains("r1", exact=True) == Fraction(some, total)
            hinted = any(other != 15 for other in others)
            assert ("with the hints on them" in belief.information) == hinted
    assert engines == {"closed form", "set partition"}


def test_too_many_crossing_hints_are_left_out_and_that_is_said() -> None:
    table = Game.new(players=5, deck=["??"] * 50)
    for _ in range(8):
        seat = (table.current_player + 1) % 5
        what = ["red", 1, "blue", 2, "green", 3, "purple", 4][table.turn]
        table.hint(seat, what, touched=[1 + table.turn % 4, 1 + (table.turn + 1) % 4])
    belief = hand_belief(table, 0)
    assert "left out" in belief.information
    assert all(sum(row) == 1 for row in belief.fractions)


def test_contradictory_knowledge_is_an_error() -> None:
    game = opening()
    for order in game.state.hands[1][:2]:
        game.state.possible[order] = 1 << 4
    with pytest.raises(HanabiError, match=r"turn 0, Bob's hand.*need more copies"):
        hand_belief(game, 1)
    game.state.possible[game.state.hands[1][0]] = 1 << 24
    with pytest.raises(HanabiError, match="slot 5"):
        hand_belief(game, 1)
    game = opening()
    game.state.discarded[24] = 1
    with pytest.raises(HanabiError, match="1 more of p5"):
        unseen_counts(game, 1)


def test_what_is_shown() -> None:
    game = opening()
    game.hint("Bob", "red")
    belief = hand_belief(game)
    text = str(belief)
    assert text.startswith("Bob's hand before turn 2")
    assert "closed form" in text
    page = belief._repr_html_()
    assert page.count('scope="col"') == 5
    assert "nan" not in page
    rows = json.loads(json.dumps(belief.to_dicts()))
    assert [row["slot"] for row in rows] == [1, 2, 3, 4, 5]
    assert [row["order"] for row in rows] == [9, 8, 7, 6, 5]
    assert list(rows[0]) == ["slot", "order", "probabilities", "playable", "trash", "critical"]
    for row in rows:
        assert sum(row["probabilities"].values()) == pytest.approx(1)
        assert min(row["probabilities"].values()) > 0
    assert repr(belief) == "<HandBelief of Bob, turn 1, 5 cards, closed form>"
    assert isinstance(belief, HandBelief)
    table = belief.probabilities
    assert table.shape == (5, 25)
    assert table.dtype == np.float64
    assert table.tolist() == [list(row) for row in belief.marginals]


def test_names_are_escaped() -> None:
    game = Game.new(names=["<b>x</b>", "Bob"], seed=1)
    assert "<b>x" not in hand_belief(game, 0)._repr_html_()


def test_one_hand_needs_the_standard_library_only() -> None:
    code = (
        "import sys; from hanabi_lab.rules.game import Game; from hanabi_lab.beliefs import hand_belief; "
        "b = hand_belief(Game.new(players=2, seed=1)); str(b), b._repr_html_(), b.to_dicts(); "
        "print([m for m in ('numpy', 'numba', 'plotly', 'scipy') if m in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
