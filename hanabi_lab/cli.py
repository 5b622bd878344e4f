"""The command ``hanabi-lab``: open the notebooks, replay files of games, ask what a hand can be."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from hanabi_lab.rules.errors import HanabiError, RecordError
from hanabi_lab.rules.options import PRESETS

if TYPE_CHECKING:
    from hanabi_lab.records.record import GameRecord
    from hanabi_lab.records.replay import Replay

__all__ = ["main"]

_BAD_INPUT = 2


class _Parser(argparse.ArgumentParser):
    """A parser whose complaint is one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(_BAD_INPUT, f"{self.prog}: {_plain(message)} (see {self.prog} --help)\n")


class _Version(argparse.Action):
    """``--version``, looked up only when asked for."""

    def __init__(self, option_strings: Sequence[str], dest: str) -> None:
        super().__init__(option_strings, dest, nargs=0, help="print the version and stop")

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        from hanabi_lab import __version__

        print(f"hanabi-lab {__version__}")
        parser.exit()


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command.

    Parameters
    ----------
    argv : sequence of str, optional
        The arguments; those of the process where none are given.

    Returns
    -------
    int
        0, or 2 for bad input.
    """
    for stream in (sys.stdout, sys.stderr):  # a name in a file must not stop a terminal that cannot show it
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        args = _parser().parse_args(argv)
        status: int = args.run(args)
        sys.stdout.flush()
    except SystemExit as stop:  # argparse ends the process; a caller of main wants a number
        return stop.code if isinstance(stop.code, int) else 0
    except HanabiError as error:
        return _complain(str(error))
    except BrokenPipeError:  # the reader of our output (head, less) has gone
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    return status


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="hanabi-lab", description="A laboratory for the card game Hanabi.")
    parser.add_argument("--version", action=_Version)
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")

    lab = commands.add_parser("lab", help="open JupyterLab on the tour")
    lab.add_argument("path", nargs="?", help="a notebook or folder to open instead")
    lab.set_defaults(run=_lab)

    replay = commands.add_parser("replay", help="replay recorded games and print how they ended")
    replay.add_argument("files", nargs="+", metavar="FILE", help="hanab.live exports: a game, a list, or JSON lines")
    replay.add_argument(
        "--preset", default="hanab.live", choices=list(PRESETS), metavar="P", help=f"rules: {', '.join(PRESETS)}"
    )
    replay.add_argument("--strict", action="store_true", help="refuse what is otherwise kept with a warning")
    replay.add_argument("--json", action="store_true", help="print one JSON object a game")
    replay.set_defaults(run=_replay)

    beliefs = commands.add_parser("beliefs", help="print what each card of a hand can be, with exact probabilities")
    beliefs.add_argument("file", metavar="FILE")
    beliefs.add_argument("--game", metavar="ID", help="the game's id (or its place in the file, from 1)")
    beliefs.add_argument("--turn", type=int, required=True, metavar="T", help="before the T-th action, 1 is the first")
    beliefs.add_argument("--seat", metavar="S", help="whose hand: a seat from 0, or a name; else the acting seat")
    beliefs.add_argument(
        "--preset", default="hanab.live", choices=list(PRESETS), metavar="P", help=f"rules: {', '.join(PRESETS)}"
    )
    beliefs.add_argument("--json", action="store_true", help="print a JSON list of slots, newest first")
    beliefs.set_defaults(run=_beliefs)
    return parser


def _plain(text: str) -> str:
    """Return text from a file as one line that cannot steer a terminal."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def _complain(message: str) -> int:
    print(f"hanabi-lab: {_plain(message)}", file=sys.stderr)
    return _BAD_INPUT


# ---------------------------------------------------------------------- replay


def _replay(args: argparse.Namespace) -> int:
    from hanabi_lab.records.reader import iter_games

    status = 0

    def bad(error: HanabiError) -> None:
        nonlocal status
        status = _complain(str(error))

    for file in args.files:
        place = 0
        for place, record in enumerate(iter_games(Path(file), strict=args.strict, on_error=bad), 1):
            try:
                done = record.replay(args.preset, strict=args.strict)
            except RecordError as error:
                bad(error)
                continue
            if done.error is not None:
                bad(done.error)
            row = {"file": file, **done.summary()}
            if record.id is None:
                row["game_id"] = place
            print(json.dumps(row) if args.json else _plain(_line(row)))
    return status


