"""Exact hand posteriors: the closed form beside the set-partition formula, enumeration, and the Python object.

    python benchmarks/beliefs.py [FILE] [--games 10000]

FILE is a JSON-lines file of recorded games (by default the recorded games beside the checkout, else ``data/``). Hands
are the 5-card hands of the middle of its games, as their holder sees them. All times are CPU time of one process; the
last part reads a file of 10,000 games in a fresh process, imports and loading of compiled code included.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from hanabi_lab.beliefs import hand_belief, posteriors, unseen_counts
from hanabi_lab.beliefs.kernels import MAX_SLOTS, partition_ways
from hanabi_lab.records import GameRecord, read_games
from hanabi_lab.rules.kernel import compiled

ROOT = Path(__file__).resolve().parent.parent
HANDS = 8192
PIPELINE = """
import sys, time
from hanabi_lab.beliefs import batch
from hanabi_lab.records import read_games
records = read_games(sys.argv[1])
read = time.process_time()
columns = batch(records, preset="pyhanabi", full=sys.argv[2] == "full")
done = time.process_time()
print(len(records), len(columns["turn"]), read, done - read)
"""


@compiled
def _partition(counts: Any, masks: Any, sums: Any, totals: Any, ways: Any, out: Any) -> None:
    slots, identities = masks.shape[1], counts.shape[1]
    for h in range(len(counts)):
        total = partition_ways(counts[h], masks[h], slots, slots, identities, sums, totals, ways)
        for j in range(slots):
            for i in range(identities):
                out[h, j, i] = ways[j, i] / total


@compiled
def _enumerate(counts: Any, masks: Any, left: Any, hand: Any, deals: Any, out: Any) -> None:
    """Walk through all hands of identities, the fifth slot in the innermost loop."""
    slots, identities = masks.shape[1], counts.shape[1]
    for h in range(len(counts)):
        total = 0
        out[h] = 0.0
        left[:] = counts[h]
        deals[0] = 1
        j = 0
        hand[0] = -1
        while j >= 0:
            if hand[j] >= 0:
                left[hand[j]] += 1
            i = hand[j] + 1
            while i < identities and (left[i] <= 0 or not masks[h, j] >> i & 1):
                i += 1
            if i == identities:
                j -= 1
                continue
            deals[j + 1] = deals[j] * left[i]
            hand[j] = i
            left[i] -= 1
            if j + 1 < slots:
                j += 1
                hand[j] = -1
            else:
                total += deals[slots]
                for k in range(slots):
                    out[h, k, hand[k]] += deals[slots]
        out[h] /= total


def cpu(work: Callable[[], object], *, rounds: int) -> float:
    """Return the least CPU time of several rounds, in seconds."""
    best = float("inf")
    for _ in range(rounds):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best


def middle_hands(records: list[GameRecord]) -> list[tuple[Any, int, list[int]]]:
    """Return positions in the middle of games, with the seat to act and what its hints leave possible."""
    found = []
    for record in records:
        game = record.replay("pyhanabi").game
        for turn in range(game.turn // 4, 3 * game.turn // 4):
            state = game.at(turn).state
            orders = state.hands[state.player][: state.hand_len[state.player]]
            if len(orders) == 5 and game.variant.identities == 25:
                found.append((game.at(turn), state.player, [state.possible[order] for order in orders]))
    return found


def hands_part(records: list[GameRecord]) -> None:
    """Print what one posterior costs."""
    positions = middle_hands(records)
    few = positions[:: max(1, len(positions) // 1000)]
    counts = np.array([unseen_counts(game, seat) for game, seat, _ in few])
    masks = np.array([each for _, _, each in few])
    again = np.arange(HANDS) % len(few)
    many_counts, many_masks = counts[again], masks[again]
    out, other = np.empty((HANDS, 5, 25)), np.empty((HANDS, 5, 25))
    size = 1 << MAX_SLOTS
    room = (np.zeros(size, np.int64), np.zeros(size, np.int64), np.zeros((MAX_SLOTS, 25), np.int64))
    walk = (np.zeros(25, np.int64), np.zeros(5, np.int64), np.zeros(6, np.int64))
    listed = np.arange(0, len(few), 5)  # enumeration is slow: every fifth hand
    slow = np.empty((len(listed), 5, 25))

    def closed() -> None:
        posteriors(many_counts, many_masks, out=out)

    def partition() -> None:
        _partition(many_counts, many_masks, *room, other)

    def enumerate_all() -> None:
        _enumerate(counts[listed], masks[listed], *walk, slow)

    closed()
    partition()
    _enumerate(counts[:1], masks[:1], *walk, slow[:1])
    fast = cpu(closed, rounds=30) / HANDS
    exact = cpu(partition, rounds=10) / HANDS
    brute = cpu(enumerate_all, rounds=1) / len(listed)
    if max(abs(out - other).max(), abs(out[listed] - slow).max()) > 1e-12:
        sys.exit("the formulas do not agree")
    each = sorted(
        cpu(lambda game=game, seat=seat: hand_belief(game, seat).marginals, rounds=5)  # type: ignore[misc]
        for game, seat, _ in few[:300]
    )
    print(f"{len(few)} different 5-card hands in the middle of games, as their holder sees them; CPU time a hand")
    print(f"  closed form, compiled, batch          {fast * 1e6:10.3f} us      (to reach: 0.5)")
    print(f"  set partition, compiled, batch        {exact * 1e6:10.3f} us   {exact / fast:12.1f} x closed form")
    print(f"  enumeration, compiled, mean           {brute * 1e6:10.1f} us   {brute / fast:12.0f} x closed form")
    print(
        f"  hand_belief(game).marginals, median   {each[150] * 1e6:10.1f} us   {each[150] / fast:12.0f} x closed form"
    )
    print(f"  hand_belief(game).marginals, 99 %     {each[297] * 1e6:10.1f} us      (to reach: 100)")


def pipeline_part(records: list[GameRecord], games: int) -> None:
    """Print what it takes to read and replay a file of many games with all posteriors."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.jsonl"
        lines = [record.to_json() for record in records]
        path.write_text("\n".join(lines[k % len(lines)] for k in range(games)) + "\n", encoding="utf-8")
        print(f"{games} recorded games read from JSON lines ({path.stat().st_size / 1e6:.0f} MB), replayed, and the")
        print("posterior of the acting player at every turn; CPU time of a fresh process (to reach: 15 s)")
        env = {**os.environ, "NUMBA_CACHE_DIR": folder}
        for name, mode in (
            ("first run ever, compiling", "short"),
            ("compiled code in the cache", "short"),
            ("all probabilities kept as well", "full"),
        ):
            command = [sys.executable, "-c", PIPELINE, str(path), mode]
            result = subprocess.run(command, check=True, capture_output=True, text=True, env=env, cwd=ROOT)
            _, turns, read, work = map(float, result.stdout.split())
            print(f"  {name:<30} {read + work:6.2f} s   (reading {read:.2f}, batch {work:.2f}; {turns:.0f} posteriors)")


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="*", type=Path)
    parser.add_argument("--games", type=int, default=10_000)
    options = parser.parse_args()
    shared = ROOT.parent / "shared" / "games"
    files = options.file or sorted(shared.glob("ha*/games.jsonl")) or sorted((ROOT / "data").glob("*.jsonl"))
    if not files:
        sys.exit("no recorded games found: name a JSON-lines file")
    records = [record for file in files for record in read_games(file)]
    hands_part(records)
    pipeline_part(records, options.games)


if __name__ == "__main__":
    main()
