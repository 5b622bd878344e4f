"""Reading files of games: one game, a list of games, or JSON lines."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO

from hanabi_lab.records.parse import parse_game
from hanabi_lab.records.record import GameRecord
from hanabi_lab.rules.errors import RecordError

__all__ = ["Source", "iter_games", "load", "read_game", "read_games"]

#: What can be read: a path; JSON as text or bytes; or what JSON was already turned into.
Source = str | os.PathLike[str] | bytes | Mapping[str, Any] | Sequence[Mapping[str, Any]]
_OnError = Callable[[RecordError], object]
_LINE_SUFFIXES = (".jsonl", ".ndjson")
_AGAIN = "download it again from https://hanab.live/export/<number>"


def read_games(source: Source, *, strict: bool = False, on_error: _OnError | None = None) -> list[GameRecord]:
    """Read all games of a source; see ``iter_games``.

    Examples
    --------
    >>> len(read_games("data/games.jsonl"))  # doctest: +SKIP
    36
    """
    return list(iter_games(source, strict=strict, on_error=on_error))


#: The same under the name that a notebook uses.
load = read_games


def read_game(source: Source, *, strict: bool = False) -> GameRecord:
    """Read a source that holds one game.

    Raises
    ------
    RecordError
        When it holds none or several, or the game cannot be read.
    """
    games = read_games(source, strict=strict)
    if len(games) != 1:
        raise RecordError(
            f"there are {len(games)} games; expected one", path=_name(source), suggestion="use read_games"
        )
    return games[0]


def iter_games(source: Source, *, strict: bool = False, on_error: _OnError | None = None) -> Iterator[GameRecord]:
    """Read games one by one; a file of JSON lines is never in memory as a whole.

    Parameters
    ----------
    source : path, str, bytes, mapping or sequence
        A path, JSON text or bytes, or a game or list of games as Python objects. A ``str`` is taken as JSON when it
        begins with ``{`` or ``[``, else as a path.
    strict : bool
        Raise for what is doubtful; when off, doubts are in the ``warnings`` of the record.
    on_error : callable, optional
        Called with the error of each game that cannot be read, and reading goes on. Without it the first such error
        is raised.

    Raises
    ------
    RecordError
        When the source cannot be read, with the file, the game and the action, what is wrong and what to try.
    """
    for data, where in _values(source, on_error):
        games = [(data, where)]
        if isinstance(data, list):
            games = [(each, f"{where}[{index}]") for index, each in enumerate(data)]
        for each, place in games:
            try:
                record = parse_game(each, source=place, strict=strict)
            except RecordError as error:
                _report(error, on_error)
            else:
                yield record


def _report(error: RecordError, on_error: _OnError | None) -> None:
    if on_error is None:
        raise error
    on_error(error)


def _name(source: Source) -> str | None:
    if isinstance(source, os.PathLike) or (isinstance(source, str) and not _is_json(source)):
        return os.fspath(source)
    return None


def _is_json(text: str) -> bool:
    return text.lstrip("\ufeff \t\r\n")[:1] in ("{", "[")


def _values(source: Source, on_error: _OnError | None) -> Iterator[tuple[Any, str]]:
    """Yield the JSON values of a source (one, or one a line) and where each stands."""
    if isinstance(source, bytes):
        yield from _text_values(source, "bytes", False, on_error)
    elif isinstance(source, str) and _is_json(source):
        yield from _text_values(source.encode("utf-8", "surrogatepass"), "text", False, on_error)
    elif isinstance(source, (str, os.PathLike)):
        yield from _file_values(Path(source), os.fspath(source), on_error)
    elif isinstance(source, Mapping):
        yield source, ""
    else:
        yield list(source), "list"


def _file_values(path: Path, name: str, on_error: _OnError | None) -> Iterator[tuple[Any, str]]:
    try:
        file = path.open("rb")
    except OSError as error:
        folder = path.is_dir()
        problem = "this is a folder" if folder else f"cannot be opened: {error.strerror or error}"
        hint = "name the files in it" if folder else None
        _report(RecordError(problem, path=name, suggestion=hint), on_error)
        return
    with file:
        try:
            yield from _stream_values(file, name, path.suffix.lower() in _LINE_SUFFIXES, on_error)
        except OSError as error:
            _report(RecordError(f"cannot be read: {error.strerror or error}", path=name), on_error)


def _stream_values(file: BinaryIO, name: str, lines: bool, on_error: _OnError | None) -> Iterator[tuple[Any, str]]:
    """Decide between JSON lines and one JSON text by the first line that is not blank."""
    first, number = _next_line(file, 0)
    if first[:2] in (b"\xff\xfe", b"\xfe\xff"):
        yield from _text_values(first + file.read(), name, lines, on_error)
        return
    if not lines:
        try:
            lines = isinstance(json.loads(first.decode("utf-8-sig")), dict)
        except (ValueError, RecursionError):
            lines = False
        if lines:  # a whole game on the first line: the only one, or one of many
            second, after = _next_line(file, number)
            if not second:
                yield from _text_values(first, name, False, on_error)
                return
            yield from _line(first, name, number, on_error)
            yield from _line(second, name, after, on_error)
            number = after
        else:
            yield from _text_values(b"\n" * max(0, number - 1) + first + file.read(), name, False, on_error)
            return
    elif not first:
        _report(RecordError("the file is empty", path=name, suggestion=_AGAIN), on_error)
        return
    else:
        yield from _line(first, name, number, on_error)
    for at, line in enumerate(file, number + 1):
        if line.strip():
            yield from _line(line, name, at, on_error)


def _next_line(file: BinaryIO, number: int) -> tuple[bytes, int]:
    """Return the next line that is not blank (no bytes at the end of the file) and its number."""
    for line in file:
        number += 1
        if line.strip(b"\xef\xbb\xbf \t\r\n"):
            return line, number
    return b"", number


def _line(line: bytes, name: str, number: int, on_error: _OnError | None) -> Iterator[tuple[Any, str]]:
    where = f"{name}:{number}"
    try:
        yield _decode_json(line, where), where
    except RecordError as error:
        _report(error, on_error)


def _text_values(data: bytes, name: str, lines: bool, on_error: _OnError | None) -> Iterator[tuple[Any, str]]:
    """Yield the values of JSON that is in memory as a whole."""
    try:
        yield _decode_json(data, name), name
        return
    except RecordError as error:
        rows = [(number, row) for number, row in enumerate(data.splitlines(), 1) if row.strip()]
        if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
            text = data.decode("utf-16", "replace")
            rows = [(number, row.encode()) for number, row in enumerate(text.splitlines(), 1) if row.strip()]
        games = [row.lstrip(b"\xef\xbb\xbf \t")[:1] == b"{" for _, row in rows[:2]]
        if not (len(rows) > 1 and (lines or (all(games) and any(_is_object(row) for _, row in rows[:2])))):
            _report(error, on_error)
            return
    for number, row in rows:
        yield from _line(row, name, number, on_error)


def _is_object(row: bytes) -> bool:
    try:
        return isinstance(json.loads(row.decode("utf-8-sig")), dict)
    except (ValueError, RecursionError):
        return False


def _decode_json(data: bytes, where: str) -> Any:
    """Return what JSON bytes say, or raise the story of why they are none."""
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        raise RecordError(
            f"byte {error.start} is not {encoding.upper().removesuffix('-SIG')} text",
            path=where,
            suggestion="save the file as UTF-8, or unpack it if it is compressed",
        ) from None
    try:
        return json.loads(text)
    except RecursionError:
        raise RecordError("the JSON is nested too deeply to be a game", path=where) from None
    except json.JSONDecodeError as error:
        problem, suggestion = _not_json(text, error)
        raise RecordError(problem, path=where, suggestion=suggestion) from None
    except ValueError as error:  # a whole number of thousands of digits
        raise RecordError(f"not a game: {error}", path=where) from None


def _not_json(text: str, error: json.JSONDecodeError) -> tuple[str, str | None]:
    """Return what is wrong with text that is not JSON, and what to try."""
    stripped = text.strip()
    place = f"line {error.lineno}, column {error.colno}"
    if not stripped:
        return "the file is empty", _AGAIN
    if stripped.startswith("<"):
        return "this is an HTML page, not JSON", _AGAIN
    if any(line.lstrip().startswith(("//", "/*", "#")) for line in stripped.splitlines()):
        return f"not JSON: {error.msg} at {place}", "JSON has no comments: take them out"
    if stripped[0] not in "{[":
        start = stripped[:60] + ("..." if len(stripped) > 60 else "")
        return f"not JSON: it begins with {start!r}", f"it may be the site's error text in place of a game: {_AGAIN}"
    if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string"):
        return f"not JSON: the text stops in the middle ({place})", _AGAIN
    return f"not JSON: {error.msg} at {place}", None
