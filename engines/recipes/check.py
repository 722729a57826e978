"""Runs a recipe on texts: check.py RECIPE < texts.json > records.json"""

import importlib
import json
import sys

texts = json.load(sys.stdin)
recipe = importlib.import_module(sys.argv[1])
if sys.argv[1] == "with_pyarrow":
    import pyarrow

    records = recipe.percent_decode(pyarrow.array(texts, pyarrow.string())).to_pylist()
elif sys.argv[1] == "with_polars":
    import polars

    records = recipe.percent_decode(polars.Series("any name", texts, polars.String)).to_dicts()
else:
    import pandas

    index = [f"row {k}" for k in range(len(texts))]
    frame = recipe.percent_decode(pandas.Series(texts, index=index, dtype=object))
    assert list(frame.index) == index
    records = [
        {name: None if pandas.isna(value) else int(value) if name == "byte_offset" else value for name, value in row.items()}
        for row in frame.to_dict("records")
    ]
json.dump(records, sys.stdout)
