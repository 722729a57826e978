// Starters of the servers with their defaults. Each returns the port and a function that stops the server.
import { once } from "node:events";
import { serveHttp } from "../../support/loopback.mjs";
import { startWorkerd } from "../../support/workerd.mjs";

const HOST = "127.0.0.1";

/** Serializes what a handler received, and reports properties that parsing added to Object.prototype. */
const toBody = (object) =>
  JSON.stringify({ object, ...(Object.keys(Object.prototype).length > 0 && { polluted: true }) });

const start = async (handler) => {
  const { port, close } = await serveHttp(handler);
  return { port, stop: close };
};

/** Express's default error page contains only the status; the handler adds the message, which distinguishes errors 413. */
const express = async (options) => {
  const { default: application, urlencoded } = await import("express");
  const app = application();
  app.use(urlencoded(options));
  app.post("/", (request, response) => response.type("json").send(toBody(request.body)));
  // Express recognizes an error handler by its four parameters.
  app.use((error, _request, response, _next) => response.status(error.status ?? 500).json({ message: error.message }));
  return start(app);
};

const koa = async () => {
  const { default: Koa } = await import("koa");
  const { bodyParser } = await import("@koa/bodyparser");
  const app = new Koa();
  app.silent = true;
  app.use(bodyParser());
  app.use((context) => {
    context.type = "json";
    context.body = toBody(context.request.body);
  });
  return start(app.callback());
};

const fastify = async () => {
  const { default: Fastify } = await import("fastify");
  const { default: formbody } = await import("@fastify/formbody");
  const app = Fastify();
  await app.register(formbody);
  app.post("/", (request, reply) => reply.type("application/json").send(toBody(request.body)));
  await app.listen({ port: 0, host: HOST });
  return { port: app.server.address().port, stop: () => app.close() };
};

const hono = async () => {
  const { Hono } = await import("hono");
  const { serve } = await import("@hono/node-server");
  const app = new Hono();
  app.post("/", async (context) => context.body(toBody(await context.req.parseBody())));
  const server = serve({ fetch: app.fetch, port: 0, hostname: HOST });
  await once(server, "listening");
  return { port: server.address().port, stop: () => server.close() };
};

const h3 = async () => {
  const { H3, readBody, serve } = await import("h3");
  const app = new H3();
  app.post("/", async (event) => toBody(await readBody(event)));
  const server = serve(app, { port: 0, hostname: HOST, silent: true });
  await server.ready();
  return { port: Number(new URL(server.url).port), stop: () => server.close(true) };
};

const workerd = () => {
  const script = `export default {
    async fetch(request) {
      try {
        return Response.json({ pairs: [...(await request.formData())] });
      } catch (error) {
        return Response.json({ thrown: String(error) });
      }
    },
  };`;
  return startWorkerd({ "main.mjs": script });
};

export const STARTERS = {
  express: () => express(),
  "express-extended": () => express({ extended: true }),
  fastify,
  hono,
  h3,
  koa,
  workerd,
};
