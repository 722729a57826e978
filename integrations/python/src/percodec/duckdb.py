"""The functions of SQL in DuckDB: percent_decode, form_decode, percent_encode, and query_param(url, name)."""

from __future__ import annotations

from typing import Any

import duckdb
import pyarrow as pa

from . import _functions


def register(connection: duckdb.DuckDBPyConnection) -> None:
    """Registers the functions. Each returns a STRUCT: value, status, code, byte_offset."""
    text = duckdb.sqltype("VARCHAR")
    result = duckdb.sqltype("STRUCT(value VARCHAR, status VARCHAR, code VARCHAR, byte_offset INTEGER)")
    functions: dict[str, tuple[Any, list[Any]]] = {
        "percent_decode": (lambda data: _functions.percent_decode(data), [text]),
        "form_decode": (lambda data: _functions.percent_decode(data, plus="space"), [text]),
        "percent_encode": (lambda data: _functions.percent_encode(data), [text]),
        "query_param": (_query_param, [text, text]),
    }
    for name, (function, parameters) in functions.items():
        connection.create_function(name, function, parameters, result, type="arrow", null_handling="special")


def _query_param(data: Any, names: Any) -> Any:
    """The rows of each name apart, because the module looks for one name at a time."""
    different = names.unique().to_pylist()
    if len(different) == 1 and different[0] is not None:
        return _functions.query_param(data, different[0])
    rows = zip(data.to_pylist(), names.to_pylist())
    results = [
        (_functions.query_param(pa.array([text], pa.string()), name)[0].as_py() if name is not None else _NULL)
        for text, name in rows
    ]
    return pa.array(results, type=_functions.query_param(pa.array([], pa.string()), "").type)


_NULL = {"value": None, "status": "null", "code": None, "byte_offset": None}
