"""The error of bad data."""

from __future__ import annotations

_EXCERPT = 32


class PercentEncodingError(ValueError):
    """Bad data: `code`, `index` and `length` in the text or bytes given, and `byte_offset` in its UTF-8."""

    def __init__(self, operation: str, code: str, data: str | bytes, byte_offset: int, byte_length: int) -> None:
        self.code = code
        self.byte_offset = byte_offset
        if isinstance(data, str):
            raw = data.encode("utf-8", "surrogatepass")
            self.index = len(raw[:byte_offset].decode("utf-8", "surrogatepass"))
            self.length = len(raw[byte_offset : byte_offset + byte_length].decode("utf-8", "surrogatepass"))
        else:
            self.index, self.length = byte_offset, byte_length
        # The excerpt of a malformed escape has two units after the `%`, although the fault is only the `%` and at most one digit.
        shown = data[self.index : self.index + (3 if code == "malformed-escape" else self.length)]
        words = code.replace("-", " ").replace("utf8", "UTF-8")
        super().__init__(f'Cannot {operation}: {words} "{_excerpt(shown)}" at {self.index}')

    def __reduce__(self) -> tuple[object, ...]:
        # BaseException.__new__ stores the message, and unpickling the other fields.
        return (PercentEncodingError.__new__, (PercentEncodingError, str(self)), self.__dict__)


def _excerpt(data: str | bytes) -> str:
    shown = ""
    for unit in data:
        code = unit if isinstance(unit, int) else ord(unit)
        printable = 0x20 <= code < 0x7F and code not in (0x22, 0x5C)
        word = chr(code) if printable else f"\\x{code:02X}" if isinstance(unit, int) else f"\\u{{{code:X}}}"
        if len(shown) + len(word) > _EXCERPT:
            break
        shown += word
    return shown
