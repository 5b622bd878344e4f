"""Odd and damaged files: each gets what ../shared/games/odd/index.csv wants, and the message says what to do."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from hanabi_lab.records import Replay, read_game
from hanabi_lab.rules import RecordError

#: file -> (action named, words of the message and its suggestion), for the files that must be refused.
REJECTED: dict[str, tuple[int | None, tuple[str, ...]]] = {
    "real_6p_option_lost_81.json": (3, ("card 13 is not in Donald's hand", "oneExtraCard", "lost")),
    "real_6p_option_lost_87.json": (3, ("card 13 is not in Donald's hand", "oneExtraCard", "lost")),
    "real_clue_to_self_508.json": (2, ("outer", "themself")),
    "real_clue_to_self_1374.json": (6, ("intentional", "themself")),
    "real_clue_to_self_1554.json": (28, ("intentional", "themself")),
    "starting_player_lost.json": (0, ("themself", "startingPlayer", "lost")),
    "seven_players.json": (None, ("7 players",)),
    "deck_49.json": (None, ("49 cards", "50")),
    "deck_two_red_fives.json": (None, ("card 26", "one too many", "variant")),
    "deck_rank_6.json": (None, ("card 3", "rank 6")),
    "deck_missing.json": (None, ("no 'deck'",)),
    "target_out_of_deck.json": (10, ("card 50", "0 to 49")),
    "target_negative.json": (10, ("card -1", "0 to 49")),
    "clue_rank_6.json": (0, ("no rank hint 6",)),
    "clue_color_5.json": (0, ("no color hint 5", "4 Purple")),
    "clue_self.json": (0, ("themself",)),
    "type_9.json": (5, ("no action type 9",)),
    "type_missing.json": (5, ("no 'type'",)),
    "target_float.json": (5, ("'target' is 1.5", "whole number")),
    "ninth_clue.json": (8, ("no hint token",)),
    "targets_are_slots.json": (2, ("targets look like hand slots", "place in the deck")),
    "cut_off.json": (None, ("stops in the middle", "download it again")),
    "comments.json": (None, ("not JSON", "no comments")),
    "empty_object.json": (None, ("no 'players'",)),
    "empty_file.json": (None, ("empty",)),
    "html_error.json": (None, ("not JSON", "That game does not exist", "error text")),
    "variant_unknown.json": (None, ("'Rainbows (5 Suits)' is not supported",)),
    "variant_up_or_down.json": (None, ("'Up or Down (5 Suits)' is not supported",)),
    "format_before_april_2020.json": (0, ("before April 2020", "download")),
}
#: file -> (end, score, points, turns, words of its warnings), for the files that are accepted.
ACCEPTED: dict[str, tuple[str, int, int, int, tuple[str, ...]]] = {
    "real_played_on_45.json": ("normal", 24, 24, 56, ("action 56", "2 recorded actions do not count")),
    "real_terminated_turn1.json": ("terminated", 0, 0, 1, ()),
    "real_terminated_mid.json": ("terminated", 0, 12, 51, ()),
    "real_timeout_6p.json": ("timeout", 0, 4, 14, ()),
    "real_deck_play.json": ("normal", 25, 25, 61, ()),
    "real_characters.json": ("normal", 24, 24, 60, ("detrimentalCharacters",)),
    "end_by_vote.json": ("terminated_by_vote", 0, 12, 30, ()),
    "end_idle_timeout.json": ("idle_timeout", 0, 12, 30, ()),
    "no_actions.json": ("in_progress", 0, 0, 0, ()),
    "action_after_end.json": ("normal", 25, 25, 67, ("action 67", "1 recorded action does not count")),
    "starting_player_1.json": ("normal", 25, 25, 67, ()),
    "odd_names.json": ("normal", 25, 25, 67, ()),
    "deck_unknown_hand.json": ("in_progress", 0, 0, 1, ()),
    "deck_old_key.json": ("normal", 25, 25, 67, ("'suit'", "'suitIndex'")),
    "clue_touches_nothing.json": ("normal", 25, 25, 67, ("action 0", "no card", "emptyClues")),
    "variant_top_level.json": ("normal", 25, 25, 67, ("'6 Suits'", "'No Variant'")),
    "notes_one_seat.json": ("normal", 25, 25, 67, ()),
    "odd_extra_fields.json": ("normal", 25, 25, 67, ()),
}


def replay(path: Path, *, strict: bool = False) -> Replay:
    done = read_game(path, strict=strict).replay(strict=strict)
    if done.error is not None:
        raise done.error
    return done


def test_every_odd_file_is_in_one_of_the_lists(shared: Path) -> None:
    with (shared / "games/odd/index.csv").open(encoding="utf-8", newline="") as file:
        wanted = {row["file"]: row["wanted"] for row in csv.DictReader(file)}
    assert set(wanted) == set(REJECTED) | set(ACCEPTED)
    assert not set(REJECTED) & set(ACCEPTED)
    for name, want in wanted.items():
        assert ("reject" if name in REJECTED else "accept") in want
        assert name not in REJECTED or "naming action" not in want or f"action {REJECTED[name][0]}" in want


@pytest.mark.parametrize("name", REJECTED)
@pytest.mark.parametrize("strict", [False, True])
def test_rejected(shared: Path, name: str, strict: bool) -> None:
    action, words = REJECTED[name]
    path = shared / "games/odd" / name
    with pytest.raises(RecordError) as caught:
        replay(path, strict=strict)
    error, message = caught.value, str(caught.value)
    assert error.path == str(path)
    if strict and name == "real_6p_option_lost_87.json":
        assert error.action == 1  # the wrong deal makes an earlier hint touch nothing
        assert "oneExtraCard" in message
        return
    assert error.action == action
    assert action is None or f"action {action}" in message
    for word in words:
        assert word in message
    assert "\n" not in message


@pytest.mark.parametrize("name", ACCEPTED)
def test_accepted(shared: Path, name: str) -> None:
    end, score, points, turns, words = ACCEPTED[name]
    done = replay(shared / "games/odd" / name)
    game = done.game
    assert (game.end, game.score, game.points, game.turn) == (end, score, points, turns)
    text = " ".join(done.warnings)
    assert bool(words) == bool(done.warnings)
    for word in words:
        assert word in text


@pytest.mark.parametrize("name", [name for name, row in ACCEPTED.items() if row[4]])
def test_strict_refuses_what_would_be_a_warning(shared: Path, name: str) -> None:
    with pytest.raises(RecordError):
        read_game(shared / "games/odd" / name, strict=True).replay(strict=True)
    with pytest.raises(RecordError):  # also when the reader was lenient
        read_game(shared / "games/odd" / name).replay(strict=True)


def test_lenient_keeps_the_part_before_an_illegal_action(shared: Path) -> None:
    done = read_game(shared / "games/odd/ninth_clue.json").replay()
    assert done.game.turn == 8
    assert done.error is not None
    assert "action 8" in done.warnings[-1]
    assert "1 action is left out" in done.warnings[-1]


def test_unknown_cards_stay_unknown(shared: Path) -> None:
    game = replay(shared / "games/odd/deck_unknown_hand.json").game
    assert [str(card) for card in game.hands[0]] == ["??"] * 5


def test_text_of_files_is_kept_as_text(shared: Path) -> None:
    record = read_game(shared / "games/odd/notes_one_seat.json")
    assert record.notes == (("first", "<script>alert(1)</script>"),)
    assert read_game(shared / "games/odd/odd_names.json").players == ("Zoë 花火", '<b>"x"</b>')
    assert read_game(shared / "games/odd/odd_extra_fields.json").extra == {"extra": {"a": [1, 2]}}
