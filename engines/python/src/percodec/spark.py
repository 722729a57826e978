"""Functions for Spark 4.1: in select, withColumn and SQL; in batches, streams and Spark Connect. No worker needs Node.

The workers need wasmtime, pyarrow and this package; `send_to_workers(spark)` sends the package. Each Python worker creates its instance of
the module at its first batch.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
import zipfile
from functools import partial
from importlib.resources import files
from typing import Any

import pyarrow as pa
from pyspark.sql import functions as F

from . import _functions
from ._column import to_text
from ._encode_set import PercentEncodeSet
from ._names import by_words

SQL_TYPE = "struct<value:string,status:string,code:string,byte_offset:int>"
"""The type of the results."""


def percent_decode(column: Any, **options: Any) -> Any:
    """Percent-decodes a column of strings or bytes: `df.withColumn("u", percent_decode("url"))`.

    The options are those of `percodec.percent_decode`, without `invalid_utf8="allow"`.
    """
    _functions.text_decode_call(**options)
    return _call(partial(_functions.percent_decode, **options), column)


def try_percent_decode(column: Any, **options: Any) -> Any:
    """Percent-decodes a column and returns only the strings; null for a null and for a bad row."""
    _functions.text_decode_call(**options)
    return _call(partial(_functions.percent_decode, **options), column, "value")


def percent_layers(column: Any) -> Any:
    """Counts how often each text of a column can be decoded; null for a null."""
    return _call(partial(_functions.percent_layers), column, "layers")


def percent_encode(column: Any, set: str | PercentEncodeSet = "rfc3986-component", **options: Any) -> Any:
    """Percent-encodes a column."""
    _functions.encode_call(set, **options)
    return _call(partial(_functions.percent_encode, set=set, **options), column)


def query_param(column: Any, name: str, **options: Any) -> Any:
    """Extracts the first value of a parameter from a column."""
    _functions.param_call(name, **options)
    return _call(partial(_functions.query_param, name=name, **options), column)


def register(spark: Any) -> None:
    """Registers percent_decode, form_decode, try_percent_decode, percent_encode, percent_layers and query_param for SQL: `SELECT percent_decode(url).value`."""
    spark.udf.register("percent_decode", _udf(partial(_functions.percent_decode)))
    spark.udf.register("form_decode", _udf(partial(_functions.percent_decode, plus="space")))
    spark.udf.register("try_percent_decode", _udf(partial(_functions.percent_decode), "value"))
    spark.udf.register("percent_layers", _udf(partial(_functions.percent_layers), "layers"))
    spark.udf.register("percent_encode", _udf(partial(_functions.percent_encode)))

    def by_names(batch: pa.Array, names: pa.Array) -> pa.Array:
        return to_text(by_words(_functions.query_param, batch, names))

    spark.udf.register("query_param", _arrow_udf(by_names, "batch", "names"))


def send_to_workers(spark: Any) -> None:
    """Sends this package to the workers of a session, also over Spark Connect, but not to streams there. They need only wasmtime and pyarrow then."""
    # The workers may ask for the file as long as the session lasts. Spark does not load a file whose name ends in .whl.
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    path = os.path.join(folder, "percodec.zip")
    with zipfile.ZipFile(path, "w") as archive:
        for file in files(__package__).iterdir():
            if file.is_file():
                # Without the time of the file: Spark refuses another archive of the same name.
                archive.writestr(zipfile.ZipInfo(f"percodec/{file.name}"), file.read_bytes())
    if type(spark).__module__.startswith("pyspark.sql.connect."):
        spark.addArtifact(path, pyfile=True)
    else:
        spark.sparkContext.addPyFile(path)


def _call(function: partial[Any], column: Any, kind: str = "struct") -> Any:
    chosen, name = (F.col(column), column) if isinstance(column, str) else (column, str(column).removeprefix("Column<'").removesuffix("'>"))
    # Only for the types that crc32 takes, strings and bytes, the analysis succeeds; the optimizer removes the condition, which always holds.
    checked = F.when(F.crc32(chosen).isNull() | F.lit(True), chosen)
    prefix = "try_" if kind == "value" else ""
    return _udf(function, kind)(checked).alias(f"{prefix}{function.func.__name__}({name})")


_SQL_TYPES = {"struct": SQL_TYPE, "value": "string", "layers": "int"}


def _udf(function: partial[Any], kind: str = "struct") -> Any:
    def run(batch: pa.Array) -> pa.Array:
        result = function(batch)
        if kind == "layers":
            return result
        return to_text(result) if kind == "struct" else result.field("value").cast(pa.string())

    run.__name__ = function.func.__name__
    return _arrow_udf(run, "batch", kind=kind)


def _arrow_udf(run: Any, *parameters: str, kind: str = "struct") -> Any:
    # Without the future annotations, Spark reads the types of the parameters here.
    run.__annotations__ = {name: pa.Array for name in (*parameters, "return")}
    return F.arrow_udf(run, _SQL_TYPES[kind])
