"""The rules of Hanabi: variants, switches, the engine, and ``Game``, the handle people use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hanabi_lab._lazy import lazy

if TYPE_CHECKING:
    from hanabi_lab.rules.bulk import BulkGames, play_random_games
    from hanabi_lab.rules.cards import Card, Event, Move, Suit
    from hanabi_lab.rules.errors import HanabiError, IllegalMoveError, RecordError, UnknownVariantError
    from hanabi_lab.rules.game import DEFAULT_NAMES, END_NAMES, Game
    from hanabi_lab.rules.options import PRESETS, Rules
    from hanabi_lab.rules.seeds import deck_from_seed
    from hanabi_lab.rules.state import GameState, Setup
    from hanabi_lab.rules.variant import BASIC_SUITS, Variant

_HOME = {
    "BASIC_SUITS": "variant",
    "BulkGames": "bulk",
    "Card": "cards",
    "DEFAULT_NAMES": "game",
    "END_NAMES": "game",
    "Event": "cards",
    "Game": "game",
    "GameState": "state",
    "HanabiError": "errors",
    "IllegalMoveError": "errors",
    "Move": "cards",
    "PRESETS": "options",
    "RecordError": "errors",
    "Rules": "options",
    "Setup": "state",
    "Suit": "cards",
    "UnknownVariantError": "errors",
    "Variant": "variant",
    "deck_from_seed": "seeds",
    "play_random_games": "bulk",
}

__all__ = [
    "BASIC_SUITS",
    "DEFAULT_NAMES",
    "END_NAMES",
    "PRESETS",
    "BulkGames",
    "Card",
    "Event",
    "Game",
    "GameState",
    "HanabiError",
    "IllegalMoveError",
    "Move",
    "RecordError",
    "Rules",
    "Setup",
    "Suit",
    "UnknownVariantError",
    "Variant",
    "deck_from_seed",
    "play_random_games",
]

__getattr__, __dir__ = lazy(__name__, _HOME, __all__)
