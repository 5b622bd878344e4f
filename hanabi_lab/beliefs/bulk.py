"""Posteriors of many hands at once: arrays of hands, or every turn of recorded games; compiled."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from hanabi_lab.beliefs.kernels import (
    MAX_SLOTS,
    closed_form,
    hand_masks,
    nested,
    partition_ways,
    unseen,
)
from hanabi_lab.records.arrays import RecordArrays, to_arrays
from hanabi_lab.rules import engine
from hanabi_lab.rules.arrays import new_states, setup_record
from hanabi_lab.rules.errors import HanabiError, RecordError
from hanabi_lab.rules.kernel import compiled, kernel
from hanabi_lab.rules.state import MAX_DECK

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hanabi_lab.records.record import GameRecord
    from hanabi_lab.rules.options import Rules

__all__ = ["batch", "posteriors"]

_NO_DEAL = -2
#: Why an action is illegal, by the answers of ``engine.legality``.
_WHY = {
    engine.UNKNOWN_TYPE: "there is no such type of action",
    engine.NOT_IN_HAND: "the card is not in the acting hand",
    engine.TOKENS_FULL: "a discard while all hint tokens are there",
    engine.NO_TOKEN: "a hint while no hint token is left",
    engine.NO_SUCH_SEAT: "a hint to a seat that does not exist",
    engine.HINT_TO_SELF: "a hint to oneself",
    engine.NO_SUCH_HINT: "a hint that the variant does not have",
    _NO_DEAL: "no deal fits what the acting player knows",
}


@kernel
def hand_posterior(
    counts: Any, masks: Any, n: int, identities: int, left: Any, table: Any, sums: Any, totals: Any, ways: Any
) -> bool:
    """Write the probabilities of a hand with any masks to ``table``; False when no deal fits."""
    if nested(masks, n):
        return closed_form(counts, masks, n, identities, left, table)
    total = partition_ways(counts, masks, n, n, identities, sums, totals, ways)
    if total <= 0:
        return False
    for j in range(n):
        for i in range(identities):
            table[j][i] = ways[j][i] / total
    return True


@compiled
def _posteriors(counts: Any, masks: Any, cards: Any, left: Any, sums: Any, totals: Any, ways: Any, out: Any) -> int:
    identities = counts.shape[1]
    for h in range(len(counts)):
        if not hand_posterior(counts[h], masks[h], cards[h], identities, left, out[h], sums, totals, ways):
            return h
        for j in range(cards[h], masks.shape[1]):
            for i in range(identities):
                out[h, j, i] = 0.0
    return -1


def posteriors(
    counts: NDArray[np.int64],
    masks: NDArray[np.int64],
    *,
    cards: NDArray[np.int64] | None = None,
    out: NDArray[np.float64] | None = None,
) -> NDArray[np.float64]:
    """Return the exact posteriors of many hands.

    Parameters
    ----------
    counts : int64 array, shape (hands, identities)
        Copies of each identity that the holder cannot see.
    masks : int64 array, shape (hands, slots)
        What each slot may be, **oldest slot first**; at most 6 slots and 60 identities. Where the masks of a hand are
        nested or disjoint, older inside newer, the closed form is used, else the set-partition formula.
    cards : int64 array, shape (hands,), optional
        How many of the slots are there; all by default.
    out : float64 array, shape (hands, slots, identities), optional
        Room for the result.

    Returns
    -------
    float64 array, shape (hands, slots, identities)
        Rows of slots that are not there are 0.

    Raises
    ------
    HanabiError
        When the shapes do not fit, or no deal fits some hand.
    """
    counts = np.ascontiguousarray(counts, np.int64)
    masks = np.ascontiguousarray(masks, np.int64)
    if counts.ndim != 2 or masks.ndim != 2 or len(counts) != len(masks):
        raise HanabiError(
            f"counts is hands x identities and masks is hands x slots, not {counts.shape} and {masks.shape}"
        )
    (hands, identities), slots = counts.shape, masks.shape[1]
    if slots > MAX_SLOTS or not 1 <= identities <= MAX_DECK:
        raise HanabiError(f"at most {MAX_SLOTS} slots and 1 to {MAX_DECK} identities, not {slots} and {identities}")
    held = np.full(hands, slots, np.int64) if cards is None else np.ascontiguousarray(cards, np.int64)
    if held.shape != (hands,) or (hands and not 0 <= held.min() <= held.max() <= slots):
        raise HanabiError(f"cards says for each of the {hands} hands how many of its {slots} slots are there")
    if hands and (counts.min() < 0 or masks.min() < 0):
        raise HanabiError("counts and masks are 0 or more")
    if out is None:
        out = np.empty((hands, slots, identities))
    elif out.shape != (hands, slots, identities) or out.dtype != np.float64:
        raise HanabiError(f"out is a float64 array of shape {(hands, slots, identities)}, not {out.dtype} {out.shape}")
    failed = _posteriors(counts, masks, held, *_room(), out)
    if failed >= 0:
        raise HanabiError(f"hand {failed}: what is known is contradictory, no deal of the unseen cards fits")
    return out


def _room() -> tuple[NDArray[Any], ...]:
    """Room to work in: ``left``, ``sums``, ``totals`` and ``ways``."""
    size = 1 << MAX_SLOTS
    return (
        np.zeros(MAX_DECK),
        np.zeros(size, np.int64),
        np.zeros(size, np.int64),
        np.zeros((MAX_SLOTS, MAX_DECK), np.int64),
    )


@kernel
def mask_share(row: Any, mask: int, identities: int) -> float:
    """Return the probability that a slot holds a card of a mask."""
    share = 0.0
    while mask:
        i = 0
        low = mask & -mask
        step = 32
        while step:  # the place of the lowest bit
            if low >> (i + step):
                i += step
            step >>= 1
        if i < identities:
            share += row[i]
        mask ^= low
    return share


@compiled
def _replay(
    setups: Any,
    group: Any,
    decks: Any,
    actions: Any,
    lengths: Any,
    states: Any,
    room: Any,
    labels: Any,
    orders: Any,
    shares: Any,
    table: Any,
    why: Any,
) -> int:
    """Replay games and write the acting player's posterior before every action; return the number of rows."""
    s = states[0]
    counts, masks, left, probabilities, sums, totals, ways = room
    rows = 0
    for g in range(len(group)):
        v = setups[group[g]]
        for order in range(v.deck_size):
            s.deck[order] = decks[g, order]
        engine.deal(s, v)
        for a in range(lengths[g]):
            kind = actions[g, a, 0]
            target = actions[g, a, 1]
            value = actions[g, a, 2]
            if kind in (engine.END_GAME, engine.VOTE_END):
                break
            reason = engine.legality(s, v, kind, target, value)
            if reason == engine.GAME_OVER:
                break
            if reason not in (engine.LEGAL, engine.TOUCHES_NOTHING):  # the latter is kept, as the lenient replay does
                why[g] = reason
                break
            unseen(s, v, s.player, counts)
            n = hand_masks(s, s.player, masks)
            if not hand_posterior(counts, masks, n, v.identities, left, probabilities, sums, totals, ways):
                why[g] = _NO_DEAL
                break
            labels[rows, 0] = g
            labels[rows, 1] = s.turn
            labels[rows, 2] = s.player
            labels[rows, 3] = n
            playable = engine.playable_mask(s, v)
            trash = engine.trash_mask(s, v)
            critical = engine.critical_mask(s, v)
            hand = s.hands[s.player]
            for j in range(n):
                slot = n - 1 - j
                orders[rows, slot] = hand[j]
                shares[0, rows, slot] = mask_share(probabilities[j], playable, v.identities)
                shares[1, rows, slot] = mask_share(probabilities[j], trash, v.identities)
                shares[2, rows, slot] = mask_share(probabilities[j], critical, v.identities)
                if table.shape[0]:
                    for i in range(v.identities):
                        table[rows, slot, i] = probabilities[j, i]
            for slot in range(n, orders.shape[1]):
                orders[rows, slot] = -1
                shares[0, rows, slot] = np.nan
                shares[1, rows, slot] = np.nan
                shares[2, rows, slot] = np.nan
            rows += 1
            if kind == engine.PLAY:
                engine.play(s, v, target)
            elif kind == engine.DISCARD:
                engine.discard(s, v, target)
            else:
                engine.hint(s, v, target, engine.hint_index(v, kind, value), -1)
        lengths[g] = s.turn
    return rows


