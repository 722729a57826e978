"""Python's urllib.parse as an adapter for run.py."""

from urllib.parse import parse_qsl, quote, quote_plus, unquote

ENCODERS = {"python-quote": quote, "python-quote-plus": quote_plus}


def without_options(call):
    """A text of Python may hold lone surrogates, so rows with them are not supported."""

    def run(row):
        text = row["input"]
        return None if "options" in row or any("\ud800" <= c <= "\udfff" for c in text) else call(text, row.get("set"))

    return run


operations = {
    "decode": without_options(lambda text, _: unquote(text)),
    "encode": without_options(lambda text, name: ENCODERS[name](text) if name in ENCODERS else None),
    "parseForm": without_options(lambda text, _: parse_qsl(text, keep_blank_values=True)),
}

# The module has no limits.
deviations = [
    "form-parse: limit: name by default",
    "form-parse: limit: name by default counts raw units",
    "threats: T4: a name too long by default",
    "threats: T4: the 1,001st pair by default",
]
