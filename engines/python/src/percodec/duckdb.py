"""The functions of SQL in DuckDB: percent_decode, form_decode, percent_encode, percent_encode_as(text, set), query_param(url, name), and percent_layers(text)."""

from __future__ import annotations

from typing import Any

import duckdb

from . import _functions
from ._column import to_text
from ._names import by_words


def register(connection: duckdb.DuckDBPyConnection, **options: Any) -> None:
    """Registers the functions, or replaces them. Each takes VARCHAR or BLOB, and returns a STRUCT: value, status, code, byte_offset; percent_layers an INTEGER.

    The options of `percodec.percent_decode` apply to percent_decode and form_decode, without `invalid_utf8="allow"`.
    """
    _functions.text_decode_call(**options)
    result = duckdb.sqltype("STRUCT(value VARCHAR, status VARCHAR, code VARCHAR, byte_offset INTEGER)")
    functions: dict[str, Any] = {
        "percent_decode": lambda data: to_text(_functions.percent_decode(data, **options)),
        "form_decode": lambda data: to_text(_functions.percent_decode(data, **options | {"plus": "space"})),
        "percent_encode": lambda data: to_text(_functions.percent_encode(data)),
        "percent_encode_as": lambda data, names: to_text(by_words(_functions.percent_encode, data, names)),
        "query_param": lambda data, names: to_text(by_words(_functions.query_param, data, names)),
        "percent_layers": lambda data: _functions.percent_layers(data),
    }
    for name, function in functions.items():
        try:
            connection.remove_function(name)
        except duckdb.InvalidInputException:
            # This connection has not registered it before.
            pass
        # Without types of the parameters, VARCHAR and BLOB arrive as they are.
        connection.create_function(name, function, None, "INTEGER" if name == "percent_layers" else result, type="arrow", null_handling="special")
