"""The functions over Polars expressions, also as `pl.col("url").percodec.decode()`; most return structs: value, status, code, byte_offset."""

from __future__ import annotations

from functools import partial
from typing import Any

import polars as pl
import pyarrow as pa

from . import _functions
from ._column import to_text
from ._encode_set import PercentEncodeSet

RESULT = pl.Struct({"value": pl.String, "status": pl.String, "code": pl.String, "byte_offset": pl.Int32})
"""The type of the results."""


def percent_decode(column: str | pl.Expr, **options: Any) -> pl.Expr:
    """Percent-decodes a column: `df.with_columns(u=percent_decode("url"))`.

    The options are those of `percodec.percent_decode`, without `invalid_utf8="allow"`.
    """
    _functions.text_decode_call(**options)
    return _map(column, lambda data: _functions.percent_decode(data, **options))


def percent_encode(column: str | pl.Expr, set: str | PercentEncodeSet = "rfc3986-component", **options: Any) -> pl.Expr:
    """Percent-encodes a column."""
    return _map(column, lambda data: _functions.percent_encode(data, set, **options))


def query_param(column: str | pl.Expr, name: str, **options: Any) -> pl.Expr:
    """Extracts the first value of a parameter from a column."""
    return _map(column, lambda data: _functions.query_param(data, name, **options))


def percent_layers(column: str | pl.Expr) -> pl.Expr:
    """Counts how often each text of a column can be decoded, as Int32."""
    return _map(column, _functions.percent_layers, pl.Int32)


@pl.api.register_expr_namespace("percodec")
class Percodec:
    """The functions as methods of an expression: `pl.col("url").percodec.decode().struct["value"]`."""

    def __init__(self, column: pl.Expr) -> None:
        self.decode = partial(percent_decode, column)
        self.encode = partial(percent_encode, column)
        self.query_param = partial(query_param, column)
        self.layers = partial(percent_layers, column)


def _map(column: str | pl.Expr, run: Any, kind: Any = RESULT) -> pl.Expr:
    expression = pl.col(column) if isinstance(column, str) else column

    def batch(series: pl.Series) -> pl.Series:
        result = run(series.to_arrow())
        return pl.Series(series.name, to_text(result, pa.large_string()) if kind == RESULT else result, dtype=kind)

    return expression.map_batches(batch, return_dtype=kind, is_elementwise=True)
