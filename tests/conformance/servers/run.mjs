// Sends ten forms to real servers and runtimes and writes docs/servers.md. With --check compares the page instead.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { writePage } from "../markdown.mjs";
import { BODIES } from "./bodies.mjs";
import { page } from "./page.mjs";
import { makeTemporaryFolder } from "../../support/temporary-folder.mjs";

const CHILD_MS = 20_000;
const here = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("../../..", import.meta.url));

// Use the newest Node of the conformance suite, not the current one, so that the page is the same everywhere.
const RUNTIMES = `${root}tests/conformance/runtimes/node_modules`;
const NODE = `${RUNTIMES}/node26/bin/node`;
const BUN = `${RUNTIMES}/@oven/bun-linux-x64/bin/bun`;
const DENO = [`${RUNTIMES}/@deno/linux-x64-glibc/deno`, "run", "--no-config", "--no-lock"];

const version = (folder) => JSON.parse(readFileSync(`${folder}/package.json`, "utf8")).version;
const packages = (...names) =>
  names.map((name) => `${name} ${version(`${root}tests/node_modules/${name}`)}`).join(", ");
const node = version(`${RUNTIMES}/node26`);

/** A server: its name, the call that parses, the versions, and its starter in frameworks.mjs or the program that prints its outcomes. */
const COLUMNS = /** @type {[string, string, string, string | string[]][]} */ ([
  ["Express", "urlencoded()", packages("express", "body-parser", "qs"), "express"],
  ["Express, extended", "urlencoded({ extended: true })", "the same", "express-extended"],
  ["Fastify", "request.body", packages("fastify", "@fastify/formbody"), "fastify"],
  ["Hono", "context.req.parseBody()", packages("hono", "@hono/node-server"), "hono"],
  ["h3", "readBody(event)", packages("h3"), "h3"],
  ["Koa", "bodyParser()", packages("koa", "@koa/bodyparser", "co-body"), "koa"],
  ["Node", "request.formData()", node, [NODE, "parsers.mjs", "formData"]],
  ["node:querystring", "parse(body.toString())", node, [NODE, "parsers.mjs", "querystring"]],
  ["Bun", "request.formData()", version(`${RUNTIMES}/@oven/bun-linux-x64`), [BUN, "parsers.mjs", "formData"]],
  ["Deno", "request.formData()", version(`${RUNTIMES}/@deno/linux-x64-glibc`), [...DENO, "parsers.mjs", "formData"]],
  ["workerd", "request.formData()", version(`${RUNTIMES}/@cloudflare/workerd-linux-64`), "workerd"],
  ["percodec", "parseForm(bytes)", version(`${root}library`), [NODE, "parsers.mjs", "percodec"]],
]);

// A temporary home prevents the runtimes from writing caches into the user's.
const home = makeTemporaryFolder("servers");
const env = { ...process.env, HOME: home, DENO_DIR: `${home}/deno`, NO_COLOR: "1", NODE_ENV: "production" };

/** Runs a program, which has to print its outcomes. */
const observe = async ([, , , run]) => {
  const [program = "", ...words] = typeof run === "string" ? [NODE, "observe.mjs", run] : run;
  const options = { cwd: here, env, timeout: CHILD_MS, killSignal: /** @type {const} */ ("SIGKILL") };
  return JSON.parse((await promisify(execFile)(program, words, options)).stdout);
};

// Wait for all of them, so that none is still running if one fails.
const observed = COLUMNS.map(observe);
await Promise.allSettled(observed);
const outcomes = await Promise.all(observed);
const all = COLUMNS.map(([name, call, versions, run], index) => ({
  name,
  call,
  versions,
  outcomes: outcomes[index],
  starter: typeof run === "string" ? run : undefined,
}));
await writePage("docs/servers.md", page({ all, node }), `${BODIES.length} bodies, ${all.length} servers`);
