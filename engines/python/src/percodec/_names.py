"""Parameters whose names are a column: SQL passes a name for each row."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from ._column import result_type
from ._functions import query_param


def query_param_by_names(data: Any, names: Any) -> Any:
    """The first value of the parameter of each row; a row without a name has the status null.

    The module looks for one name at a time, so the rows of each name are one call.
    """
    data, names = _one_array(data), _one_array(names)
    different = names.unique().to_pylist()
    if len(different) == 1 and different[0] is not None:
        return query_param(data, different[0])
    results, rows = [], []
    for name in different:
        chosen = pc.indices_nonzero(pc.is_null(names) if name is None else pc.equal(names, name))
        texts = pa.nulls(len(chosen), data.type) if name is None else data.take(chosen)
        results.append(query_param(texts, name or ""))
        rows.append(chosen)
    if not results:
        return pa.array([], result_type(data.type))
    return pa.concat_arrays(results).take(pc.sort_indices(pa.concat_arrays(rows)))


def _one_array(column: Any) -> Any:
    return column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
