/** Submits real forms in Chromium and returns the bytes that arrive at a loopback server. */
import { serveHttp } from "../../support/loopback.mjs";
import { launchChromium, TIMEOUT } from "./installed.mjs";

const FORM_TYPE = "application/x-www-form-urlencoded";

/** Opens the browser with an empty page. `close` and the end of the process remove all its files. */
export async function openChromium() {
  const server = await startServer();
  let browser;
  const close = async () => {
    await browser?.close();
    server.close();
  };
  try {
    browser = await launchChromium();
    const page = await browser.newPage();
    page.setDefaultTimeout(TIMEOUT);
    await page.goto(server.address);
    return {
      version: browser.version(),
      /** Runs a script in the page. The script and its result have to be ASCII. */
      run: (script) => page.evaluate(script),
      makeForm: (name, pairs) => page.evaluate(makeForm, { name, json: asciiJson(pairs) }),
      submit: async (name, label) => {
        const [body] = await Promise.all([server.nextBody(), page.evaluate(submitForm, { name, label })]);
        return body;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Runs in the page. The DOM accepts any string as a value; an HTML parser would replace U+0000 and lone CRs. */
function makeForm({ name, json }) {
  const form = document.createElement("form");
  form.id = name;
  form.method = "post";
  // Append the inputs to a `div` first: appending 8,000 named inputs to the form itself took 5.9 s instead of 0.02 s.
  const inputs = document.createElement("div");
  for (const [key, value] of JSON.parse(json)) {
    const input = document.createElement("input");
    input.type = "hidden";
    input.name = key;
    input.value = value;
    inputs.append(input);
  }
  form.append(inputs);
  document.body.append(form);
}

/** Runs in the page. */
function submitForm({ name, label }) {
  const form = /** @type {HTMLFormElement} */ (document.getElementById(name));
  form.acceptCharset = label;
  form.action = "/submit";
  form.submit();
}

/** Escapes JSON to ASCII: the protocol between driver and browser is UTF-8 and replaces lone surrogates. */
export function asciiJson(value) {
  return JSON.stringify(value).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Starts a loopback server on a free port. It answers each POST with 204, so that the browser does not leave the page. */
async function startServer() {
  let onBody = (_type, _bytes) => {};
  const server = await serveHttp((request, response) => {
    if (request.method !== "POST") {
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.end("<!doctype html><title>forms</title>");
      return;
    }
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      response.writeHead(204).end();
      onBody(request.headers["content-type"], Buffer.concat(chunks));
    });
  });
  return {
    ...server,
    /** Returns the body of the next submission, one character per byte. */
    nextBody: () =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`no submission within ${TIMEOUT} ms`)), TIMEOUT).unref();
        onBody = (type, bytes) => {
          clearTimeout(timer);
          if (type === FORM_TYPE) resolve(bytes.toString("latin1"));
          else reject(new Error(`submitted as ${type}`));
        };
      }),
  };
}
