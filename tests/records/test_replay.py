"""Replaying records: whole real games, options, and the way back from a game to its record."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabi_lab.records import GameRecord, read_game, read_games
from hanabi_lab.rules import Game, HanabiError, Move, RecordError, Rules, Variant

#: folder -> preset of the program that recorded the games.
SOURCES = {"hanabi-challenges": "hanab.live", "hanabidata": "pyhanabi", "jaxmarl": "jaxmarl"}
#: Other words of expected.csv for an end.
ENDS = {"terminated_by_player": "terminated"}


@pytest.mark.parametrize("folder", SOURCES)
def test_recorded_games_end_as_expected(shared: Path, folder: str) -> None:
    records = read_games(shared / "games" / folder / "games.jsonl")
    with (shared / "games" / folder / "expected.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [str(record.id) for record in records] == [row["game_id"] for row in rows]
    for record, row in zip(records, rows, strict=True):
        done = record.replay()
        assert done.summary() == {
            "game_id": record.id,
            "players": int(row["players"]),
            "variant": row["variant"],
            "turns": int(row["turns"]),
            "score": int(row["score"]),
            "points": int(row["stack_points"]),
            "strikes": int(row["strikes"]),
            "hint_tokens": int(row["clues_left"]),
            "end": ENDS.get(row["end"], row["end"]),
            "warnings": list(done.warnings),
        }
        assert done.error is None
        assert len(done.warnings) == (int(row["extra_actions"]) > 0)


@pytest.mark.parametrize(("folder", "preset"), SOURCES.items())
def test_recorded_scores_under_the_rules_of_their_source(shared: Path, folder: str, preset: str) -> None:
    records = read_games(shared / "games" / folder / "games.jsonl")
    with (shared / "games" / folder / "expected.csv").open(encoding="utf-8", newline="") as file:
        recorded = [int(row["recorded_score"]) for row in csv.DictReader(file)]
    replays = [record.replay(preset) for record in records]
    assert [done.game.score for done in replays] == recorded
    assert all(done.error is None for done in replays)
    if folder != "hanabi-challenges":  # there, one table played on after its game was over
        assert not any(done.warnings for done in replays)


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Random games of any size, options and length."""
    players = draw(st.integers(2, 6))
    rules = Rules.preset("hanab.live").replace(
        hand_size_change=draw(st.integers(-1, 0 if players == 2 else 1)),
        bottom_play=draw(st.booleans()),
        all_or_nothing=draw(st.booleans()),
        empty_hints=draw(st.booleans()),
        starting_seat=draw(st.integers(0, players - 1)),
    )
    variant = Variant.plain(draw(st.integers(3, 6)))
    game = Game.new(variant, players=players, seed=draw(st.integers(0, 2**62)), rules=rules)
    picks = draw(st.lists(st.integers(0, 10**6), max_size=40))
    for pick in picks:
        moves = game.legal_moves()
        if not moves:
            break
        game.apply(moves[pick % len(moves)])
    if not game.is_over and draw(st.booleans()):
        game.apply(draw(st.sampled_from([Move(4, 0, 3), Move(4, 1, 4), Move(4, -1, 6), Move(5, -1, 10)])))
    return game


@given(games())
def test_a_game_goes_to_a_record_and_back(game: Game) -> None:
    record = GameRecord.from_game(game, number=5)
    assert GameRecord.from_dict(record.to_dict()) == record
    assert read_game(record.to_json()) == record
    done = record.replay(strict=True)
    assert done.game.state == game.state
    assert done.game.rules == game.rules
    assert done.game.history == game.history


def test_rules_that_the_site_lacks_come_with_the_preset() -> None:
    game = Game.new(players=2, seed=1, rules=Rules(strikes=1))
    record = GameRecord.from_game(game)
    assert record.options == {}
    assert record.replay(game.rules).game.rules == game.rules
    with pytest.raises(RecordError, match="hands of -2 cards"):
        GameRecord.from_game(Game.new(players=2, rules=Rules(hand_size_change=-2)))


def record(options: dict[str, Any], actions: list[Move] | None = None, **fields: Any) -> GameRecord:
    """A deal of the site's seed p3v0s7 with options."""
    made = GameRecord.from_game(Game.new(players=3, seed="p3v0s7"))
    data = {**made.to_dict(), "options": options, **fields}
    data["actions"] = [{"type": m.type, "target": m.target, "value": m.value} for m in actions or []]
    return GameRecord.from_dict(data)


