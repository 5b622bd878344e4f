"""hanab.live's options of a game, and the switches of the rules that they stand for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from hanabi_lab.rules.errors import HanabiError, RecordError
from hanabi_lab.rules.options import Rules

__all__ = ["UNSUPPORTED_CHARACTERS", "check_options", "options_of", "reject_characters", "rules_of"]

#: Option -> what its value must be.
_KINDS: dict[str, tuple[type, ...]] = {
    "startingPlayer": (int,),
    "variant": (str,),
    "timed": (bool,),
    "timeBase": (int, float),
    "timePerTurn": (int, float),
    "speedrun": (bool,),
    "cardCycle": (bool,),
    "deckPlays": (bool,),
    "emptyClues": (bool,),
    "oneExtraCard": (bool,),
    "oneLessCard": (bool,),
    "allOrNothing": (bool,),
    "detrimentalCharacters": (bool,),
}
#: Characters that change whose turn it is or what an action does; the others only forbid moves.
UNSUPPORTED_CHARACTERS = frozenset({"Contrarian", "Genius", "Panicky", "Follower", "Vindictive", "Insistent"})


def check_options(options: Mapping[str, Any], players: int) -> tuple[list[str], list[tuple[str, str]]]:
    """Look at the options of a game.

    Returns
    -------
    errors : list of str
        What makes the options meaningless.
    warnings : list of (str, str)
        What they ask for that a replay leaves out, and what to make of that.
    """
    errors: list[str] = []
    warnings: list[tuple[str, str]] = []
    for name, value in options.items():
        kinds = _KINDS.get(name)
        if kinds is None:
            warnings.append(
                (f"there is no option {name!r} on hanab.live", "it is kept but has no effect on the replay")
            )
        elif type(value) not in kinds:
            errors.append(f"option {name!r} is {value!r}; expected {' or '.join(kind.__name__ for kind in kinds)}")
    if errors:
        return errors, warnings
    start = options.get("startingPlayer", 0)
    if not 0 <= start < players:
        errors.append(f"option 'startingPlayer' is {start}; seats are 0 to {players - 1}")
    if options.get("oneExtraCard") and options.get("oneLessCard"):
        errors.append("options 'oneExtraCard' and 'oneLessCard' are both on")
    if options.get("cardCycle"):
        warnings.append(("option 'cardCycle' is on", "the replay does not move cards in the hand, so slots may differ"))
    return errors, warnings


def rules_of(options: Mapping[str, Any], preset: Rules | str = "hanab.live") -> Rules:
    """Return the rules of a preset with a game's options applied.

    Parameters
    ----------
    options : mapping
        As in hanab.live's export.
    preset : Rules or str
        What holds where the options say nothing.
    """
    changes: dict[str, Any] = {}
    if options.get("oneExtraCard"):
        changes["hand_size_change"] = 1
    if options.get("oneLessCard"):
        changes["hand_size_change"] = -1
    if options.get("startingPlayer"):
        changes["starting_seat"] = options["startingPlayer"]
    for name, switch in (
        ("deckPlays", "bottom_play"),
        ("emptyClues", "empty_hints"),
        ("allOrNothing", "all_or_nothing"),
    ):
        if options.get(name):
            changes[switch] = True
    rules = Rules.preset(preset)
    return rules.replace(**changes) if changes else rules


def options_of(rules: Rules, variant: str) -> dict[str, Any]:
    """Return the options that say in hanab.live's words how rules differ from its defaults.

    Switches that the site does not have (tokens, strikes, ...) are left to the preset of the replay.
    """
    if rules.hand_size_change not in (-1, 0, 1):
        raise RecordError(
            f"hanab.live has no option for hands of {rules.hand_size_change:+d} cards",
            suggestion="its files know one card more or one fewer",
        )
    options: dict[str, Any] = {}
    if variant != "No Variant":
        options["variant"] = variant
    if rules.starting_seat:
        options["startingPlayer"] = rules.starting_seat
    for name, on in (
        ("oneExtraCard", rules.hand_size_change == 1),
        ("oneLessCard", rules.hand_size_change == -1),
        ("deckPlays", rules.bottom_play),
        ("emptyClues", rules.empty_hints),
        ("allOrNothing", rules.all_or_nothing),
    ):
        if on:
            options[name] = True
    return options


def reject_characters(characters: Iterable[Any]) -> None:
    """Raise for characters under which a replay by the plain rules could give a wrong score."""
    for entry in characters:
        name = entry.get("name") if isinstance(entry, Mapping) else entry
        if isinstance(name, str) and name in UNSUPPORTED_CHARACTERS:
            raise HanabiError(f"the character {name!r} changes turns, actions or the end, and is not supported")
