"""Writes data/normalization-18.0.0.txt and data/compatibility-18.0.0.txt from the Python package unicodedata2. No npm package has
this data: the canonical combining classes, the canonical decompositions, and form NFKC of this version. In a virtual
environment, run `pip install unicodedata2==18.0.0` and then this file. The result is committed, because the tables are
generated without Python."""

from pathlib import Path
import unicodedata2 as ucd

VERSION = "18.0.0"
HANGUL_SYLLABLES = range(0xAC00, 0xD7A4)

assert ucd.unidata_version == VERSION, ucd.unidata_version


def class_runs():
    """Code points of the same class in a row, as first, last and class."""
    runs = []
    for code in range(0x110000):
        combining_class = ucd.combining(chr(code))
        if combining_class == 0:
            continue
        if runs and runs[-1][1:] == [code - 1, combining_class]:
            runs[-1][1] = code
        else:
            runs.append([code, code, combining_class])
    return runs


def decompositions():
    """Code points with a canonical decomposition; a compatibility decomposition has a tag in angle brackets."""
    for code in range(0x110000):
        mapping = ucd.decomposition(chr(code))
        if mapping and not mapping.startswith("<") and code not in HANGUL_SYLLABLES:
            yield code, [int(part, 16) for part in mapping.split()]


def delimiters():
    """Characters beyond ASCII whose form NFKC contains a space or a delimiter of paths."""
    for code in range(0x80, 0x110000):
        form = ucd.normalize("NFKC", chr(code))
        if any(character in form for character in "\0 #%./;?\\"):
            yield code, [ord(part) for part in form]


def wrapped(items):
    """Items joined by semicolons, in lines of at most 120 characters."""
    lines = [""]
    for item in items:
        if len(lines[-1]) + len(item) > 119:
            lines.append("")
        lines[-1] += item + ";"
    return "\n".join(lines)[:-1]


classes = (f"{first:x}={value}" if first == last else f"{first:x}-{last:x}={value}" for first, last, value in class_runs())
mappings = (f"{code:x}={' '.join(f'{part:x}' for part in parts)}" for code, parts in decompositions())
Path(__file__).with_name("data").joinpath(f"normalization-{VERSION}.txt").write_text(
    f"""# Unicode {VERSION}: canonical combining classes, as ranges in hexadecimal and the class in decimal, and canonical decompositions, in
# hexadecimal, without those of Hangul syllables (https://www.unicode.org/Public/{VERSION}/ucd/UnicodeData.txt).
# Copyright 1991-2026 Unicode, Inc., under the Unicode License v3 (https://www.unicode.org/license.txt). Read from the Python package
# unicodedata2 {VERSION} (https://github.com/fonttools/unicodedata2, Apache-2.0) by normalization-data.py.
[classes]
{wrapped(classes)}
[decompositions]
{wrapped(mappings)}
""",
    encoding="ascii",
)
compatible = (f"{code:x}={' '.join(f'{part:x}' for part in parts)}" for code, parts in delimiters())
Path(__file__).with_name("data").joinpath(f"compatibility-{VERSION}.txt").write_text(
    f"""# Unicode {VERSION}: all characters beyond ASCII whose form NFKC holds NUL, a space or one of # % . / ; ? \\, and that form, in
# hexadecimal (https://www.unicode.org/Public/{VERSION}/ucd/UnicodeData.txt).
# Copyright 1991-2026 Unicode, Inc., under the Unicode License v3 (https://www.unicode.org/license.txt). Read from the Python package
# unicodedata2 {VERSION} (https://github.com/fonttools/unicodedata2, Apache-2.0) by normalization-data.py.
{wrapped(compatible)}
""",
    encoding="ascii",
)
