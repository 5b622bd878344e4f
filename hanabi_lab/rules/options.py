"""Rules: the switches in which editions and programs differ, and named presets of them."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from hanabi_lab.rules.errors import HanabiError

__all__ = ["PRESETS", "Rules"]

_HAND_SIZES = {2: 5, 3: 5, 4: 4, 5: 4, 6: 3}


@dataclass(frozen=True, slots=True)
class Rules:
    """The switches of a game; the defaults are the standard game.

    Attributes
    ----------
    start_tokens, max_tokens : int
        Hint tokens at the start, and at most.
    strikes : int
        The strike that ends the game: 3 is standard, 1 or 2 are harder.
    keep_points : bool
        Score the points on the table after the last strike (else 0).
    empty_hints : bool
        Allow a hint that touches no card.
    discard_at_max : bool
        Allow a discard while all hint tokens are there (none is gained).
    end_when_stuck : bool
        End as soon as nothing can be played any more, as hanab.live does.
    last_round : bool
        After the last card is drawn everybody has one more turn. When off, play goes on with the cards in hand; a
        seat that can do nothing is passed over, and the game ends when nobody can do anything.
    hand_size_change : int
        Cards more (1) or fewer (-1) in every hand.
    starting_seat : int
        Seat that acts first.
    bottom_play : bool
        When one card is left in the deck it may be played unseen, from the deck.
    all_or_nothing : bool
        No last round; lost as soon as the maximum is out of reach, or a seat is left with no card and no token.
    """

    start_tokens: int = 8
    max_tokens: int = 8
    strikes: int = 3
    keep_points: bool = False
    empty_hints: bool = False
    discard_at_max: bool = False
    end_when_stuck: bool = False
    last_round: bool = True
    hand_size_change: int = 0
    starting_seat: int = 0
    bottom_play: bool = False
    all_or_nothing: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.start_tokens <= self.max_tokens or self.max_tokens < 1 or self.max_tokens > 99:
            raise HanabiError(
                f"tokens: 0 <= start_tokens <= max_tokens and max_tokens is 1 to 99; "
                f"found start_tokens={self.start_tokens}, max_tokens={self.max_tokens}"
            )
        if self.strikes < 1:
            raise HanabiError(f"strikes is the strike that ends the game, 1 or more, not {self.strikes}")

    @staticmethod
    def preset(name: str | Rules) -> Rules:
        """Return the rules with this name (``PRESETS`` lists them); rules are returned as they are."""
        if isinstance(name, Rules):
            return name
        try:
            return PRESETS[name]
        except KeyError:
            raise HanabiError(f"no preset is called {name!r}; there are {', '.join(PRESETS)}") from None

    def replace(self, **changes: Any) -> Rules:
        """Return the same rules with some switches changed."""
        known = {field.name for field in dataclasses.fields(self)}
        for name in changes:
            if name not in known:
                raise HanabiError(f"rules have no switch {name!r}; there are {', '.join(sorted(known))}")
        return dataclasses.replace(self, **changes)

    def hand_size(self, players: int) -> int:
        """Return the number of cards dealt to each: 5 5 4 4 3 for 2 to 6 players, plus the change."""
        return _HAND_SIZES.get(players, 0) + self.hand_size_change


_STANDARD = Rules()
#: Rules by name. How the programs differ: shared facts, environments.md section 3; each row has a test. Two come near
#: only: textarena gives no token for a complete firework, and hanabython does not look at cards stuck in hands that
#: have had their last turn; no switch says that.
PRESETS: MappingProxyType[str, Rules] = MappingProxyType(
    {
        "standard": _STANDARD,
        "hanab.live": _STANDARD.replace(end_when_stuck=True),
        "learning-environment": _STANDARD,
        "open-spiel": _STANDARD,
        "jaxmarl": _STANDARD,
        "hanabython": _STANDARD.replace(end_when_stuck=True),
        "pyhanabi": _STANDARD.replace(keep_points=True, discard_at_max=True),
        "hanabi.rs": _STANDARD.replace(keep_points=True),
        "quuxplusone": _STANDARD.replace(keep_points=True),
        "textarena": _STANDARD.replace(strikes=5, keep_points=True, discard_at_max=True, empty_hints=True),
        "abacus": _STANDARD.replace(empty_hints=True),
        "play-on": _STANDARD.replace(last_round=False),
    }
)
