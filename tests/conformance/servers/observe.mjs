// Starts one server, sends it the bodies over loopback, and prints the outcomes as JSON: node observe.mjs STARTER
import { once } from "node:events";
import { request } from "node:http";
import { BODIES } from "./bodies.mjs";
import { readOutcome } from "./facts.mjs";
import { STARTERS } from "./frameworks.mjs";

const POST_MS = 5000;

/** Sends a POST on a new connection. */
async function post(port, { bytes, contentType }) {
  const headers = { "content-type": contentType, "content-length": bytes.length };
  const target = { host: "127.0.0.1", port, method: "POST", path: "/", agent: false };
  const outgoing = request({ ...target, headers, signal: AbortSignal.timeout(POST_MS) });
  outgoing.end(bytes);
  const [response] = await once(outgoing, "response");
  // A server may answer and close before it has received all.
  outgoing.on("error", () => {});
  return { status: response.statusCode, text: (await response.setEncoding("utf8").toArray()).join("") };
}

const { port, stop } = await STARTERS[process.argv[2]]();
const outcomes = [];
for (const body of BODIES) outcomes.push(readOutcome(await post(port, body)));
console.log(JSON.stringify(outcomes));
await stop();
process.exit(0);
