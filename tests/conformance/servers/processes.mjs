// Child processes with a time limit. Each leads its own process group, so that its children are killed with it.
import { spawn } from "node:child_process";
import { request } from "node:http";
import { createInterface } from "node:readline";

const CHILD_MS = 20_000;
const POST_MS = 5000;

const start = (program, words, options) => {
  const child = spawn(program, words, { ...options, detached: true, stdio: ["pipe", "pipe", "pipe"] });
  let stderrText = "";
  child.stderr.setEncoding("utf8").on("data", (text) => (stderrText += text));
  // A child that ends early closes the pipe; its exit status is reported instead.
  child.stdin.on("error", () => {});
  const end = () => {
    try {
      process.kill(-Number(child.pid), "SIGKILL");
    } catch {
      // It has already ended.
    }
  };
  const timer = setTimeout(end, CHILD_MS);
  const ended = new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (status, signal) => resolve({ status, signal }));
  }).finally(() => clearTimeout(timer));
  const failure = ({ status, signal }) =>
    new Error(`${[program, ...words].join(" ")}: ${signal ?? `exit status ${status}`}\n${stderrText}`);
  return { child, end, ended, failure };
};

/** Runs a program and parses its output as JSON. */
export async function readOutput(program, words, options) {
  const { child, end, ended, failure } = start(program, words, options);
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (more) => (text += more));
  child.stdin.end();
  try {
    const result = await ended;
    if (result.status !== 0) throw failure(result);
    return JSON.parse(text);
  } finally {
    end();
  }
}

/** Runs `use(port)` while the program serves on the port that it prints first. */
export async function whileServing(program, words, options, use) {
  const { child, end, ended, failure } = start(program, words, options);
  const early = ended.then((result) => {
    throw failure(result);
  });
  early.catch(() => {});
  try {
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const { value } = await Promise.race([lines.next(), early]);
    // The output ended without a port: the program is exiting, and its status is the error.
    if (value === undefined) await early;
    const result = await Promise.race([use(Number(value)), early]);
    child.stdin.end();
    await ended;
    return result;
  } finally {
    end();
  }
}

/** Sends a POST over loopback on a new connection. */
export function post(port, { bytes, contentType }) {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": contentType, "content-length": bytes.length };
    const outgoing = request(
      {
        host: "127.0.0.1",
        port,
        method: "POST",
        path: "/",
        headers,
        agent: false,
        signal: AbortSignal.timeout(POST_MS),
      },
      async (response) => {
        try {
          resolve({ status: response.statusCode, text: (await response.setEncoding("utf8").toArray()).join("") });
        } catch (error) {
          reject(error);
        }
      },
    );
    outgoing.on("error", reject);
    outgoing.end(bytes);
  });
}
