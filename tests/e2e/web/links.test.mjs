// Tests that a paste of many links becomes rows, that a CSV offers the command for one column, and that a long paste is kept over a reload.
import assert from "node:assert/strict";
import { test } from "node:test";
import { all, copied, press, put, start, text } from "./helpers.mjs";
import { describeBrowsers } from "./opening.mjs";

const MAIL = [
  "Content-Transfer-Encoding: quoted-printable",
  "",
  '<a href=3D"https://shop.e.com/t?u=3Dhttps%3A%2F%2Fevil.example%2F=',
  'login&amp;id=3D7">Open</a> or https://paypal.com@e.org/',
].join("\n");

describeBrowsers({ timeout: 600_000, at: "1/start" }, (name, whenOpened) => {
  let page;
  whenOpened((opened) => ({ page } = opened));
  const cells = (within, column) => all(page, `${within} .links tbody td:nth-child(${column})`);
  const set = (selector, value) =>
    page.$eval(
      selector,
      (field, wanted) => {
        field.value = wanted;
        field.dispatchEvent(new Event(field.localName === "select" ? "change" : "input"));
      },
      value,
    );
  const isDone = () =>
    page.until(() =>
      /^[\d,]+ links? in /.test(document.querySelector(".links .notes:not(.waiting)")?.textContent ?? ""),
    );

  test("the links of a mail are rows with owner, kind and worst finding, sorted and filtered", async () => {
    await put(page, "#text", MAIL);
    await isDone();
    assert.equal(await text(page, "#view .links .notes"), "2 links in 4 lines");
    assert.deepEqual(await cells("#view", 1), ["3", "4"]);
    assert.deepEqual(await cells("#view", 2), ["e.com", "e.org"]);
    assert.deepEqual(await cells("#view", 3), ["joined link to evil.example", "link"]);
    assert.match(
      (await cells("#view", 5))[0],
      /^https:\/\/shop\.e\.com\/t\?u=https%3A%2F%2Fevil\.example%2Flogin&id=7 decoded /,
    );
    await set("#view .links select", "worst");
    await page.until(() => document.querySelector("#view .links tbody td")?.textContent === "4");
    await set("#view .links input", "EVIL");
    await page.until(() => document.querySelectorAll("#view .links tbody tr").length === 1);
    await press(page, "Read this link", "#view .links");
    assert.match(await text(page, "#view .verdict"), /Goes to shop\.e\.com and perhaps on to evil\.example/);
    await put(
      page,
      "#text",
      `${"The page that you asked for moved. ".repeat(2)}https://e.com/a/\nb?x=1\nhttps://e.com/2`,
    );
    await isDone();
    await press(page, "Read it joined with the next line", "#view .links", { "#text": "https://e.com/a/b?x=1" });
  });

  test("a CSV offers the command that changes its column, and nothing that decodes lines", async () => {
    await put(page, "#text", "id,the url\n1,https://e.com/?q=a%2Cb\n2,https://e.com/%41\n");
    await isDone();
    assert.match(await text(page, "#view .verdict"), /A CSV of 2 fields, with links in column 2\./);
    assert.deepEqual(await cells("#view", 1), ["2", "3"]);
    assert.match(await text(page, "#view .use"), /changes nothing else; the first ones are clean already/);
    await press(page, "Copy command", "#view .verdict");
    const command =
      "percodec records --format csv --header '--field=the url' --op clean --out '*' --bad keep --file=text.csv";
    assert.equal(await copied(page), command);
    const offered = await all(page, "#view button");
    assert.deepEqual(
      offered.filter((label) => /lines|Decode/.test(label)),
      [],
    );
  });

  test("a long text becomes rows as they come into view, and is kept over a reload", async () => {
    await put(
      page,
      "#text",
      Array.from(
        { length: 20_000 },
        (_, k) => `${k} GET https://e.com/${k}?q=caf%C3%A9 200 "https://r${k % 7}.example/"`,
      ).join("\n"),
    );
    await page.until(() => document.querySelectorAll("#files .links tbody tr").length >= 50);
    await isDone();
    assert.equal(await text(page, "#files .links .notes"), "40,000 links in 20,000 lines");
    assert.ok((await cells("#files", 1)).length < 1000);
    const isSettled = () =>
      history.state?.file || /not kept/.test(document.querySelector("#notice")?.textContent ?? "");
    await page.until(isSettled);
    if (name === "webkit") return assert.match(await text(page, "#notice"), /^This text is not kept for a reload/);
    await page.reload();
    await page.until(() => document.querySelectorAll("#files .links tbody tr").length >= 50);
    assert.match(await text(page, "#files"), /text\.txt/);
    await start(page, "1/start?text=a");
  });
});
