import { matchTemplate } from "../../../library/src/template/index.ts";
import {
  checkUri,
  cleanUriReport,
  compareUris,
  displayUriReport,
  editUri,
  iriToUri,
  isUriReference,
  normalizeUri,
  resolveUri,
  splitUri,
  uri,
  describeHost,
  uriToIri,
} from "../../../library/src/uri/index.ts";
import { WORST_PAIRS } from "../../checks/worst.mjs";
import { testLinearTime } from "../../support/linear.ts";

const WORST: Record<string, (units: number) => string> = {
  ...WORST_PAIRS,
  "/..": (n) => "/..".repeat(n / 3),
  "a:/../": (n) => `a:${"/../a".repeat(n / 5)}`,
  "%": (n) => "%".repeat(n),
  "%%41": (n) => "%%41".repeat(n / 4),
  "@": (n) => `http://${"@".repeat(n)}`,
  "[": (n) => `http://${"[".repeat(n)}`,
  "]": (n) => `http://[${"]".repeat(n)}`,
  é: (n) => `http://${"é".repeat(n / 2)}/${"é".repeat(n / 2)}`,
  labels: (n) => `http://${"xn--a.".repeat(n / 6)}`,
  colons: (n) => `http://${":".repeat(n)}`,
  slashes: (n) => "/".repeat(n),
  backslashes: (n) => "\\".repeat(n),
  "# and ?": (n) => "#?".repeat(n / 2),
  spaces: (n) => ` ${" ".repeat(n)}x`,
  "inner spaces": (n) => `a${" ".repeat(n)}x`,
  "inner controls": (n) => `http://e.com/a${"\x01".repeat(n)}x`,
  authorities: (n) => `//${"a@b:".repeat(n / 4)}`,
  tabs: (n) => `a${"\tb".repeat(n / 2)}`,
  "%2e%2e/": (n) => `/${"%2e%2e/".repeat(n / 7)}`,
  escapes: (n) => `/${"%E2%82".repeat(n / 6)}`,
  marks: (n) => `/a${"%CC%81".repeat(n / 6)}`,
  "lone surrogates": (n) => "\ud800".repeat(n),
};

const quiet =
  (action: (text: string) => unknown) =>
  (text: string): unknown => {
    try {
      return action(text);
    } catch (error) {
      // An error is a valid result; only its time is measured.
      return error;
    }
  };

const RUN: Record<string, (text: string) => unknown> = {
  splitUri,
  resolveUri: (text) => resolveUri(text, "http://a/b/c/d"),
  "resolveUri, base": (text) => resolveUri("../x", text),
  normalizeUri: (text) => normalizeUri(text),
  isUriReference: (text) => isUriReference(text),
  checkUri: (text) => checkUri(text),
  "checkUri, whatwg": (text) => checkUri(text, { grammar: "whatwg" }),
  "checkUri, whatwg, host": (text) => checkUri(`http://${text.slice(7)}/`, { grammar: "whatwg" }),
  compareUris: (text) => compareUris(text, `${text}x`),
  "cleanUri, basic": (text) => cleanUriReport(text),
  "cleanUri, advanced": (text) => cleanUriReport(text, { level: "advanced" }),
  "cleanUri, repair": (text) => cleanUriReport(text, { doubleEncoding: "repair" }),
  editUri: (text) => editUri(text).set("a", 1).rename("a", "b").delete("").sort().toString(),
  "displayUri, strict": (text) => displayUriReport(text),
  describeHost: (text) => describeHost(text.slice(7)),
  "uriToIri, iriToUri": (text) => iriToUri(uriToIri(text)),
  "uri, path": (text) => uri`/${text}`,
  "uri, host": (text) => uri`http://${text.slice(7)}/`,
  "uri, query": (text) => uri`/?${{ [text]: text }}`,
  matchTemplate: (text) => matchTemplate("/{a}/b{?c,d}", `/${text}`),
};

testLinearTime(Object.fromEntries(Object.entries(RUN).map(([name, action]) => [name, quiet(action)])), WORST);
