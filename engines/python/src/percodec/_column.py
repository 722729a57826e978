"""Arrow columns: each batch is copied into the module once, and its results are copied out once."""

from __future__ import annotations

import ctypes
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from ._module import CODES, FIRST_BIT, LARGE, NULLABLE, STATUSES, Call, Instance, instance

# The most rows of a batch, and the bytes above which a batch of several rows is cut.
BATCH_ROWS = 8192
BATCH_BYTES = 1 << 22
MAX_INT32 = (1 << 31) - 1

_BYTES = {pa.string(): pa.binary(), pa.large_string(): pa.large_binary(), pa.string_view(): pa.binary_view()}
_STATUSES = pa.array(STATUSES)
_CODES = pa.array([None, *CODES[1:]])


def result_type(value: Any) -> Any:
    """The type of a result whose values have the type `value`."""
    return pa.struct([("value", value), ("status", pa.string()), ("code", pa.string()), ("byte_offset", pa.int32())])


RESULT = result_type(pa.string())
"""The type of the result of a string column."""


def run_column(call: Call, column: Any) -> Any:
    """Runs an operation over an array or a chunked array, and returns structs: value, status, code, byte_offset; the operation `layers` returns numbers."""
    if isinstance(column, pa.ChunkedArray):
        chunks = [_run_array(call, chunk) for chunk in column.chunks]
        return pa.chunked_array(chunks, type=_type_of(call, column.type))
    return _run_array(call, column)


def _type_of(call: Call, kind: Any) -> Any:
    """The type of the results for a column of the type `kind`."""
    return pa.int32() if call.operation == "layers" else result_type(_plain_type(kind))


def _plain_type(kind: Any) -> Any:
    """The type of the values: string and binary with offsets stay, other forms of text become one of them."""
    if pa.types.is_dictionary(kind):
        return _plain_type(kind.value_type)
    if pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_binary(kind) or pa.types.is_large_binary(kind):
        return kind
    if pa.types.is_string_view(kind) or pa.types.is_null(kind):
        return pa.string()
    if pa.types.is_binary_view(kind) or pa.types.is_fixed_size_binary(kind):
        return pa.binary()
    raise TypeError(f"a column of text or bytes is needed, not {kind}")


def to_text(result: Any, kind: Any = RESULT.field("value").type) -> Any:
    """A result whose values are strings, also of a binary column."""
    if isinstance(result, pa.ChunkedArray):
        return pa.chunked_array([to_text(chunk, kind) for chunk in result.chunks], type=result_type(kind))
    value, *others = result.flatten()
    return pa.StructArray.from_arrays([value.cast(kind), *others], fields=list(result_type(kind)))


def _checked_bytes(array: Any) -> Any:
    """The array as binary with offsets, which stay inside its buffers: Arrow IPC and `validate()` do not look at each of them.

    As strings they would have to be UTF-8 too, which is a question of each row.
    """
    kind = array.type
    if pa.types.is_dictionary(kind):
        array.validate()
        return _checked_bytes(array.dictionary).take(array.indices)
    if kind in _BYTES:
        array = array.view(_BYTES[kind])
    array.validate(full=True)
    if pa.types.is_binary_view(array.type):
        # A cast reads the views of null rows too, which `validate` does not check.
        buffers, rows = array.buffers(), len(array)
        views = pa.Array.from_buffers(pa.binary(16), rows, buffers[:2], offset=array.offset).fill_null(bytes(16))
        valid = pa.Array.from_buffers(array.type, rows, [None, views.buffers()[1], *buffers[2:]], offset=views.offset)
        return pc.if_else(array.is_valid(), valid.cast(pa.binary()), None)
    return array if pa.types.is_binary(array.type) or pa.types.is_large_binary(array.type) else array.cast(pa.binary())


class _Output:
    """The buffers of a result, which the batches fill one after the other."""

    def __init__(self, rows: int, size: int, width: int) -> None:
        bits = (rows + 7) // 8
        self.validity, self.faults = pa.allocate_buffer(bits), pa.allocate_buffer(bits)
        self.offsets = pa.allocate_buffer((rows + 1) * width)
        self.data = pa.allocate_buffer(size, resizable=True)
        self.status, self.code = pa.allocate_buffer(rows), pa.allocate_buffer(rows)
        self.byte_offset = pa.allocate_buffer(rows * 4)


