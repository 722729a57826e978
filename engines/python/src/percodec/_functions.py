"""The public functions: over strings, bytes, and Arrow arrays."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal, TypeVar, Union, overload

import pyarrow as pa

from ._column import run_column
from ._encode_set import PercentEncodeSet, to_set
from ._errors import PercentEncodingError
from ._module import EXCEPT, FORM, INVALID_UTF8_BIT, MALFORMED_BIT, PERCENT_U, PLUS_AS_SPACE, POLICIES, SURROGATES, UNCHECKED, Call, run_text

Text = TypeVar("Text", str, bytes)
Policy = Literal["throw", "keep", "drop", "replace"]
Plus = Literal["literal", "space"]
LAYERS = Call("layers", 0)
Except = Union[str, PercentEncodeSet, None]


def decode_call(
    *,
    malformed: str = "throw",
    invalid_utf8: str = "throw",
    plus: str = "literal",
    percent_u: bool = False,
    except_: str | PercentEncodeSet | None = None,
    max_bytes: int | None = None,
) -> Call:
    """The call of the module for options of `percent_decode`."""
    flags = _choice("malformed", malformed, POLICIES) << MALFORMED_BIT
    unchecked = invalid_utf8 == "allow"
    flags |= UNCHECKED if unchecked else _choice("invalid_utf8", invalid_utf8, POLICIES, "allow") << INVALID_UTF8_BIT
    flags |= PLUS_AS_SPACE if _choice("plus", plus, ("literal", "space")) else 0
    flags |= PERCENT_U if percent_u else 0
    growth = 3 if malformed == "replace" or invalid_utf8 in ("keep", "replace") else 1
    if except_ is None:
        return Call("decode", flags, growth, max_bytes=max_bytes)
    return Call("decode", flags | EXCEPT, growth, to_set("except_", except_).table, max_bytes=max_bytes)


def text_decode_call(**options: Any) -> Call:
    """The call for a host whose values are strings."""
    if options.get("invalid_utf8") == "allow":
        raise ValueError('a string column cannot contain bytes that are not UTF-8: leave out invalid_utf8="allow"')
    return decode_call(**options)


def encode_call(set: str | PercentEncodeSet, max_bytes: int | None = None) -> Call:
    """The call of the module for a set or its name."""
    chosen = to_set("set", set)
    return Call("encode", chosen.flags, 3, chosen.table, max_bytes=max_bytes)


def param_call(name: str, source: str = "uri", max_bytes: int | None = None) -> Call:
    """The call of the module for a parameter."""
    if not isinstance(name, str):
        raise TypeError(f"the name of a parameter is a string, not {type(name).__name__}")
    flags = FORM if _choice("source", source, ("uri", "form")) else 0
    try:
        return Call("queryParam", flags, 1, b"", name.encode(), max_bytes)
    except UnicodeEncodeError as error:
        raise PercentEncodingError("percent-encode", "lone-surrogate", name, len(name[: error.start].encode()), 3) from error


@overload
def percent_decode(
    data: str, *, malformed: Policy = ..., invalid_utf8: Policy = ..., plus: Plus = ..., percent_u: bool = ..., except_: Except = ..., max_bytes: int | None = ...
) -> str: ...
@overload
def percent_decode(
    data: bytes, *, malformed: Policy = ..., invalid_utf8: Policy | Literal["allow"] = ..., plus: Plus = ..., percent_u: bool = ..., except_: Except = ..., max_bytes: int | None = ...
) -> bytes: ...
@overload
def percent_decode(
    data: Any, *, malformed: Policy = ..., invalid_utf8: Policy | Literal["allow"] = ..., plus: Plus = ..., percent_u: bool = ..., except_: Except = ..., max_bytes: int | None = ...
) -> Any: ...
def percent_decode(
    data: Any,
    *,
    malformed: str = "throw",
    invalid_utf8: str = "throw",
    plus: str = "literal",
    percent_u: bool = False,
    except_: Except = None,
    max_bytes: int | None = None,
) -> Any:
    """Percent-decodes a string, bytes, or an Arrow array once; the decoded bytes must be UTF-8.

    A string and bytes give their own type and raise PercentEncodingError for the first fault. An array gives structs: value
    (null after a fault), status, code and byte_offset. `malformed` and `invalid_utf8` are "throw", "keep", "drop" or
    "replace"; `invalid_utf8="allow"` leaves bytes unchecked. `plus="space"` decodes `+` as a space. Escapes of ASCII characters in
    the set `except_` stay as they are written. A text of more than `max_bytes` has the code "limit-exceeded", and in an array the
    status "too-long"; the module itself can hold 2 GiB, or 715 MB where the value may be three times as long.
    """
    call = decode_call(malformed=malformed, invalid_utf8=invalid_utf8, plus=plus, percent_u=percent_u, except_=except_, max_bytes=max_bytes)
    if invalid_utf8 == "allow" and (isinstance(data, str) or (hasattr(data, "type") and _is_text(data.type))):
        raise ValueError('invalid_utf8="allow" is for bytes and binary columns: text cannot contain such bytes')
    return _run(call, data, "percent-decode")


@overload
def percent_encode(data: Text, set: str | PercentEncodeSet = ..., *, max_bytes: int | None = ...) -> Text: ...
@overload
def percent_encode(data: Any, set: str | PercentEncodeSet = ..., *, max_bytes: int | None = ...) -> Any: ...
def percent_encode(data: Any, set: str | PercentEncodeSet = "rfc3986-component", *, max_bytes: int | None = None) -> Any:
    """Percent-encodes what a set contains: a PercentEncodeSet, or the name of one in `SETS`.

    A string with half of a surrogate pair raises PercentEncodingError; so do bytes that are not UTF-8. An array gives structs, as
    for `percent_decode`.
    """
    return _run(encode_call(set, max_bytes), data, "percent-encode")


@overload
def query_param(data: Text, name: str, *, source: Literal["uri", "form"] = ..., max_bytes: int | None = ...) -> Text | None: ...
@overload
def query_param(data: Any, name: str, *, source: Literal["uri", "form"] = ..., max_bytes: int | None = ...) -> Any: ...
def query_param(data: Any, name: str, *, source: str = "uri", max_bytes: int | None = None) -> Any:
    """Returns the first value of a parameter: in the query of a URI, or in a form (`source="form"`); None without it.

    The query is the text between the first `?` and the first `#`. Only that value has to be valid; the limits of forms apply.
    """
    return _run(param_call(name, source, max_bytes), data, "percent-decode")


@overload
def percent_layers(data: str | bytes) -> int: ...
@overload
def percent_layers(data: Any) -> Any: ...
def percent_layers(data: Any) -> Any:
    """Counts how often a string, bytes, or the texts of an Arrow array can be decoded: 0 for "a", 2 for "%2541".

    Malformed escapes stay as they are, so that no text is bad. An array gives int32, null for a null and for a text of over 2 GiB.
    """
    return _run(LAYERS, data, "percent-decode")


def _is_text(kind: Any) -> bool:
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind))


def _run(call: Call, data: Any, operation: str) -> Any:
    if isinstance(data, (str, bytes)):
        text = isinstance(data, str)
        # Only decoding leaves a raw half of a surrogate pair as it is.
        raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
        if text and call.operation == "decode":
            call = replace(call, flags=call.flags | SURROGATES)
        value, code, place, length = run_text(call, raw)
        if code:
            if text and code == "encoded-surrogate" and raw[place : place + 1] != b"%":
                code = "lone-surrogate"
            raise PercentEncodingError(operation, code, data, place, length)
        if call.operation == "layers":
            return place
        return value if value is None or not text else value.decode("utf-8", "surrogatepass")
    if isinstance(data, (pa.Array, pa.ChunkedArray)):
        return run_column(call, data)
    raise TypeError(
        f"a string, bytes or an Arrow array is needed, not {type(data).__name__}; "
        "percodec.polars, .pandas, .duckdb and .spark have functions for their columns"
    )


def _choice(option: str, value: str, values: tuple[str, ...], *others: str) -> int:
    if value not in values:
        names = " or ".join(repr(one) for one in (*values, *others))
        raise ValueError(f"{option} is {names}, not {value!r}")
    return values.index(value)
