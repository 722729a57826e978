# Runs Python's urllib.parse on the texts of a JSON list and prints JSON. The form is the result of urljoin, because that of
# geturl depends on the version: for `http:e.com` Python up to 3.12 writes `http:///e.com`, 3.13 writes `http:e.com`.
import json
import sys
from urllib.parse import urljoin, urlsplit

base, texts = json.loads(sys.argv[1])


def attempt(read):
    try:
        return {"text": read() or ""}
    except ValueError:
        return {"refused": "refuses"}


def answer(text):
    return {"host": attempt(lambda: urlsplit(text).hostname), "form": attempt(lambda: urljoin(base, text))}


print(json.dumps([answer(text) for text in texts]))
