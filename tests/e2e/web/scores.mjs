import assert from "node:assert/strict";
import lighthouse from "lighthouse";

/** Checks the scores of Lighthouse by category. The best of three counts, because other work shares the machine. */
export async function assertScores(browser, address, least) {
  const names = Object.keys(least);
  /** @type {any} */
  const best = Object.fromEntries(names.map((name) => [name, 0]));
  const isEnough = () => names.every((name) => best[name] >= least[name]);
  let missed = [];
  for (let tries = 0; tries < 3 && !isEnough(); tries++) {
    const { lhr } = await lighthouse(address, { port: browser.port, onlyCategories: names, logLevel: "error" });
    assert.equal(lhr.runtimeError, undefined);
    for (const name of names) best[name] = Math.max(best[name], Math.round(lhr.categories[name].score * 100));
    missed = Object.values(lhr.audits).filter(({ score }) => score !== null && score < 0.9);
    const shown = missed.map(({ id, displayValue = "" }) => `${id} ${displayValue}`.trim());
    console.log(address, JSON.stringify(best), shown.join("; "));
  }
  assert.ok(isEnough(), missed.map(({ id, title }) => `${id}: ${title}`).join("; "));
}
