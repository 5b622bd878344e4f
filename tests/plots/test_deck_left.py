"""What is left in the deck: every copy counted once, from every seat, at every turn."""

from __future__ import annotations

from collections import Counter

import plotly.graph_objects as go
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hanabi_lab.players import play_game, simple
from hanabi_lab.plots import deck_left
from hanabi_lab.plots.deck import PLACES, copies
from hanabi_lab.records import GameRecord
from hanabi_lab.rules import Game, HanabiError


@pytest.fixture(scope="module")
def played() -> Game:
    return play_game(simple, players=3, seed=4)


@settings(max_examples=20, deadline=None)
@given(players=st.integers(2, 6), seed=st.integers(0, 1000), part=st.floats(0, 1), chair=st.integers(-1, 5))
def test_every_copy_is_in_exactly_one_place(players: int, seed: int, part: float, chair: int) -> None:
    whole = play_game(simple, players=players, seed=seed)
    game = whole.at(int(part * whole.turn))
    viewer = chair if 0 <= chair < players else None
    found = copies(game, viewer)
    assert Counter(one.identity for one in found) == Counter(dict(enumerate(game.variant.copies)))
    total = Counter(one.place for one in found)
    own = len(game.hands[viewer]) if viewer is not None else 0
    assert total["played"] == game.points
    assert total["discarded"] == len(game.discards)
    assert total["in sight"] == sum(map(len, game.hands)) - own
    assert total["unseen"] == game.deck_left + own
    hidden = [card.identity for card in game.deck]
    hidden += [card.identity for card in game.hands[viewer]] if viewer is not None else []
    assert Counter(one.identity for one in found if one.place == "unseen") == Counter(hidden)


def test_a_view_shows_the_same_as_the_whole_game_from_that_seat(played: Game) -> None:
    for turn in (0, 7, 31, played.turn):
        for seat in range(3):
            whole = copies(played.at(turn), seat)
            assert copies(played.at(turn).view(seat), seat) == whole


def test_the_words_say_where_a_copy_is(played: Game) -> None:
    event = next(event for event in played.history if event.success)
    assert event.card is not None
    said = [one.where for one in copies(played) if one.identity == event.card.identity and one.place == "played"]
    assert said == [f"played by {played.names[event.player]}, turn {event.turn + 1}"]


def test_the_figure_draws_each_copy_in_its_place(played: Game) -> None:
    fig = deck_left(played, turn=25, viewer="Bob")
    faces = [trace for trace in fig.data if isinstance(trace, go.Bar)]
    assert [len(trace.x) for trace in faces] == [
        sum(1 for one in copies(played.at(25), 1) if one.place == place) for place in PLACES
    ]
    assert sum(len(trace.x) for trace in faces) == 50
    assert fig.layout.title.text == "What Bob has not seen, after 25 turns"
    assert "in Bob's own hand" in fig.layout.title.subtitle.text
    assert fig.layout.xaxis.title.text.startswith("Rank")
    assert fig.layout.yaxis.title.text == "Suit"
    assert list(fig.layout.yaxis.ticktext) == ["Red (r)", "Yellow (y)", "Green (g)", "Blue (b)", "Purple (p)"]


def test_suits_differ_by_shape_as_well_as_color(played: Game) -> None:
    row = deck_left(played).data[-1].marker
    assert len(set(row.symbol)) == len(set(row.color)) == 5


def test_it_takes_a_record(played: Game) -> None:
    record = GameRecord.from_game(played)
    assert deck_left(record, turn=12).to_dict() == deck_left(played, turn=12).to_dict()


def test_six_suits_and_small_figures() -> None:
    fig = deck_left(play_game(simple, variant="6 Suits", players=6, seed=1), turn=3)
    assert len(fig.layout.yaxis.ticktext) == 6
    assert len(fig.to_json()) < 30_000


def test_the_end_and_the_deal(played: Game) -> None:
    assert "at the deal" in deck_left(played, turn=0).layout.title.text
    assert f"at the end, {played.points} points" in deck_left(played).layout.title.text


def test_what_is_no_game_is_refused(played: Game) -> None:
    with pytest.raises(HanabiError, match="takes a Game or a GameRecord, not str"):
        deck_left("games.jsonl")  # type: ignore[arg-type]
    with pytest.raises(HanabiError, match="turns 0"):
        deck_left(played, turn=999)
    with pytest.raises(HanabiError, match="nobody here is called 'Zoe'"):
        deck_left(played, viewer="Zoe")
