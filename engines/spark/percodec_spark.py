"""Percent-decodes columns of a Spark DataFrame, and adds a status, a reason and a byte offset for every row.

Copy this file beside your job, and send the filter to the workers with `--files percodec.cjs`:

    from percodec_spark import decode_column, decode_columns
    decoded = decode_column(df, "url")                           # df's columns, and value, status, code, byte_offset
    both = decode_columns(df, {"url": "u", "request.from": "f"})  # df's columns, and the structs u and f
"""

import os
import re
import shlex
import shutil
import subprocess
import threading

from pyspark.sql import Column
from pyspark.sql import functions as F
from pyspark.sql import types as T

FILTER = "percodec.cjs"
ADDED = ["value", "status", "code", "byte_offset"]
RESULT = T.StructType([*[T.StructField(name, T.StringType()) for name in ADDED[:3]], T.StructField(ADDED[3], T.IntegerType())])
MAX_BYTES = 1 << 20
# The maximum of the filter. The decoded column is limited by max_bytes, so only kept columns could be longer.
MAX_RECORD = "128M"

# Counts the records before and after the filter, which could end early with exit code 0 and silently lose the rest.
# With -p, tee reads all records even if the filter does not.
GUARD = """\
set -o pipefail
exec 3>&1
counts=$({ { { tee -p /dev/fd/4 | wc -l | sed s/^/in=/ >&5; } 4>&1 | %s | \
{ tee /dev/fd/3 | wc -l | sed s/^/out=/ >&5; }; } 5>&1; echo "status=$?"; })
in= out= status=
eval "$counts"
[ "$status" = 0 ] && [ "$in" = "$out" ] && exit
echo "percodec: the filter read $in records and wrote $out (exit $status)" >&2
exit 1"""

# Characters to escape in the input of the filter, the backslash first; and the escapes in its output, except \\ and \n.
SEPARATORS = {"\\": "\\\\", "\n": "\\n", "\t": "\\t"}
ESCAPES = {"\r": "\\r", "\t": "\\t", "\0": "\\0"}


class UnsupportedColumn(TypeError):
    """A column whose type has no exact text form."""


