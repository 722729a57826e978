import { expect, test } from "vitest";
import { compileTemplate, expandTemplate, matchTemplate } from "../../../library/src/template/index.ts";
import { countInputs } from "../../support/counters.ts";
import { readHosts } from "../../support/host-readings.ts";
import { makeRandom, pick, type Random } from "../../support/random.ts";
import { seed } from "../../support/seed.ts";
import { readSize } from "../../support/sizes.ts";
import { valueOrCode } from "../../support/catch-fault.ts";

type Values = Record<string, string | readonly string[]>;

const EVIL: Values = {
  x: ".evil.example",
  a: "",
  b: ".evil.example",
  p: "80",
  l: ["", "evil.example"],
  e: "",
  s: "https",
};

const ADDED = [
  ..."https://good.example{x} https://good.example{x}/ https://good.example{x}:8080/".split(" "),
  ..."https://good.example{x}:{p}/ https://good.example{x}:{e} https://good.example{a}{b}:80".split(" "),
  ..."https://good.example{b}{a}/ //good.example{x}:80 wss://good.example{x}:80/ foo://good.example{x}:80/".split(" "),
  ..."file://good.example{x}/share {s}://good.example{x}:80/ https://good.example{x}:80?q".split(" "),
  ..."https://good.example{x}?q https://good.example{x}#f https://good.example{x}{/p}".split(" "),
  ..."https://good.example{x}:80{?p} https://good.example{x}-1.net/ https://good.example{x}.net/".split(" "),
  ..."https://api{x}.good.example/ https://{p}good{x}:80/ https://{p}.good{x}:80/ https://good.example-{x}/".split(" "),
  ..."https://good.example_{x}:80/ https://good.example%2D{x}:80/ https://goodé{x}:80/".split(" "),
  ..."https://good.example{x,p}:80/ https://good.example{p,x}:80/ https://good.example{l}:80/".split(" "),
  ..."https://good.example{l*}:80/ https://good.example{x:6}:80/ https://good.example{;x}:80/".split(" "),
  ..."https://good.example{&x}:80/ https://good.example:{x}/ https://good.example:80{x}/".split(" "),
  ..."https://user@good.example{x}:80/ https://{p}:{p}@good.example{x}:80/ https://[::1]{x}:80/".split(" "),
] as const;

const matched = (template: string, uri: string): unknown => valueOrCode(() => matchTemplate(template, uri));

/** Expects that expanding refuses the values, and that matching does not accept the URI that they would make. */
function expectRefused(template: string, values: Values, message = ""): void {
  const wanted = { code: "unsafe-segment", message: expect.stringContaining(message) as string };
  expect(() => expandTemplate(template, values), template).toThrow(expect.objectContaining(wanted));
  const uri = expandTemplate(template, values, { unsafe: "allow" });
  // Other templates cannot be matched, or not with a list.
  expect(["unsafe-segment", "invalid-template", undefined], template).toContain(matched(template, uri));
}

test("a value adds no label to text of the host, whatever follows", () => {
  for (const template of ADDED) expectRefused(template, EVIL, "the values add labels to the host");
  expect(() => expandTemplate("https://{p}.good.example{e}{x}:80/", EVIL)).toThrow(
    expect.objectContaining({ index: 27, length: 3 }),
  );
});

test("a dot in any spelling adds a label", () => {
  const dots = [".", "\u3002", "\uff0e", "\uff61", "\u2024", "\ufe52", "\u2026", "\ufe12", "\u2488", "%2e", "%E3%80%82", "%252E", "%u002e"]; // prettier-ignore
  for (const dot of dots) {
    for (const template of ["https://good.example{x}/", "//good.example{x}:80"] as const) {
      const x = `${dot}evil`;
      const label = `${template} with ${x}`;
      expect(() => expandTemplate(template, { x }), label).toThrow("unsafe segment");
      const uri = expandTemplate(template, { x }, { unsafe: "allow" });
      for (const one of [uri, uri.replace(".evil", "%2Eevil")])
        expect(matched(template, one), label).toBe("unsafe-segment");
    }
  }
});

