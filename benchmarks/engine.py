"""Moves a second of random legal play: hanabi_lab beside other Hanabi engines, in one run on one core.

Every engine plays whole games of uniformly random legal moves and lists all legal moves before each one. Figures are
moves per second of this process's CPU time; the median of some repetitions is printed, and the ratios to OpenSpiel.
The systems take turns in each repetition, so that a busy machine slows all of them alike. What cannot be imported is
left out; see README.md beside this file.
"""

from __future__ import annotations

import argparse
import ctypes
import importlib.util
import os
import platform
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

for threads in ("NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(threads, "1")
sys.path.insert(0, str(Path(__file__).parents[1]))

#: Plays games with this many players, numbered from a seed, and returns how many moves were made.
Play = Callable[[int, int, int], int]
#: Name, games a repetition, and what makes the player of games (None when the system is not there).
System = tuple[str, int, Callable[[], Play | None]]

REFERENCE = "OpenSpiel from Python"
COMPILED = "hanabi_lab compiled batch"
OBJECT = "hanabi_lab plain Python"


def compiled_batch() -> Play | None:
    """Play hanabi_lab's batch: the engine over records, compiled."""
    try:
        import numba  # noqa: F401
    except ImportError:
        return None
    from hanabi_lab.rules import play_random_games
    from hanabi_lab.rules.arrays import new_states

    room: dict[int, Any] = {}

    def play(players: int, games: int, seed: int) -> int:
        if games not in room:
            room[games] = new_states(games)
        return play_random_games(games, players=players, seed=seed, states=room[games]).moves

    return play


def plain_python() -> Play | None:
    """Play hanabi_lab's engine over the Python object, moves chosen as for the other Python systems."""
    from hanabi_lab.rules import GameState, Rules, Setup, Variant, engine

    def play(players: int, games: int, seed: int) -> int:
        rng = random.Random(seed)
        setup = Setup.of(Variant.plain(5), Rules(), players)
        deck = [identity for identity, copies in enumerate(setup.copies) for _ in range(copies)]
        padding = [0] * (60 - len(deck))
        blank = GameState()
        room = [0] * engine.MAX_MOVES
        legal_moves, act, pick = engine.legal_moves, engine.act, rng.random
        moves = 0
        for _ in range(games):
            state = blank.copy()
            rng.shuffle(deck)
            state.deck = deck + padding
            engine.deal(state, setup)
            while not state.end:
                act(state, setup, room[int(pick() * legal_moves(state, setup, room))])
            moves += state.turn
        return moves

    return play


def openspiel() -> Play | None:
    """Play OpenSpiel's hanabi through its Python interface."""
    try:
        import pyspiel
    except ImportError:
        return None

    def play(players: int, games: int, seed: int) -> int:
        rng = random.Random(seed)
        game = pyspiel.load_game("hanabi", {"players": players})
        pick = rng.random
        moves = 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(actions, weights)[0])
                else:
                    legal = state.legal_actions()
                    state.apply_action(legal[int(pick() * len(legal))])
                    moves += 1
        return moves

    return play


def openspiel_inside() -> Play | None:
    """Play whole games inside OpenSpiel's C++, Python only starting them."""
    try:
        import numpy as np
        import pyspiel
    except ImportError:
        return None

    def play(players: int, games: int, seed: int) -> int:
        game = pyspiel.load_game("hanabi", {"players": players})
        bots = [pyspiel.make_uniform_random_bot(player, seed + player) for player in range(players)]
        random_state = np.random.RandomState(seed)
        moves = 0
        for _ in range(games):
            state = game.new_initial_state()
            pyspiel.evaluate_bots(state, bots, int(random_state.randint(2**31 - 1)))
            moves += sum(action.player >= 0 for action in state.full_history())
        return moves

    return play


