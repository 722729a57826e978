"""Times the package beside the usual ways, with 1, 2 and 4 threads, after comparing the answers: bench.py (npm run bench -- columns)"""

import json
import os
import subprocess
import sys
import urllib.parse
from concurrent.futures import ThreadPoolExecutor
from statistics import median
from timeit import repeat

import duckdb
import polars as pl
import pyarrow as pa

import percodec.duckdb
import percodec.polars
from percodec import percent_decode

ROWS = 400_000
ROUNDS = 5
THREADS = (1, 2, 4)
MIN_RATIO = 15
PARTS = {
    "clean": ["q=cafe", "utm_source=newsletter", "name=Juergen", "page=2", "path=to-file.txt", "x=abc"],
    "typical": ["q=caf%C3%A9%20noir", "utm_source=news%2Dletter", "name=J%C3%BCrgen", "page=2", "path=%2Fto%2Ffile.txt", "x=%E4%BD%A0%E5%A5%BD"],
    "hostile": ["q=100%", "a=%zz", "b=%C0%AF", "c=%E4%F6%FC", "d=%ED%A0%80", "page=2", "e=caf%C3%A9"],
}


def ways(kind, threads):
    """Returns for each engine its own way and percodec, which both return the decoded values."""
    parts = PARTS[kind]
    texts = [
        f"https://example.com/{k}?" + "&".join(parts[(k * 7 + j * 5) % len(parts)] for j in range(1 + k % 4)) for k in range(ROWS)
    ]
    column = pa.array(texts)
    step = -(-ROWS // threads)
    slices = [column.slice(at, step) for at in range(0, ROWS, step)]
    frame = pl.DataFrame({"url": column})
    connection = duckdb.connect()
    connection.execute(f"SET threads = {threads}")
    percodec.duckdb.register(connection)
    connection.register("source", pa.table({"url": column}))
    connection.execute("CREATE TABLE t AS SELECT * FROM source")
    pool = ThreadPoolExecutor(threads)

    def pooled(decode):
        return pa.chunked_array(list(pool.map(decode, slices))).combine_chunks()

    def unquote(part):
        return pa.array([urllib.parse.unquote(text) for text in part.to_pylist()])

    def polars(expression):
        return frame.select(expression.alias("v"))["v"].to_arrow().cast(pa.string())

    def sql(expression):
        return connection.execute(f"SELECT {expression} AS v FROM t").to_arrow_table().column("v").combine_chunks()

    return {
        "pyarrow": ("`unquote`", lambda: pooled(unquote), lambda: pooled(lambda part: percent_decode(part).field("value"))),
        "Polars": (
            "`map_elements(unquote)`",
            lambda: polars(pl.col("url").map_elements(urllib.parse.unquote, return_dtype=pl.String)),
            lambda: polars(percodec.polars.percent_decode("url").struct.field("value")),
        ),
        "DuckDB": ("`try(url_decode(url))`", lambda: sql("try(url_decode(url))"), lambda: sql("percent_decode(url).value")),
    }


def measure(threads):
    speeds = []
    for kind in PARTS:
        for engine, (own, run_own, run_ours) in ways(kind, threads).items():
            theirs, ours = run_own().to_pylist(), run_ours().to_pylist()
            # percodec has no value where the others write U+FFFD, keep a malformed escape, or have none either.
            assert all(a == b for a, b in zip(theirs, ours) if b is not None) and (kind == "hostile") == (None in ours), (engine, kind)
            times = [median(repeat(run, number=1, repeat=ROUNDS)) for run in (run_own, run_ours)]
            speeds.append((engine, kind, own, *(ROWS / time / 1e6 for time in times)))
    return speeds


if len(sys.argv) > 1:
    print(json.dumps(measure(int(sys.argv[1]))))
    raise SystemExit
runs = []
for threads in THREADS:
    env = {**os.environ, "POLARS_MAX_THREADS": str(threads)}
    runs.append(json.loads(subprocess.run([sys.executable, __file__, str(threads)], env=env, check=True, capture_output=True).stdout))
print(f"{ROWS} URLs; medians of {ROUNDS} rounds in million rows a second, with {', '.join(map(str, THREADS))} threads\n")
print("| engine | rows | its own way | its speed | percodec | ratio, 1 thread |\n| - | - | - | - | - | - |")
ratios = {}
for rows in zip(*runs):
    engine, kind, own = rows[0][:3]
    ratios[engine, kind] = rows[0][4] / rows[0][3]
    theirs, ours = (" / ".join(f"{row[at]:.2f}" for row in rows) for at in (3, 4))
    print(f"| {engine} | {kind} | {own} | {theirs} | {ours} | {ratios[engine, kind]:.1f} |")
holds = ratios["pyarrow", "typical"] >= MIN_RATIO
print(f"\n{'ok  ' if holds else 'MISS'} at least {MIN_RATIO} times urllib.parse.unquote over Arrow")
raise SystemExit(0 if holds else 1)