test("labels that whole expressions spell, ports and userinfo are accepted", () => {
  const accepted: [string, Values, string][] = [
    ["https://{h}:{p}/", { h: "e.com", p: "80" }, "https://e.com:80/"],
    ["https://{a}.{b}:80/", { a: "x.y", b: "e.com" }, "https://x.y.e.com:80/"],
    ["https://{a}{b}:80", { a: "www.", b: "e.com" }, "https://www.e.com:80"],
    ["https://{a}.good.example:{p}/", { a: "x.y", p: "80" }, "https://x.y.good.example:80/"],
    ["https://good.{a}:80/", { a: "e.com" }, "https://good.e.com:80/"],
    ["https://www{.l*}:80/", { l: ["good", "example"] }, "https://www.good.example:80/"],
    ["https://www{.l}{a}/", { l: "e", a: ".com" }, "https://www.e.com/"],
    ["http://node{n}:{p}/", { n: "1", p: "" }, "http://node1:/"],
    ["https://good.example{e}:80/", { e: "" }, "https://good.example:80/"],
    ["https://me{u}@good.example/", { u: ".x" }, "https://me.x@good.example/"],
    ["https://me:{u}@{h}:80/", { u: "a.b@c", h: "e.com" }, "https://me:a.b%40c@e.com:80/"],
    ["https://{+u}@good.example/", { u: "me:a.b" }, "https://me:a.b@good.example/"],
    ["https://{+h}:{p}/", { h: "[::1]", p: "80" }, "https://[::1]:80/"],
    ["https://[::ffff:{v4}]:80/", { v4: "127.0.0.1" }, "https://[::ffff:127.0.0.1]:80/"],
    ["{+base}:80/", { base: "https://me:x@e.com" }, "https://me:x@e.com:80/"],
    [
      "https://good.example:80/{x}{?x}",
      { x: ".evil.example" },
      "https://good.example:80/.evil.example?x=.evil.example",
    ],
  ];
  for (const [template, values, uri] of accepted) expect(expandTemplate(template, values), template).toBe(uri);
});

test("a value of {+x} makes no userinfo or port of the host that follows", () => {
  const refused: [string, Values][] = [
    ["https://{+x}good.example/", { x: "evil.example:" }],
    ["https://{+x}.good.example/", { x: "evil.example:80" }],
    ["https://{+x}.good.example:80/", { x: "[::1]" }],
    ["https://{+x}@good.example/", { x: "a@evil.example" }],
    ["https://{+x}good.example:80/", { x: "a@evil.example:80@" }],
    ["{+base}.good.example/", { base: "https://evil.example:" }],
  ];
  for (const [template, values] of refused) expectRefused(template, values);
});

const CASES = readSize("TEMPLATES");

const SCHEMES = "https:// https:// http:// wss:// // foo:// HTTPS:// file:// {s}:// {+base}".split(" ");
const USERINFO = ["", "", "", "me@", "a.b:c@", "{u}@", "{u}:{w}@", "me{u}@", "{+u}@"];
const TEXTS = ["good.example", "good", "example", ".", ".", ".co", "-", "api.", "n1", "_", "é"];
const EXPRESSIONS = ["{x}", "{x}", "{x}", "{y}", "{y}", "{x,y}", "{l}", "{l*}", "{x:3}", "{.x}", "{.l*}", "{+x}", "{;x}", "{&y}", "{/x}", "{?x}", "{#x}"]; // prettier-ignore
const PORTS = ["", "", ":80", ":8080", ":", ":{p}", ":{y}", ":80{x}"];
const ENDS = ["", "", "/", "/a/{x}", "?q", "#f", "{/x}", "{?y}", "/../"];
const PIECES = [".evil", "evil", ".example", ".", "a", "7", "-", "@", ":", "80", "/", "\\", "?", "#", "%2e", "。", "．", "｡", "․", "é", "%", "[", "]"]; // prettier-ignore

function makeText(random: Random): string {
  if (random(3) === 0) return pick(random, ["", "a", "x1", "evil", ".evil.example", "e.com"]);
  return Array.from({ length: random(4) }, () => pick(random, PIECES)).join("");
}

function makeValues(random: Random): Values {
  const values: Values = {
    s: pick(random, ["https", "foo"]),
    base: `https://${pick(random, ["e.com", "e.com:80", "u@e.com", "e.com:", "u@", "e.com/p"])}`,
  };
  for (const name of ["x", "y", "u", "w", "p"]) if (random(5) > 0) values[name] = makeText(random);
  if (random(5) > 0) values["l"] = Array.from({ length: 1 + random(3) }, () => makeText(random));
  return values;
}