def decode_column(df, column, *, op="decode", options=(), keep=None, form="arrow", filter=FILTER, max_bytes=MAX_BYTES):
    """Returns `df` with four more columns: value, status, code, byte_offset.

    status is ok, malformed, invalid-utf8, too-long or null; value is null unless status is ok. code is the reason, and
    byte_offset is the byte of the column where the fault begins, from 0 on.

    column      the name of a string or binary column. With the form arrow also an SQL expression such as
                "request.url" or "urls[0]", or a Column
    op          another operation of `percodec records`
    options     more options of `percodec records`, as words: ["--plus", "space"]
    keep        names of the columns to keep (default: all)
    form        "arrow" accepts any bytes and columns of any type, and needs what PySpark needs for Arrow (pip install
                pyspark[sql]) on the driver and the workers. The others need only Spark: "hex" accepts any bytes; "tsv" only strings: a value that is not UTF-8 before decoding
                is invalid-utf8 without a byte_offset. They keep no arrays, maps and structs (UnsupportedColumn)
    filter      the file of the filter on the workers, or a command as words: ["node", "percodec.cjs"]
    max_bytes   longer values are too-long

    If the filter fails, is killed, or writes more or fewer records than it read, its task fails, and Spark tries it again.
    """
    kept = [df.schema[name] for name in (df.columns if keep is None else keep)]
    _refuse_clashes(kept, ADDED)
    words = [*_words(filter), "records", "--op", op, *options]
    if form == "arrow":
        schema = T.StructType([*kept, *RESULT.fields])
        return _map(df, [field.name for field in kept], [column], schema, words, max_bytes)
    if form not in ("hex", "tsv"):
        raise ValueError(f'form is "arrow", "hex" or "tsv", not {form!r}')
    kind = df.schema[column].dataType
    if not isinstance(kind, T.StringType if form == "tsv" else (T.StringType, T.BinaryType)):
        raise UnsupportedColumn(f"{column} is {kind.simpleString()}, which the form {form} does not accept")

    field = F.col(_quoted(column))
    flag = F.when(F.octet_length(field) > max_bytes, "too-long")
    if form == "tsv":
        flag = flag.when(~F.is_valid_utf8(field), "invalid-utf8")
    sent = {"hex": _hex, "tsv": _escape}[form](field)
    copies = [f"c{k}" for k in range(2, len(kept) + 2)]
    inner = df.select(
        F.when(flag.isNull(), sent).alias("c0"),
        flag.alias("c1"),
        *[_to_text(kept_field).alias(name) for kept_field, name in zip(kept, copies)],
    )

    words += ["--format", "tsv", "--field", "1", "--max-record", MAX_RECORD]
    words += ["--field-enc", "hex"] if form == "hex" else []
    words += ["--out", ",".join([*map(str, range(2, len(kept) + 3)), *ADDED])]
    given = ["c1", *copies, *ADDED]
    piped = df.sparkSession.sql(
        f"""SELECT TRANSFORM({", ".join(inner.columns)})
            ROW FORMAT DELIMITED FIELDS TERMINATED BY '\\t' NULL DEFINED AS '\\\\N'
            USING {_literal(GUARD % shlex.join(words))}
            AS ({", ".join(f"{name} STRING" for name in given)})
            ROW FORMAT DELIMITED FIELDS TERMINATED BY '\\t' NULL DEFINED AS '\\\\N'
            FROM {{inner}}""",
        inner=inner,
    )
    impossible = F.col("status").isin("too-long", "bad-record")
    flag_code = F.when(F.col("c1") == "too-long", "limit-exceeded").otherwise(F.col("c1"))
    return piped.where(F.when(impossible, F.raise_error(F.concat(F.lit("percodec: "), "code"))).otherwise(True)).select(
        *[_from_text(kept_field, F.col(name)).alias(kept_field.name) for kept_field, name in zip(kept, copies)],
        {"hex": _unhex, "tsv": _unescape}[form](F.col("value")).alias("value"),
        F.coalesce("c1", "status").alias("status"),
        F.coalesce(flag_code, "code").alias("code"),
        F.col("byte_offset").cast("int").alias("byte_offset"),
    )


def decode_columns(df, columns, *, op="decode", options=(), filter=FILTER, max_bytes=MAX_BYTES):
    """Returns `df` with one more column for each of several columns: a struct of value, status, code and byte_offset.

    columns     the names of the new columns by the names of string or binary columns, or by SQL expressions:
                {"url": "url_decoded", "request.referrer": "referrer", "urls[0]": "first"}

    It works as `decode_column` with the form arrow; one filter handles all columns of a task.
    """
    names = list(columns.values())
    _refuse_clashes(df.schema.fields, names)
    schema = T.StructType([*df.schema.fields, *[T.StructField(name, RESULT) for name in names]])
    words = [*_words(filter), "records", "--op", op, *options]
    return _map(df, df.columns, list(columns), schema, words, max_bytes, in_structs=True)


def _map(df, kept, columns, schema, words, max_bytes, in_structs=False):
    """The kept columns, and the results for the others."""
    # mapInArrow does not quote names.
    copies = [F.col(_quoted(name)).alias(f"c{place}") for place, name in enumerate(kept)]
    fields = [_binary(df, column).alias(f"d{place}") for place, column in enumerate(columns)]
    return df.select(*copies, *fields).mapInArrow(_decoder(words, len(kept), max_bytes, in_structs), schema)


def _refuse_clashes(kept, added):
    names = [field.name for field in kept]
    clashes = [name for name in added if name in names or added.count(name) > 1]
    if clashes:
        raise ValueError(f"rename {', '.join(clashes)}: columns of these names are added")


def _words(filter):
    if not isinstance(filter, str):
        return list(filter)
    if re.search(r"\s", filter):
        raise ValueError(f'a command with arguments is a list of words: {filter.split()!r}')
    return [filter]


