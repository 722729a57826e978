import type { TextReport } from "../../../shared/reading/report.ts";
import { h } from "../../components/dom.ts";
import { partClass } from "../../components/highlights.ts";
import { copyButton } from "../../components/results.ts";
import { drawShown, SHOWN_UNITS } from "./answer-context.ts";
import { drawWithHosts } from "./verdict.ts";

/** Returns the word for a part of a URL. */
export const nameOfPart = (name: string): string => (name === "userinfo" ? "user" : name);

/** Draws the parts of a URL, each as it is written and decoded once, with the owner of its host. */
export function drawPartsTable({ parts, destination }: Pick<TextReport, "parts" | "destination">): HTMLElement {
  const rows = parts.map(({ name, raw, value }) => {
    const decoded = name === "host" ? (destination?.host ?? raw) : name === "query" ? raw : value;
    const isOrdered = name === "path" && RIGHT_TO_LEFT.test(decoded) && decoded.length <= SHOWN_UNITS;
    const drawn =
      name === "host"
        ? drawWithHosts(decoded, [destination ?? {}])
        : isOrdered
          ? drawSegments(decoded)
          : drawShown(decoded);
    const written = h("code", decoded === raw ? drawn : drawShown(raw));
    return h(
      "tr",
      h(`th.part.${partClass(name)}`, { scope: "row" }, nameOfPart(name)),
      h(
        "td",
        written,
        decoded !== raw && h("span.decoded-as", " → ", h("code", h("bdi", { dir: "ltr" }, drawn))),
        isOrdered && h("span.soft", " Its segments are in the order of the URL."),
      ),
      h("td", copyButton(raw, "Copy", `the ${name === "userinfo" ? "user name" : name}`)),
    );
  });
  return h("table.parts", h("tbody", ...rows));
}

/** Characters of the blocks from Hebrew to Arabic Extended-A. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff]/;

/** Draws a path with each segment isolated: two segments in Arabic would otherwise change places. */
function drawSegments(path: string): DocumentFragment {
  const fragment = document.createDocumentFragment();
  for (const part of path.split(/(\/)/)) fragment.append(/^\/?$/.test(part) ? part : drawShown(part));
  return fragment;
}
