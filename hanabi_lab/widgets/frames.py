"""The frames of a replay: everything the browser needs to step through a game, drawn ahead."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any

from hanabi_lab.beliefs import hand_belief
from hanabi_lab.widgets.drawing import (
    CARD_W,
    CIVIDIS,
    GRID_H,
    SIDE_W,
    STYLE,
    board_parts,
    definitions,
    hands_size,
    probability_color,
    side_height,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hanabi_lab.rules.game import Game

__all__ = ["frames"]

#: A byte of a probability: 0 is impossible, 1 to 255 are 0 to 1.
_FULL = 254


def frames(game: Game, *, notes: Sequence[str] = ()) -> dict[str, Any]:
    """Return the state of a replay, ready for JSON.

    Keys: ``defs`` and ``style`` (shared by all frames), ``size`` (width and height of the
    hands, and of the table beside them), ``parts`` (each different piece of SVG once),
    ``frames`` (for each turn the indices of its parts), ``moves`` (for each turn the move that led to it, in words),
    ``texts`` (the board as text), ``hands`` (for each turn the sizes of the hands), ``beliefs`` (base64: for
    each turn, seat and slot, newest first, one byte an identity), ``names``, ``labels``, ``suits``, ``ranks``,
    ``grid`` (width and height below a card), ``scale`` (the colors of the legend), ``colors`` (of the bytes
    from 1 on) and ``notes``.
    """
    parts: dict[str, int] = {}
    drawn, moves, hands, texts = [], [], [], []
    beliefs = bytearray()
    for turn in range(len(game)):
        now = game.at(turn)
        drawn.append([parts.setdefault(part, len(parts)) for part in board_parts(now)])
        moves.append(now.history[-1].text if now.history else f"The deal: {now.names[now.current_player]} begins")
        texts.append(str(now))
        hands.append([now.state.hand_len[seat] for seat in range(now.players)])
        for seat in range(now.players):
            if now.state.hand_len[seat]:
                for row in hand_belief(now, seat).marginals:
                    beliefs.extend(1 + round(p * _FULL) if p else 0 for p in row)
    if game.is_over:
        moves[-1] += f". The game is over ({game.end.replace('_', ' ')}): score {game.score}"
    variant = game.variant
    return {
        "defs": definitions(variant),
        "style": STYLE,
        "size": {"hands": hands_size(game), "side": (SIDE_W, side_height(game))},
        "parts": list(parts),
        "frames": drawn,
        "moves": moves,
        "texts": texts,
        "hands": hands,
        "beliefs": base64.b64encode(bytes(beliefs)).decode("ascii"),
        "names": list(game.names),
        "labels": list(variant.labels),
        "suits": len(variant.suits),
        "ranks": variant.ranks,
        "grid": [CARD_W, GRID_H],
        "scale": list(CIVIDIS),
        "colors": [probability_color(byte / _FULL) for byte in range(_FULL + 1)],
        "notes": list(notes),
    }
