# Line by line with urllib.parse: python3 competitor.py decode|encode < in > out
import sys
from urllib.parse import quote, unquote_to_bytes

output = sys.stdout.buffer
if sys.argv[1] == "decode":
    for line in sys.stdin.buffer:
        output.write(unquote_to_bytes(line))
else:
    for line in sys.stdin.buffer:
        output.write(quote(line.removesuffix(b"\n"), safe="").encode("ascii") + b"\n")
