"""A small rule player without conventions: it trusts what it can count, and tells others what they can play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hanabi_lab.beliefs import unseen_counts
from hanabi_lab.rules import engine
from hanabi_lab.rules.cards import Move

if TYPE_CHECKING:
    from hanabi_lab.rules.game import Game

__all__ = ["simple"]

#: A hinted card is played on a guess when at least this share of the cards it may be is playable.
_DARE = 0.75


def simple(game: Game) -> Move:
    """Return the move of a careful player that uses no conventions.

    The idea: a hint says only what it says. For each of its cards the player lists the identities that the hints
    leave and of which it does not see every copy. In this order it

    1. plays a card that is playable whatever it is, lowest rank first;
    2. with a token, tells the next player who needs it about a playable card, by the hint after which that player
       would play (or comes nearest to it);
    3. plays a hinted card that is very likely playable, while a mistake does not end the game;
    4. with a token, saves a critical card that the next player is about to discard;
    5. discards a card that is trash whatever it is, else its oldest card without a hint, else the one that is
       least likely to be critical;
    6. where it may not discard, gives the hint that says most.

    Parameters
    ----------
    game : Game
        The game as the seat to act sees it (``game.view(game.current_player)``). Cards that are hidden there are not
        looked at.

    Returns
    -------
    Move
        A legal move. The same position always gives the same move.
    """
    seat = game.current_player
    held = _hand(game, seat)
    playable, trash = game.playable_mask(), game.trash_mask()
    known = {order: _possible(game, seat, order) for order in held}

    sure = [order for order in held if known[order] and not known[order] & ~playable]
    if sure:
        return Move(engine.PLAY, min(sure, key=lambda order: (_lowest_rank(game, known[order]), order)))
    hints = _hints(game) if game.hint_tokens > 0 else []
    move = _hint_to_play(game, hints, playable)
    if move:
        return move
    if game.strikes < game.rules.strikes - 1:
        daring = [
            (-share, order)
            for order in held
            if game.state.hinted[order] and (share := _share(game, seat, known[order], playable)) >= _DARE
        ]
        if daring:
            return Move(engine.PLAY, min(daring)[1])
    move = _hint_to_save(game, hints)
    if move:
        return move
    chuck = Move(engine.DISCARD, _discard(game, seat, known, trash)) if held else None
    if chuck and game.can(chuck):
        return chuck
    if hints:
        return max(hints, key=lambda move: _news(game, move))
    return game.legal_moves()[0]


# ---------------------------------------------------------------------- what is known


def _hand(game: Game, seat: int) -> list[int]:
    """Orders of a seat's cards, oldest first."""
    return game.state.hands[seat][: game.state.hand_len[seat]]


def _possible(game: Game, seat: int, order: int) -> int:
    """Mask of what a seat's card can be: what the hints leave, without what the seat sees every copy of."""
    left = unseen_counts(game, seat)
    return game.state.possible[order] & sum(1 << identity for identity, count in enumerate(left) if count > 0)


def _share(game: Game, seat: int, mask: int, wanted: int) -> float:
    """Share of the unseen copies in ``mask`` that are in ``wanted``; a guess, as it looks at one slot alone."""
    left = unseen_counts(game, seat)
    total = sum(count for identity, count in enumerate(left) if mask >> identity & 1)
    good = sum(count for identity, count in enumerate(left) if mask & wanted & (1 << identity))
    return good / total if total > 0 else 0.0


def _lowest_rank(game: Game, mask: int) -> int:
    return min(game.variant.rank_of(identity) for identity in range(game.variant.identities) if mask >> identity & 1)


# ---------------------------------------------------------------------- hints


def _hints(game: Game) -> list[Move]:
    """Hints that touch a card, the next player's first."""
    seat, seats, variant = game.current_player, game.players, game.variant
    moves = []
    for step in range(1, seats):
        other = (seat + step) % seats
        options = [Move(engine.RANK_HINT, other, rank) for rank in variant.hint_ranks]
        options += [Move(engine.COLOR_HINT, other, color) for color in range(len(variant.hint_colors))]
        moves += [move for move in options if _touched(game, move) and game.can(move)]
    return moves


def _touched(game: Game, move: Move) -> list[int]:
    """Orders that a hint touches, oldest first."""
    mask = game.variant.touch[engine.hint_index(game.setup, move.type, move.value)]
    return [order for order in _hand(game, move.target) if mask >> game.identity_of(order) & 1]


def _after(game: Game, move: Move, order: int) -> int:
    """Mask of what the hints would leave for a card after one more hint."""
    mask = game.variant.touch[engine.hint_index(game.setup, move.type, move.value)]
    touched = mask >> game.identity_of(order) & 1
    return game.state.possible[order] & (mask if touched else ~mask)


def _news(game: Game, move: Move) -> tuple[int, int]:
    """How much a hint tells: cards hinted for the first time, then identities ruled out."""
    hand = _hand(game, move.target)
    fresh = sum(1 for order in _touched(game, move) if not game.state.hinted[order])
    ruled_out = sum((game.state.possible[order] & ~_after(game, move, order)).bit_count() for order in hand)
    return fresh, ruled_out


def _hint_to_play(game: Game, hints: list[Move], playable: int) -> Move | None:
    """Find the hint that brings a playable card, which its holder does not know to be one, nearest to being played."""
    promised = {
        game.identity_of(order)
        for seat in range(game.players)
        if seat != game.current_player
        for order in _hand(game, seat)
        if not game.state.possible[order] & ~playable
    }
    best: tuple[tuple[bool, float, int], Move] | None = None
    for move in hints:
        for order in _touched(game, move):
            identity, before = game.identity_of(order), game.state.possible[order]
            if not playable >> identity & 1 or identity in promised:
                continue
            after = _after(game, move, order)
            if after == before:
                continue
            certain = not after & ~playable
            value = (certain, (after & playable).bit_count() / after.bit_count(), -_bait(game, move, playable))
            if best is None or value > best[0]:
                best = (value, move)
    return best[1] if best else None


def _bait(game: Game, move: Move, playable: int) -> int:
    """Count touched cards that are not playable but would look likely to be."""
    looks = 0
    for order in _touched(game, move):
        after = _after(game, move, order)
        likely = (after & playable).bit_count() >= _DARE * after.bit_count()
        looks += likely and not playable >> game.identity_of(order) & 1
    return looks


def _hint_to_save(game: Game, hints: list[Move]) -> Move | None:
    """Find the hint that tells most about a critical card which the next player would discard."""
    following = (game.current_player + 1) % game.players
    oldest = [order for order in _hand(game, following) if not game.state.hinted[order]][:1]
    if not oldest or not game.critical_mask() >> game.identity_of(oldest[0]) & 1:
        return None
    saving = [move for move in hints if move.target == following and oldest[0] in _touched(game, move)]
    return max(saving, key=lambda move: _news(game, move), default=None)


# ---------------------------------------------------------------------- discards


def _discard(game: Game, seat: int, known: dict[int, int], trash: int) -> int:
    """Order of the card to discard, as rule 5 of ``simple`` says."""
    for order, mask in known.items():
        if mask and not mask & ~trash:
            return order
    for order in known:
        if not game.state.hinted[order]:
            return order
    critical = game.critical_mask()
    return min(known, key=lambda order: (_share(game, seat, known[order], critical), order))
