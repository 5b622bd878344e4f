"""Decks from hanab.live's seeds, such as ``p2v0s1``: the site's shuffle, rebuilt in whole numbers.

The site seeds the original generator of Go's ``math/rand`` with a checksum of the seed's text. That generator is a
lagged sum: ``s[m] = s[m - 607] + s[m - 273]`` modulo 2**64. Its start table (607 words) is itself the state of the same
generator after 7.8 * 10**12 calls; it is computed here by jumping ahead, in the ring of polynomials modulo
``x**607 - x**334 - 1``. Source of every step: shared facts, hanab_live.md section 1.6.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from hanabi_lab.rules.errors import HanabiError
from hanabi_lab.rules.variant import Variant

__all__ = ["GoRandom", "crc64", "deck_from_seed"]

_LENGTH = 607
_TAP = 334  # feed - tap: x**607 = x**334 + 1, because s[m] = s[m - 607] + s[m - 273]
_WORD = (1 << 64) - 1
_CALLS = 7_800_000_000_000
_LEHMER = 2**31 - 1
_CELL = 18  # bytes: a coefficient of a product is below 607 * 2**128
_SEED = re.compile(r"p(\d)v(\d+)s")


def deck_from_seed(seed: str, variant: Variant | None = None) -> list[int]:
    """Return the deck that hanab.live deals for a seed.

    Parameters
    ----------
    seed : str
        For example ``"p3v0s7"``: players, number of the variant, and any text.
    variant : Variant, optional
        The variant, where the seed does not name it (seeds of one's own).

    Returns
    -------
    list of int
        Identities, the top card first.

    Raises
    ------
    HanabiError
        When neither the seed nor the call names a variant that can be played.

    Examples
    --------
    >>> from hanabi_lab.rules.variant import Variant
    >>> [Variant.plain().label(card) for card in deck_from_seed("p2v0s1")[:5]]
    ['b5', 'p4', 'b3', 'r4', 'g1']
    """
    text = seed[len("legacy-X-") :] if re.match(r"legacy-.-", seed) else seed
    if variant is None:
        match = _SEED.match(text)
        if match is None:
            raise HanabiError(
                f"{seed!r} is not a hanab.live seed: those read p<players>v<variant number>s<text>, such as 'p2v0s1'"
            )
        variant = Variant.from_id(int(match[2]))
    deck = [identity for identity, copies in enumerate(variant.copies) for _ in range(copies)]
    number = crc64(text.encode())
    random = GoRandom(number - (1 << 64) if number >> 63 else number)
    for i in range(len(deck)):
        j = random.below(i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return deck


def crc64(data: bytes) -> int:
    """Return the CRC-64 of the ECMA-182 polynomial, reflected, with all ones at start and end."""
    table = _crc_table()
    crc = _WORD
    for byte in data:
        crc = table[(crc ^ byte) & 255] ^ (crc >> 8)
    return crc ^ _WORD


class GoRandom:
    """The generator of Go's ``math/rand`` from a seed.

    Parameters
    ----------
    seed : int
        A signed 64-bit number.
    """

    __slots__ = ("_feed", "_tap", "_words")

    def __init__(self, seed: int) -> None:
        self._words = [word ^ start for word, start in zip(_lehmer_words(seed, 20), _start_table(), strict=True)]
        self._tap = 0
        self._feed = _TAP

    def uint64(self) -> int:
        """Return the next 64 bits."""
        self._tap = (self._tap or _LENGTH) - 1
        self._feed = (self._feed or _LENGTH) - 1
        word = (self._words[self._feed] + self._words[self._tap]) & _WORD
        self._words[self._feed] = word
        return word

    def below(self, n: int) -> int:
        """Return a whole number from 0 to ``n - 1``, for ``n`` up to 2**31 - 1."""
        value = self._int31()
        if n & (n - 1) == 0:
            return value & (n - 1)
        most = _LEHMER - (1 << 31) % n
        while value > most:
            value = self._int31()
        return value % n

    def _int31(self) -> int:
        return (self.uint64() & (_WORD >> 1)) >> 32


def _lehmer_words(seed: int, shift: int) -> list[int]:
    """Return 607 words, each of three numbers of the Lehmer generator, ``2 * shift`` and ``shift`` bits up."""
    x = abs(seed) % _LEHMER
    x = (-x if seed < 0 else x) % _LEHMER or 89482311
    for _ in range(20):
        x = 48271 * x % _LEHMER
    words = []
    for _ in range(_LENGTH):
        a = 48271 * x % _LEHMER
        b = 48271 * a % _LEHMER
        x = 48271 * b % _LEHMER
        words.append((a << 2 * shift ^ b << shift ^ x) & _WORD)
    return words


@lru_cache(maxsize=1)
def _crc_table() -> tuple[int, ...]:
    table = []
    for byte in range(256):
        crc = byte
        for _ in range(8):
            crc = crc >> 1 ^ (0xC96C5795D7870F42 if crc & 1 else 0)
        table.append(crc)
    return tuple(table)


@lru_cache(maxsize=1)
def _start_table() -> tuple[int, ...]:
    """Return the generator's start table: 607 words, in a few tenths of a second."""
    first = _lehmer_words(1, 20 // 2)
    terms = [first[(_TAP - 1 - k) % _LENGTH] for k in range(_LENGTH)]
    for m in range(_LENGTH, 2 * _LENGTH):
        terms.append((terms[m - _LENGTH] + terms[m - _LENGTH + _TAP]) & _WORD)
    jump = _power_of_x(_CALLS)
    # s[N + j] = sum over k of jump[k] * s[k + j]: one product with the jump written backwards
    ahead = _multiply(jump[::-1], terms)[_LENGTH - 1 : 2 * _LENGTH - 1]
    table = [0] * _LENGTH
    for j, word in enumerate(ahead):
        table[(_TAP - 1 - _CALLS - j) % _LENGTH] = word
    return tuple(table)


def _power_of_x(exponent: int) -> list[int]:
    """Return the coefficients of ``x**exponent`` modulo ``x**607 - x**334 - 1`` and 2**64."""
    power = [1] + [0] * (_LENGTH - 1)
    for bit in f"{exponent:b}":
        power = _reduce(_multiply(power, power))
        if bit == "1":
            power = _reduce([0, *power])
    return power


def _multiply(left: Sequence[int], right: Sequence[int]) -> list[int]:
    """Return the product of two polynomials modulo 2**64, by one product of two long whole numbers (Kronecker)."""
    size = len(left) + len(right) - 1
    product = (_pack(left) * _pack(right)).to_bytes(_CELL * (size + 1), "little")
    return [int.from_bytes(product[at : at + 8], "little") for at in range(0, _CELL * size, _CELL)]


def _pack(polynomial: Sequence[int]) -> int:
    return int.from_bytes(b"".join(word.to_bytes(_CELL, "little") for word in polynomial), "little")


def _reduce(polynomial: list[int]) -> list[int]:
    for degree in range(len(polynomial) - 1, _LENGTH - 1, -1):
        word = polynomial[degree]
        polynomial[degree - _LENGTH] += word
        polynomial[degree - _LENGTH + _TAP] += word
    return [word & _WORD for word in polynomial[:_LENGTH]]
