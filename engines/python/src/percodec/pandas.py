"""The functions over pandas Series; each returns a DataFrame with the columns value, status, code, byte_offset."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pyarrow as pa

from . import _functions
from ._column import to_text
from ._encode_set import PercentEncodeSet


def percent_decode(series: pd.Series, **options: Any) -> pd.DataFrame:
    """Percent-decodes a Series. The options are those of `percodec.percent_decode`."""
    return _frame(series, lambda data: _functions.percent_decode(data, **options))


def percent_encode(series: pd.Series, set: str | PercentEncodeSet = "rfc3986-component", **options: Any) -> pd.DataFrame:
    """Percent-encodes a Series."""
    return _frame(series, lambda data: _functions.percent_encode(data, set, **options))


def query_param(series: pd.Series, name: str, **options: Any) -> pd.DataFrame:
    """Extracts the first value of a parameter from a Series."""
    return _frame(series, lambda data: _functions.query_param(data, name, **options))


def percent_layers(series: pd.Series) -> pd.Series:
    """Counts how often each text of a Series can be decoded."""
    return pd.Series(pd.arrays.ArrowExtensionArray(_run(series, _functions.percent_layers)), series.index)


def _run(series: pd.Series, run: Any) -> Any:
    try:
        return run(pa.Array.from_pandas(series))
    except UnicodeEncodeError:
        # A text with half of a surrogate pair, which UTF-8 cannot contain, is a bad row.
        texts = [row.encode("utf-8", "surrogatepass") if isinstance(row, str) else None for row in series]
        result = run(pa.array(texts, pa.binary()))
        return to_text(result) if pa.types.is_struct(result.type) else result


def _frame(series: pd.Series, run: Any) -> pd.DataFrame:
    frame = pa.Table.from_struct_array(_run(series, run)).to_pandas(types_mapper=pd.ArrowDtype)
    frame.index = series.index
    return frame
