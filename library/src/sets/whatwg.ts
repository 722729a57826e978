import { PercentEncodeSet } from "./percent-encode-set.ts";

/** The eight percent-encode sets of the URL Standard, each defined as another one plus some characters. */
export const whatwg: {
  readonly c0Control: PercentEncodeSet;
  readonly fragment: PercentEncodeSet;
  readonly query: PercentEncodeSet;
  readonly specialQuery: PercentEncodeSet;
  readonly path: PercentEncodeSet;
  readonly userinfo: PercentEncodeSet;
  readonly component: PercentEncodeSet;
  readonly form: PercentEncodeSet;
} = /* @__PURE__ */ (() => {
  const link = (anchor: string) => `https://url.spec.whatwg.org/#${anchor}`;
  const controls = `${Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(code)).join("")}\x7f`;

  const c0Control = PercentEncodeSet.encoding(controls, { nonAscii: "all" });
  const fragment = c0Control.add(' "<>`');
  const query = c0Control.add(' "#<>');
  const specialQuery = query.add("'");
  const path = query.add("?^`{}");
  const userinfo = path.add("/:;=@[\\]|");
  const component = userinfo.add("$%&+,");
  const form = component.add("!'()~").union(PercentEncodeSet.encoding(" ", { spaceAsPlus: true }));

  return Object.freeze({
    c0Control: c0Control.named("whatwg-c0-control", link("c0-control-percent-encode-set")),
    fragment: fragment.named("whatwg-fragment", link("fragment-percent-encode-set")),
    query: query.named("whatwg-query", link("query-percent-encode-set")),
    specialQuery: specialQuery.named("whatwg-special-query", link("special-query-percent-encode-set")),
    path: path.named("whatwg-path", link("path-percent-encode-set")),
    userinfo: userinfo.named("whatwg-userinfo", link("userinfo-percent-encode-set")),
    component: component.named("whatwg-component", link("component-percent-encode-set")),
    form: form.named("whatwg-form", link("application-x-www-form-urlencoded-percent-encode-set")),
  });
})();
