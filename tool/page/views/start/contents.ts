import { percentDecode } from "percodec";
import type { ReadingName } from "../../../shared/reading/guess.ts";
import { findUrls } from "../../../shared/reading/find-links.ts";
import { type Hop, READING_TITLES, type TextReport } from "../../../shared/reading/report.ts";
import { encodeForPurposes } from "../../app/purposes.ts";
import { unlessRefused } from "../../../shared/unless-refused.ts";
import { card, button, formatCount, h, headingBar } from "../../components/dom.ts";
import { remedyButton } from "../../components/findings.ts";
import { drawIsolated } from "../../components/invisible-characters.ts";
import { copyButton, drawFlattened, isWholeUrl } from "../../components/results.ts";
import { type LinkList, listLinks } from "../link-rows.ts";
import type { Page } from "../../components/page.ts";
import { type Answer, drawShown, SHOWN_UNITS } from "./answer-context.ts";
import { decodeLikeliest, drawMore, hidesDelimiter } from "./layered-value.ts";
import { partClass, partName } from "../../components/highlights.ts";
import { drawWithHosts } from "./verdict.ts";
import { addFirst, drawQuery } from "./query-values.ts";

/** Draws what is in a text, as one card for each kind. The first card has the values that are asked for most. */
export function drawContents(answer: Answer): readonly HTMLElement[] {
  const { state, report } = answer;
  const { parts, parameters, whole, lines, reading, hops } = report;
  const { name, text } = reading;
  const hasLinks = lines.some((line) => findUrls(line.text).length > 0);
  const others = hasLinks
    ? lines.filter((line) => line.reading.name === "escaped-value" && findUrls(line.text).length === 0)
    : lines;
  const isInside = name !== "url" && text !== state.text && state.text.trim() !== text;
  return [
    ...(isInside ? [drawInside(answer)] : []),
    ...(whole !== undefined && isWholeUrl(text) ? [drawFlattened(() => answer.page.setOption("as", "url"))] : []),
    ...(whole === undefined ? [] : [drawWhole(answer)]),
    ...(hops.length > 0 ? [drawHops(answer.page, hops)] : []),
    ...(parameters.length > 0 ? [drawQuery(answer)] : []),
    ...(parts.length > 0 ? [drawParts(answer)] : []),
    ...(hasLinks ? [drawLinks(answer)] : []),
    ...(others.length > 0 ? [drawLines(answer, others)] : []),
    ...(name === "text" && text !== "" ? [drawPurposes(text)] : []),
  ];
}

/** Whether the parts were opened or closed by hand. */
let arePartsOpen: boolean | undefined;

/** Draws the parts, named in the hues of the input; they are open if the URL has no values or URLs inside. */
function drawParts(answer: Answer): HTMLElement {
  const { parts, parameters, hops } = answer.report;
  const hasHost = parts.some(({ name }) => name === "host");
  const isOpen = arePartsOpen ?? parameters.length + hops.length === 0;
  const names = parts.flatMap(({ name }) => [" ", partName(name, nameOfPart(name))]);
  const addParameter = button("+ Add a parameter", () => addFirst(answer));
  const element = h(
    "details.card",
    { open: isOpen },
    h("summary", "Parts: ", ...names),
    drawPartsTable(answer.report),
    hasHost && parameters.length === 0 && h("p.actions", addParameter),
  );
  element.addEventListener("toggle", () => {
    if (element.open !== isOpen) arePartsOpen = element.open;
  });
  return element;
}

/** Returns the word for a part of a URL. */
const nameOfPart = (name: string): string => (name === "userinfo" ? "user" : name);

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

/** Draws the text inside the escapes or the wrapping of the input. */
function drawInside({ page, report }: Answer): HTMLElement {
  const { text } = report.reading;
  const what = report.parts.length > 0 ? "The link inside" : "The text inside";
  const use = remedyButton("continue with it alone", text, (next) => page.replaceText(next));
  const bar = headingBar(what, use, copyButton(text, "Copy", what.toLowerCase()));
  return card(bar, h("pre.text", drawShown(text)));
}

