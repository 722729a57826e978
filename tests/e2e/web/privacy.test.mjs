// Tests what the content security policy prevents if code in the page tries to send an input, and what it does not: docs/page.md says both.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { serveHttp } from "../../support/loopback.mjs";
import { describeBrowsers } from "./opening.mjs";

/** Adds an element to the page. */
const append = (tag, attributes) => document.body.append(Object.assign(document.createElement(tag), attributes));

/** What could send an input and is prevented by the policy, for any server but the page's own. Each runs in the page with the address of a server, and `append`. */
const PREVENTED = {
  fetch: (address) => fetch(`${address}fetch?SECRET`),
  XMLHttpRequest: (address) => {
    const request = new XMLHttpRequest();
    request.open("GET", `${address}xhr?SECRET`);
    request.send();
  },
  sendBeacon: (address) => navigator.sendBeacon(`${address}beacon`, "SECRET"),
  WebSocket: (address) => new WebSocket(`${address.replace("http", "ws")}socket?SECRET`),
  EventSource: (address) => new EventSource(`${address}events?SECRET`),
  image: (address) => void (new Image().src = `${address}image?SECRET`),
  style: (address, add) => add("link", { rel: "stylesheet", href: `${address}style?SECRET` }),
  font: (address) => new FontFace("f", `url(${address}font?SECRET)`).load(),
  frame: (address, add) => add("iframe", { src: `${address}frame?SECRET` }),
  form: (address) => {
    const form = document.createElement("form");
    form.action = `${address}form`;
    form.innerText = "SECRET";
    document.body.append(form);
    form.submit();
  },
  script: (address) => import(`${address}script?SECRET`),
  media: (address, add) => add("video", { src: `${address}media?SECRET` }),
  prefetch: (address, add) => add("link", { rel: "prefetch", href: `${address}prefetch?SECRET` }),
};

/** Requests to the page's own server that the policy prevents too: it has no `connect-src`. */
const PREVENTED_AT_HOME = [
  "fetch", "XMLHttpRequest", "sendBeacon", "WebSocket", "EventSource", "font", "frame", "form", "media",
]; // prettier-ignore

describeBrowsers({ at: "", quiet: false }, (name, whenOpened) => {
  let server;
  let page;
  whenOpened(async (opened) => {
    ({ server, page } = opened);
    foreign = await serveHttp((request, response) => {
      asked.push(request.url);
      response.writeHead(200, { "access-control-allow-origin": "*", "content-type": "text/html" }).end("<p>foreign");
    });
  });
  let foreign;
  const asked = [];
  after(() => foreign?.close());

  const attempt = (act, address) =>
    page.evaluate(
      `void (async () => { await (${act})(${JSON.stringify(address)}, ${String(append)}); })().catch(() => {})`,
    );
  const wait = () => new Promise((resolve) => setTimeout(resolve, 500));

  test("no script sends an input to another server", async () => {
    for (const act of Object.values(PREVENTED)) await attempt(act, foreign.address);
    await wait();
    assert.deepEqual(asked, []);
    const violations = await page.evaluate(() => globalThis.watched.violations);
    assert.ok(violations.length >= Object.keys(PREVENTED).length - 2, violations.join("\n"));
  });

  test("no script sends an input to the page's own server by a connection, a frame, a form, a font or media", async () => {
    const earlier = server.requests.length;
    for (const what of PREVENTED_AT_HOME) await attempt(PREVENTED[what], server.address);
    await wait();
    const sent = server.requests.slice(earlier).filter((url) => url.includes("?SECRET") || /beacon|form$/.test(url));
    assert.deepEqual(sent, []);
  });

  test("the policy does not prevent images from the page's own server, WebRTC, and navigation", async () => {
    const earlier = server.requests.length;
    await attempt(PREVENTED.image, server.address);
    for (let tries = 0; tries < 50 && server.requests.length === earlier; tries++) await wait();
    assert.match(server.requests.at(-1), /image\?SECRET$/);
    const rtc = await page.evaluate(async () => {
      if (!("RTCPeerConnection" in globalThis)) return "absent";
      const connection = new RTCPeerConnection();
      connection.createDataChannel("channel");
      return (await connection.createOffer()).type;
    });
    // Debian builds WebKitGTK without WebRTC.
    assert.equal(rtc, name === "webkit" ? "absent" : "offer");
    await page.evaluate(
      (address) => void setTimeout(() => location.assign(`${address}navigation?SECRET`)),
      foreign.address,
    );
    for (let tries = 0; tries < 50 && asked.length === 0; tries++) await wait();
    assert.deepEqual(asked.slice(0, 1), ["/navigation?SECRET"]);
  });
});

test("docs/page.md says what is prevented and what is not", () => {
  const docs = readFileSync(new URL("../../../docs/page.md", import.meta.url), "utf8");
  const [, prevented, allowed] =
    /## Privacy\n[^]*?\nThe policy prevents([^]*?)\nThe policy does not prevent([^]*?)(?:\n## |$)/.exec(docs) ?? [];
  for (const word of "fetch XMLHttpRequest sendBeacon WebSocket EventSource images frames forms prefetch".split(" "))
    assert.ok(prevented?.includes(word), word);
  for (const word of ["WebRTC", "navigation", "link that a person opens", "extensions", "own server"])
    assert.ok(allowed?.includes(word), word);
});