/** Returns the values of the variables that a template may have; it throws for values of which it has none. */
function pickOwn(values: Values, template: string): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => template.split(/\W+/).includes(name)));
}

/**
 * Returns what the host may be: the texts of the template in their order, in which a value that touches text before it has no dot.
 *
 * @param parts texts and expressions in turn
 */
function toPattern(parts: readonly string[], values: Values): RegExp {
  let pattern = "";
  let isAfterText = false;
  for (const part of parts) {
    if (!part.startsWith("{")) {
      pattern += part.replace(/[.]/g, "\\.");
      isAfterText = !part.endsWith(".");
      continue;
    }
    const piece = expandTemplate(part, pickOwn(values, part), { unsafe: "allow" });
    if (piece === "") continue;
    // What follows is not part of the authority.
    if (/^[/?#]/.test(piece)) break;
    if (part.startsWith("{.")) isAfterText = false;
    pattern += isAfterText ? `[^.]*` : ".*";
    // A base may have a path.
    if (/[/?#]/.test(piece.replace("https://", ""))) break;
  }
  return new RegExp(`^${pattern}$`, "isu");
}

const cutParts = (text: string) => text.match(/\{[^}]*\}|[^{}]+/g) ?? [];

interface Case {
  readonly template: string;
  /** The parts of the template in the host. */
  readonly host: readonly string[];
}

function makeCase(random: Random): Case {
  const scheme = pick(random, SCHEMES);
  const parts = Array.from({ length: 1 + random(5) }, () => pick(random, random(2) === 0 ? TEXTS : EXPRESSIONS));
  const host = parts.join("");
  const userinfo = scheme === "{+base}" ? "" : pick(random, USERINFO);
  const template = scheme + userinfo + host + pick(random, PORTS) + pick(random, ENDS);
  return { template, host: [...(scheme === "{+base}" ? ["{+base}"] : []), ...cutParts(host)] };
}

function checkHost(uri: string, { template, host }: Case, values: Values): void {
  const pattern = toPattern(host, values);
  for (const read of readHosts(uri)) {
    if (!pattern.test(read)) expect.fail(`${template} gives ${uri}, whose host is read as ${read}`);
  }
}

test("accepted values keep the labels of the text", () => {
  const random = makeRandom(seed);
  const counts = { expanded: 0, matched: 0, refused: 0 };
  for (let k = 0; k < CASES / 10; k++) {
    const one = makeCase(random);
    const { expand, match } = compileTemplate(one.template);
    const isMatched = typeof valueOrCode(() => match("", { unsafe: "allow" })) !== "string";
    for (let n = 0; n < 10; n++) {
      const values = pickOwn(makeValues(random), one.template);
      const written = expand(values, { unsafe: "allow" });
      const expanded = valueOrCode(() => expand(values));
      if (expanded === written) {
        checkHost(written, one, values);
        counts.expanded++;
      } else if (expanded === "unsafe-segment") counts.refused++;
      else expect.fail(`${one.template} gives ${expanded}`);
      if (!isMatched) continue;
      // The URI of a client writes dots as it likes.
      const dot = pick(random, [".", "%2E", "%2e", "%E3%80%82"]);
      const sent = written.replace(/(?<=\/\/.*)\./, dot);
      const found = valueOrCode(() => match(sent));
      if (typeof found !== "object") continue;
      checkHost(sent, one, found as Values);
      counts.matched++;
    }
  }
  countInputs(CASES, "hosts");
  expect(Math.min(counts.expanded, counts.refused, counts.matched * 10), JSON.stringify(counts)).toBeGreaterThan(
    CASES / 5,
  );
});

test("plain values in a host are accepted", () => {
  const random = makeRandom(seed + 1);
  const plain = { x: "a", y: "b7", l: ["c", "d"], p: "80", u: "me", w: "pw", s: "https", base: "https://e.com" };
  for (let k = 0; k < CASES / 5; k++) {
    const { template, host } = makeCase(random);
    const hasOthers = /^\.|\{[+/?#]/.test(host.join("") + template.replace(/\{[/?#].*/, ""));
    if (!hasOthers && template.includes("{"))
      expect(expandTemplate(template, plain as never), template).toContain("//");
  }
});
