import os
import random
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pyarrow as pa
import pytest
import wasmtime

import percodec._column as column_module
import percodec._module as module
from percodec import PercentEncodingError, percent_decode, percent_encode, percent_layers, query_param
from percodec._module import Call, run_text
from percodec._column import run_column

TEXTS = ["a%20b", None, "%zz", "%FF", "", "é+", "%E2%9C%93", "a" * 100 + "%"]


@pytest.fixture
def scalar(monkeypatch):
    """An engine without SIMD."""
    config = wasmtime.Config()
    config.parallel_compilation = False
    config.wasm_simd = config.wasm_relaxed_simd = False
    engine = wasmtime.Engine(config)
    name, compiled = module.compile_module(engine)
    monkeypatch.setattr(module, "_compiled", lambda: (engine, compiled))
    monkeypatch.setattr(module, "_threads", threading.local())
    return name


def test_the_build_fits_the_engine(scalar):
    assert scalar == module.SCALAR
    assert module.compile_module(wasmtime.Engine())[0] == module.SIMD


def test_cases_of_all_hosts_scalar(scalar):
    test_cases_of_all_hosts()


def test_cases_of_all_hosts():
    """The vectors, the golden rows and hostile rows of engines/column/write-cases.mjs."""
    calls = {}
    with open(os.environ["PERCODEC_CASES"]) as lines:
        for line in lines:
            operation, flags, argument, text, *expected = line.rstrip("\n").split("\t")
            calls.setdefault((operation, int(flags), bytes.fromhex(argument)), []).append((text, expected))
    count = 0
    for (operation, flags, argument), cases in calls.items():
        array = pa.array([bytes.fromhex(text) for text, _ in cases], pa.binary())
        words = (b"", argument) if operation == "queryParam" else (argument, None)
        call = Call(operation, flags, 3, *words)
        results = run_column(call, array).to_pylist()
        if operation == "layers":
            assert results == [int(value) for _, (value, *_) in cases]
            continue
        for (text, (value, status, code, place, length)), found in zip(cases, results, strict=True):
            shown = "null" if found["value"] is None else found["value"].hex()
            offset = -1 if found["byte_offset"] is None else found["byte_offset"]
            assert [shown, found["status"], found["code"] or "", str(offset)] == [value, status, code, place], text
            # The same text alone, without a column.
            one, fault, at, size = run_text(call, bytes.fromhex(text))
            alone = ["null" if one is None else one.hex(), fault, str(at) if fault else "-1", str(size) if fault else "-1"]
            assert alone == [value, code, place, length], text
            count += 1
    assert count > 900
    assert {operation for operation, _, _ in calls} == {"decode", "encode", "layers", "queryParam"}


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.binary(), pa.large_binary(), pa.string_view()])
def test_types(kind):
    texts = [text.encode() if text is not None and pa.types.is_binary(kind) | pa.types.is_large_binary(kind) else text for text in TEXTS]
    result = percent_decode(pa.array(texts, kind))
    result.validate(full=True)
    assert result.field("status").to_pylist() == ["ok", "null", "malformed", "invalid-utf8", "ok", "ok", "ok", "malformed"]
    assert result.type.field("value").type == (pa.string() if kind == pa.string_view() else kind)


def test_other_columns_of_text():
    assert percent_layers(pa.array(["%2541", None, "a"]).dictionary_encode()).to_pylist() == [2, None, 0]
    assert percent_layers(pa.chunked_array([], pa.large_string())).type == pa.int32()
    assert (percent_layers("é%2541\ud800"), percent_layers(b"%2541\xff")) == (2, 2)
    assert percent_decode(pa.array(TEXTS).dictionary_encode()).equals(percent_decode(pa.array(TEXTS)))
    assert percent_decode(pa.nulls(2)).field("status").to_pylist() == ["null", "null"]
    with pytest.raises(TypeError, match="not int64"):
        percent_decode(pa.array([1]))


def test_slices_and_batches(monkeypatch):
    """Every slice gives the rows of the whole, also over small batches."""
    random.seed(20261123)
    texts = [random.choice(TEXTS) for _ in range(100)]
    for array in [pa.array(texts), pa.array(texts, pa.large_string()), pa.array([text or "" for text in texts])]:
        whole = percent_decode(array).to_pylist()
        for rows, size in ((8192, 1 << 22), (8, 50), (48, 200), (1, 1), (13, 120)):
            monkeypatch.setattr(column_module, "BATCH_ROWS", rows)
            monkeypatch.setattr(column_module, "BATCH_BYTES", size)
            for start in range(20):
                for end in (start, start + 1, start + 7, start + 8, start + 33, 100):
                    part = percent_decode(array[start:end])
                    part.validate(full=True)
                    assert part.to_pylist() == whole[start:end]


