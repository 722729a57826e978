"""Runs arrays whose buffers are damaged: python hostile.py SEED COUNT. Prints how many calls were refused, and how many had an answer."""

import random
import sys

import pyarrow as pa

from percodec import percent_decode, percent_encode, query_param

WORDS = (-1, -(1 << 31), (1 << 31) - 1, 1 << 30, 1 << 20, 8193, 1, 0)
KINDS = (pa.string(), pa.binary(), pa.large_string(), pa.large_binary(), pa.string_view(), pa.binary_view(), pa.binary(5))
ROWS = (1, 9, 2000, 8197, 20_000)
draw = random.Random(int(sys.argv[1]))


def damaged(array):
    """The array read from an Arrow IPC message with other words in its buffers, which reading does not check."""
    batch = pa.record_batch([array], ["column"])
    message = bytearray(batch.serialize())
    start = len(message) - pa.ipc.read_message(bytes(message)).body.size
    for _ in range(draw.choice((1, 3, 40))):
        place = start + draw.randrange(len(message) - start + 1) // 4 * 4
        message[place : place + 4] = (draw.choice(WORDS) & 0xFFFFFFFF).to_bytes(4, "little")[: len(message) - place]
    return pa.ipc.read_record_batch(pa.py_buffer(bytes(message)), batch.schema).column(0)


def make():
    kind, rows = draw.choice(KINDS), draw.choice(ROWS)
    texts = pa.array([None if k % 11 == 10 else b"a%20b" if kind == pa.binary(5) else b"?x=%41&y=2" * (k % 4) for k in range(rows)])
    array = damaged(texts.cast(pa.string()).cast(kind) if pa.types.is_string_view(kind) else texts.cast(kind))
    if draw.random() < 0.2:
        return pa.DictionaryArray.from_arrays(damaged(pa.array([None if k % 7 == 3 else k for k in range(rows)], pa.int32())), array, safe=False)
    return array[draw.randrange(rows) :] if draw.random() < 0.3 else array


refused = answered = 0
for _ in range(int(sys.argv[2])):
    for run in (percent_decode, percent_encode, lambda column: query_param(column, "x")):
        try:
            array = make()
            assert len(run(array)) == len(array)
            answered += 1
        except pa.ArrowInvalid:
            refused += 1
print(refused, answered)
