import { type FindingEntry, filterTopics, FINDING_TOPICS } from "../app/finding-topics.ts";
import { append, button, fill, formatCount, h } from "../components/dom.ts";
import { growList } from "../components/growing-list.ts";
import { drawIsolated } from "../components/invisible-characters.ts";
import type { Draw, Page } from "../components/page.ts";
import { copyButton } from "../components/results.ts";

/** The number of topics that are drawn at a time. */
const CHUNK_TOPICS = 2;
const MAX_EXAMPLES = 2;
/** The longest filter that is used; a longer text was meant for another view. */
const MAX_FILTER_UNITS = 128;

export function view(host: HTMLElement, page: Page): Draw {
  return ({ text }) => {
    const found = text.length > MAX_FILTER_UNITS ? [] : filterTopics(text);
    const topics = found.length === 0 ? FINDING_TOPICS : found;
    const entries = topics.flatMap((topic) => topic.entries);
    const count = formatCount(entries.length, "finding");
    const copy = copyButton(
      () => entries.map(({ code, severity, title, message }) => [severity, code, title, message].join("\t")).join("\n"),
      "Copy the list",
    );
    page.setCopy(copy);
    page.announce(found.length === 0 ? `No finding has these words; all ${count} are listed` : count);
    const list = h("div", "topics");
    growList(list, {
      count: topics.length,
      chunk: CHUNK_TOPICS,
      end: h("div"),
      draw: (k) => {
        const { title, entries: own } = topics[k]!;
        const items = own.map((entry) => drawEntry(page, entry));
        return h("article", "card", h("h2", {}, title), h("ul", "findings", ...items));
      },
    });
    fill(
      host,
      h(
        "div",
        "bar",
        h("p", "soft", found.length === 0 ? "No finding has all of these words. All are listed:" : count),
        h("span", "actions", copy),
      ),
      list,
    );
  };
}

function drawEntry(
  page: Page,
  { code, severity, title, message, what, why, advice, examples, links }: FindingEntry,
): HTMLElement {
  const fold = h("details", {}, h("summary", "soft", "More"));
  fold.addEventListener("toggle", () => {
    if (fold.open && fold.childNodes.length === 1) append(fold, ...drawDetails({ what, why, advice, links }));
  });
  return h(
    "li",
    `finding ${severity}`,
    h("h3", {}, h("span", `badge ${severity}`, severity), " ", title, " ", h("code", "soft", code)),
    h("p", {}, message),
    h(
      "p",
      "actions",
      ...examples.slice(0, MAX_EXAMPLES).map((text) => {
        const open = button("", () => page.go({ mode: "inspect", text, options: {} }), "button sample");
        append(open, h("code", {}, drawIsolated(text)));
        open.title = "Open this example in Inspect";
        return open;
      }),
    ),
    fold,
  );
}

function drawDetails({ what, why, advice, links }: Pick<FindingEntry, "what" | "why" | "advice" | "links">): Node[] {
  return [
    h("p", {}, ...drawProse(what)),
    h("p", {}, h("strong", {}, "Why it matters: "), ...drawProse(why)),
    h("p", {}, h("strong", {}, "What to do: "), ...drawProse(advice)),
    h(
      "ul",
      "sources",
      ...links.map(([label, href]) =>
        h("li", {}, h("a", { attributes: { href, rel: "noreferrer noopener", target: "_blank" } }, label)),
      ),
    ),
  ];
}

/** Draws a text in which code is between backticks. */
function drawProse(text: string): (Node | string)[] {
  return text.split("`").map((part, k) => (k % 2 === 1 ? h("code", {}, drawIsolated(part)) : part));
}
