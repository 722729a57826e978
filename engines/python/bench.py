"""Times the package beside the usual ways, after comparing the answers: bench.py (npm run bench -- columns)"""

import threading
import time
import urllib.parse

import duckdb
import polars as pl
import pyarrow as pa
import wasmtime

import percodec._module as module
import percodec.duckdb
import percodec.polars
from percodec import percent_decode

ROWS = 500_000
ROUNDS = 5
MIN_RATIO = 15


def median(run):
    times = []
    for _ in range(ROUNDS):
        started = time.perf_counter()
        run()
        times.append(time.perf_counter() - started)
    return sorted(times)[ROUNDS // 2]


PARTS = ["q=caf%C3%A9%20noir", "utm_source=news%2Dletter", "name=J%C3%BCrgen", "page=2", "path=%2Fto%2Ffile.txt", "x=%E4%BD%A0%E5%A5%BD"]
texts = [
    f"https://example.com/{k}?" + "&".join(PARTS[(k * 7 + j * 5) % 6] for j in range(1 + k % 4)) for k in range(ROWS)
]
column = pa.array(texts)
frame = pl.DataFrame({"url": column})
connection = duckdb.connect()
connection.execute("SET threads = 1")
percodec.duckdb.register(connection)
connection.register("source", pa.table({"url": column}))
connection.execute("CREATE TABLE t AS SELECT * FROM source")

def unquote():
    return pa.array([urllib.parse.unquote(text) for text in column.to_pylist()])

def polars_own():
    return frame.select(pl.col("url").map_elements(urllib.parse.unquote, return_dtype=pl.String))

def polars_ours():
    return frame.select(percodec.polars.percent_decode("url").struct.field("value").alias("url"))

def duckdb_own():
    return connection.execute("SELECT url_decode(url) AS v FROM t").to_arrow_table()

def duckdb_ours():
    return connection.execute("SELECT percent_decode(url).value AS v FROM t").to_arrow_table()

wanted = unquote()
assert percent_decode(column).field("value").equals(wanted)
assert polars_own().equals(polars_ours())
assert duckdb_own().column("v").combine_chunks().to_pylist() == duckdb_ours().column("v").combine_chunks().to_pylist() == wanted.to_pylist()

ways = [
    ("pyarrow", "urllib.parse.unquote", unquote, lambda: percent_decode(column)),
    ("Polars", "map_elements(unquote)", polars_own, polars_ours),
    ("DuckDB, one thread", "url_decode", duckdb_own, duckdb_ours),
]
print(f"{ROWS} URLs, {sum(map(len, texts)) / ROWS:.0f} characters each; medians of {ROUNDS} rounds, million rows a second\n")
print("| engine | its own way | its speed | percodec | ratio |\n| - | - | - | - | - |")
ratios = {}
for name, own, run_own, run_ours in ways:
    own_time, our_time = median(run_own), median(run_ours)
    ratios[name] = own_time / our_time
    print(f"| {name} | {own} | {ROWS / own_time / 1e6:.2f} | {ROWS / our_time / 1e6:.2f} | {ratios[name]:.1f} |")

config = wasmtime.Config()
config.wasm_simd = config.wasm_relaxed_simd = False
engine = wasmtime.Engine(config)
with_simd = median(lambda: percent_decode(column))
module._shared = (engine, module.compile_module(engine)[1])
module._threads = threading.local()
assert percent_decode(column).field("value").equals(wanted)
scalar = median(lambda: percent_decode(column))
print(f"\npyarrow: {ROWS / with_simd / 1e6:.2f} million rows a second with SIMD, {ROWS / scalar / 1e6:.2f} without: {scalar / with_simd:.2f} times")

holds = ratios["pyarrow"] >= MIN_RATIO
print(f"\n{'ok  ' if holds else 'MISS'} at least {MIN_RATIO} times urllib.parse.unquote over Arrow")
raise SystemExit(0 if holds else 1)
