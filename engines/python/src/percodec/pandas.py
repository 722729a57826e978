"""The functions over pandas Series; each returns a DataFrame with the columns value, status, code, byte_offset."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pyarrow as pa

from . import _functions
from ._encode_set import PercentEncodeSet


def percent_decode(series: pd.Series, **options: Any) -> pd.DataFrame:
    """Percent-decodes a Series. The options are those of `percodec.percent_decode`."""
    return _frame(_functions.percent_decode(_column(series), **options), series)


def percent_encode(series: pd.Series, set: str | PercentEncodeSet = "rfc3986-component") -> pd.DataFrame:
    """Percent-encodes a Series."""
    return _frame(_functions.percent_encode(_column(series), set), series)


def query_param(series: pd.Series, name: str, **options: Any) -> pd.DataFrame:
    """Extracts the first value of a parameter from a Series."""
    return _frame(_functions.query_param(_column(series), name, **options), series)


def _column(series: pd.Series) -> Any:
    return pa.Array.from_pandas(series)


def _frame(result: Any, series: pd.Series) -> pd.DataFrame:
    chunks = result.chunks if isinstance(result, pa.ChunkedArray) else [result]
    table = pa.Table.from_batches([pa.RecordBatch.from_struct_array(chunk) for chunk in chunks], pa.schema(list(result.type)))
    frame = table.to_pandas(types_mapper=pd.ArrowDtype)
    frame.index = series.index
    return frame
