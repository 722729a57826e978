// Runs the checks on a ClickHouse server: a new one, or the one of PERCODEC_CLICKHOUSE_URL, which must have the functions installed.
import { spawn, spawnSync } from "node:child_process";
import { freePort } from "../../tests/support/loopback.mjs";
import { CHECKS } from "./checks.mjs";
import { install } from "./installation.mjs";

/** Debian 12 has 18.16, which does not support executable functions. */
const FIRST_VERSION = 22;
const START_MS = 60_000;

const address = process.env.PERCODEC_CLICKHOUSE_URL;
const server = address ? { address, stop: async () => {} } : await startServer();
const failed = [];
try {
  console.log(`ClickHouse ${(await run("SELECT version()"))[0][0]} at ${server.address}`);
  for (const [name, check] of Object.entries(CHECKS)) {
    try {
      await check(run);
      console.log(`pass  ${name}`);
    } catch (error) {
      failed.push(name);
      console.log(`FAIL  ${name}\n${error.message}`);
    }
  }
} finally {
  await server.stop();
}
process.exitCode = failed.length === 0 ? 0 : 1;

/** https://clickhouse.com/docs/interfaces/http */
async function run(sql) {
  const url = `${server.address}/?default_format=JSONCompactEachRow&max_query_size=100000000&output_format_json_quote_64bit_integers=1`;
  const response = await fetch(url, { method: "POST", body: sql });
  const text = await response.text();
  if (!response.ok) throw new Error(text.slice(0, 1000));
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

async function startServer() {
  const version = spawnSync("clickhouse-server", ["--version"], { encoding: "utf8" });
  const [installed = "none", major] = /(\d+)\.\d+/.exec(version.stdout) ?? [];
  if (!(Number(major) >= FIRST_VERSION)) {
    console.error(
      `clickhouse-server ${FIRST_VERSION} or newer is needed, and ${installed} is installed: https://clickhouse.com/docs/install`,
    );
    process.exit(1);
  }
  const port = await freePort();
  const { folder, configuration, remove } = install(`
  <path>FOLDER/data/</path>
  <tmp_path>FOLDER/tmp/</tmp_path>
  <listen_host>127.0.0.1</listen_host>
  <http_port>${port}</http_port>
  <logger><level>warning</level><console>1</console></logger>
  <mark_cache_size>67108864</mark_cache_size>
  <profiles><default/></profiles>
  <quotas><default/></quotas>
  <users><default><password/><profile>default</profile><quota>default</quota><networks><ip>127.0.0.1</ip></networks>
    <access_management>1</access_management></default></users>
  <users_config>FOLDER/config.xml</users_config>`);
  const child = spawn("clickhouse-server", [`--config-file=${configuration}`], {
    cwd: folder,
    stdio: ["ignore", 2, 2],
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const local = `http://127.0.0.1:${port}`;
  const stop = async () => {
    child.kill();
    await ended;
    remove();
  };
  for (const until = Date.now() + START_MS; ;) {
    const answer = await fetch(`${local}/ping`).catch(() => undefined);
    if (answer?.ok) return { address: local, stop };
    if (Date.now() > until || child.exitCode !== null) {
      await stop();
      throw new Error("the server did not start");
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
