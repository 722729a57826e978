"""Functions for Spark 4.1: in select, withColumn and SQL; in batches, streams and Spark Connect. No worker needs Node.

The workers need this package, wasmtime and pyarrow. Each Python worker creates its instance of the module at its first batch.
"""

from __future__ import annotations

from typing import Any

import pyarrow as pa
from pyspark.sql import functions as F

from . import _functions
from ._column import RESULT

SQL_TYPE = "struct<value:string,status:string,code:string,byte_offset:int>"
"""The type of the results."""


def percent_decode(column: Any, **options: Any) -> Any:
    """Percent-decodes a column of strings or bytes: `df.withColumn("u", percent_decode("url"))`.

    The options are those of `percodec.percent_decode`, without `invalid_utf8="allow"`.
    """
    _functions.decode_call(**{"malformed": "throw", "invalid_utf8": "throw", "plus": "literal", "percent_u": False, **options})
    if options.get("invalid_utf8") == "allow":
        raise ValueError('a string column cannot contain bytes that are not UTF-8: leave out invalid_utf8="allow"')
    return _udf(_functions.percent_decode, (), options)(column)


def percent_encode(column: Any, set: str = "rfc3986-component") -> Any:
    """Percent-encodes a column."""
    _functions.encode_call(set)
    return _udf(_functions.percent_encode, (set,), {})(column)


def query_param(column: Any, name: str, **options: Any) -> Any:
    """Extracts the first value of a parameter from a column."""
    _functions.param_call(name, options.get("source", "uri"))
    return _udf(_functions.query_param, (name,), options)(column)


def register(spark: Any) -> None:
    """Registers percent_decode, form_decode and percent_encode for SQL: `SELECT percent_decode(url).value`."""
    spark.udf.register("percent_decode", _udf(_functions.percent_decode, (), {}))
    spark.udf.register("form_decode", _udf(_functions.percent_decode, (), {"plus": "space"}))
    spark.udf.register("percent_encode", _udf(_functions.percent_encode, (), {}))


def _udf(function: Any, words: tuple[Any, ...], options: dict[str, Any]) -> Any:
    def run(batch: pa.Array) -> pa.Array:
        result = function(batch, *words, **options)
        if result.type == RESULT:
            return result
        value, *others = result.flatten()
        return pa.StructArray.from_arrays([value.cast(pa.string()), *others], fields=list(RESULT))

    # Without the future annotations, Spark reads the types of the parameters here.
    run.__annotations__ = {"batch": pa.Array, "return": pa.Array}
    return F.arrow_udf(run, SQL_TYPE)
