import { spawn, spawnSync } from "node:child_process";
import { copyFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CLI, percodec, temporaryFolder } from "./run.ts";

test("web says that a port is taken, and ends quietly when it is interrupted", async () => {
  const server = spawn(process.execPath, [CLI, "web", "--port", "0"]);
  let complaint = "";
  server.stderr.on("data", (bytes: Buffer) => (complaint += String(bytes)));
  const address = String(await new Promise<Buffer>((resolve) => server.stdout.once("data", resolve)));
  const [, port] = /^http:\/\/127\.0\.0\.1:(\d+)\/\n$/.exec(address)!;
  expect(percodec(["web", "--port", port!])).toEqual({
    stdout: "",
    stderr: `percodec: cannot listen on port ${port}: it is taken; --port N chooses another\n`,
    status: 3,
  });
  const ended = new Promise((resolve) => server.once("exit", (_, signal) => resolve(signal)));
  server.kill("SIGINT");
  expect([await ended, complaint]).toEqual(["SIGINT", ""]);
});

test("the command in one file says that it has no page", () => {
  const script = `${temporaryFolder()}/percodec.cjs`;
  copyFileSync("dist/percodec.cjs", script);
  const { stdout, stderr, status } = spawnSync(process.execPath, [script, "web", "--port", "0"], { encoding: "utf8" });
  const complaint = "percodec: the page is not beside this command: it comes with the package, in dist/web\n";
  expect({ stdout, stderr, status }).toEqual({ stdout: "", stderr: complaint, status: 3 });
});
