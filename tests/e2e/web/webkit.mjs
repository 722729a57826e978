/** Opens WebKitGTK by WebDriver, with pages that the tests can treat like those of the other browsers. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { Builder, By, Capabilities, Key } from "selenium-webdriver";
import { freePort } from "../../support/loopback.mjs";

const DRIVER = process.env.PERCODEC_WEBKIT_DRIVER || "/usr/bin/WebKitWebDriver";
const MINI_BROWSER = ["x86_64", "aarch64"]
  .flatMap((machine) => ["4.1", "4.0"].map((api) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-${api}/MiniBrowser`))
  .find((path) => existsSync(path));
const KEYS = { Control: Key.CONTROL, Alt: Key.ALT, Enter: Key.ENTER, End: Key.END };

/** Gives `newPage`, `version`, and `close`; it needs a screen, so run it by xvfb-run where there is none. */
export async function webkit(env, patience) {
  if (!existsSync(DRIVER) || MINI_BROWSER === undefined)
    throw new Error("no WebKitGTK: apt-get install webkit2gtk-driver");
  const port = await freePort();
  const driverProcess = spawn(DRIVER, [`--port=${port}`], {
    env: { ...env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1" },
    stdio: "ignore",
  });
  const capabilities = new Capabilities({
    browserName: "MiniBrowser",
    "webkitgtk:browserOptions": { binary: MINI_BROWSER, args: ["--automation"] },
  });
  await answered(port, patience);
  const driver = await new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(capabilities).build();
  await driver.manage().setTimeouts({ script: patience, pageLoad: patience });
  const first = await driver.getWindowHandle();
  return {
    name: "webkit",
    version: (await driver.getCapabilities()).getBrowserVersion(),
    async newPage() {
      await driver.switchTo().window(first);
      // A tab that nobody sees has no frames.
      await driver.switchTo().newWindow("window");
      return new Page(driver, await driver.getWindowHandle(), patience);
    },
    async close() {
      await driver.quit();
      driverProcess.kill();
    },
  };
}

async function answered(port, patience) {
  for (const end = Date.now() + patience; Date.now() < end; await pause(100)) {
    if (await fetch(`http://127.0.0.1:${port}/status`).then(Boolean, () => false)) return;
  }
  throw new Error("WebKitWebDriver does not answer");
}

function pause(time) {
  return new Promise((resolve) => setTimeout(resolve, time));
}

/** One tab. WebDriver runs nothing before a page does, and tells of no request: what the page itself notes counts. */
class Page {
  #driver;
  #handle;
  #patience;
  #scripts = [];

  constructor(driver, handle, patience) {
    this.#driver = driver;
    this.#handle = handle;
    this.#patience = patience;
  }

  keyboard = {
    type: (text) => this.#act((actions) => actions.sendKeys(text)),
    press: (key) => this.#act((actions) => actions.sendKeys(keyOf(key))),
    down: (key) => this.#act((actions) => actions.keyDown(keyOf(key))),
    up: (key) => this.#act((actions) => actions.keyUp(keyOf(key))),
  };
  mouse = { move: (x, y) => this.#act((actions) => actions.move({ x, y })) };

  on() {}

  async beforeLoad(script) {
    this.#scripts.push(script);
  }

  async goto(address) {
    await this.#here();
    await this.#driver.get(address);
    for (const script of this.#scripts) await this.evaluate(script);
  }

  async evaluate(script, value) {
    return this.#run(`(${script})(values[0])`, value);
  }

  async $eval(selector, script, value) {
    return this.#run(`(${script})(document.querySelector(values[0]), values[1])`, selector, value);
  }

  async $$eval(selector, script, value) {
    return this.#run(`(${script})([...document.querySelectorAll(values[0])], values[1])`, selector, value);
  }

  async until(condition, value) {
    for (const end = Date.now() + this.#patience; Date.now() < end; await pause(50)) {
      if (await this.evaluate(condition, value)) return;
    }
    throw new Error(`never: ${condition}`);
  }

  async click(selector) {
    await (await this.#find(selector)).click();
  }

  async hover(selector) {
    const origin = await this.#find(selector);
    await this.#act((actions) => actions.move({ origin }));
  }

  async end() {
    await this.#here();
    await this.#driver.close();
    this.#handle = undefined;
  }

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

function keyOf(name) {
  return KEYS[name] ?? Key[name.replace(/^Arrow/, "ARROW_").toUpperCase()] ?? name;
}
