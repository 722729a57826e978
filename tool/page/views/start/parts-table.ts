import type { TextReport } from "../../../shared/reading/report.ts";
import { h } from "../../components/dom.ts";
import { partClass } from "../../components/highlights.ts";
import { copyButton } from "../../components/results.ts";
import { drawShown } from "./answer-context.ts";
import { drawWithHosts } from "./verdict.ts";

/** Draws the parts of a URL, each as it is written and decoded once, with the owner of its host. */
export function drawPartsTable({ parts, destination }: Pick<TextReport, "parts" | "destination">): HTMLElement {
  const rows = parts.map(({ name, raw, value }) => {
    const decoded = name === "host" ? (destination?.host ?? raw) : name === "query" ? raw : value;
    const drawn = name === "host" ? drawWithHosts(decoded, [destination ?? {}]) : drawShown(decoded);
    const title = name === "userinfo" ? "user" : name;
    const written = h("code", {}, decoded === raw ? drawn : drawShown(raw));
    return h(
      "tr",
      {},
      h("th", { class: `part ${partClass(name)}`, attributes: { scope: "row" } }, title),
      h("td", {}, written, decoded !== raw && h("span", "decoded-as", " → ", h("code", {}, h("bdi", {}, drawn)))),
      h(
        "td",
        {},
        copyButton(() => raw, "Copy", `the ${name === "userinfo" ? "user name" : name}`),
      ),
    );
  });
  return h("table", "parts", h("tbody", {}, ...rows));
}