def batch(
    records: Iterable[GameRecord],
    *,
    full: bool = False,
    preset: Rules | str = "hanab.live",
    on_error: Callable[[RecordError], object] | None = None,
) -> dict[str, NDArray[Any]]:
    """Replay games, compiled, with the exact posterior of the acting player's hand at every turn.

    The games are replayed as ``record.replay()`` does when it is not strict: until the game is over, the record
    ends, or an action is illegal.

    Parameters
    ----------
    records : iterable of GameRecord
    full : bool
        Return the probability of every identity too (8 bytes x slots x identities a turn: 60 kB a game of 60 turns).
    preset : Rules or str
        Rules that hold where a game's options say nothing.
    on_error : callable, optional
        Called with the error of each game that cannot be replayed, or only to some action; the turns before it are
        kept. Without it the first such error is raised.

    Returns
    -------
    dict of str to numpy array
        Columns with one row for each action, slots from the newest on; ``h`` is the largest hand:

        - ``game`` (place in ``records``), ``turn`` (0 is the first action), ``seat``, ``cards`` (in that hand): int64;
        - ``order``: int64, (rows, h), place in the deck of each card, -1 for no card;
        - ``playable``, ``trash``, ``critical``: float64, (rows, h), not a number for no card;
        - with ``full``, ``probabilities``: float64, (rows, h, identities), zeros for no card.

    Notes
    -----
    One posterior takes the closed form about 0.3 microseconds, so that reading the games takes most of the time.
    Without numba it runs as plain Python, about a thousand times slower, and says so once.
    """
    dropped: set[int] = set()
    seen = -1

    def each() -> Iterator[GameRecord]:
        nonlocal seen
        for record in records:
            seen += 1
            yield record

    def told(error: RecordError) -> None:
        if on_error is None:
            raise error
        dropped.add(seen)
        on_error(error)

    arrays = to_arrays(each(), preset=preset, on_error=told)
    numbers = np.array([g for g in range(seen + 1) if g not in dropped], np.int64)
    lengths = _replayable(arrays, on_error)
    n, rows = len(arrays), int(lengths.sum())
    widest = max((setup.hand_size for setup in arrays.setups), default=0)
    identities = max((setup.identities for setup in arrays.setups), default=0)
    labels = np.empty((rows, 4), np.int64)
    orders = np.empty((rows, widest), np.int64)
    shares = np.empty((3, rows, widest))
    table = np.zeros((rows if full else 0, widest, identities))
    why = np.zeros(n, np.int64)
    if n:
        setups = np.concatenate([setup_record(setup) for setup in arrays.setups])
        left, sums, totals, ways = _room()
        counts, masks = np.zeros(MAX_DECK, np.int64), np.zeros(MAX_SLOTS, np.int64)
        room = (counts, masks, left, np.zeros((MAX_SLOTS, MAX_DECK)), sums, totals, ways)
        states = new_states(1)
        decks, actions, group = arrays.decks, arrays.actions, arrays.group
        rows = _replay(setups, group, decks, actions, lengths, states, room, labels, orders, shares, table, why)
    for g in np.flatnonzero(why):
        error = _illegal(arrays, int(g), int(lengths[g]), int(why[g]))
        if on_error is None:
            raise error
        on_error(error)
    columns: dict[str, NDArray[Any]] = {}
    columns |= {
        name: np.ascontiguousarray(labels[:rows, k]) for k, name in enumerate(("game", "turn", "seat", "cards"))
    }
    columns["game"] = numbers[columns["game"]]
    columns["order"] = orders[:rows]
    columns |= {name: shares[k, :rows] for k, name in enumerate(("playable", "trash", "critical"))}
    if full:
        columns["probabilities"] = table[:rows]
    return columns


def _replayable(arrays: RecordArrays, on_error: Callable[[RecordError], object] | None) -> NDArray[np.int64]:
    """Return how many actions to replay of each game: none where a card is unknown."""
    lengths = arrays.counts.copy()
    sizes = np.array([setup.deck_size for setup in arrays.setups], np.int64)
    for g in np.flatnonzero(((arrays.decks < 0).sum(axis=1) > MAX_DECK - sizes[arrays.group]) if len(arrays) else []):
        error = arrays.records[g].error(
            "the deck has unknown cards",
            suggestion="replay it by itself and ask hand_belief, which can deal with them",
        )
        if on_error is None:
            raise error
        on_error(error)
        lengths[g] = 0
    return lengths


def _illegal(arrays: RecordArrays, game: int, action: int, reason: int) -> RecordError:
    record = arrays.records[game]
    return record.error(
        f"{record.actions[action]!r} is illegal: {_WHY.get(reason, f'reason {reason}')}",
        action=action,
        suggestion="record.replay(strict=True) says more",
    )
