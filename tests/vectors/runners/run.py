"""Runs the vectors against an implementation: python3 run.py ADAPTER.py. As run.mjs, with functions in a dict `operations`."""

import importlib.util
import json
import sys
from pathlib import Path

folder = Path(__file__).resolve().parent.parent
spec = importlib.util.spec_from_file_location("adapter", sys.argv[1])
adapter = importlib.util.module_from_spec(spec)
spec.loader.exec_module(adapter)
deviations = set(getattr(adapter, "deviations", ()))


def rows():
    for path in sorted(folder.rglob("*.json")):
        name = path.relative_to(folder).with_suffix("").as_posix()
        for row in json.loads(path.read_text(encoding="utf-8")).get("rows", ()):
            if "prototype" not in row:
                yield {**row, "id": f"{name}: {row['id']}"}


def plain(value):
    """Returns a value as JSON has it: a tuple is a list."""
    return json.loads(json.dumps(value))


def judge(row):
    """Returns None for a row that is not supported, or whether the answer is right, and the answer."""
    operation = adapter.operations.get(row["op"])
    try:
        answer = operation(row) if operation else None
    except ValueError as error:
        return "error" in row, repr(error)
    if answer is None:
        return None
    right = [] if "error" in row else [row["pairs"] if "pairs" in row else row["value"]]
    return plain(answer) in right + row.get("allowed", []), ascii(answer)


passed = failed = skipped = 0
for row in rows():
    judged = judge(row)
    if judged is None:
        skipped += 1
    elif judged[0] != (row["id"] in deviations):
        passed += 1
    else:
        failed += 1
        wanted = "a deviation" if judged[0] else ascii(row.get("error") or row.get("pairs", row.get("value")))
        print(f"FAIL  {ascii(row['id'])}: {judged[1]}, not {wanted} ({row['clause']})")
print(f"{passed} passed, {failed} failed, {skipped} not supported")
sys.exit(0 if failed == 0 and passed > 0 else 1)
