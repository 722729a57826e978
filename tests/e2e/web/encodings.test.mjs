// Tests the conversion of whole files in other encodings in each browser, byte for byte.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { encoding } from "../../../library/dist/charset/index.js";
import { percentDecodeBytes, percentEncode } from "../../../library/dist/index.js";
import { all as everything } from "../../../library/dist/sets/index.js";
import { choose, converted, go, press, text, upload } from "./helpers.mjs";
import { describeBrowsers } from "./opening.mjs";

const SHIFT_JIS = encoding("shift_jis");
/** 4.3 MB of Shift_JIS: two bytes, one byte in katakana, and line ends. */
const TEXT = "日本語のテキスト、ｶﾅ と ASCII 100% ≡\r\n".repeat(95_000);
const escaped = percentEncode(TEXT, everything, { encoding: SHIFT_JIS });
const bytes = percentDecodeBytes(new TextEncoder().encode(escaped));

const digest = (content) => createHash("sha256").update(content).digest("hex");

/** Returns the size and the digest of the last file that was offered. */
const offeredDigest = (page) =>
  page.evaluate(async () => {
    const blob = globalThis.watched.blobs.at(-1);
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", await blob.arrayBuffer()));
    return [blob.size, Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("")];
  });

describeBrowsers({ stored: true }, (_, _whenOpened, onPage) => {
  onPage(
    "a file in Shift_JIS comes back whole",
    "1/encode?inputEncoding=Shift_JIS&encoding=Shift_JIS",
    async (page) => {
      await upload(page, "japanese.txt", bytes);
      const set = percentEncode(TEXT, undefined, { encoding: SHIFT_JIS });
      assert.deepEqual(await offeredDigest(page), [set.length, digest(set)]);
      assert.doesNotMatch(await text(page, "#files"), /issue/);

      await press(page, "Remove", "#files");
      await go(page, "decode");
      await choose(page, "encoding", "Shift_JIS");
      await choose(page, "outputEncoding", "Shift_JIS");
      await upload(page, "escaped.txt", set);
      assert.deepEqual(await offeredDigest(page), [bytes.length, digest(bytes)]);
    },
  );

  onPage("a file that is not UTF-8 has a button for the encoding that it looks like", "1/decode", async (page) => {
    await upload(page, "value.txt", "q=%93%FA%96%7B%8C%EA", "#files .remedies button");
    await press(page, "read it as Shift_JIS", "#files");
    await converted(page);
    assert.equal(await text(page, "#files pre.text"), "q=日本語");
  });

  onPage("a form offers its encoding", "1/form?text=q%3D%2593%25FA%2596%257B%258C%25EA", async (page) => {
    await press(page, "read it as Shift_JIS", "#view", { '#view [aria-label="Value 1"]': "日本語" });
  });

  onPage("bytes are explained", "1/explain?text=%2583A%25FF&encoding=Shift_JIS", async (page) => {
    await page.until(() => document.querySelector("#view .poured"));
    const shown = await text(page, "#view");
    assert.match(shown, /ア/);
    assert.match(shown, /Shift_JIS/);
  });

  onPage("a byte order mark is reported", "1/encode?inputEncoding=auto&newlines=lf", async (page) => {
    await upload(page, "marked.txt", Buffer.from("\ufeffé\r\n", "utf16le"));
    assert.equal(await text(page, "#files pre.text"), "%C3%A9%0A");
    assert.match(await text(page, "#files .notes"), /a byte order mark says UTF-16LE/);
  });
});
