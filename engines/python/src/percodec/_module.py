"""The column module in wasmtime: one instance for each thread of each process, created at its first use."""

from __future__ import annotations

import ctypes
import threading
from collections import namedtuple
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import wasmtime

SIMD = "column-simd.wasm"
SCALAR = "column.wasm"
INTERFACE = 1
MAX_NAME_BYTES = 1024
# The most bytes of values in a batch: with as many bytes of texts, the memory of an instance has less than 4 GiB.
MAX_OUTPUT = (1 << 31) - (1 << 20)
# The memory of an instance never shrinks, so that a thread keeps only one with at most so many bytes.
KEPT_BYTES = 1 << 26

PLUS_AS_SPACE = 1
PERCENT_U = 2
EXCEPT = 4
SURROGATES = 8
LARGE = 16
NULLABLE = 32
FORM = 64
UNCHECKED = 1 << 13
MALFORMED_BIT = 8
INVALID_UTF8_BIT = 10
FIRST_BIT = 20
POLICIES = ("throw", "keep", "drop", "replace")

STATUSES = ("ok", "malformed", "invalid-utf8", "null", "too-long")
CODES = ("", *"malformed-escape truncated-escape invalid-utf8 overlong-utf8 encoded-surrogate".split())
CODES += ("code-point-out-of-range", "lone-surrogate", "limit-exceeded")

Areas = namedtuple("Areas", "validity offsets data out_validity out_offsets out faults status code byte_offset length")
"""The addresses of the areas of a batch, in this process."""


@dataclass(frozen=True)
class Call:
    """An operation of the module with its flags and argument.

    `growth` is how many bytes one byte may become, and `max_bytes` the length of the longest text, or None for what the module can hold.
    """

    operation: str
    flags: int
    growth: int = 1
    set: bytes = b""
    name: bytes | None = None
    max_bytes: int | None = None

    def __post_init__(self) -> None:
        if self.max_bytes is not None and (type(self.max_bytes) is not int or self.max_bytes < 1):
            raise ValueError(f"max_bytes is a positive number of bytes or None, not {self.max_bytes!r}")

    def limit(self) -> int:
        """The length of the longest text in bytes."""
        most = MAX_OUTPUT // self.growth
        return most if self.max_bytes is None else min(most, self.max_bytes)


class Instance:
    """An instance of the module, which handles one batch at a time."""

    def __init__(self) -> None:
        engine, module = _compiled()
        self._store = wasmtime.Store(engine)
        self._exports: Any = wasmtime.Instance(self._store, module, []).exports(self._store)
        if self._value("version") != INTERFACE:
            raise ImportError("column.wasm has another interface than this package")

    def reserve(self, rows: int, size: int, growth: int) -> Areas:
        """Lays out the areas; raises MemoryError for a batch of more than 2 GiB of output."""
        if self._call("reserve", rows, size, growth) != 1:
            raise MemoryError(f"a batch of {rows} rows and {size} bytes is too large")
        base = self._base()
        return Areas(*(base + at for at in (ctypes.c_uint32 * 11).from_address(base + self._value("areas"))))

    def run(self, call: Call, rows: int, flags: int, start: int, limit: int) -> int:
        """Runs the operation over the areas, and returns how many bytes it wrote. A text of more than `limit` bytes is too long."""
        base = self._base()
        self._exports["limit"].set_value(self._store, limit)
        if call.set:
            ctypes.memmove(base + self._value("set"), call.set, 16)
        words = [rows, call.flags | flags, start]
        if call.name is not None:
            ctypes.memmove(base + self._value("name"), call.name[:MAX_NAME_BYTES], min(len(call.name), MAX_NAME_BYTES))
            words.append(len(call.name))
        written = self._call(call.operation, *words)
        if written < 0:
            raise ValueError("the offsets of the column do not ascend")
        return written

    def size(self) -> int:
        """The bytes of its memory."""
        return int(self._exports["memory"].data_len(self._store))

    def _call(self, name: str, *words: int) -> int:
        return int(self._exports[name](self._store, *words))

    def _value(self, name: str) -> int:
        return int(self._exports[name].value(self._store))

    def _base(self) -> int:
        return ctypes.addressof(self._exports["memory"].data_ptr(self._store).contents)


_threads = threading.local()


@cache
def _compiled() -> tuple[wasmtime.Engine, wasmtime.Module]:
    """The compiled module of this process. Without a lock: threads that ask first at the same time may compile it twice."""
    # Without threads: a forked process does not have those of its parent, and would wait for them.
    config = wasmtime.Config()
    config.parallel_compilation = False
    engine = wasmtime.Engine(config)
    return engine, compile_module(engine)[1]


def compile_module(engine: wasmtime.Engine) -> tuple[str, wasmtime.Module]:
    """The build with SIMD, or the scalar one if this engine or processor has no SIMD; and its name."""
    package = files(__package__)
    try:
        return SIMD, wasmtime.Module(engine, package.joinpath(SIMD).read_bytes())
    except wasmtime.WasmtimeError:
        return SCALAR, wasmtime.Module(engine, package.joinpath(SCALAR).read_bytes())


@contextmanager
def instance() -> Iterator[Instance]:
    """The instance of this thread; a forked process has a copy of it."""
    found: Instance | None = getattr(_threads, "instance", None)
    if found is None:
        found = _threads.instance = Instance()
    try:
        yield found
    finally:
        if found.size() > KEPT_BYTES:
            _threads.instance = None


def run_text(call: Call, text: bytes) -> tuple[bytes | None, str, int, int]:
    """Runs an operation over one text: its value or None, the code of its fault or "", and its place and length."""
    if len(text) > call.limit():
        return None, "limit-exceeded", 0, len(text)
    with instance() as host:
        areas = host.reserve(1, len(text), call.growth)
        ctypes.memmove(areas.data, text, len(text))
        (ctypes.c_int32 * 2).from_address(areas.offsets)[:] = [0, len(text)]
        written = host.run(call, 1, 0, 0, len(text))
        code = CODES[ctypes.string_at(areas.code, 1)[0]]
        valid = ctypes.string_at(areas.out_validity, 1)[0] & 1
        place = ctypes.c_uint32.from_address(areas.byte_offset).value
        return ctypes.string_at(areas.out, written) if valid else None, code, place, ctypes.string_at(areas.length, 1)[0]
