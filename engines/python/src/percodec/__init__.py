"""Percent-encoding, exactly: strings, bytes and Arrow columns. See percodec.polars, .pandas, .duckdb and .spark for these."""

from ._column import RESULT as RESULT
from ._encode_set import SETS as SETS
from ._encode_set import PercentEncodeSet as PercentEncodeSet
from ._errors import PercentEncodingError as PercentEncodingError
from ._functions import percent_decode as percent_decode
from ._functions import percent_encode as percent_encode
from ._functions import percent_layers as percent_layers
from ._functions import query_param as query_param

__version__ = "0.1.0"

__all__ = ["RESULT", "SETS", "PercentEncodeSet", "PercentEncodingError", "percent_decode", "percent_encode", "percent_layers", "query_param"]
