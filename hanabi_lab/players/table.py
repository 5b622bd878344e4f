"""A table: one game played from the deal to the end by players who each see it from their own seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from hanabi_lab.rules.errors import IllegalMoveError
from hanabi_lab.rules.game import Game

if TYPE_CHECKING:
    from hanabi_lab.rules.cards import Move
    from hanabi_lab.rules.options import Rules
    from hanabi_lab.rules.variant import Variant

__all__ = ["Player", "play_game"]

#: A player: takes the game as its seat sees it (``game.view(seat)``, with the seat to act) and returns a move.
Player = Callable[[Game], "Move"]


def play_game(
    player: Player | Sequence[Player],
    *,
    variant: Variant | str = "No Variant",
    players: int | None = None,
    seed: int | str | None = None,
    rules: Rules | str = "standard",
    names: Sequence[str] | None = None,
) -> Game:
    """Play one game to its end.

    Parameters
    ----------
    player : player or sequence of players
        One player for every seat, or one for each seat.
    variant, players, seed, rules, names
        As ``Game.new`` takes them; ``players`` is the number of seats.

    Returns
    -------
    Game
        The finished game.

    Raises
    ------
    IllegalMoveError
        When a player makes a move that the rules do not allow; the message says who, when and what.
    """
    if not callable(player) and players is None and names is None:
        players = len(player)
    game = Game.new(variant, players=players, seed=seed, rules=rules, names=names)
    seats = [player] * game.players if callable(player) else list(player)
    if len(seats) != game.players:
        raise IllegalMoveError(f"the game has {game.players} seats, but {len(seats)} players were given")
    while not game.is_over:
        seat = game.current_player
        move = seats[seat](game.view(seat))
        try:
            game.apply(move)
        except IllegalMoveError as error:
            who = getattr(seats[seat], "__name__", repr(seats[seat]))
            raise IllegalMoveError(
                f"player {who!r} in seat {seat} ({game.names[seat]}), turn {game.turn + 1}: {move!r}: {error}"
            ) from error
    return game
