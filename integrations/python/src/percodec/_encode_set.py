"""Sets of the characters to percent-encode, as in percodec/sets of the library."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ._sets import NAMED

NonAscii = Literal["all", "none", "iri", "iri-query"]

_SPACE_AS_PLUS = 128
_CLASSES_BIT = 16
# The classes above U+007F that a rule encodes: 1 ucschar, 2 iprivate, 4 other.
_RULES: dict[str, int] = {"all": 7, "none": 0, "iri": 6, "iri-query": 4}
_UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
_ALL = (1 << 128) - 1
_SPACE = 1 << 0x20


@dataclass(frozen=True)
class PercentEncodeSet:
    """A set of the characters that are encoded: each ASCII character by itself, all others by their class.

    It is immutable; each method returns a new set. `SETS` has the named ones: `SETS["rfc3986-component"].remove("/")`.
    """

    _ascii: int
    _classes: int
    _space_as_plus: bool = False

    @staticmethod
    def encoding(characters: str, *, non_ascii: NonAscii = "none", space_as_plus: bool = False) -> PercentEncodeSet:
        """A set that encodes exactly these ASCII characters; `non_ascii` says what is encoded above U+007F."""
        return PercentEncodeSet._new(_bits(characters), non_ascii, space_as_plus)

    @staticmethod
    def keeping(characters: str, *, non_ascii: NonAscii = "all", space_as_plus: bool = False) -> PercentEncodeSet:
        """A set that encodes everything except ASCII letters, digits and these characters."""
        return PercentEncodeSet._new(_ALL & ~_bits(_UNRESERVED + characters), non_ascii, space_as_plus)

    @staticmethod
    def _new(bits: int, non_ascii: str, space_as_plus: bool) -> PercentEncodeSet:
        if non_ascii not in _RULES:
            raise ValueError(f"non_ascii is {' or '.join(map(repr, _RULES))}, not {non_ascii!r}")
        return PercentEncodeSet(bits | (_SPACE if space_as_plus else 0), _RULES[non_ascii], space_as_plus)

    def add(self, characters: str) -> PercentEncodeSet:
        """A set that encodes these ASCII characters too."""
        return PercentEncodeSet(self._ascii | _bits(characters), self._classes, self._space_as_plus)

    def remove(self, characters: str) -> PercentEncodeSet:
        """A set that does not encode these ASCII characters; without the space, it is not written as `+` either."""
        bits = self._ascii & ~_bits(characters)
        return PercentEncodeSet(bits, self._classes, self._space_as_plus and bits & _SPACE != 0)

    def union(self, other: PercentEncodeSet) -> PercentEncodeSet:
        """A set that encodes what either set encodes; a space becomes `+` if it does in either set."""
        plus = self._space_as_plus or other._space_as_plus
        return PercentEncodeSet(self._ascii | other._ascii, self._classes | other._classes, plus)

    @property
    def table(self) -> bytes:
        """The 16 bytes that the column module reads: bit c is 1 if the ASCII character c is encoded."""
        return self._ascii.to_bytes(16, "little")

    @property
    def flags(self) -> int:
        """The flags of the column module."""
        return self._classes << _CLASSES_BIT | (_SPACE_AS_PLUS if self._space_as_plus else 0)


def _bits(characters: str) -> int:
    if not characters.isascii():
        raise ValueError("a set takes ASCII characters; for others, pass non_ascii to a new set")
    bits = 0
    for character in characters:
        bits |= 1 << ord(character)
    return bits


SETS: dict[str, PercentEncodeSet] = {
    name: PercentEncodeSet(int.from_bytes(bits, "little"), flags >> _CLASSES_BIT, flags & _SPACE_AS_PLUS != 0)
    for name, (bits, flags) in NAMED.items()
}
"""The sets of the standards and of other programs, by their names in the library."""


def to_set(option: str, chosen: str | PercentEncodeSet) -> PercentEncodeSet:
    """The set, or the one of this name."""
    if isinstance(chosen, PercentEncodeSet):
        return chosen
    if not isinstance(chosen, str):
        raise TypeError(f"{option} is the name of a set or a PercentEncodeSet, not {type(chosen).__name__}")
    if chosen not in SETS:
        raise ValueError(f"no set is named {chosen!r}: percodec.SETS has the names, PercentEncodeSet.encoding(characters) makes a set")
    return SETS[chosen]
