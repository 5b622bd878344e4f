"""The palette: suits are told apart by eyes without full color vision, and ink can be read on every suit."""

from __future__ import annotations

from itertools import combinations

import pytest

from hanabi_lab.rules import BASIC_SUITS, HanabiError
from hanabi_lab.rules.palette import SUIT_STYLES, suit_style

Vector = tuple[float, float, float]

# Machado, Oliveira and Fernandes (2009), severity 1.0, on linear RGB.
SIGHT: dict[str, tuple[Vector, Vector, Vector]] = {
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
# OKLab (Ottosson, 2020): linear RGB to cone responses, and their cube roots to L, a, b.
TO_CONES = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
TO_LAB = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)


def linear(color: str) -> list[float]:
    channels = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]


def times(matrix: tuple[Vector, Vector, Vector], vector: list[float]) -> list[float]:
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def seen(color: str, sight: str) -> list[float]:
    light = [min(1.0, max(0.0, c)) for c in times(SIGHT[sight], linear(color))]
    return times(TO_LAB, [c ** (1 / 3) for c in times(TO_CONES, light)])


def contrast(one: str, other: str) -> float:
    weights = (0.2126, 0.7152, 0.0722)
    low, high = sorted(sum(w * c for w, c in zip(weights, linear(color), strict=True)) for color in (one, other))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize(
    ("sight", "least"), [("full", 20), ("protanopia", 16), ("deuteranopia", 16), ("tritanopia", 16)]
)
def test_suits_differ_in_color_for_every_eye(sight: str, least: float) -> None:
    for one, other in combinations(SUIT_STYLES, 2):
        a, b = seen(SUIT_STYLES[one].color, sight), seen(SUIT_STYLES[other].color, sight)
        distance = 100 * sum((x - y) ** 2 for x, y in zip(a, b, strict=True)) ** 0.5
        assert distance >= least, f"{one} and {other} are {distance:.1f} apart"


def test_ink_can_be_read_on_every_suit() -> None:
    for name, style in SUIT_STYLES.items():
        assert contrast(style.color, style.ink) >= 6, name


def test_every_suit_has_its_own_shape_marker_and_pattern() -> None:
    for field in ("color", "shape", "marker", "pattern"):
        assert len({getattr(style, field) for style in SUIT_STYLES.values()}) == len(BASIC_SUITS)
    assert {suit.name for suit in BASIC_SUITS} == set(SUIT_STYLES)


def test_an_unknown_suit_is_named() -> None:
    with pytest.raises(HanabiError, match="no suit 'Rainbow'"):
        suit_style("Rainbow")
