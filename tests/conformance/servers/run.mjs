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
const DENO = `${RUNTIMES}/@deno/linux-x64-glibc/deno`;

const version = (folder) => JSON.parse(readFileSync(`${folder}/package.json`, "utf8")).version;
const packages = (...names) =>
  names.map((name) => `${name} ${version(`${root}tests/node_modules/${name}`)}`).join(", ");
const node = version(`${RUNTIMES}/node26`);

const COLUMNS = [
  { name: "Express", starter: "express", versions: packages("express", "body-parser", "qs"), call: "urlencoded()" },
  {
    name: "Express, extended",
    starter: "express-extended",
    versions: "the same",
    call: "urlencoded({ extended: true })",
  },
  { name: "Fastify", starter: "fastify", versions: packages("fastify", "@fastify/formbody"), call: "request.body" },
  { name: "Hono", starter: "hono", versions: packages("hono", "@hono/node-server"), call: "context.req.parseBody()" },
  { name: "h3", starter: "h3", versions: packages("h3"), call: "readBody(event)" },
  { name: "Koa", starter: "koa", versions: packages("koa", "@koa/bodyparser", "co-body"), call: "bodyParser()" },
  { name: "Node", run: [NODE, "parsers.mjs", "formData"], versions: node, call: "request.formData()" },
  {
    name: "node:querystring",
    run: [NODE, "parsers.mjs", "querystring"],
    versions: node,
    call: "parse(body.toString())",
  },
  {
    name: "Bun",
    run: [BUN, "parsers.mjs", "formData"],
    versions: version(`${RUNTIMES}/@oven/bun-linux-x64`),
    call: "request.formData()",
  },
  {
    name: "Deno",
    run: [DENO, "run", "--no-config", "--no-lock", "parsers.mjs", "formData"],
    versions: version(`${RUNTIMES}/@deno/linux-x64-glibc`),
    call: "request.formData()",
  },
  {
    name: "workerd",
    starter: "workerd",
    versions: version(`${RUNTIMES}/@cloudflare/workerd-linux-64`),
    call: "request.formData()",
  },
  {
    name: "percodec",
    run: [NODE, "parsers.mjs", "percodec"],
    versions: version(`${root}library`),
    call: "parseForm(bytes)",
  },
];

// A temporary home prevents the runtimes from writing caches into the user's.
const home = makeTemporaryFolder("servers");
const env = { ...process.env, HOME: home, DENO_DIR: `${home}/deno`, NO_COLOR: "1", NODE_ENV: "production" };

/** Runs a program, which has to print its outcomes. */
const observe = async ({ starter = "", run = [NODE, "observe.mjs", starter] }) => {
  const [program = "", ...words] = run;
  const options = { cwd: here, env, timeout: CHILD_MS, killSignal: /** @type {const} */ ("SIGKILL") };
  return JSON.parse((await promisify(execFile)(program, words, options)).stdout);
};

// Wait for all of them, so that none is still running if one fails.
const observed = COLUMNS.map(observe);
await Promise.allSettled(observed);
const outcomes = await Promise.all(observed);
const all = COLUMNS.map((column, index) => ({ ...column, outcomes: outcomes[index] }));
await writePage("docs/servers.md", page({ all, node }), `${BODIES.length} bodies, ${all.length} servers`);
