"""Runs percodec.spark, or the jar, on a local cluster of two executors. run.mjs has the options, and writes the rows."""

import argparse
import json
import logging
import os
import random
import re
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import threading
import time
from pathlib import Path

parser = argparse.ArgumentParser()
parser.add_argument("folder")
parser.add_argument("wheel")
parser.add_argument("--jar")
parser.add_argument("--golden", action="store_true")
parser.add_argument("--bench", action="store_true")
parser.add_argument("--rows", type=int)
parser.add_argument("--trials", type=int)
parser.add_argument("--seed", type=int)
flags = parser.parse_args()
everything = not (flags.golden or flags.bench or flags.trials)
# Only this process finds the package in the wheel: the workers have to receive it.
sys.path.insert(0, flags.wheel)
os.environ.update(PYSPARK_PYTHON=sys.executable, SPARK_LOCAL_IP="127.0.0.1", SPARK_LOCAL_DIRS=flags.folder)

from checks import CHECKS, JAR_CHECKS, SQL_CHECKS
from percodec.spark import percent_decode, register, send_to_workers
from pyspark.sql import SparkSession
from pyspark.sql import functions as F

EXECUTORS = 2
EXECUTOR = "org.apache.spark.executor.CoarseGrainedExecutorBackend"
MEMORY_MB = 1024
SETTINGS = {
    "spark.driver.host": "127.0.0.1",
    "spark.executor.memory": f"{MEMORY_MB}m",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.sql.warehouse.dir": f"{flags.folder}/warehouse",
}
if not flags.bench:
    # In short jobs the second compiler costs more than it saves.
    SETTINGS["spark.driver.extraJavaOptions"] = SETTINGS["spark.executor.extraJavaOptions"] = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
if flags.jar:
    SETTINGS |= {"spark.jars": flags.jar, "spark.sql.extensions": "percodec.SparkExtension"}
LEAST_FILES = 16
ROWS_A_FILE = 125_000
RESULT = "struct<value:string,status:string,code:string,byte_offset:int>"

PLANS = [["executor", "executor"], ["executor"]] if flags.jar else [["executor", "python"], ["python", "executor"], ["python", "python"], ["executor"]]
"""What the trials kill, in turns."""
POLL_S = 0.01
LISTENER_S = 10
"""Spark counts a failed attempt after the job has ended."""

BENCH_ROUNDS = 7 if flags.jar else 5
MAX_RATIOS = {("noop", "four fields"): 0.85, ("noop", "the value"): 0.82, ("parquet", "four fields"): 1.02, ("parquet", "the value"): 0.88}
if not flags.jar:
    MAX_RATIOS = {("parquet", "four fields"): 2}
"""The most processor time of the executors by sink and way, as a multiple of that of try_url_decode."""

counts = {"pass": 0, "FAIL": 0}


def check(name, run, *words):
    started = time.monotonic()
    try:
        note, verdict = run(*words), "pass"
    except Exception as error:
        note, verdict = f"{type(error).__name__}: {error}", "FAIL"
    counts[verdict] += 1
    print(f"{verdict}  {name}  {time.monotonic() - started:.1f} s", flush=True)
    if note is not None:
        print(f"      {note}", flush=True)


def workers_lack_the_package():
    try:
        spark.createDataFrame([("a",)], "q STRING").select(percent_decode("q")).collect()
    except Exception as error:
        assert "No module named 'percodec'" in str(error), error
    else:
        raise AssertionError("they have it")


def golden_rows_are_the_same():
    for op, golden in json.loads(Path(flags.folder, "golden.json").read_text()).items():
        rows = spark.createDataFrame([(k, row["input"]) for k, row in enumerate(golden)], "k INT, q STRING").coalesce(1)
        found = rows.selectExpr("k", f"percent_{op}(q) AS u").sort("k").select("u.*").collect()
        for row, result in zip(golden, found, strict=True):
            wanted = tuple(row[name] for name in ("value", "status", "code", "byte_offset"))
            assert tuple(result) == wanted, f"{op} {row['input']!r}: {tuple(result)} is not {wanted}"


