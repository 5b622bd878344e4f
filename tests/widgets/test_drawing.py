"""The board: valid SVG, nothing shown that is hidden, names as text."""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as ET

import pytest

from hanabi_lab import Game, HanabiError, board, load
from hanabi_lab.beliefs import hand_belief
from hanabi_lab.widgets.drawing import CIVIDIS, SVG, board_parts, probability_color

NS = "{http://www.w3.org/2000/svg}"
NASTY = ('<img src=x onerror="alert(1)">', "Zoë & 花火 'q'")


def tree(svg: str) -> ET.Element:
    return ET.fromstring(svg)


def middle_game() -> Game:
    game = Game.new(players=3, seed=5, names=("Ann", "Ben", "Cleo"))
    game.hint("Ben", game.hands[1][0].rank)
    game.hint("Cleo", game.variant.suits[game.hands[2][4].suit].name)
    game.discard(5)
    return game


def uses(root: ET.Element, seat: int) -> list[str]:
    hand = next(g for g in root.iter(f"{NS}g") if f"s{seat}" in g.get("class", "").split())
    return [use.get("href", "") for use in hand.iter(f"{NS}use")]


def test_an_open_board_shows_every_card() -> None:
    game = middle_game()
    svg = board(game)
    assert isinstance(svg, SVG)
    assert svg._repr_svg_() == svg
    root = tree(svg)
    for seat, hand in enumerate(game.hands):
        shown = [name for name in uses(root, seat) if name.startswith("#c-")]
        assert shown == [f"#c-{card}" for card in hand]


def test_a_view_gives_nothing_of_the_own_hand_away() -> None:
    game = middle_game()
    root = tree(board(game.view(1), viewer=1, belief=True))
    assert not any(name.startswith("#c-") for name in uses(root, 1))
    assert root.find(f"{NS}desc").text == str(game.view(1))


def test_a_chair_turns_its_hand_over_and_tells_no_screen_reader() -> None:
    game = middle_game()
    root = tree(board(game, viewer=1))
    hands = {g.get("class") for g in root.iter(f"{NS}g") if "hand" in g.get("class", "").split()}
    assert hands == {"hand s0", "hand s1 turned", "hand s2"}
    assert "??" in root.find(f"{NS}desc").text


def test_the_grid_holds_the_probabilities_of_the_belief() -> None:
    game = middle_game()
    belief = hand_belief(game, 1)
    grids = [g for g in tree(board(game, viewer=1, belief=True)).iter(f"{NS}g") if g.get("class") == "b" and len(g)]
    assert len(grids) == len(belief.orders)
    for grid, row in zip(grids, belief.marginals, strict=True):
        tips = [cell.find(f"{NS}title").text for cell in grid]
        wanted = [f"{n} {p:.1%}" if p else f"not {n}" for n, p in zip(game.variant.labels, row, strict=True)]
        assert tips == wanted


def test_hints_are_marked_on_the_cards_they_touched() -> None:
    game = middle_game()
    root = tree(board(game))
    hinted = sum(name == "#hinted" for seat in range(3) for name in uses(root, seat))
    assert hinted == sum(bool(game.hints_on(card.order)) for hand in game.hands for card in hand)
    assert hinted >= 2


def test_a_hidden_card_says_what_hints_tell_of_it() -> None:
    game = Game.new(players=2, seed=5)
    told = []
    for what in (game.hands[1][0].rank, game.variant.suits[game.hands[1][0].suit].name):
        game.hint(1, what)
        root = tree(board(game, viewer=1))
        hand = next(g for g in root.iter(f"{NS}g") if "s1" in g.get("class", "").split())
        told.append([text.text for text in hand.iter(f"{NS}text") if text.get("class") == "q"])
        game.hint(0, game.hands[0][0].rank)
    card = game.hands[1][0]
    assert told[0][0] == str(card.rank)
    assert told[1][0] == f"{card.letter.upper()}{card.rank}"


def test_names_are_text() -> None:
    game = Game.new(names=NASTY, seed=1)
    root = tree(board(game))
    assert not [node for node in root.iter() if node.tag.endswith("img")]
    texts = [node.text for node in root.iter(f"{NS}text")]
    assert any(text and "onerror" in text for text in texts)
    assert NASTY[1] in texts


def test_every_symbol_that_is_used_is_defined() -> None:
    for suits in (3, 6):
        game = Game.new(f"{suits} Suits", players=6, seed=3)
        root = tree(board(game, belief=True))
        defined = {f"#{node.get('id')}" for node in root.iter() if node.get("id")}
        used = {node.get("href") for node in root.iter(f"{NS}use")}
        assert used <= defined


def test_parts_stay_the_same_from_turn_to_turn() -> None:
    game = middle_game()
    before, after = set(board_parts(game.at(1))), set(board_parts(game.at(2)))
    assert len(before & after) > len(before) / 2


def test_no_such_seat() -> None:
    with pytest.raises(HanabiError, match="viewer is a seat from 0 to 1"):
        board(Game.new(seed=1), viewer=2)


def test_colors_of_probabilities_go_from_dark_to_light() -> None:
    assert probability_color(0) == CIVIDIS[0]
    assert probability_color(1) == CIVIDIS[-1]
    assert probability_color(0.25) == CIVIDIS[2]
    light = [sum(int(probability_color(p / 50)[k : k + 2], 16) for k in (1, 3, 5)) for p in range(51)]
    assert light == sorted(light)


def test_a_record_shows_its_board() -> None:
    game = middle_game()
    from hanabi_lab import GameRecord

    shown = GameRecord.from_game(game)._repr_html_()
    assert shown.startswith("<svg")
    tree(shown.split("</svg>")[0] + "</svg>")
    assert game._repr_svg_() == board(game)


def test_a_record_that_does_not_replay_shows_why(tmp_path) -> None:
    game = middle_game()
    from hanabi_lab import GameRecord

    record = GameRecord.from_game(game).to_dict()
    record["actions"][0]["target"] = 0
    record["players"][0] = "<b>"
    (one,) = load(record)
    shown = one._repr_html_()
    assert "<b>" not in shown
    assert "hint to themself" in shown


def test_drawing_needs_only_the_standard_library() -> None:
    code = (
        "import sys; from hanabi_lab import Game, board; board(Game.new(seed=1), viewer=0, belief=True);"
        "print([m for m in ('numpy', 'numba', 'scipy', 'plotly', 'ipywidgets', 'anywidget') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
