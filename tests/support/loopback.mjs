import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { createServer } from "node:net";

/**
 * Starts a server on a free port of the loopback interface and returns the port.
 *
 * @param {import("node:net").Server} server
 */
export async function listen(server) {
  await once(server.listen(0, "127.0.0.1"), "listening");
  return /** @type {import("node:net").AddressInfo} */ (server.address()).port;
}

/**
 * Starts an HTTP server on a free port of the loopback interface; `close` ends its connections too.
 *
 * @param {import("node:http").RequestListener} handler
 */
export async function serveHttp(handler) {
  const server = createHttpServer(handler);
  const port = await listen(server);
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { port, address: `http://127.0.0.1:${port}/`, close };
}

/** Returns a free port of the loopback interface. */
export async function freePort() {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
