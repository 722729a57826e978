"""Polars, pandas and DuckDB return what pyarrow returns."""

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import percodec.duckdb
import percodec.pandas
import percodec.polars
from percodec import percent_decode, percent_encode, query_param
from percodec._names import query_param_by_names

TEXTS = ["a%20b", None, "%zz", "/?q=%C3%A9", "", "é+"] * 500


def wanted(operation, *words, **options):
    return operation(pa.array(TEXTS), *words, **options).to_pylist()


def test_polars():
    frame = pl.DataFrame({"url": TEXTS}).with_columns(
        d=percodec.polars.percent_decode("url", plus="space"),
        e=percodec.polars.percent_encode(pl.col("url")),
        q=percodec.polars.query_param("url", "q"),
    )
    assert frame["d"].to_list() == wanted(percent_decode, plus="space")
    assert frame["e"].to_list() == wanted(percent_encode)
    assert frame["q"].to_list() == wanted(query_param, "q")
    lazy = pl.LazyFrame({"url": TEXTS}).select(percodec.polars.percent_decode("url")).collect(engine="streaming")
    assert lazy["url"].to_list() == wanted(percent_decode)


@pytest.mark.parametrize("kind", ["object", "str", pd.ArrowDtype(pa.string())])
def test_pandas(kind):
    series = pd.Series(TEXTS, dtype=kind, index=range(5, 5 + len(TEXTS)))
    found = percodec.pandas.percent_decode(series)
    assert list(found.index) == list(series.index)
    assert pa.Table.from_pandas(found, preserve_index=False).to_pylist() == wanted(percent_decode)


def test_duckdb():
    connection = duckdb.connect()
    percodec.duckdb.register(connection)
    rows = pa.table({"k": range(len(TEXTS)), "url": TEXTS, "name": ["q" if k % 3 else None for k in range(len(TEXTS))]})
    connection.register("rows", rows)
    functions = "percent_decode(url), form_decode(url), percent_encode(url), query_param(url, 'q'), query_param(url, name)"
    found = connection.sql(f"SELECT {functions} FROM rows ORDER BY k").fetchall()
    null = {"value": None, "status": "null", "code": None, "byte_offset": None}
    params = wanted(query_param, "q")
    named = [row if k % 3 else null for k, row in enumerate(params)]
    assert [list(row) for row in zip(*found)] == [wanted(percent_decode), wanted(percent_decode, plus="space"), wanted(percent_encode), params, named]


def test_a_null_name_has_the_status_null():
    connection = duckdb.connect()
    percodec.duckdb.register(connection)
    names = "query_param('/?a=1', NULL), query_param('/?a=%zz', NULL), query_param(NULL, 'a')"
    null = {"value": None, "status": "null", "code": None, "byte_offset": None}
    assert connection.sql(f"SELECT {names}").fetchall() == [(null, null, null)]


def test_names_of_parameters_in_a_column():
    urls = pa.array([f"/?a={k}&b={-k}" if k % 7 else None for k in range(1000)])
    names = [["a", "b", "c", None][k * k % 11 % 4] for k in range(1000)]
    found = query_param_by_names(urls, pa.array(names)).to_pylist()
    null = {"value": None, "status": "null", "code": None, "byte_offset": None}
    assert found == [null if name is None else query_param(urls[k : k + 1], name)[0].as_py() for k, name in enumerate(names)]
    assert query_param_by_names(urls[:2], pa.nulls(2, pa.string())).to_pylist() == [null, null]
    assert query_param_by_names(urls[:0], pa.array([], pa.string())).to_pylist() == []
