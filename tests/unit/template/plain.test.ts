import { expect, test } from "vitest";
import { compileTemplate, expandTemplate } from "../../../library/src/template/index.ts";
import { makeRandom } from "../../support/random.ts";
import { readSize } from "../../support/sizes.ts";
import { valueOrMessage } from "../../support/catch-fault.ts";
import { makeValue } from "../../support/values.ts";

const TEMPLATES = [
  ..."https://e.com/a/{a}x{?b} /{a} /{a}/b/{b}{?c,d}{&e} /{a}.html /a{b}..{?a} /.{a} /{a}{b}".split(" "),
  ..."{a}/b //{a}/b /a{?a}#x /a?x=1{&a} /a{&a} mailto:{a}{?subject} https://{a}/b{?c} /%2e{a}".split(" "),
  "/{a:2}{?b*}",
  "{/a}{?b}",
];

test("a compiled template gives what expandTemplate gives", () => {
  const random = makeRandom(21);
  const compiled = TEMPLATES.map((template) => compileTemplate(template));
  let filled = 0;
  for (let k = 0; k < readSize("TEMPLATES"); k++) {
    const at = random(TEMPLATES.length);
    const values = Object.fromEntries(
      ["a", "b", "c", "d", "e", "subject"].filter(() => random(4) > 0).map((name) => [name, makeValue(random)]),
    );
    const found = valueOrMessage(() => String(Reflect.apply(compiled[at]!.expand, undefined, [values])));
    const general = valueOrMessage(() => String(Reflect.apply(expandTemplate, undefined, [TEMPLATES[at], values])));
    const wanted = typeof general === "string" ? general.replace("expandTemplate", "expand") : general;
    expect(found, `${TEMPLATES[at]} ${Object.values(values).map((value) => escape(String(value)))}`).toEqual(wanted);
    if (typeof found === "string") filled++;
  }
  expect(filled).toBeGreaterThan(readSize("TEMPLATES") / 10);
});
