# Prints its version. Then reads lines of UTF-16 units in hex, and for each prints the results of the named functions in hex,
# or `error`. Pairs are written as JSON.
import ctypes
import json
import sys
from urllib.parse import parse_qsl, quote, quote_plus, unquote, unquote_plus, unquote_to_bytes, urlsplit


def units(text):
    return text.encode("utf-16-be", "surrogatepass").hex()


def url_parts(text):
    parts = urlsplit(text)
    return units(json.dumps([parts.scheme or None, parts.hostname, parts.port, parts.path]))


def curl_easy_escape(text):
    curl = ctypes.CDLL("libcurl.so.4")
    curl.curl_easy_escape.restype = ctypes.c_char_p
    given = text.encode()
    return units(curl.curl_easy_escape(None, given, len(given)).decode()) if given else ""


FUNCTIONS = {
    "curl_easy_escape": curl_easy_escape,
    "urlsplit": url_parts,
    "unquote": lambda text: units(unquote(text)),
    "unquote_strict": lambda text: units(unquote(text, errors="strict")),
    "unquote_plus": lambda text: units(unquote_plus(text)),
    "unquote_to_bytes": lambda text: units(unquote_to_bytes(text).decode("latin-1")),
    "quote": lambda text: units(quote(text)),
    "quote_all": lambda text: units(quote(text, safe="")),
    "quote_query": lambda text: units(quote(text, safe="!$&'()*+,;=:@/?")),
    "quote_plus": lambda text: units(quote_plus(text)),
    "parse_qsl": lambda text: units(json.dumps(parse_qsl(text, keep_blank_values=True))),
}


def answer(call, text):
    try:
        return call(text)
    except ValueError:
        return "error"


calls = [FUNCTIONS[name] for name in sys.argv[1:]]
print("Python %d.%d" % sys.version_info[:2])
for line in sys.stdin:
    given = bytes.fromhex(line.strip()).decode("utf-16-be", "surrogatepass")
    print(",".join(answer(call, given) for call in calls))