/** Draws the URLs inside, each with where it was found and a Copy. */
export function drawHops(page: Page, hops: readonly Hop[]): HTMLElement {
  const rows = hops.map((hop) => {
    const { url, found, host, depth, severity } = hop;
    const read = button("Read this link", () => page.go({ mode: "start", text: url, options: {} }));
    const row = h(
      "li",
      h("span", { "aria-hidden": "true" }, "↳"),
      h(
        "div",
        host !== undefined &&
          h(
            "p",
            h("bdi", drawWithHosts(host, [hop])),
            ` in ${found.startsWith("the ") ? found : `a link of ${found}`} `,
            severity !== undefined && severity !== "info" && h(`span.badge.${severity}`, severity),
          ),
        h("code", drawShown(url, 512)),
        h("p.actions", read, copyButton(url, "Copy", `the URL in ${found}`)),
      ),
    );
    // The policy of the page forbids the attribute.
    row.style.paddingInlineStart = `${depth - 1}rem`;
    return row;
  });
  return h("article.card.ladder.hops", h("h2", `${formatCount(hops.length, "URL")} inside`), h("ol", ...rows));
}

function drawWhole(answer: Answer): HTMLElement {
  const whole = answer.report.whole!;
  const decoded = decodeLikeliest(whole);
  const [charset] = decoded === whole.layers[0] ? [] : (whole.charsets ?? []);
  const perhaps = (whole.charsets?.length ?? 0) > 1 ? "perhaps " : "";
  const decoding = charset === undefined ? "Decoded once" : `Decoded, ${perhaps}from ${charset}`;
  return card(
    headingBar(decoded === whole.raw ? "Not decoded" : decoding, copyButton(decoded, "Copy", "the decoded text")),
    h("pre.text", drawShown(decoded)),
    ...drawMore(whole, decoded, (raw) => answer.page.replaceText(raw), hidesDelimiter(answer.report)),
  );
}

/** The list of the last text, which stays when the view is drawn again. */
let list: { readonly text: string; readonly links: LinkList } | undefined;

function drawLinks({ page, report: { reading } }: Answer): HTMLElement {
  const { text } = reading;
  if (list?.text !== text) {
    list?.links.close();
    const read = (url: string): void => page.go({ mode: "start", text: url, options: {} });
    list = { text, links: listLinks({ file: new File([text], "text.txt"), read, announce: () => {} }) };
  }
  return list.links.element;
}

function drawLines({ page, report }: Answer, lines: TextReport["lines"]): HTMLElement {
  const rows = lines.map(({ text, reading, severity }) =>
    h(
      "tr",
      h(
        "td",
        h("span.badge.info", READING_TITLES[reading.name]),
        severity !== undefined && severity !== "info" && h(`span.badge.${severity}`, severity),
      ),
      h("td", h("code", drawShown(text.slice(0, 256))), ...drawDecodedLine(text, reading.name)),
      h(
        "td",
        button("Read this line alone", () => page.go({ mode: "start", text, options: {} })),
      ),
    ),
  );
  const isAll = lines.length === report.lines.length;
  const all = isAll
    ? report.reading.text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== "").length
    : lines.length;
  return card(
    formatCount(all, isAll ? "line" : "other line"),
    h("table.parts.long-heads", h("tbody", ...rows)),
    all > rows.length && h("p.notes", `The first ${rows.length} are listed; Open a file reads all of them.`),
  );
}

/** Draws what the escapes of a line stand for. */
function drawDecodedLine(text: string, name: ReadingName): readonly Node[] {
  const decoded = (name === "escaped-value" ? unlessRefused(() => percentDecode(text)) : undefined) ?? text;
  return decoded === text ? [] : [h("span.decoded-as", " → ", h("code", drawShown(decoded.slice(0, 256))))];
}

function drawPurposes(text: string): HTMLElement {
  const rows = encodeForPurposes(text).map(({ name, value, fault }) =>
    h(
      "tr",
      h("th", { scope: "row" }, name),
      value === undefined ? h("td", drawIsolated(fault)) : h("td", h("code", drawShown(value))),
      h("td", value !== undefined && copyButton(value, "Copy", name[0]!.toLowerCase() + name.slice(1))),
    ),
  );
  return card("Encoded for each purpose", h("table.parts.long-heads", h("tbody", ...rows)));
}