@pytest.mark.parametrize("kind", [pa.string(), pa.large_binary(), pa.string_view()])
def test_texts_that_are_too_long(kind, monkeypatch):
    array = pa.array(["a%20b", "%zz%zz", None, "12345", "123456"]).cast(kind)
    long = {"value": None, "status": "too-long", "code": "limit-exceeded", "byte_offset": None}
    whole = percent_decode(array).to_pylist()
    for start in (0, 1):
        assert percent_decode(array[start:], max_bytes=5).to_pylist() == [whole[0], long, whole[2], whole[3], long][start:]
    statuses = ["ok", "too-long", "null", "ok", "too-long"]
    assert percent_encode(array, max_bytes=5).field("status").to_pylist() == statuses
    assert query_param(array, "q", max_bytes=5).field("status").to_pylist() == statuses
    with pytest.raises(PercentEncodingError, match='percent-decode: limit exceeded "123456" at 0'):
        percent_decode("123456", max_bytes=5)
    assert percent_decode(b"12345", max_bytes=5) == b"12345"
    # The module itself has a limit too.
    for place, name, limit in ((column_module, "BATCH_BYTES", 1), (module, "MAX_OUTPUT", 17)):
        monkeypatch.setattr(place, name, limit)
    assert percent_encode(array).field("status").to_pylist() == statuses
    assert percent_decode(array).to_pylist() == whole
    with pytest.raises(PercentEncodingError, match="limit exceeded"):
        percent_encode("123456")


@pytest.mark.parametrize("wrong", [0, -1, 1.5, True, "5"])
def test_a_limit_is_a_number_of_bytes(wrong):
    with pytest.raises(ValueError, match="max_bytes is a positive number of bytes"):
        percent_decode("a", max_bytes=wrong)


def test_a_large_instance_is_dropped():
    """The memory of an instance never shrinks."""
    percent_decode("a")
    small = module._threads.instance
    assert percent_decode("a" * 5_000_000) == "a" * 5_000_000 and module._threads.instance is small
    for large in ("a" * 40_000_000, pa.array(["a" * 40_000_000, "b"])):
        percent_decode(large)
        assert module._threads.instance is None
        percent_decode("a")
        assert module._threads.instance is not small


def test_a_text_longer_than_a_batch():
    text = "%41" * (1 << 21)
    assert percent_decode(pa.array([text, "b"])).field("value").to_pylist() == ["A" * (1 << 21), "b"]


@pytest.mark.parametrize("kind, word", [(pa.binary(), 1 << 30), (pa.string(), -(1 << 30)), (pa.large_binary(), 1 << 40), (pa.large_string(), -1)])
def test_offsets_that_leave_the_buffers_are_refused(kind, word):
    offsets = [0] * 8192 + [word] + [2] * 8192
    words = b"".join(offset.to_bytes(8 if "large" in str(kind) else 4, "little", signed=True) for offset in offsets)
    array = pa.Array.from_buffers(kind, len(offsets) - 1, [None, pa.py_buffer(words), pa.py_buffer(b"ab")])
    array.validate()
    with pytest.raises(pa.ArrowInvalid, match="Offset invariant failure"):
        percent_decode(array)


@pytest.mark.parametrize("column", [pa.array(["ab"] * 1001), pa.array(["ab"] * 1001).dictionary_encode()])
def test_lengths_that_leave_the_buffers_are_refused(column):
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, pa.schema([("column", column.type)])) as stream:
        stream.write_batch(pa.record_batch([column], ["column"]))
    damaged = sink.getvalue().to_pybytes().replace((1001).to_bytes(8, "little"), (1 << 29).to_bytes(8, "little"))
    longer = pa.ipc.open_stream(damaged).read_next_batch().column(0)
    assert len(longer) == 1 << 29
    with pytest.raises(pa.ArrowInvalid, match="too small"):
        percent_decode(longer)


def test_the_view_of_a_null_row_is_not_read():
    views = b"".join(word.to_bytes(4, "little", signed=True) for word in (4, 0x31342561, 0, 0, -(1 << 31), 0, 7, 1 << 30))
    column = pa.Array.from_buffers(pa.string_view(), 2, [pa.py_buffer(b"\x01"), pa.py_buffer(views)])
    assert percent_decode(column).field("status").to_pylist() == ["ok", "null"]
    assert percent_decode(column[:1]).field("value").to_pylist() == ["aA"]


@pytest.mark.parametrize("seed", [20261127, 20261128])
def test_damaged_buffers_are_refused(seed):
    """In a process of its own, which an access outside of the buffers would end."""
    words = [sys.executable, str(Path(__file__).with_name("hostile.py")), str(seed), "150"]
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 0, done
    refused, answered = map(int, done.stdout.split())
    assert refused > 100 and answered > 50


def test_chunked():
    chunked = pa.chunked_array([["a%20b"], [], [None, "%"]], pa.string())
    assert [row["status"] for row in percent_decode(chunked).to_pylist()] == ["ok", "null", "malformed"]
    assert percent_decode(pa.chunked_array([], pa.string())).to_pylist() == []


def test_threads():
    """Each thread has an instance."""
    array = pa.array(TEXTS * 2000)
    wanted = percent_decode(array)
    with ThreadPoolExecutor(4) as pool:
        assert all(found.equals(wanted) for found in pool.map(percent_decode, [array] * 20))


def test_after_a_fork():
    """With the instance of the parent, and with a new one in a thread of the child."""
    percent_decode("%41")
    child = os.fork()
    if child == 0:
        found = [percent_decode("%41")]
        thread = threading.Thread(target=lambda: found.append(percent_decode("%42")))
        thread.start()
        thread.join(10)
        os._exit(0 if found == ["A", "B"] else 1)
    assert os.waitpid(child, 0)[1] == 0