def test_options_become_rules() -> None:
    assert record({"oneExtraCard": True}).setup_rules().hand_size(3) == 6
    assert record({"oneLessCard": True}).setup_rules().hand_size(3) == 4
    assert record({"startingPlayer": 2}).game().current_player == 2
    on = record({"deckPlays": True, "emptyClues": True, "allOrNothing": True, "timed": True, "timeBase": 120})
    assert on.setup_rules() == Rules.preset("hanab.live").replace(
        bottom_play=True, empty_hints=True, all_or_nothing=True
    )
    assert not on.warnings


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"oneExtraCard": "yes"}, "option 'oneExtraCard' is 'yes'; expected bool"),
        ({"startingPlayer": 3}, "'startingPlayer' is 3; seats are 0 to 2"),
        ({"startingPlayer": True}, "expected int"),
        ({"oneExtraCard": True, "oneLessCard": True}, "both on"),
    ],
)
def test_options_without_meaning_are_refused(options: dict[str, Any], words: str) -> None:
    with pytest.raises(RecordError, match=words):
        record(options)


@pytest.mark.parametrize("options", [{"cardCycle": True}, {"newOption": 1}])
def test_options_that_a_replay_leaves_out_are_warned_of(options: dict[str, Any]) -> None:
    made = record(options)
    assert made.options == options
    assert next(iter(options)) in made.replay().warnings[0]


def test_characters_that_change_turns_are_refused() -> None:
    plain = record({"detrimentalCharacters": True}, characters=[{"name": "Fuming", "metadata": 0}] * 3)
    assert "what the characters forbid" in plain.replay().warnings[0]
    turning = record({"detrimentalCharacters": True}, characters=[{"name": "Contrarian", "metadata": -1}] * 3)
    with pytest.raises(RecordError, match="'Contrarian'"):
        turning.replay()


def lose_a_five() -> tuple[GameRecord, int]:
    """A speedrun in which a five is discarded, and the index of that action."""
    game = Game.new(players=3, seed="p3v0s7", rules="hanab.live")
    while game.max_score == 25:
        fives = [card.order for card in game.hands[game.current_player] if card.rank == 5]
        ready = game.hint_tokens < 8
        rank = game.hands[(game.current_player + 1) % 3][0].rank
        if not ready:
            game.hint((game.current_player + 1) % 3, rank)
        else:
            game.apply(Move(1, (fives or [game.hands[game.current_player][-1].order])[0]))
    actions = [event.move for event in game.history]
    return record({"speedrun": True}, actions), len(actions) - 1


def test_a_speedrun_gives_no_wrong_score() -> None:
    assert record({"speedrun": True}).replay().game.score == 0
    lost, action = lose_a_five()
    with pytest.raises(RecordError, match="speedrun") as caught:
        lost.replay()
    assert caught.value.action == action


def test_a_seed_that_gives_another_deck_is_warned_of() -> None:
    assert not record({}, seed="p3v0s7").replay().warnings
    assert "p3v0s8" in record({}, seed="p3v0s8").replay().warnings[0]


def test_a_recorded_score_is_compared() -> None:
    ended = [Move(4, 0, 4)]
    assert not record({}, ended, score=0).replay().warnings
    assert record({}, ended, score=7).replay().warnings == ("the file says score 7, the replay gives 0",)


def test_a_discard_with_all_tokens_names_the_preset_that_allows_it() -> None:
    made = record({}, [Move(1, 0)])
    assert made.replay("pyhanabi").error is None
    with pytest.raises(RecordError, match=r"action 0: .*the preset 'pyhanabi' allows it"):
        made.game()


def test_huge_numbers_in_actions_are_only_illegal() -> None:
    for move in (Move(0, 10**30), Move(2, 1, 10**30), Move(10**30, 0), Move(3, -(10**30), 1)):
        assert record({}, [move]).replay().error is not None


def test_an_unknown_preset_is_named() -> None:
    with pytest.raises(HanabiError, match="no preset is called 'mine'"):
        record({}).replay("mine")
