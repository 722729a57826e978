"""Sets of the characters to percent-encode, as in percodec/sets of the library."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from importlib.resources import files
from typing import Literal

NonAscii = Literal["all", "none", "iri", "iri-query"]
NonAsciiClass = Literal["ucschar", "iprivate", "other"]

_SPACE_AS_PLUS = 128
_CLASSES_BIT = 16
# The classes above U+007F.
_UCSCHAR, _IPRIVATE, _OTHER = 1, 2, 4
_CLASSES: tuple[NonAsciiClass, ...] = ("ucschar", "iprivate", "other")
# The classes that a rule encodes.
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
    name: str | None = field(default=None, compare=False)
    """The name of the set, or None. Sets that encode the same are equal, whatever their names."""
    source: str | None = field(default=None, compare=False)
    """The link of its definition, or None."""

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

    def complement(self) -> PercentEncodeSet:
        """A set that encodes exactly what this set does not, including classes above U+007F; a space does not become `+`."""
        return PercentEncodeSet(_ALL & ~self._ascii, _RULES["all"] & ~self._classes)

    def named(self, name: str, source: str) -> PercentEncodeSet:
        """This set with a name and the link of its definition."""
        for option, value in (("name", name), ("source", source)):
            if not isinstance(value, str):
                raise TypeError(f"the {option} of a set is a string, not {type(value).__name__}")
        return replace(self, name=name, source=source)

    def has(self, character: str | int) -> bool:
        """Whether a character, or the character of a code point, is encoded."""
        code = ord(character) if isinstance(character, str) and len(character) == 1 else character
        if not isinstance(code, int) or isinstance(code, bool) or not 0 <= code <= 0x10FFFF:
            raise TypeError(f"has takes one character or a code point up to 0x10FFFF, not {character!r}")
        return bool(self._ascii >> code & 1 if code < 0x80 else self._classes & _class_of(code))

    def __contains__(self, character: str | int) -> bool:
        return self.has(character)

    @property
    def encoded(self) -> str:
        """The ASCII characters that are encoded, in order."""
        return "".join(chr(code) for code in range(0x80) if self._ascii >> code & 1)

    @property
    def kept(self) -> str:
        """The ASCII characters that are not encoded, in order."""
        return self.complement().encoded

    @property
    def non_ascii(self) -> tuple[NonAsciiClass, ...]:
        """The classes of characters above U+007F that are encoded."""
        return tuple(name for bit, name in enumerate(_CLASSES) if self._classes >> bit & 1)

    @property
    def space_as_plus(self) -> bool:
        """Whether a space is written as `+`."""
        return self._space_as_plus

    @property
    def reversible(self) -> bool:
        """Whether every encoded text can be decoded again: `%` is encoded, and also `+` if a space becomes `+`."""
        return self.has("%") and (not self._space_as_plus or self.has("+"))

    @property
    def table(self) -> bytes:
        """The 16 bytes that the column module reads: bit c is 1 if the ASCII character c is encoded."""
        return self._ascii.to_bytes(16, "little")

    @property
    def flags(self) -> int:
        """The flags of the column module."""
        return self._classes << _CLASSES_BIT | (_SPACE_AS_PLUS if self._space_as_plus else 0)


def _class_of(code: int) -> int:
    """The class of a code point above U+007F (https://www.rfc-editor.org/rfc/rfc3987#section-2.2)."""
    if 0xE000 <= code <= 0xF8FF:
        return _IPRIVATE
    if code < 0x10000:
        return _UCSCHAR if 0xA0 <= code <= 0xD7FF or 0xF900 <= code <= 0xFDCF or 0xFDF0 <= code <= 0xFFEF else _OTHER
    # The last two code points of each plane are noncharacters; E0000 to E0FFF are tags and variation selectors.
    if code & 0xFFFF > 0xFFFD or 0xE0000 <= code < 0xE1000:
        return _OTHER
    return _IPRIVATE if code >= 0xF0000 else _UCSCHAR


def _bits(characters: str) -> int:
    if not characters.isascii():
        raise ValueError("a set takes ASCII characters; for others, pass non_ascii to a new set")
    bits = 0
    for character in characters:
        bits |= 1 << ord(character)
    return bits


def _read_named() -> dict[str, PercentEncodeSet]:
    sets = {}
    for line in files(__package__).joinpath("sets.tsv").read_text("utf-8").splitlines():
        name, bits, word, source = line.split("\t")
        flags = int(word)
        ascii_bits = int.from_bytes(bytes.fromhex(bits), "little")
        sets[name] = PercentEncodeSet(ascii_bits, flags >> _CLASSES_BIT, flags & _SPACE_AS_PLUS != 0, name, source)
    return sets


SETS = _read_named()
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
