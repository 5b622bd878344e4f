"""Replaying a record through the engine, and finding out why one does not replay."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hanabi_lab.records.options import reject_characters
from hanabi_lab.records.record import GameRecord
from hanabi_lab.rules import engine
from hanabi_lab.rules.cards import Move
from hanabi_lab.rules.errors import HanabiError, IllegalMoveError, RecordError
from hanabi_lab.rules.game import Game
from hanabi_lab.rules.options import Rules
from hanabi_lab.rules.seeds import deck_from_seed
from hanabi_lab.rules.variant import Variant

__all__ = ["Replay", "identities_of", "replay_record"]


@dataclass(frozen=True, slots=True)
class Replay:
    """A record replayed.

    Attributes
    ----------
    game : Game
        The game after the last action that could be replayed.
    warnings : tuple of str
        Whatever is not as the rules say, the reader's warnings first; ``error`` is among them.
    record : GameRecord
    error : RecordError or None
        The illegal action at which the replay stopped before the record's end.
    """

    game: Game
    warnings: tuple[str, ...]
    record: GameRecord
    error: RecordError | None = None

    def summary(self) -> dict[str, Any]:
        """Return the figures of the game, as ``hanabi-lab replay --json`` prints them."""
        game = self.game
        return {
            "game_id": self.record.id,
            "players": game.players,
            "variant": game.variant.name,
            "turns": game.turn,
            "score": game.score,
            "points": game.points,
            "strikes": game.strikes,
            "hint_tokens": game.hint_tokens,
            "end": game.end,
            "warnings": list(self.warnings),
        }


def identities_of(record: GameRecord, variant: Variant) -> list[int]:
    """Return the deck as identities, -1 for unknown cards."""
    ranks = variant.ranks
    return [suit * ranks + rank - 1 if suit >= 0 else -1 for suit, rank in record.deck]


def replay_record(record: GameRecord, preset: Rules | str = "hanab.live", *, strict: bool = False) -> Replay:
    """Replay a record; see ``GameRecord.replay``."""
    return _Replayer(record, preset, strict).replay()


def _run(start: Game, actions: tuple[Move, ...]) -> tuple[int, IllegalMoveError | None]:
    """Make the actions until the game is over or one is illegal; return how many were made."""
    for index, move in enumerate(actions):
        if start.is_over:
            return index, None
        try:
            start.apply(move)
        except IllegalMoveError as error:
            return index, error
    return len(actions), None


class _Replayer:
    """One record being replayed."""

    def __init__(self, record: GameRecord, preset: Rules | str, strict: bool) -> None:
        self.record = record
        self.strict = strict
        self.warnings: list[str] = list(record.warnings)
        try:
            self.rules = record.setup_rules(preset)
            reject_characters(record.characters if record.options.get("detrimentalCharacters") else ())
            self.variant = Variant.named(record.variant)
            self.deck = identities_of(record, self.variant)
            self.deal(self.rules)
        except HanabiError as error:
            raise record.error(str(error)) from None

    def warn(self, problem: str, action: int | None = None) -> None:
        if self.strict:
            raise self.record.error(problem, action=action)
        self.warnings.append(problem if action is None else f"action {action}: {problem}")

    def deal(self, rules: Rules) -> Game:
        return Game.new(self.variant, deck=self.deck, rules=rules, names=self.record.players)

    def replay(self) -> Replay:
        record = self.record
        if self.strict and record.warnings:
            raise record.error(record.warnings[0])
        self.check_seed()
        game = self.deal(self.rules)
        done, illegal = _run(game, record.actions)
        if illegal is not None and self.why(game, done) == engine.TOUCHES_NOTHING and not self.strict:
            game, done, illegal = self.with_empty_hints()
        if illegal is not None:
            error = record.error(str(illegal), suggestion=self.suggest(game, done), action=done)
            if self.strict:
                raise error
            rest = len(record.actions) - done
            what = f"{error.problem} ({error.suggestion})" if error.suggestion else error.problem
            left = f"{rest} action{'s are' if rest > 1 else ' is'} left out"
            self.warnings.append(f"action {done}: {what}; the replay stops before it, {left}")
            return Replay(game, tuple(self.warnings), record, error)
        self.check_speedrun(game)
        if done < len(record.actions):
            rest = len(record.actions) - done
            extra = f"{rest} recorded action{'s do' if rest > 1 else ' does'} not count"
            self.warn(f"the game was over ({game.end}) before it; {extra}", done)
        self.check_score(game)
        return Replay(game, tuple(self.warnings), record)

    def why(self, game: Game, index: int) -> int:
        """Return the engine's reason against an action."""
        move = self.record.actions[index]
        return engine.legality(game.state, game.setup, move.type, move.target, move.value)

    def with_empty_hints(self) -> tuple[Game, int, IllegalMoveError | None]:
        """Replay once more with hints that touch nothing allowed, and warn of each."""
        game = self.deal(self.rules.replace(empty_hints=True))
        done, illegal = _run(game, self.record.actions)
        for event in game.history:
            if event.move.type in (engine.COLOR_HINT, engine.RANK_HINT) and not event.touched:
                self.warn(f"{event.text}, which the rules of this game forbid (option 'emptyClues' is off)", event.turn)
        return game, done, illegal

    def check_speedrun(self, game: Game) -> None:
        """Refuse a speedrun in which a needed card was lost: it ended there with score 0, by a rule not supported."""
        if not self.record.options.get("speedrun") or game.end == "strikeout":
            return
        for turn in range(1, len(game)):
            if game[turn].max_score < self.variant.max_score:
                raise self.record.error(
                    "option 'speedrun' is on and the maximum is out of reach after this; that end is not supported",
                    suggestion="no score is given rather than a wrong one",
                    action=turn - 1,
                )

    def check_seed(self) -> None:
        seed = self.record.seed
        if not isinstance(seed, str) or not seed or -1 in self.deck:
            return
        try:
            dealt = deck_from_seed(seed)
        except HanabiError:
            return
        if dealt != self.deck:  # harmless: the deck in the file counts, and very old seeds gave other decks
            self.warnings.append(f"the seed {seed!r} gives another deck than the file has; the file's is used")

    def check_score(self, game: Game) -> None:
        recorded = self.record.extra.get("score")
        if type(recorded) is int and recorded != game.score and game.is_over:
            self.warn(f"the file says score {recorded}, the replay gives {game.score}")

    # ------------------------------------------------------------------ what to try

    def suggest(self, game: Game, index: int) -> str | None:
        """Return what may help against an illegal action."""
        lost = self.lost_option(index)
        if lost is not None:
            return f"with {lost}, which seems to have been lost, it replays: add that to the 'options' of the game"
        reason, move = self.why(game, index), self.record.actions[index]
        if reason == engine.NOT_IN_HAND:
            puts = [each.target for each in self.record.actions if each.type in (engine.PLAY, engine.DISCARD)]
            if max(puts) <= game.setup.hand_size and len(puts) > 1:
                return "the targets look like hand slots; they must be the card's place in the deck, from 0"
            if not 0 <= move.target < game.setup.deck_size:
                return f"places in the deck are 0 to {game.setup.deck_size - 1}"
            return "is an option missing that changes the deal or the turns, such as oneExtraCard or startingPlayer?"
        if reason == engine.HINT_TO_SELF:
            return "an action may be missing before this one, or the program that recorded the game erred"
        if reason == engine.TOKENS_FULL:
            return "programs differ here: the preset 'pyhanabi' allows it"
        if reason == engine.NO_TOKEN:
            return "an action may be missing before this one"
        if reason == engine.TOUCHES_NOTHING:
            return 'with the option "emptyClues": true it is allowed; without strict it is kept with a warning'
        if reason == engine.NO_SUCH_HINT and move.type == engine.COLOR_HINT:
            colors = ", ".join(f"{i} {color}" for i, color in enumerate(self.variant.hint_colors))
            return f"a color hint's value is {colors}"
        return None

    def lost_option(self, index: int) -> str | None:
        """Return the option with which the whole record replays, if there is one."""
        for text, rules in self.other_rules():
            try:
                done, illegal = _run(self.deal(rules), self.record.actions)
            except HanabiError:
                continue
            if illegal is None and done > index:
                return text
        return None

    def other_rules(self) -> Iterator[tuple[str, Rules]]:
        rules, options = self.rules, self.record.options
        if not options.get("oneExtraCard") and not options.get("oneLessCard"):
            yield '"oneExtraCard": true', rules.replace(hand_size_change=1)
            yield '"oneLessCard": true', rules.replace(hand_size_change=-1)
        for seat in range(len(self.record.players)):
            if seat != rules.starting_seat:
                yield f'"startingPlayer": {seat}', rules.replace(starting_seat=seat)
        if not rules.bottom_play:
            yield '"deckPlays": true', rules.replace(bottom_play=True)
        if not rules.all_or_nothing:
            yield '"allOrNothing": true', rules.replace(all_or_nothing=True)
