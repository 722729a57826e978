"""Words that are a column: SQL passes the name of a parameter, or of a set, for each row."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from ._functions import percent_decode


def by_words(function: Any, data: Any, words: Any) -> Any:
    """The results of `function(rows, word)` for the word of each row; a row without a word has the status null.

    The module takes one word at a time, so the rows of each word are one call.
    """
    data, words = _one_array(data), _one_array(words)
    different = words.unique().to_pylist()
    if len(different) == 1 and different[0] is not None:
        return function(data, different[0])
    results, rows = [], []
    for word in different:
        chosen = pc.indices_nonzero(pc.is_null(words) if word is None else pc.equal(words, word))
        results.append(percent_decode(pa.nulls(len(chosen), data.type)) if word is None else function(data.take(chosen), word))
        rows.append(chosen)
    if not results:
        return percent_decode(data)
    return pa.concat_arrays(results).take(pc.sort_indices(pa.concat_arrays(rows)))


def _one_array(column: Any) -> Any:
    return column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
