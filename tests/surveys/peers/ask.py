# What Python's urllib.parse makes of the texts in a JSON list, as JSON. The form is that of urljoin, not of geturl, whose
# answer to `http:e.com` depends on the version: up to 3.12 it writes `http:///e.com`, 3.13 writes `http:e.com`.
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
