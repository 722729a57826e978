// Runs the blocks of docs/frameworks.md that need a framework: node --test tests/conformance/servers/frameworks-page.test.mjs
import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { after, test } from "node:test";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = new URL("../../../", import.meta.url);
const { exports } = JSON.parse(readFileSync(new URL("library/package.json", root), "utf8"));
const page = readFileSync(new URL("docs/frameworks.md", root), "utf8");
const written = [];
after(() => written.forEach((file) => rmSync(file)));

/** Imports the block below a heading. The names of percodec become the paths of its modules, and the port is any that is free. */
async function load(heading) {
  const [, code = ""] = new RegExp(`## ${heading}\\n[^]*?\`\`\`js\\n([^]*?)\`\`\``).exec(page) ?? [];
  const file = `${here}block-${heading}.mjs`;
  const script = code
    .replaceAll(/"(percodec)(\/\w+)"/g, (_, _name, path) =>
      JSON.stringify(new URL(exports[`.${path}`].default, new URL("library/", root)).href),
    )
    .replace("app.listen(3000)", "export const server = app.listen(0, '127.0.0.1')")
    .replace("{ port: 3000 }", "{ port: 0 }");
  writeFileSync(file, heading === "Fastify" ? `${script}\nexport { app };` : script);
  written.push(file);
  return import(file);
}

const headers = { "content-type": "application/x-www-form-urlencoded" };

/** Posts a good and a bad form, and compares the answers. */
async function check(send) {
  const read = async (body) => {
    const response = await send({ method: "POST", headers, body });
    return [response.status, await response.json()];
  };
  assert.deepEqual(await read("q=caf%C3%A9"), [200, { q: "café" }]);
  assert.deepEqual(await read("q=%zz"), [400, { code: "malformed-escape" }]);
  assert.deepEqual(await read("q=1&q=2"), [400, { code: "duplicate-name" }]);
}

test("Express", async () => {
  const { server } = await load("Express");
  await once(server, "listening");
  await check((init) => fetch(`http://127.0.0.1:${server.address().port}/`, init));
  server.close();
});

test("Fastify", async () => {
  const { app } = await load("Fastify");
  await check((init) => fetch(`http://127.0.0.1:${app.server.address().port}/`, init));
  await app.close();
});

test("Hono", async () => {
  const { default: app } = await load("Hono");
  await check((init) => app.request("/", init));
});
