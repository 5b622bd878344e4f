"""Make ``games.jsonl``: sample games in hanab.live's export format, played by our own ``simple`` player.

Run ``python data/make_samples.py`` from the top of the project. The same file comes out on every machine: decks are
those of hanab.live's seeds, and the player has no chance in it. No data from hanab.live is used.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from hanabi_lab.players import play_game, simple
from hanabi_lab.records import GameRecord, write_games
from hanabi_lab.rules import Variant

#: Made-up people; each game seats the next few of them.
PEOPLE = ("Ada", "Bela", "Chen", "Dara", "Emil", "Femi", "Gita", "Hugo", "Ines", "Jonas", "Kira", "Luca")
#: Players and variant of the games, with how many of each.
SERIES = (
    (2, "No Variant", 10),
    (3, "No Variant", 9),
    (4, "No Variant", 6),
    (5, "No Variant", 5),
    (3, "6 Suits", 2),
    (2, "4 Suits", 2),
    (4, "3 Suits", 1),
    (6, "No Variant", 1),
)


def sample_games() -> list[GameRecord]:
    """Play the sample games, numbered from 1."""
    records: list[GameRecord] = []
    for players, name, count in SERIES:
        variant = Variant.named(name)
        for _ in range(count):
            number = len(records) + 1
            names = [PEOPLE[(number * 5 + seat) % len(PEOPLE)] for seat in range(players)]
            seed = f"p{players}v{variant.id}s{number}"
            game = play_game(simple, variant=variant, names=names, seed=seed, rules="hanab.live")
            records.append(GameRecord.from_game(game, number=number, seed=seed))
    return records


def main() -> None:
    """Write the file beside this script, or where the first argument says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("path", nargs="?", type=Path, default=Path(__file__).with_name("games.jsonl"))
    path = parser.parse_args().path
    games = sample_games()
    write_games(games, path)
    print(f"{len(games)} games written to {path}")


if __name__ == "__main__":
    main()