def _binary(df, column):
    """The bytes of a string or binary column, which a string keeps even if it is not UTF-8."""
    field = column if isinstance(column, Column) else F.col(_quoted(column)) if column in df.columns else F.expr(column)
    kind = df.select(field).schema[0].dataType
    if not isinstance(kind, (T.StringType, T.BinaryType)):
        raise UnsupportedColumn(f"{column} is {kind.simpleString()}, not a string or binary column")
    return field.cast("binary")


def _decoder(words, kept, max_bytes, in_structs):
    """A function that decodes the columns of batches from the column `kept` on."""

    def run(batches):
        import pyarrow

        options = ["--format", "lines", "--escapes", "backslash", "--max-record", MAX_RECORD, "--out", ",".join(ADDED)]
        filter = _Filter([*words, *options])
        try:
            for batch in batches:
                columns = batch.columns[:kept]
                for field in batch.columns[kept:]:
                    decoded = _decode(filter, field, max_bytes)
                    columns += [pyarrow.StructArray.from_arrays(decoded, ADDED)] if in_structs else decoded
                names = [*batch.schema.names[:kept], *map(str, range(len(columns) - kept))]
                yield pyarrow.RecordBatch.from_arrays(columns, names)
            filter.end()
        finally:
            filter.stop()

    return run


def _decode(filter, field, max_bytes):
    """The value, status, code and byte offset of each value of a binary column in Arrow's layout."""
    import pyarrow
    from pyarrow import compute, csv

    if len(field) == 0:
        return [pyarrow.array([], kind) for kind in _arrow_types()]
    too_long = compute.greater(compute.binary_length(field), max_bytes)
    has_too_long = compute.any(too_long).as_py()
    if has_too_long:
        field = compute.if_else(too_long, pyarrow.scalar(None, field.type), field)
    # A line cannot contain these, and a backslash starts an escape.
    data = _data(field)
    for raw, escape in ((b"\\", b"\\\\"), (b"\n", b"\\n"), (b"\r", b"\\r")):
        if raw in data:
            field = compute.replace_substring(field, raw, escape)
    field = compute.fill_null(field, b"\\N")
    lines = compute.binary_join(pyarrow.ListArray.from_arrays(pyarrow.array([0, len(field)], pyarrow.int32()), field), b"\n")
    answer = filter.answer(lines[0].as_buffer(), len(field))

    table = csv.read_csv(
        pyarrow.BufferReader(answer),
        csv.ReadOptions(column_names=ADDED, use_threads=False, block_size=len(answer) + 1),
        csv.ParseOptions(delimiter="\t", quote_char=False, escape_char=False),
        csv.ConvertOptions(
            column_types=dict(zip(ADDED, _arrow_types())),
            null_values=["\\N"],
            strings_can_be_null=True,
            check_utf8=False,
        ),
    ).combine_chunks()
    value, status, code, byte_offset = [column.chunk(0) for column in table.columns]
    if len(table) != len(field):
        raise RuntimeError(f"percodec: {len(field)} records became {len(table)} rows")
    if b"\\" in _data(value):
        escaped = compute.fill_null(compute.match_substring(value, "\\"), False)
        texts = [_resolve(text) for text in compute.filter(value, escaped).to_pylist()]
        value = compute.replace_with_mask(value, escaped, pyarrow.array(texts, pyarrow.string()))
    if has_too_long:
        too_long = compute.fill_null(too_long, False)
        status = compute.if_else(too_long, "too-long", status)
        code = compute.if_else(too_long, "limit-exceeded", code)
    return [value, status, code, byte_offset]


def _arrow_types():
    import pyarrow

    return [pyarrow.string(), pyarrow.string(), pyarrow.string(), pyarrow.int32()]


def _data(array):
    """The bytes of all values."""
    data = array.buffers()[2]
    return b"" if data is None else data.to_pybytes()


LETTERS = {"n": "\n", "r": "\r", "t": "\t", "0": "\0", "\\": "\\"}


def _resolve(text):
    return re.sub(r"\\(.)", lambda escape: LETTERS[escape[1]], text)


