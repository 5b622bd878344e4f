"""GameRecord: one recorded game, as hanab.live exports it."""

from __future__ import annotations

import html
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from hanabi_lab.records.options import options_of, rules_of
from hanabi_lab.rules.cards import Move
from hanabi_lab.rules.errors import HanabiError, RecordError
from hanabi_lab.rules.options import Rules

if TYPE_CHECKING:
    from hanabi_lab.records.replay import Replay
    from hanabi_lab.rules.game import Game

__all__ = ["GameRecord"]


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A recorded game. It holds no score and no end: replay it to know them.

    Attributes
    ----------
    players : tuple of str
        Names by seat, as the file has them (untrusted text).
    variant : str
        hanab.live's name of the variant.
    deck : tuple of (int, int)
        Index of the suit and rank of each card, the first dealt first; (-1, -1) for an unknown card.
    actions : tuple of Move
    options : dict
        As in the file, with hanab.live's keys.
    notes : tuple of tuple of str
        Notes of each seat by place of the card in the deck (untrusted text).
    characters : tuple
        Of games with detrimental characters, as in the file.
    id : int, str or None
    seed : str, int or None
    extra : dict
        Fields of the file that hanab.live's export does not have.
    source : str
        The file, and the line where a file holds many games.
    warnings : tuple of str
        What the reader noticed.
    """

    players: tuple[str, ...]
    variant: str
    deck: tuple[tuple[int, int], ...]
    actions: tuple[Move, ...]
    options: dict[str, Any] = field(default_factory=dict)
    notes: tuple[tuple[str, ...], ...] = ()
    characters: tuple[Any, ...] = ()
    id: int | str | None = None
    seed: str | int | None = None
    extra: dict[str, Any] = field(default_factory=dict)
    source: str = field(default="", compare=False)
    warnings: tuple[str, ...] = field(default=(), compare=False)

    @staticmethod
    def from_dict(data: Mapping[str, Any], *, source: str = "", strict: bool = False) -> GameRecord:
        """Return the record of a game in hanab.live's form, checked.

        Raises
        ------
        RecordError
            When it is not such a game, or is doubtful and ``strict`` is on.
        """
        from hanabi_lab.records.parse import parse_game

        return parse_game(data, source=source, strict=strict)

    @staticmethod
    def from_game(game: Game, *, number: int | str | None = None, seed: str | None = None) -> GameRecord:
        """Return the record of a game played here.

        Switches of the rules that hanab.live does not have are not in its files: replay the record with
        ``preset=game.rules``.
        """
        ranks = game.variant.ranks
        deck = game.state.deck[: game.variant.deck_size]
        return GameRecord(
            players=game.names,
            variant=game.variant.name,
            deck=tuple((card // ranks, card % ranks + 1) if card >= 0 else (-1, -1) for card in deck),
            actions=tuple(event.move for event in game.history),
            options=options_of(game.rules, game.variant.name),
            id=number,
            seed=seed,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the game in the form of hanab.live's export."""
        data: dict[str, Any] = {} if self.id is None else {"id": self.id}
        data["players"] = list(self.players)
        data["deck"] = [{"suitIndex": suit, "rank": rank} for suit, rank in self.deck]
        data["actions"] = [{"type": m.type, "target": m.target, "value": m.value} for m in self.actions]
        if self.options:
            data["options"] = dict(self.options)
        if self.notes:
            data["notes"] = [list(notes) for notes in self.notes]
        if self.characters:
            data["characters"] = list(self.characters)
        if self.seed is not None:
            data["seed"] = self.seed
        return {**data, **self.extra}

    def to_json(self) -> str:
        """Return the game as one line of JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False, separators=(",", ":"))

    def setup_rules(self, preset: Rules | str = "hanab.live") -> Rules:
        """Return the rules of a preset with the options of this game applied."""
        return rules_of(self.options, preset)

    def replay(self, preset: Rules | str = "hanab.live", *, strict: bool = False) -> Replay:
        """Replay the game.

        Parameters
        ----------
        preset : Rules or str
            The rules it was played by; the game's own options come on top.
        strict : bool
            Raise for whatever is not as the rules say. When off, what can be replayed is, and the warnings say the
            rest.

        Raises
        ------
        RecordError
            When the game cannot be replayed at all (an unsupported variant, a deck that is not the variant's), or
            ``strict`` is on and something is wrong.
        """
        from hanabi_lab.records.replay import replay_record

        return replay_record(self, preset, strict=strict)

    def game(self, preset: Rules | str = "hanab.live") -> Game:
        """Return the game replayed to its end.

        Raises
        ------
        RecordError
            When an action is illegal; ``replay`` gives the part before it.
        """
        done = self.replay(preset)
        if done.error is not None:
            raise done.error
        return done.game

    def error(self, problem: str, *, suggestion: str | None = None, action: int | None = None) -> RecordError:
        """Return an error about this game, which names its file and its number."""
        return RecordError(problem, path=self.source or None, game=self.id, action=action, suggestion=suggestion)

    def __repr__(self) -> str:
        number = "" if self.id is None else f" {self.id!r}"
        return (
            f"<GameRecord{number}: {self.variant!r}, {len(self.players)} players, {len(self.actions)} actions"
            f"{', from ' + repr(self.source) if self.source else ''}>"
        )

    def _repr_html_(self) -> str:
        from hanabi_lab.widgets.drawing import board  # the drawing code is loaded only when a picture is wanted

        try:
            done = self.replay()
        except HanabiError as error:
            return f"<pre>{html.escape(f'{self!r}')}\n{html.escape(str(error))}</pre>"
        notes = "".join(f"<li>{html.escape(warning)}</li>" for warning in done.warnings)
        return str(board(done.game)) + (f"<ul>{notes}</ul>" if notes else "")
