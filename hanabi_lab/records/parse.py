"""From the JSON of one game to a GameRecord: every check that needs no replay."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import chain
from typing import Any, NoReturn

from hanabi_lab.records.options import check_options
from hanabi_lab.records.record import GameRecord
from hanabi_lab.rules.cards import Move
from hanabi_lab.rules.errors import RecordError, UnknownVariantError
from hanabi_lab.rules.variant import Variant

__all__ = ["parse_game"]

_FIELDS = frozenset({"id", "players", "deck", "actions", "options", "notes", "characters", "seed"})
_INT = {int}
_UNKNOWN = (-1, -1)
_MAX_SUITS = 6
_RANKS = (1, 2, 3, 4, 5, 7)
_AGAIN = "download the game again from https://hanab.live/export/<number>"
_ORDERS = "play and discard name the card by its place in the deck, from 0 for the first card dealt"


def parse_game(data: Any, *, source: str = "", strict: bool = False) -> GameRecord:
    """Return the record of one game in hanab.live's form.

    Parameters
    ----------
    data : object
        What the JSON of the game says.
    source : str
        Where it is from, for messages.
    strict : bool
        Raise where the reader would otherwise warn.

    Raises
    ------
    RecordError
        When it is not such a game; the message names file, game and action, what is wrong, and what to try.
    """
    return _Parser(data, source, strict).record()


class _Parser:
    """One game being read."""

    def __init__(self, data: Any, source: str, strict: bool) -> None:
        self.source = source
        self.strict = strict
        self.number: int | str | None = None
        self.warnings: list[str] = []
        if not isinstance(data, Mapping):
            self.fail(f"a game is a JSON object, this is {_short(data)}", "hanab.live's export of a game starts with {")
        self.data = data

    def fail(self, problem: str, suggestion: str | None = None, action: int | None = None) -> NoReturn:
        raise RecordError(problem, path=self.source or None, game=self.number, action=action, suggestion=suggestion)

    def warn(self, problem: str, suggestion: str) -> None:
        if self.strict:
            self.fail(problem, suggestion)
        self.warnings.append(f"{problem} ({suggestion})")

    def record(self) -> GameRecord:
        data = self.data
        number = data.get("id")
        if number is not None and (isinstance(number, bool) or not isinstance(number, (int, str))):
            self.fail(f"'id' is {_short(number)}; expected a number or text")
        self.number = number
        for key in ("players", "deck", "actions"):
            if key not in data:
                self.fail(
                    f"there is no {key!r}", "a game has 'players', 'deck' and 'actions', as hanab.live exports it"
                )
        self.check_layout()
        players = self.players()
        options = self.options(len(players))
        deck, variant = self.deck(options)
        actions = self.actions()
        seed = data.get("seed")
        if seed is not None and (isinstance(seed, bool) or not isinstance(seed, (int, str))):
            self.fail(f"'seed' is {_short(seed)}; expected text")
        return GameRecord(
            players=players,
            variant=variant,
            deck=deck,
            actions=actions,
            options=options,
            notes=self.notes(len(players)),
            characters=self.characters(options, len(players)),
            id=number,
            seed=seed,
            extra={key: value for key, value in data.items() if key not in _FIELDS},
            source=self.source,
            warnings=tuple(self.warnings),
        )

    def check_layout(self) -> None:
        """Refuse the layout in which 0 was a clue and 1 a play."""
        actions = self.data["actions"]
        if not isinstance(actions, list):
            self.fail(f"'actions' is {_short(actions)}; expected a list")
        for index, action in enumerate(actions):
            if isinstance(action, Mapping) and "clue" in action:
                self.fail(
                    "this is the layout from before April 2020 (actions are 0 clue, 1 play, 2 discard, with a 'clue')",
                    _AGAIN + "; today's layout is 0 play, 1 discard, 2 color clue, 3 rank clue",
                    index,
                )
        if self.data.get("firstPlayer"):
            self.warn(
                f"'firstPlayer' is {_short(self.data['firstPlayer'])}, a field from before April 2020 without effect",
                "today's place for it is the option 'startingPlayer'",
            )

    def players(self) -> tuple[str, ...]:
        players = self.data["players"]
        if not isinstance(players, list) or not all(isinstance(name, str) for name in players):
            self.fail(f"'players' is {_short(players)}; expected a list of names")
        if not 2 <= len(players) <= 6:
            self.fail(f"there are {len(players)} players; Hanabi is played by 2 to 6")
        return tuple(players)

    def options(self, players: int) -> dict[str, Any]:
        options = self.data.get("options")
        if options is None:
            return {}
        if not isinstance(options, Mapping):
            self.fail(f"'options' is {_short(options)}; expected an object")
        errors, warnings = check_options(options, players)
        if errors:
            self.fail(errors[0])
        for problem, suggestion in warnings:
            self.warn(problem, suggestion)
        return dict(options)

    def deck(self, options: dict[str, Any]) -> tuple[tuple[tuple[int, int], ...], str]:
        """Return the deck and the variant's name."""
        raw = self.data["deck"]
        if not isinstance(raw, list) or not all(isinstance(card, Mapping) for card in raw):
            self.fail("'deck' is not a list of cards", 'a card reads {"suitIndex": 0, "rank": 1}')
        try:
            cards = tuple([(card["suitIndex"], card["rank"]) for card in raw])
        except KeyError:
            cards = self.old_deck(raw)
        if set(map(type, chain.from_iterable(cards))) - _INT:
            place = next(i for i, card in enumerate(cards) if {type(card[0]), type(card[1])} != _INT)
            self.fail(f"card {place} of the deck is {_short(raw[place])}; suit and rank are whole numbers")
        name = self.variant(options, cards)
        contents = _contents(name)
        if contents is None:  # not supported: a replay says so by name, but the record can be read
            for place, (suit, rank) in enumerate(cards):
                if (suit, rank) != _UNKNOWN and not (0 <= suit < _MAX_SUITS and rank in _RANKS):
                    self.fail(f"card {place} of the deck has suitIndex {suit} and rank {rank}, which no variant has")
            return cards, name
        if sorted(cards) != contents[0]:
            self.check_deck(cards, name, contents[1])
        return cards, name

    def variant(self, options: dict[str, Any], cards: tuple[tuple[int, int], ...]) -> str:
        name: str = options.get("variant", "No Variant")
        outside = self.data.get("variant")
        if outside is None or outside == name:
            return name
        if "variant" not in options and isinstance(outside, str):
            fits = [_contents(each) for each in (name, outside)]
            if fits[1] is not None and sorted(cards) == fits[1][0] and fits[0] is not None:
                self.warn(
                    f"'variant' is outside 'options'; the deck is that of {outside!r}, so the game is read as that",
                    "move it into 'options'",
                )
                return outside
        self.warn(
            f"'variant' ({_short(outside)}) is outside 'options' and has no effect: the game is read as {name!r}",
            "move it into 'options' if it is meant",
        )
        return name

    def old_deck(self, raw: list[Any]) -> tuple[tuple[int, int], ...]:
        for place, card in enumerate(raw):
            if "rank" not in card or not ("suitIndex" in card or "suit" in card):
                self.fail(f"card {place} of the deck is {_short(card)}", 'a card reads {"suitIndex": 0, "rank": 1}')
        self.warn("cards have the key 'suit' of 2019 to mid 2020", "today's key is 'suitIndex'; it is read as that")
        return tuple((card.get("suitIndex", card.get("suit")), card["rank"]) for card in raw)

    def check_deck(self, cards: tuple[tuple[int, int], ...], name: str, copies: dict[tuple[int, int], int]) -> None:
        """Say what is wrong with a deck that is not exactly the variant's (unknown cards are not)."""
        left = dict(copies)
        wrong_variant = f"if the game was played with another variant, 'options' must name it; it is read as {name!r}"
        for place, card in enumerate(cards):
            if card == _UNKNOWN:
                continue
            if card not in left:
                self.fail(
                    f"card {place} of the deck has suitIndex {card[0]} and rank {card[1]}, which {name!r} has not",
                    wrong_variant,
                )
            left[card] -= 1
            if left[card] < 0:
                self.fail(
                    f"card {place} of the deck is one too many with suitIndex {card[0]} and rank {card[1]}: "
                    f"{name!r} has {copies[card]}",
                    wrong_variant,
                )
        size = sum(copies.values())
        if len(cards) != size:
            self.fail(
                f"the deck has {len(cards)} cards; {name!r} has {size}", "an export holds the whole deck; " + _AGAIN
            )

    def actions(self) -> tuple[Move, ...]:
        raw = self.data["actions"]
        try:
            codes = [(action["type"], action["target"], action.get("value", 0)) for action in raw]
        except (KeyError, TypeError, AttributeError):
            self.find_bad_action()
        if set(map(type, chain.from_iterable(codes))) - _INT:
            codes = [(kind, target, 0 if value is None else value) for kind, target, value in codes]
            if set(map(type, chain.from_iterable(codes))) - _INT:
                self.find_bad_action()
        moves = tuple([_move(code) for code in codes])
        puts = [code[1] for code in codes if code[0] in (0, 1)]
        if len(puts) > 3 and max(puts) <= 6 and len(set(puts)) < len(puts):
            first = next(index for index, code in enumerate(codes) if code[0] in (0, 1))
            self.fail(
                f"its target is {codes[first][1]}, and no play or discard of the game has a target above {max(puts)}: "
                "the targets look like hand slots",
                _ORDERS,
                first,
            )
        return moves

    def find_bad_action(self) -> NoReturn:
        """Name the action that is not three whole numbers."""
        for index, action in enumerate(self.data["actions"]):
            if not isinstance(action, Mapping):
                self.fail(f"an action is an object, this is {_short(action)}", None, index)
            for key in ("type", "target", "value"):
                value = action.get(key)
                if key not in action and key != "value":
                    self.fail(
                        f"the action {_short(dict(action))} has no {key!r}",
                        "an action has type, target and value",
                        index,
                    )
                if type(value) is not int and not (key == "value" and value is None):
                    self.fail(
                        f"{key!r} is {_short(value)}; expected a whole number",
                        _ORDERS if key == "target" else None,
                        index,
                    )
        self.fail("the actions cannot be read")

    def notes(self, players: int) -> tuple[tuple[str, ...], ...]:
        notes = self.data.get("notes")
        if notes is None:
            return ()
        if not isinstance(notes, list) or not all(
            isinstance(each, list) and all(isinstance(note, str) for note in each) for each in notes
        ):
            self.fail("'notes' is not a list of lists of text", "leave 'notes' out to read the game without")
        if len(notes) > players:
            self.warn(f"there are notes of {len(notes)} seats, but {players} players", "they are kept as they are")
        return tuple(tuple(each) for each in notes)

    def characters(self, options: dict[str, Any], players: int) -> tuple[Any, ...]:
        characters = self.data.get("characters")
        if characters is not None and not isinstance(characters, list):
            self.fail(f"'characters' is {_short(characters)}; expected a list")
        found = tuple(characters or ())
        if not options.get("detrimentalCharacters"):
            return found
        if not found:
            self.warn(
                "option 'detrimentalCharacters' is on, but the file does not say which characters",
                "the game is replayed by the plain rules; with a character that changes turns it will not replay",
            )
        else:
            if len(found) != players:
                self.warn(f"there are {len(found)} characters for {players} players", "they are kept as they are")
            self.warn("option 'detrimentalCharacters' is on", "what the characters forbid is not checked in the replay")
        return found


@lru_cache(maxsize=4096)
def _move(code: tuple[int, int, int]) -> Move:
    return Move(*code)


@lru_cache(maxsize=256)
def _contents(name: str) -> tuple[list[tuple[int, int]], dict[tuple[int, int], int]] | None:
    """Return the sorted cards of a variant and the copies of each; None when it is not supported."""
    try:
        variant = Variant.named(name)
    except UnknownVariantError:
        return None
    copies = {
        (variant.suit_of(identity), variant.rank_of(identity)): count for identity, count in enumerate(variant.copies)
    }
    return sorted(card for card, count in copies.items() for _ in range(count)), copies


def _short(value: object) -> str:
    """Return the beginning of a value of a file, for a message."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