def pyhanabi() -> Play | None:
    """Play the learning environment through its lower Python interface."""
    try:
        from hanabi_learning_environment import pyhanabi as hle
    except ImportError:
        return None

    def play(players: int, games: int, seed: int) -> int:
        rng = random.Random(seed)
        game = hle.HanabiGame({"players": players, "seed": seed % 2**31})
        moves = 0
        pick = rng.random
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.cur_player() == hle.CHANCE_PLAYER_ID:
                    state.deal_random_card()
                else:
                    legal = state.legal_moves()
                    state.apply_move(legal[int(pick() * len(legal))])
                    moves += 1
        return moves

    return play


def hle_core() -> Play | None:
    """Play the learning environment's C++ core: ``hle_core.c``, compiled here against its shared library."""
    spec = importlib.util.find_spec("hanabi_learning_environment")
    compiler = shutil.which("cc")
    if spec is None or not spec.submodule_search_locations or compiler is None:
        return None
    library = Path(spec.submodule_search_locations[0]) / "libpyhanabi.so"
    with tempfile.TemporaryDirectory() as folder:
        driver = Path(folder) / "hle_core.so"
        source = Path(__file__).with_name("hle_core.c")
        flags = ["-O2", "-shared", "-fPIC", f"-Wl,-rpath,{library.parent}"]
        command = [compiler, *flags, str(source), str(library), "-o", str(driver)]
        if not library.is_file() or subprocess.run(command, check=False).returncode:
            return None
        entry = ctypes.CDLL(str(driver)).play
    entry.restype = ctypes.c_long
    entry.argtypes = [ctypes.c_char_p, ctypes.c_long, ctypes.c_ulong, ctypes.c_char_p]

    def play(players: int, games: int, seed: int) -> int:
        return int(entry(str(players).encode(), games, seed, str(seed).encode()))

    return play


SYSTEMS: list[System] = [
    (COMPILED, 30_000, compiled_batch),
    (OBJECT, 400, plain_python),
    (REFERENCE, 250, openspiel),
    ("OpenSpiel inside C++", 600, openspiel_inside),
    ("learning environment, C core", 2_000, hle_core),
    ("learning environment, pyhanabi", 100, pyhanabi),
]


def measure(players: int, repetitions: int, scale: float, plays: dict[str, tuple[int, Play]]) -> dict[str, list[float]]:
    """Return each system's moves per CPU second, one figure a repetition."""
    rates: dict[str, list[float]] = {name: [] for name in plays}
    for repetition in range(-1, repetitions):  # the first one warms up
        for name, (games, play) in plays.items():
            count = max(1, int(games * scale))
            start = time.process_time()
            moves = play(players, count, 1000 + repetition)
            spent = time.process_time() - start
            if repetition >= 0:
                rates[name].append(moves / spent)
    return rates


def main() -> None:
    """Measure, and print a table for each number of players."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--players", type=int, nargs="+", default=[2, 5])
    parser.add_argument("--reps", type=int, default=7)
    parser.add_argument("--scale", type=float, default=1.0, help="games a repetition, as a multiple of the usual")
    options = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    plays = {}
    for name, games, make in SYSTEMS:
        play = make()
        if play is None:
            print(f"not here: {name}")
        else:
            plays[name] = (games, play)
    print(f"Python {platform.python_version()}, one core, CPU time, median of {options.reps} (lowest to highest)")
    for players in options.players:
        rates = measure(players, options.reps, options.scale, plays)
        middle = {name: statistics.median(values) for name, values in rates.items()}
        base = middle.get(REFERENCE)
        print(f"\n{players} players{'':22}  moves a second{'':22}x {REFERENCE}")
        for name, values in rates.items():
            spread = f"({min(values):,.0f} to {max(values):,.0f})"
            ratio = f"{middle[name] / base:8.2f}" if base else ""
            print(f"  {name:<30} {middle[name]:>12,.0f}  {spread:<26} {ratio}")
        core = middle.get("learning environment, C core")
        if core and COMPILED in middle:
            print(f"  {COMPILED} / learning environment's C core: {middle[COMPILED] / core:.1f}")


if __name__ == "__main__":
    main()
