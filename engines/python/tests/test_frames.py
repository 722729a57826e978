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
from percodec._names import by_words

TEXTS = ["a%20b", None, "%zz", "/?q=%C3%A9", "", "é+"] * 500
LAYERS = [1, None, 0, 1, 0, 0] * 500
NULL = {"value": None, "status": "null", "code": None, "byte_offset": None}


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
    url = pl.col("url").percodec
    named = frame.select(d=url.decode(plus="space"), e=url.encode("rfc3986-component"), q=url.query_param("q"), n=url.layers())
    assert named.select("d", "e", "q").equals(frame.select("d", "e", "q"))
    assert named["n"].dtype == pl.Int32 and named["n"].to_list() == LAYERS
    lazy = pl.LazyFrame({"url": TEXTS}).select(percodec.polars.percent_decode("url")).collect(engine="streaming")
    assert lazy["url"].to_list() == wanted(percent_decode)


def test_bytes_that_are_not_utf8_are_bad_rows():
    statuses = ["ok", "malformed", "invalid-utf8", "null", "ok"]
    frame = pl.DataFrame({"url": [b"a%20b", b"%zz\xff", b"\xff", None, "é".encode()]})
    for run in (percodec.polars.percent_decode, percodec.polars.percent_encode, lambda column: percodec.polars.query_param(column, "q")):
        assert frame.select(run("url"))["url"].dtype == percodec.polars.RESULT
    found = frame.select(percodec.polars.percent_decode("url"))["url"].struct
    assert found["status"].to_list() == statuses and found["value"].to_list() == ["a b", None, None, None, "é"]
    with pytest.raises(ValueError, match="a string column cannot contain"):
        percodec.polars.percent_decode("url", invalid_utf8="allow")
    with pytest.raises(Exception, match="not int64"):
        pl.DataFrame({"url": [1]}).select(percodec.polars.percent_decode("url"))
    texts = percodec.pandas.percent_decode(pd.Series(["a%20b", "%zz\ud800", "\ud800", None, "é"], dtype="object"))
    assert texts["status"].to_list() == statuses and texts["value"].to_list()[::4] == ["a b", "é"]
    assert percodec.pandas.percent_layers(pd.Series(["%2541\ud800"], dtype="object")).to_list() == [2]


@pytest.mark.parametrize("kind", ["object", "str", pd.ArrowDtype(pa.string())])
def test_pandas(kind):
    series = pd.Series(TEXTS, dtype=kind, index=range(5, 5 + len(TEXTS)))
    found = percodec.pandas.percent_decode(series)
    assert list(found.index) == list(series.index)
    assert pa.Table.from_pandas(found, preserve_index=False).to_pylist() == wanted(percent_decode)
    layers = percodec.pandas.percent_layers(series)
    assert list(layers.index) == list(series.index) and pa.array(layers).to_pylist() == LAYERS


def test_duckdb():
    connection = duckdb.connect()
    percodec.duckdb.register(connection)
    rows = pa.table({"k": range(len(TEXTS)), "url": TEXTS, "name": ["q" if k % 3 else None for k in range(len(TEXTS))]})
    connection.register("rows", rows)
    functions = "percent_decode(url), form_decode(url), percent_encode(url), query_param(url, 'q'), query_param(url, name)"
    found = connection.sql(f"SELECT {functions} FROM rows ORDER BY k").fetchall()
    params = wanted(query_param, "q")
    named = [row if k % 3 else NULL for k, row in enumerate(params)]
    assert [list(row) for row in zip(*found)] == [wanted(percent_decode), wanted(percent_decode, plus="space"), wanted(percent_encode), params, named]


def test_duckdb_registers_again_and_takes_blobs_options_and_sets():
    connection = duckdb.connect()
    for options in ({}, {}, {"malformed": "keep"}):
        percodec.duckdb.register(connection, **options)
    for option, message in (({"malformed": "skip"}, "malformed is 'throw'"), ({"invalid_utf8": "allow"}, "a string column cannot contain")):
        with pytest.raises(ValueError, match=message):
            percodec.duckdb.register(connection, **option)
    for call, wanted in {
        "percent_decode('%zz+').value": "%zz+",
        "form_decode('%zz+').value": "%zz ",
        "percent_decode('a%20b'::BLOB).value": "a b",
        "percent_decode('\\xFF'::BLOB).status": "invalid-utf8",
        "percent_decode(NULL).status": "null",
        "percent_layers('%2541')": 2,
        "percent_layers('%2541\\xFF'::BLOB)": 2,
        "percent_layers(NULL)": None,
        "query_param('?q=1'::BLOB, 'q').value": "1",
        "query_param('/?a=1', NULL)": NULL,
        "query_param('/?a=%zz', NULL)": NULL,
        "query_param(NULL, 'a')": NULL,
    }.items():
        assert connection.sql(f"SELECT {call}").fetchall() == [(wanted,)]
    sets = "SELECT percent_encode_as(url, chosen).value FROM (VALUES ('a/b ', 'whatwg-form'), ('a/b ', 'rfc3986-path'), ('a', NULL)) t(url, chosen)"
    assert connection.sql(sets).fetchall() == [("a%2Fb+",), ("a/b%20",), (None,)]
    wrong = {"percent_encode_as('a', 'rfc')": "no set is named 'rfc'", "percent_decode(1)": "not int32", "percent_decode('a', 'b')": "No function matches"}
    for call, message in wrong.items():
        with pytest.raises(duckdb.Error, match=message):
            connection.sql(f"SELECT {call}").fetchall()


def test_names_of_parameters_in_a_column():
    urls = pa.array([f"/?a={k}&b={-k}" if k % 7 else None for k in range(1000)])
    names = [["a", "b", "c", None][k * k % 11 % 4] for k in range(1000)]
    found = by_words(query_param, urls, pa.array(names)).to_pylist()
    assert found == [NULL if name is None else query_param(urls[k : k + 1], name)[0].as_py() for k, name in enumerate(names)]
    assert by_words(query_param, urls[:2], pa.nulls(2, pa.string())).to_pylist() == [NULL, NULL]
    assert by_words(query_param, urls[:0], pa.array([], pa.string())).to_pylist() == []
