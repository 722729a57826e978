/** Opens WebKitGTK by WebDriver, with the same interface as the other browsers. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { Builder, By, Capabilities, Key } from "selenium-webdriver";
import { webkitDriverPath } from "../../conformance/browsers/installed.mjs";
import { freePort } from "../../support/loopback.mjs";

const MINI_BROWSER = ["x86_64", "aarch64"]
  .flatMap((machine) => ["4.1", "4.0"].map((api) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-${api}/MiniBrowser`))
  .find((path) => existsSync(path));
const KEYS = { Backspace: Key.BACK_SPACE, Control: Key.CONTROL, Alt: Key.ALT, Enter: Key.ENTER, End: Key.END };

/** Returns `newPage`, `version` and `close`. WebKitGTK needs a screen: without one, use xvfb-run. */
export async function webkit(env, timeout) {
  if (MINI_BROWSER === undefined) throw new Error("no WebKitGTK: apt-get install webkit2gtk-driver xvfb xauth");
  const port = await freePort();
  const driverProcess = spawn(webkitDriverPath(), [`--port=${port}`], {
    env: { ...env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1" },
    stdio: "ignore",
  });
  const capabilities = new Capabilities({
    browserName: "MiniBrowser",
    "webkitgtk:browserOptions": { binary: MINI_BROWSER, args: ["--automation", "--full-screen"] },
  });
  await waitForDriver(port, timeout);
  const driver = new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(capabilities).build();
  // A driver takes commands at once; without a session its first command would fail later.
  await driver.getSession();
  await driver.manage().setTimeouts({ script: timeout, pageLoad: timeout });
  const first = await driver.getWindowHandle();
  return {
    name: "webkit",
    version: `WebKitGTK ${(await driver.getCapabilities()).getBrowserVersion()}`,
    /** @param {{ width?: number, height?: number }} size */
    async newPage(size = {}) {
      await driver.switchTo().window(first);
      if (size.width !== undefined) {
        // The other windows have a toolbar, and are at least 447 pixels wide.
        const page = new Page(driver, first, timeout, true);
        await page.setViewport(size);
        return page;
      }
      return openWindow(driver, timeout);
    },
    async close() {
      await driver.quit();
      driverProcess.kill();
    },
  };
}

/** A hidden tab has no animation frames, so each page has its own window. */
async function openWindow(driver, timeout) {
  await driver.switchTo().newWindow("window");
  return new Page(driver, await driver.getWindowHandle(), timeout);
}

async function waitForDriver(port, timeout) {
  for (const end = Date.now() + timeout; Date.now() < end; await pause(100)) {
    if (await fetch(`http://127.0.0.1:${port}/status`).then(Boolean, () => false)) return;
  }
  throw new Error("WebKitWebDriver does not answer");
}

function pause(time) {
  return new Promise((resolve) => setTimeout(resolve, time));
}

/** One tab. WebDriver cannot run scripts before the page's own, and does not report requests; the page records its errors. */
class Page {
  #driver;
  #handle;
  #timeout;
  #isFirst;
  #scripts = [];

  constructor(driver, handle, timeout, isFirst = false) {
    this.#driver = driver;
    this.#handle = handle;
    this.#timeout = timeout;
    this.#isFirst = isFirst;
  }

  keyboard = {
    type: (text) => this.#act((actions) => actions.sendKeys(text)),
    press: (key) => this.#act((actions) => actions.sendKeys(toKey(key))),
    down: (key) => this.#act((actions) => actions.keyDown(toKey(key))),
    up: (key) => this.#act((actions) => actions.keyUp(toKey(key))),
  };
  mouse = {
    move: (x, y) => this.#act((actions) => actions.move({ x, y })),
    click: (x, y) => this.#act((actions) => actions.move({ x, y }).click()),
  };

  on() {}

  /** @param {{ width?: number, height?: number }} size */
  async setViewport({ width, height }) {
    await this.#here();
    await this.#driver.manage().window().setRect({ width, height });
    await this.until((size) => innerWidth === size.width && innerHeight === size.height, { width, height });
  }

  async beforeLoad(script) {
    this.#scripts.push(script);
  }

  async goto(address) {
    await this.#here();
    await this.#driver.get(address);
    await this.#runScripts();
  }

  async reload() {
    await this.#here();
    await this.#driver.navigate().refresh();
    await this.#runScripts();
  }

  /** Runs the scripts once in each document: an address that differs in its fragment only loads none. */
  async #runScripts() {
    if (await this.evaluate("globalThis.hasRunScripts === true")) return;
    for (const script of this.#scripts) await this.evaluate(script);
    await this.evaluate("void (globalThis.hasRunScripts = true)");
  }

  /** Evaluates an expression, or calls a function with the value. */
  async evaluate(script, value) {
    return typeof script === "string" ? this.#run(script) : this.#run(`(${script})(values[0])`, value);
  }

  async $eval(selector, script, value) {
    return this.#run(`(${script})(document.querySelector(values[0]), values[1])`, selector, value);
  }

  async $$eval(selector, script, value) {
    return this.#run(`(${script})([...document.querySelectorAll(values[0])], values[1])`, selector, value);
  }

  async until(condition, value) {
    for (const end = Date.now() + this.#timeout; Date.now() < end; await pause(50)) {
      if (await this.evaluate(condition, value)) return;
    }
    throw new Error(`timeout: ${condition}`);
  }

  async click(selector) {
    await (await this.#find(selector)).click();
  }

  async upload(selector, ...paths) {
    await (await this.#find(selector)).sendKeys(paths.join("\n"));
  }

  async hover(selector) {
    const origin = await this.#find(selector);
    await this.#act((actions) => actions.move({ origin }));
  }

  /** Opens another page with the same storage. */
  async sibling() {
    await this.#here();
    const page = await openWindow(this.#driver, this.#timeout);
    for (const script of this.#scripts) await page.beforeLoad(script);
    return page;
  }

  async close() {
    await this.#here();
    // Every page is opened from the first window, so that one stays.
    if (this.#isFirst) {
      await this.#driver.get("about:blank");
    } else {
      await this.#driver.close();
      this.#handle = undefined;
    }
  }

  end = () => this.close();

  async #here() {
    await this.#driver.switchTo().window(this.#handle);
  }

  async #find(selector) {
    await this.#here();
    return this.#driver.findElement(By.css(selector));
  }

  async #act(add) {
    await this.#here();
    await add(this.#driver.actions()).perform();
  }

  async #run(expression, ...values) {
    await this.#here();
    const { value, error } = await this.#driver.executeAsyncScript(
      `const values = Array.from(arguments);
       const done = values.pop();
       (async () => ${expression})().then((value) => done({ value }), (error) => done({ error: String(error) }));`,
      ...values,
    );
    if (error !== undefined) throw new Error(error);
    return value;
  }
}

function toKey(name) {
  return KEYS[name] ?? Key[name.replace(/^Arrow/, "ARROW_").toUpperCase()] ?? name;
}