def _run_array(call: Call, array: Any) -> Any:
    kind = _plain_type(array.type)
    if len(array) == 0:
        return pa.array([], type=_type_of(call, kind))
    try:
        array = _checked_bytes(array)
    except pa.ArrowIndexError as error:
        raise pa.ArrowInvalid(str(error)) from error
    # What is too long has no value.
    size = pc.sum(pc.min_element_wise(pc.binary_length(array), call.limit(), skip_nulls=False)).as_py() or 0
    return _run_bytes(call, array, kind, size * call.growth)


def _run_bytes(call: Call, array: Any, kind: Any, size: int) -> Any:
    """Runs an operation over binary with checked offsets; the values have the type `kind`, and at most `size` bytes."""
    rows, first = len(array), array.offset
    large = pa.types.is_large_string(kind) or pa.types.is_large_binary(kind)
    width = 8 if large else 4
    validity, offset_buffer, data = array.buffers()
    offsets = memoryview(offset_buffer)[: (first + rows + 1) * width].cast("q" if large else "i")
    out = _Output(rows, size, width)
    end = row = 0
    with instance() as host:
        while row < rows:
            count = _batch_rows(offsets, first + row, min(BATCH_ROWS, rows - row))
            end += _run_batch(host, call, (validity, offset_buffer, data, offsets), first, row, count, width, end, out)
            if not large and end > MAX_INT32:
                raise OverflowError("the values have more than 2 GiB: cast the column to large_string or large_binary")
            row += count
    if call.operation == "layers":
        return pa.Array.from_buffers(pa.int32(), rows, [out.validity, out.byte_offset])
    out.data.resize(end, shrink_to_fit=False)
    value = pa.Array.from_buffers(kind, rows, [out.validity, out.offsets, out.data])
    status = pa.DictionaryArray.from_buffers(pa.dictionary(pa.int8(), pa.string()), rows, [None, out.status], _STATUSES)
    code = pa.DictionaryArray.from_buffers(pa.dictionary(pa.int8(), pa.string()), rows, [None, out.code], _CODES)
    place = pa.Array.from_buffers(pa.int32(), rows, [out.faults, out.byte_offset])
    columns = [value, status.dictionary_decode(), code.dictionary_decode(), place]
    return pa.StructArray.from_arrays(columns, fields=list(result_type(kind)))


def _batch_rows(offsets: memoryview, row: int, count: int) -> int:
    """How many rows from `row` on are a batch."""
    while count > 1 and offsets[row + count] - offsets[row] > BATCH_BYTES:
        count //= 2
    return count


def _run_batch(
    host: Instance, call: Call, source: tuple[Any, Any, Any, memoryview], first: int, row: int, count: int, width: int, start: int, out: _Output
) -> int:
    validity, offset_buffer, data, offsets = source
    at = first + row
    size = offsets[at + count] - offsets[at]
    # Of a single row that is null or too long, one byte is enough.
    hidden = count == 1 and size > call.limit()
    size, limit = (1, 0) if hidden else (size, call.limit())
    areas = host.reserve(count, size, call.growth)
    flags = LARGE if width == 8 else 0
    if validity is not None:
        flags |= NULLABLE | ((at & 7) << FIRST_BIT)
        ctypes.memmove(areas.validity, validity.address + (at >> 3), ((at & 7) + count + 7) // 8)
    ctypes.memmove(areas.offsets, offset_buffer.address + at * width, (count + 1) * width)
    if hidden:
        ctypes.memmove(areas.offsets, bytes(width) + (1).to_bytes(width, "little"), 2 * width)
    if size > 0:
        ctypes.memmove(areas.data, data.address + offsets[at], size)
    written = host.run(call, count, flags, start, limit)
    _copy_bits(areas.out_validity, out.validity.address, row, count)
    _copy_bits(areas.faults, out.faults.address, row, count)
    ctypes.memmove(out.offsets.address + row * width, areas.out_offsets, (count + 1) * width)
    ctypes.memmove(out.data.address + start, areas.out, written)
    ctypes.memmove(out.status.address + row, areas.status, count)
    ctypes.memmove(out.code.address + row, areas.code, count)
    ctypes.memmove(out.byte_offset.address + row * 4, areas.byte_offset, count * 4)
    return written


def _copy_bits(source: int, target: int, row: int, count: int) -> None:
    """Copies the first `count` bits to the bit `row` on; the bits after them in their last byte become 0."""
    place, shift = target + row // 8, row % 8
    bits = int.from_bytes(ctypes.string_at(source, (count + 7) // 8), "little") << shift
    if shift:
        bits |= ctypes.c_uint8.from_address(place).value
    size = (shift + count + 7) // 8
    ctypes.memmove(place, bits.to_bytes(size, "little"), size)
