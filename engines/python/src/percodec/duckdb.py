"""The functions of SQL in DuckDB: percent_decode, form_decode, percent_encode, and query_param(url, name)."""

from __future__ import annotations

from typing import Any

import duckdb

from . import _functions
from ._names import query_param_by_names


def register(connection: duckdb.DuckDBPyConnection) -> None:
    """Registers the functions. Each returns a STRUCT: value, status, code, byte_offset."""
    text = duckdb.sqltype("VARCHAR")
    result = duckdb.sqltype("STRUCT(value VARCHAR, status VARCHAR, code VARCHAR, byte_offset INTEGER)")
    functions: dict[str, tuple[Any, list[Any]]] = {
        "percent_decode": (lambda data: _functions.percent_decode(data), [text]),
        "form_decode": (lambda data: _functions.percent_decode(data, plus="space"), [text]),
        "percent_encode": (lambda data: _functions.percent_encode(data), [text]),
        "query_param": (query_param_by_names, [text, text]),
    }
    for name, (function, parameters) in functions.items():
        connection.create_function(name, function, parameters, result, type="arrow", null_handling="special")