class _Filter:
    """A running filter, which answers each line with one line."""

    def __init__(self, words):
        self.process = subprocess.Popen(_locate(words), stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self.read = self.wrote = 0

    def answer(self, lines, count):
        """Sends lines, and returns as many lines. They are written while the answer is read: neither pipe can be full for ever."""
        self.read += count
        writer = threading.Thread(target=self._write, args=(lines,))
        writer.start()
        parts = []
        missing = count
        while missing > 0:
            part = self.process.stdout.read(1 << 20)
            if not part:
                break
            missing -= part.count(b"\n")
            parts.append(part)
        self.wrote += count - missing
        if missing != 0:
            self._fail()
        writer.join()
        return b"".join(parts)

    def _write(self, lines):
        try:
            for part in (lines, b"\n"):
                view = memoryview(part)
                while view:
                    view = view[self.process.stdin.write(view) :]
        except OSError:
            # The filter has ended: the answer is incomplete.
            pass

    def end(self):
        self.process.stdin.close()
        if self.process.stdout.read(1) or self.process.wait() != 0:
            self._fail()

    def _fail(self):
        self.stop()
        status = self.process.returncode
        raise RuntimeError(f"percodec: the filter read {self.read} records and wrote {self.wrote} (exit {status})")

    def stop(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()


def _locate(words):
    """The command, with the paths of the files that Spark sent to the worker."""
    from pyspark import SparkFiles

    def path(word):
        sent = SparkFiles.get(word)
        return sent if os.path.isfile(sent) else word

    words = [*map(path, words)]
    node = path("node")
    # A script finds only a Node in PATH, and Spark Connect sends files that are not executable.
    if os.path.isfile(words[0]) and words[0].endswith(".cjs") and (node != "node" or not os.access(words[0], os.X_OK)):
        return [node, *words]
    if shutil.which(words[0]) is None:
        raise FileNotFoundError(f"the workers have no {words[0]}: send it with --files, or name its path")
    return words


def _to_text(field):
    """A column as text that needs no escaping."""
    column = F.col(_quoted(field.name))
    kind = field.dataType
    if isinstance(kind, (T.StringType, T.BinaryType)):
        return _hex(column)
    if isinstance(kind, T.TimestampType):
        return F.unix_micros(column).cast("string")
    if isinstance(kind, (T.NumericType, T.BooleanType, T.DateType, T.TimestampNTZType)):
        return column.cast("string")
    raise UnsupportedColumn(f"{field.name} is {kind.simpleString()}: leave it out with keep=[…], and join it by an id")


def _from_text(field, text):
    kind = field.dataType
    if isinstance(kind, T.BinaryType):
        return F.unhex(text)
    if isinstance(kind, T.StringType):
        return _unhex(text)
    if isinstance(kind, T.TimestampType):
        return F.timestamp_micros(text.cast("bigint"))
    return text.cast(kind)


def _hex(column):
    return F.hex(column.cast("binary"))


def _unhex(text):
    return F.unhex(text).cast("string")


def _escape(column):
    # Searching first takes a third of the time of replacing in every value.
    has_any, escaped = F.lit(False), column
    for raw, escape in SEPARATORS.items():
        has_any = has_any | F.contains(column, F.lit(raw))
        escaped = F.replace(escaped, F.lit(raw), F.lit(escape))
    return F.when(has_any, escaped).otherwise(column)


def _unescape(text):
    # Escaped text has no line feed, so a line feed represents the backslash until the other escapes are resolved. Then the
    # two are swapped.
    result = F.replace(text, F.lit("\\\\"), F.lit("\n"))
    for raw, escape in ESCAPES.items():
        result = F.replace(result, F.lit(escape), F.lit(raw))
    result = F.translate(F.replace(result, F.lit("\\n"), F.lit("\\")), "\\\n", "\n\\")
    return F.when(F.contains(text, F.lit("\\")), result).otherwise(text)


def _quoted(name):
    return "`" + name.replace("`", "``") + "`"


def _literal(text):
    """Text as an SQL literal, with doubled braces: `SparkSession.sql` would read single braces as names."""
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'").replace("{", "{{").replace("}", "}}") + "'"
