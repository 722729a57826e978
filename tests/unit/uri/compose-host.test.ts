import { expect, test } from "vitest";
import { uri } from "../../../library/src/uri/index.ts";
import { valueUnlessRefused } from "../../support/catch-fault.ts";
import { countInputs } from "../../support/counters.ts";
import { readHosts } from "../../support/host-readings.ts";
import { makeRandom, pick } from "../../support/random.ts";
import { seed } from "../../support/seed.ts";
import { readSize } from "../../support/sizes.ts";

const CASES = readSize("TEMPLATES");

const SCHEMES = ["https://", "http://", "wss://", "//", "foo://", "HTTPS://", "ftp://"];
/** The parts of templates; `*` is a hole. */
const USERINFO = ["", "", "", "me@", "a.b:c@", "*@", "*:*@", "me*@"];
const PARTS = ["*", "*", "*", "good.example", "good", "example", ".", ".", ".co", "-", "api.", "n1", "_"];
const PORTS = ["", "", ":80", ":8080", ":", ":*", ":80*"];
const ENDS = ["", "", "/", "/a/*", "?q", "?q=*", "#f", "#*"];
const PIECES = [".evil", "evil", ".example", ".", "a", "7", "-", "@", ":", "80", "/", "\\", "?", "#", "%2e", "。", "．", "｡", "․", "é", "ﬁ", "\u00ad", "%", "[", "]"]; // prettier-ignore

const makeHost = (random: (below: number) => number) =>
  Array.from({ length: 1 + random(4) }, () => pick(random, PARTS)).join("");

/** A hole that is the whole host may have any labels, others have none of their own. */
const toPattern = (host: string) =>
  host === "*" ? /^/ : new RegExp(`^${host.replaceAll(".", "\\.").replaceAll("*", "[^.]*")}$`, "iu");

test("an accepted URI has the labels of the template's text, and one part of a label for each hole between", () => {
  const random = makeRandom(seed);
  const counts = { accepted: 0, refused: 0 };
  for (let k = 0; k < CASES / 10; k++) {
    const host = makeHost(random);
    const template = pick(random, SCHEMES) + pick(random, USERINFO) + host + pick(random, PORTS) + pick(random, ENDS);
    const strings = template.split("*");
    const pattern = toPattern(host);
    for (let n = 0; n < 10; n++) {
      const makeValue = () =>
        random(2) === 0
          ? pick(random, ["a", "x1", "80", "e.com", ".evil.example"])
          : Array.from({ length: random(4) }, () => pick(random, PIECES)).join("");
      const values = strings.slice(1).map(makeValue);
      const written = valueUnlessRefused(() => uri(Object.assign([...strings], { raw: strings }), ...values));
      if (written === undefined) {
        counts.refused++;
        continue;
      }
      counts.accepted++;
      for (const read of readHosts(written)) {
        if (!pattern.test(read)) expect.fail(`${template} gives ${written}, whose host is read as ${read}`);
      }
    }
  }
  countInputs(CASES, "hosts of uri");
  expect(Math.min(counts.accepted, counts.refused), JSON.stringify(counts)).toBeGreaterThan(CASES / 10);
});
