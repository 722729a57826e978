# Prints its version; then, for each line of UTF-16 units in hex, what unquote and unquote_plus make of that text, likewise.
import sys
from urllib.parse import unquote, unquote_plus

print("Python %d.%d" % sys.version_info[:2])
for line in sys.stdin:
    text = bytes.fromhex(line.strip()).decode("utf-16-be", "surrogatepass")
    print(",".join(call(text).encode("utf-16-be", "surrogatepass").hex() for call in (unquote, unquote_plus)))
