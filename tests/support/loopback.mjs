import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Has a server listen on a port of the loopback interface that nothing else listens on, and returns the port.
 *
 * @param {import("node:net").Server} server
 */
export async function listen(server) {
  await once(server.listen(0, "127.0.0.1"), "listening");
  return /** @type {import("node:net").AddressInfo} */ (server.address()).port;
}

/** A port of the loopback interface that nothing listens on. */
export async function freePort() {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
