"""Records as numpy arrays, for replaying many games compiled."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

from hanabi_lab.records.options import reject_characters
from hanabi_lab.records.record import GameRecord
from hanabi_lab.rules.errors import HanabiError, RecordError
from hanabi_lab.rules.options import Rules
from hanabi_lab.rules.state import MAX_DECK, Setup
from hanabi_lab.rules.variant import Variant

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["RecordArrays", "to_arrays"]

_MOST = 1 << 40  # a number of a file beyond this is illegal anyway, and must fit int64


@dataclass(frozen=True, slots=True)
class RecordArrays:
    """Many records in arrays; games of one group share variant, rules and number of players.

    Attributes
    ----------
    records : tuple of GameRecord
        The games, ``n`` of them, in the order given.
    decks : numpy int64 array, shape (n, 60)
        Identity of each card, -1 for unknown ones and beyond the end of the deck.
    actions : numpy int64 array, shape (n, k, 3)
        Type, target and value; -1 after a game's last action.
    counts : numpy int64 array, shape (n,)
        Actions of each game.
    group : numpy int64 array, shape (n,)
        Index of each game's group.
    setups : tuple of Setup
    variants : tuple of Variant
    rules : tuple of Rules
        One for each group.
    """

    records: tuple[GameRecord, ...]
    decks: NDArray[np.int64]
    actions: NDArray[np.int64]
    counts: NDArray[np.int64]
    group: NDArray[np.int64]
    setups: tuple[Setup, ...]
    variants: tuple[Variant, ...]
    rules: tuple[Rules, ...]

    def __len__(self) -> int:
        return len(self.records)


def to_arrays(
    records: Iterable[GameRecord],
    *,
    preset: Rules | str = "hanab.live",
    on_error: Callable[[RecordError], object] | None = None,
) -> RecordArrays:
    """Put records into arrays.

    Parameters
    ----------
    records : iterable of GameRecord
    preset : Rules or str
        Rules that hold where a game's options say nothing.
    on_error : callable, optional
        Called with the error of each game that cannot be replayed (an unsupported variant, for one), which is then
        left out. Without it the first such error is raised.
    """
    import numpy as np

    base = Rules.preset(preset)
    numbers: dict[tuple[Any, ...], int] = {}
    groups: list[tuple[Setup, Variant, Rules]] = []
    kept: list[GameRecord] = []
    group: list[int] = []
    for record in records:
        try:
            number = _group(record, base, numbers, groups)
        except HanabiError as error:
            told = record.error(str(error))
            if on_error is None:
                raise told from None
            on_error(told)
            continue
        kept.append(record)
        group.append(number)
    n = len(kept)
    decks = np.full((n, MAX_DECK), -1, np.int64)
    counts = np.fromiter((len(record.actions) for record in kept), np.int64, n)
    actions = np.full((n, int(counts.max(initial=0)), 3), -1, np.int64)
    which = np.asarray(group, np.int64).reshape(n)
    sizes = np.fromiter((len(record.deck) for record in kept), np.int64, n)
    if n:
        cards = np.fromiter(
            chain.from_iterable(chain.from_iterable(record.deck for record in kept)), np.int64, 2 * int(sizes.sum())
        )
        ranks = np.array([variant.ranks for _, variant, _ in groups], np.int64)[which].repeat(sizes)
        suit, rank = cards[0::2], cards[1::2]
        decks[np.arange(MAX_DECK) < sizes[:, None]] = np.where(suit < 0, -1, suit * ranks + rank - 1)
        moves = [code for record in kept for move in record.actions for code in (move.type, move.target, move.value)]
        if moves and not -_MOST < min(moves) <= max(moves) < _MOST:
            moves = [max(-_MOST, min(_MOST, code)) for code in moves]
        filled = np.arange(actions.shape[1]) < counts[:, None]
        actions[filled] = np.array(moves, np.int64).reshape(-1, 3)
    setups, variants, rules = (tuple(part) for part in zip(*groups, strict=True)) if groups else ((), (), ())
    return RecordArrays(tuple(kept), decks, actions, counts, which, setups, variants, rules)


def _group(
    record: GameRecord, base: Rules, numbers: dict[tuple[Any, ...], int], groups: list[tuple[Setup, Variant, Rules]]
) -> int:
    """Return the number of a record's group, made when it is the first of it."""
    options = record.options
    if options.get("detrimentalCharacters"):
        reject_characters(record.characters)
    if options.get("speedrun"):
        raise HanabiError("option 'speedrun' is on, whose end is not supported in bulk; replay the game by itself")
    rules = record.setup_rules(base)
    variant = Variant.named(record.variant)
    if len(record.deck) != variant.deck_size:
        raise HanabiError(f"the deck has {len(record.deck)} cards; {variant.name} has {variant.deck_size}")
    key = (record.variant, rules, len(record.players))
    number = numbers.get(key)
    if number is None:
        groups.append((Setup.of(variant, rules, len(record.players)), variant, rules))
        number = numbers[key] = len(groups) - 1
    return number