def make_rows(path):
    """Writes rows with the results of V8: hostile bytes after a beginning that no other row has, nulls, and rows of 1 MB."""
    base = []
    for line in Path(flags.folder, "cases.tsv").read_text().splitlines():
        op, bits, _, text, value, status, code, place, _ = line.split("\t")
        if (op, bits) == ("decode", "0"):
            result = (None if value == "null" else bytes.fromhex(value).decode(), status, code or None, None if place == "-1" else int(place))
            base.append((bytes.fromhex(text), result))
    copies = -(-flags.rows // len(base))
    files = max(LEAST_FILES, flags.rows // ROWS_A_FILE)
    rows = spark.createDataFrame(base, f"q binary, u {RESULT}").crossJoin(spark.range(copies)).withColumn("id", F.monotonically_increasing_id())
    start = F.repeat(F.concat("id", F.lit("/")), F.when(F.col("id") % 20_000 == 7, 100_000).otherwise(1))
    wanted = F.struct(F.concat(start, "u.value").alias("value"), "u.status", "u.code", (F.col("u.byte_offset") + F.length(start)).alias("byte_offset"))
    null = F.expr("named_struct('value', string(null), 'status', 'null', 'code', string(null), 'byte_offset', int(null))")
    is_null = F.col("id") % 1000 == 3
    rows = rows.select("id", F.when(~is_null, F.concat(start.cast("binary"), "q")).alias("q"), F.when(is_null, null).otherwise(wanted).alias("wanted"))
    rows.repartition(files).write.parquet(path)
    # About one task for each file.
    spark.conf.set("spark.sql.files.openCostInBytes", 0)
    spark.conf.set("spark.sql.files.minPartitionNum", files)
    return len(base) * copies, files


def trial(rows, count, files, seed, victims):
    """Decodes the rows while processes are killed, and compares every row."""
    output = f"{flags.folder}/output"
    shutil.rmtree(output, ignore_errors=True)
    draw = random.Random(seed)
    plan = list(zip(victims, sorted(draw.randrange(60) / 100 for _ in victims), strict=True))
    killed, ended = [], threading.Event()
    killer = threading.Thread(target=kill_during, args=(plan, output, files, ended, killed))
    spark.sparkContext.setJobGroup(f"trial {seed}", "")
    started = time.monotonic()
    killer.start()
    try:
        spark.read.parquet(rows).selectExpr("id", "wanted", "percent_decode(q) AS u").write.parquet(output)
    finally:
        ended.set()
        killer.join()
    seconds = time.monotonic() - started
    failures = failed_attempts(f"trial {seed}", len(plan))
    found = spark.read.parquet(output).agg(
        F.count("*"), F.count_distinct("id"), F.count_if(~F.col("u").eqNullSafe(F.col("wanted"))), F.count_distinct("wanted.status")
    ).first()
    summary = f"killed {', '.join(killed)}; {failures} failed attempts; {found[0]} rows, {found[2]} different; {seconds:.1f} s"
    assert tuple(found) == (count, count, 0, 4), f"{tuple(found)} of {count}: {summary}"
    # An executor that has just started may have no task yet.
    assert len(killed) == len(plan) and failures >= (1 if flags.jar else len(plan)), summary
    return summary


def kill_during(plan, output, files, ended, killed):
    """Kills a process of each step of the plan when that share of the tasks is done."""
    for victim, share in plan:
        before = {}
        while not ended.is_set():
            done = list(Path(output, "_temporary/0").glob("task_*"))
            if len(done) >= share * files:
                table = processes()
                # Another worker may wait for a task: its end is no failure.
                program = EXECUTOR if flags.jar else "pyspark.daemon"
                busy = [pid for pid, (_, words, ticks) in table.items() if program in words and ticks > before.get(pid, ticks)]
                before = {pid: ticks for pid, (_, _, ticks) in table.items()}
                workers = [pid for pid in busy if flags.jar or program in table[table[pid][0]][1]]
                if workers:
                    pid = workers[0] if flags.jar or victim == "python" else table[table[workers[0]][0]][0]
                    os.kill(pid, signal.SIGKILL)
                    killed.append(f"{victim} {pid} at {100 * len(done) // files} %")
                    break
            ended.wait(POLL_S)


def processes():
    """The processes that this one has started, and theirs: the parent, the words of the command, and ticks of processor time."""
    table = {}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            _, _, fields = entry.joinpath("stat").read_text().rpartition(") ")
            fields = fields.split()
            table[int(entry.name)] = (int(fields[1]), entry.joinpath("cmdline").read_text().split("\0"), sum(map(int, fields[11:15])))
        except OSError:
            continue

    def is_ours(pid):
        return pid == os.getpid() or (pid in table and is_ours(table[pid][0]))

    return {pid: row for pid, row in table.items() if is_ours(pid)}


def failed_attempts(group, least):
    tracker = spark.sparkContext.statusTracker()
    end = time.monotonic() + LISTENER_S
    while True:
        stages = [stage for job in tracker.getJobIdsForGroup(group) for stage in tracker.getJobInfo(job).stageIds]
        failures = sum(tracker.getStageInfo(stage).numFailedTasks for stage in stages)
        if failures >= least or time.monotonic() > end:
            return failures
        time.sleep(POLL_S)


def executor_seconds():
    table = processes()

    def in_executor(pid):
        return pid in table and (EXECUTOR in table[pid][1] or in_executor(table[pid][0]))

    return sum(ticks for pid, (_, _, ticks) in table.items() if in_executor(pid)) / os.sysconf("SC_CLK_TCK")


QUERIES = {
    "typical": "'caf%C3%A9%20noir&name=J%C3%BCrgen'",
    "clean": "'cafe-noir&name=Juergen'",
    "hostile": "CASE id % 4 WHEN 0 THEN '100%' WHEN 1 THEN '%zz' WHEN 2 THEN '%E4%F6' ELSE 'caf%C3%A9' END",
}


def bench():
    """Times percodec and Spark's own function, in turns, from Parquet to each sink, and over clean and hostile rows."""
    output = f"{flags.folder}/output"
    print(f"{flags.rows} rows, medians of {BENCH_ROUNDS} rounds, Spark {spark.version}\n")
    print("| rows | sink | way | wall s | CPU s of the executors | CPU against try_url_decode |\n| - | - | - | - | - | - |")
    missed = []
    for kind, query in QUERIES.items():
        source = f"{flags.folder}/{kind}"
        url = f"concat('https://example.com/', id, '?q=', {query}, '&page=', id % 9) AS q"
        spark.range(0, flags.rows, 1, LEAST_FILES).selectExpr(url).write.parquet(source)
        missed += bench_rows(kind, source, output)
    assert not missed, "; ".join(missed)


def bench_rows(kind, source, output):
    """Times one kind of rows, and returns the missed bars, which are those of typical rows."""
    ways = {"try_url_decode": F.try_url_decode("q"), "the value": F.expr("try_percent_decode(q)"), "four fields": F.expr("form_decode(q)")}

    def write(sink, column):
        spark.read.parquet(source).select(column.alias("u")).write.mode("overwrite").format(sink).save(output)

    # Where percodec has no value, Spark's function has none either, or U+FFFD.
    own, *ours = (column if way != "four fields" else column.value for way, column in ways.items())
    differs = [each.isNotNull() & ~each.eqNullSafe(own) | (F.lit(kind != "hostile") & each.isNull()) for each in ours]
    assert spark.read.parquet(source).filter(differs[0] | differs[1]).count() == 0, "the ways return different values"
    missed = []
    for sink in dict.fromkeys(sink for sink, _ in MAX_RATIOS) if kind == "typical" else ["noop"]:
        walls, cpus = ({way: [] for way in ways} for _ in range(2))
        for _ in range(1 + BENCH_ROUNDS):
            for way, column in ways.items():
                before, started = executor_seconds(), time.monotonic()
                write(sink, column)
                walls[way].append(time.monotonic() - started)
                cpus[way].append(executor_seconds() - before)
        wall, cpu = ({way: statistics.median(each[way][1:]) for way in ways} for each in (walls, cpus))
        for way in ways:
            ratio = cpu[way] / cpu["try_url_decode"]
            print(f"| {kind} | {sink} | {way} | {wall[way]:.2f} | {cpu[way]:.2f} | {ratio:.2f} |")
            if kind == "typical" and ratio > MAX_RATIOS.get((sink, way), ratio):
                missed.append(f"{sink}, {way}: {ratio:.2f}")
    return missed


def run_spark_sql():
    """Runs the example of docs/engines-spark.md in the folder of the jar."""
    page = Path(__file__).parents[2].joinpath("docs/engines-spark.md").read_text()
    words, wanted = (page.split(f"```{kind}\n")[1].split("```")[0] for kind in ("sh", "text"))
    done = subprocess.run(["bash", "-c", words], cwd=Path(flags.jar).parent, env=sql_environment(), capture_output=True, text=True)
    assert done.stdout == re.sub(" {2,}", "\t", wanted), done.stdout + done.stderr[-3000:]


def sql_environment():
    return {**os.environ, "PATH": f"{os.environ['SPARK_HOME']}/bin:{os.environ['PATH']}", "SPARK_SUBMIT_OPTS": f"-Dderby.system.home={flags.folder}"}


def ask_the_thrift_server():
    """Starts a Thrift server on a free port of this machine, and asks it by JDBC."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = ["spark-submit", "--master", "local[1]", "--jars", flags.jar, "--conf", "spark.sql.extensions=percodec.SparkExtension"]
    words += ["--conf", "spark.ui.enabled=false", "--class", "org.apache.spark.sql.hive.thriftserver.HiveThriftServer2", "spark-internal"]
    words += ["--hiveconf", "hive.server2.thrift.bind.host=127.0.0.1", "--hiveconf", f"hive.server2.thrift.port={port}"]
    log = Path(flags.folder, "thrift.log")
    with log.open("w") as output:
        server = subprocess.Popen(words, cwd=flags.folder, env=sql_environment(), stdout=output, stderr=output)
    try:
        while server.poll() is None and not is_open(port):
            time.sleep(POLL_S)
        query = "SELECT u.value, u.code, percent_layers(url) FROM (SELECT url, percent_decode(url) AS u FROM VALUES ('a%20b'), ('100%') t(url))"
        words = ["beeline", "--silent=true", "--outputformat=csv2", "--showHeader=false", "-u", f"jdbc:hive2://127.0.0.1:{port}", "-e", query]
        done = subprocess.run(words, env=sql_environment(), capture_output=True, text=True)
    finally:
        server.terminate()
        server.wait()
    assert done.stdout.rstrip().endswith("a b,NULL,1\nNULL,truncated-escape,0"), done.stdout + done.stderr[-2000:] + log.read_text()[-2000:]


def is_open(port):
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0


def run_connect(words, paths):
    program = Path(__file__).with_name("connect.py")
    env = {**os.environ, "PYTHONPATH": ":".join(paths)}
    done = subprocess.run([sys.executable, program, *words], env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]


builder = SparkSession.builder.master(f"local-cluster[{EXECUTORS},1,{MEMORY_MB}]")
for name, value in SETTINGS.items():
    builder = builder.config(name, value)
spark = builder.getOrCreate()
spark.sparkContext.setLogLevel("OFF")
logging.getLogger("SQLQueryContextLogger").disabled = True
application = spark.sparkContext.applicationId
name = "the jar" if flags.jar else "percodec.spark"
try:
    if not flags.jar:
        if everything:
            check("the workers do not have the package before it is sent", workers_lack_the_package)
        send_to_workers(spark)
        register(spark)
    if everything or flags.golden:
        check(f"{name}: the golden rows of decode and encode", golden_rows_are_the_same)
    if everything:
        for run in SQL_CHECKS + (JAR_CHECKS if flags.jar else CHECKS):
            check(f"{name}: {run.__name__.replace('_', ' ')}", run, spark)
    if everything or flags.trials:
        rows = f"{flags.folder}/rows"
        count, files = make_rows(rows)
        for k in range(flags.trials or 1):
            victims = PLANS[k % len(PLANS)]
            check(f"{count} rows as in V8, with {' and '.join(victims)} killed, seed {flags.seed + k}", trial, rows, count, files, flags.seed + k, victims)
    if flags.bench:
        check("the processor time", bench)
finally:
    spark.stop()
    # A local cluster writes its logs beside Spark.
    shutil.rmtree(Path(os.environ["SPARK_HOME"], "work", application), ignore_errors=True)
if everything and flags.jar:
    check("the jar in spark-sql", run_spark_sql)
    check("the jar in a Thrift server", ask_the_thrift_server)
elif everything:
    check("percodec.spark: the same over Spark Connect", run_connect, [flags.wheel], [])
    check("percodec.spark: streams over Spark Connect, with the package installed", run_connect, [], [flags.wheel, str(Path(__file__).parent)])
print(f"{counts['pass']} passed, {counts['FAIL']} failed")
sys.exit(1 if counts["FAIL"] else 0)
