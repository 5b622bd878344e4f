"""What a person waits for: the import, a replay widget, and the size of what it sends to the browser.

    python benchmarks/interactive.py [FILE]

FILE is a JSON-lines file of recorded games (by default the sample games in ``data/``); the game with the most actions
of each number of players is taken. Import times are CPU time of fresh processes, less that of an empty one.
"""

from __future__ import annotations

import json
import os
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))


def process_time(code: str) -> float:
    """Return the median CPU seconds of fresh processes that run this code."""
    times = []
    for _ in range(9):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", code], check=True, env=os.environ | {"PYTHONPATH": str(ROOT)})
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return statistics.median(times)


def main() -> None:
    """Measure and print."""
    from hanabi_lab import load, replay

    empty = process_time("pass")
    for code in ("import hanabi_lab", "from hanabi_lab import Game", "import numpy", "import hanabi_lab, anywidget"):
        print(f"{code:32}{1000 * (process_time(code) - empty):7.1f} ms")
    print("(to reach: import hanabi_lab under 60 ms)\n")

    records = load(sys.argv[1] if len(sys.argv) > 1 else ROOT / "data" / "games.jsonl")
    replay(records[0])  # what the first widget of a session loads
    print("players  turns     ready     state")
    for seats in range(2, 7):
        longest = max((r for r in records if len(r.players) == seats), key=lambda r: len(r.actions), default=None)
        if longest is None:
            continue
        times = []
        for _ in range(5):
            start = time.process_time()
            shown = replay(longest)
            times.append(time.process_time() - start)
        state = len(json.dumps(shown.get_state(), default=str).encode())
        turns = len(shown.game) - 1
        print(f"{seats:7}{turns:7}{1000 * statistics.median(times):8.0f} ms{state / 1000:7.0f} kB")
    print("(to reach, for 70 turns: under 500 ms, at most 200 kB)")


if __name__ == "__main__":
    main()
