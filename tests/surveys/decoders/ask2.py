# For Python 2. Prints its version. Then reads lines of bytes in hex, and for each prints the results of the named functions in hex.
import sys
import urllib

calls = [getattr(urllib, name) for name in sys.argv[1:]]
print("Python %d.%d" % sys.version_info[:2])
for line in sys.stdin:
    print(",".join(call(line.strip().decode("hex")).encode("hex") for call in calls))
