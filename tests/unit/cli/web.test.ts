import { spawn, spawnSync } from "node:child_process";
import { copyFileSync, readFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { expect, test } from "vitest";
import { chooseCoding, isLoopbackHost } from "../../../tool/command/commands/web.ts";
import { ENGINE_FILES } from "../../../tool/command/line/completions.ts";
import { CLI, failed, percodecProcess, temporaryFolder } from "../../support/command.ts";

/** Starts `percodec web`, and returns the process, its address and a function that requests a path as it is written. */
async function startWeb() {
  const server = spawn(process.execPath, [CLI, "web", "--port", "0"]);
  const address = String(await new Promise<Buffer>((resolve) => server.stdout.once("data", resolve)));
  const { hostname, port } = new URL(address.trim());
  const ask = (path: string, headers: Record<string, string> = {}, method = "GET") =>
    new Promise<IncomingMessage>((resolve, reject) =>
      request({ hostname, port, path, headers, method }, (response) => resolve(response.resume()))
        .on("error", reject)
        .end(),
    );
  return { server, address, ask };
}

test("web reports that a port is in use, and ends quietly when it is interrupted", async () => {
  const { server, address } = await startWeb();
  let message = "";
  server.stderr.on("data", (bytes: Buffer) => (message += String(bytes)));
  const [, port] = /^http:\/\/127\.0\.0\.1:(\d+)\/percodec\/\n$/.exec(address)!;
  expect(percodecProcess(["web", "--port", port!])).toEqual(
    failed(`percodec: cannot listen on port ${port}: it is in use; --port N chooses another\n`, 3),
  );
  const ended = new Promise((resolve) => server.once("exit", (_, signal) => resolve(signal)));
  server.kill("SIGINT");
  expect([await ended, message]).toEqual(["SIGINT", ""]);
});

test("the command in one file reports that it has no page", () => {
  const script = `${temporaryFolder()}/percodec.cjs`;
  copyFileSync("tool/dist/percodec.cjs", script);
  const { stdout, stderr, status } = spawnSync(process.execPath, [script, "web", "--port", "0"], { encoding: "utf8" });
  const message = "percodec: the page is missing: it is in the npm package percodec-cli\n";
  expect({ stdout, stderr, status }).toEqual(failed(message, 3));
});

test.each(Object.entries(ENGINE_FILES))("engine %s prints a file of the build", (name, file) => {
  const { stdout, status } = spawnSync(process.execPath, [CLI, "engine", name], { maxBuffer: 1 << 22 });
  expect([status, stdout.equals(readFileSync(`tool/dist/${file}`))]).toEqual([0, true]);
});

test("the page has a path of its own, so that its service worker answers for nothing else, and no other file is served", async () => {
  const { server, ask } = await startWeb();
  for (const path of ["/", "/percodec", "/?a=1"]) {
    const { statusCode, headers } = await ask(path);
    expect([statusCode, headers.location], path).toEqual([307, "/percodec/"]);
  }
  const types = {
    "": "text/html",
    "?a=1": "text/html",
    "main.js": "text/javascript",
    "style.css": "text/css",
    "icon.svg": "image/svg+xml",
    "manifest.webmanifest": "application/manifest+json",
  };
  for (const [name, type] of Object.entries(types)) {
    const { statusCode, headers } = await ask(`/percodec/${name}`);
    expect([statusCode, headers["content-type"]]).toEqual([200, `${type}; charset=utf-8`]);
    expect(headers).toMatchObject({ "x-content-type-options": "nosniff", "cache-control": "no-cache" });
    expect(headers["content-security-policy"]).toMatch(
      /^default-src 'none'; .*trusted-types percodec; frame-ancestors 'none'$/,
    );
  }
  const { headers } = await ask("/percodec/service-worker.js");
  expect(headers["content-security-policy"]).toMatch(/connect-src 'self'/);
  const others = [
    ..."/main.js /other/ /PERCODEC/ /..%2fcli.cjs /../cli.cjs /%2e%2e/cli.cjs /..\\cli.cjs /%252e%252e%252fcli.cjs".split(
      " ",
    ),
    ..."//etc/passwd /a/main.js /main.js/ /%zz /%00 /main.js%00 /LICENSES.txt /__proto__ *".split(" "),
    ..."percodec/main.js ..%2fcli.cjs ../cli.cjs %2e%2e/cli.cjs ..\\cli.cjs LICENSES.txt %zz"
      .split(" ")
      .map((path) => `/percodec/${path}`),
  ];
  for (const path of others) expect((await ask(path)).statusCode, path).toBe(404);
  expect((await ask("/percodec/", {}, "POST")).statusCode).toBe(405);
  expect((await ask("/percodec/", {}, "HEAD")).statusCode).toBe(200);
  // The rules of hosts and codings are below.
  expect((await ask("/percodec/", { host: "LOCALHOST:8137" })).statusCode).toBe(200);
  expect((await ask("/percodec/", { host: "localhost.evil.example" })).statusCode).toBe(421);
  expect((await ask("/percodec/", { "accept-encoding": "gzip" })).headers["content-encoding"]).toBe("gzip");
  expect((await ask("/percodec/", { "accept-encoding": "identity;q=0" })).statusCode).toBe(406);
  server.kill();
});

test("a host is loopback by name or address, under any port", () => {
  for (const host of "localhost LOCALHOST localhost. a.localhost:80 127.0.0.1 127.1.2.3:8137 [::1] [::1]:8137".split(
    " ",
  ))
    expect(isLoopbackHost(host), host).toBe(true);
  for (const host of [
    undefined,
    "",
    ..."evil.example evil.example:80 localhost.example notlocalhost 127.0.0.1.example 128.0.0.1 [::2]".split(" "),
    "localhost:80@evil.example",
    "localhost/",
    "localhost evil",
  ])
    // prettier-ignore
    expect(isLoopbackHost(host), host).toBe(false);
});

test("a content coding is chosen by its weight", () => {
  // A coding outside the grammar is ignored.
  const choices: readonly [coding: ReturnType<typeof chooseCoding>, ...headers: (string | undefined)[]][] = [
    ["identity", undefined, "", "br", "gzip;q=0", "gzip; Q=0.000", "gzip;q=0, *", "*;q=0, identity"],
    ["identity", "gzip;q=0.5, identity;q=0.8", "gzip;q=2", "gzip;q=x", "ungzip"],
    ["gzip", "gzip", "GZIP, br", "x-gzip", "*", "identity;q=0, gzip;q=0.001", "gzip;q=0.8, identity;q=0.5"],
    ["gzip", "gzip\t;\tq=1.000"],
    [undefined, "*;q=0", "gzip;q=0, identity;q=0", "identity;q=0"],
  ];
  for (const [coding, ...headers] of choices)
    for (const header of headers) expect(chooseCoding(header), header).toBe(coding);
});