def _line(row: dict[str, Any]) -> str:
    """Return the result of a game in words."""
    parts = [
        f"{row['file']}, game {row['game_id']}: {row['variant']}, {row['players']} players, {row['turns']} turns",
        f"score {row['score']}",
        f"{row['points']} points on the table",
        f"{row['strikes']} strike{'' if row['strikes'] == 1 else 's'}",
        f"{row['hint_tokens']} hint token{'' if row['hint_tokens'] == 1 else 's'}",
        row["end"],
    ]
    return ", ".join(parts) + "".join(f"; warning: {warning}" for warning in row["warnings"])


# ---------------------------------------------------------------------- beliefs


def _beliefs(args: argparse.Namespace) -> int:
    from hanabi_lab.beliefs import hand_belief

    record = _find(args.file, args.game)
    done: Replay = record.replay(args.preset)
    last = len(done.game)
    if not 1 <= args.turn <= last:
        cut = f"; the replay stops there: {done.error}" if done.error else ""
        raise RecordError(
            f"--turn is 1 (before the first action) to {last} (after the last one), not {args.turn}{cut}",
            path=record.source,
            game=record.id,
        )
    game = done.game[args.turn - 1]
    seat = game.current_player if args.seat is None else _seat(args.seat, game.names)
    rows = hand_belief(game, seat).to_dicts()
    if args.json:
        print(json.dumps(rows))
        return 0
    print(_plain(f"{game.names[seat]} (seat {seat}) before action {args.turn} of game {record.id}, newest card first:"))
    for row in rows:
        likely = sorted(row["probabilities"].items(), key=lambda item: -item[1])
        cards = ", ".join(f"{label} {100 * p:.1f}%" for label, p in likely if p > 0)
        chances = ", ".join(f"{word} {100 * row[word]:.1f}%" for word in ("playable", "trash", "critical"))
        print(f"slot {row['slot']} (card {row['order']}): {chances}; {cards}")
    return 0


def _find(file: str, wanted: str | None) -> GameRecord:
    """Return the game with an id (or at a place, where no game has that id) in a file."""
    from hanabi_lab.records.reader import iter_games

    errors: list[RecordError] = []
    found: GameRecord | None = None
    ids: list[str] = []
    at_place: GameRecord | None = None
    for place, record in enumerate(iter_games(Path(file), on_error=errors.append), 1):
        ids.append(str(place if record.id is None else record.id))
        if record.id is None and wanted == str(place):
            at_place = record
        if wanted is None or str(record.id) == wanted:
            if found is not None and wanted is None:
                raise RecordError("the file holds several games", path=file, suggestion="name one with --game ID")
            found = found or record
    found = found or at_place
    if found is not None:
        return found
    for error in errors:
        if wanted is None or not ids or str(error.game) == wanted:
            raise error
    few = ", ".join(ids[:8]) + (", ..." if len(ids) > 8 else "")
    raise RecordError(f"there is no game {wanted}", path=file, suggestion=f"the file holds {few}")


def _seat(text: str, names: Sequence[str]) -> int:
    if text.isascii() and text.isdigit() and int(text) < len(names):
        return int(text)
    if text in names:
        return names.index(text)
    raise HanabiError(f"--seat is 0 to {len(names) - 1}, or a name ({', '.join(names)}), not {text!r}")


# ---------------------------------------------------------------------- lab


def _lab(args: argparse.Namespace) -> int:
    from importlib.util import find_spec

    target = _notebook(args.path)
    if find_spec("jupyterlab") is None:
        return _complain("JupyterLab is not installed here: pip install jupyterlab, or run: make lab")
    command = [sys.executable, "-m", "jupyterlab", str(target)]
    if hasattr(os, "geteuid") and os.geteuid() == 0:  # in a container; JupyterLab would refuse to start
        command.append("--allow-root")
    if os.name == "nt":  # exec there leaves the console to two processes
        import subprocess

        return subprocess.call(command)  # noqa: S603
    sys.stdout.flush()
    return os.execv(sys.executable, command)  # noqa: S606


def _notebook(path: str | None) -> Path:
    """Return what to open: the path given, else the tour of the project's notebooks."""
    if path is not None:
        if not Path(path).exists():
            raise HanabiError(f"{path}: there is no such notebook or folder")
        return Path(path)
    for folder in (Path("notebooks"), Path(__file__).resolve().parent.parent / "notebooks"):
        if folder.is_dir() and any(folder.glob("*.ipynb")):
            tours = sorted(folder.glob("*tour*.ipynb"))
            return tours[0] if tours else folder
    raise HanabiError(
        "the notebooks are not here: they are in the project's folder, not in the installed package; "
        "run this in a copy of the project, or name a folder: hanabi-lab lab PATH"
    )


if __name__ == "__main__":
    sys.exit(main())
