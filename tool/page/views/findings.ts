import { readAuthority } from "../../shared/authority.ts";
import { type FindingEntry, filterTopics, FINDING_TOPICS } from "../app/finding-topics.ts";
import { card, fill, formatCount, h, headingBar, linkTo } from "../components/dom.ts";
import { growList } from "../components/growing-list.ts";
import { drawIsolated } from "../components/invisible-characters.ts";
import type { Draw, Page } from "../components/page.ts";
import { toDestination } from "../../shared/reading/verdict.ts";
import { splitUri } from "percodec/uri";
import { readOption } from "../app/state.ts";
import { drawExplanation } from "../components/findings.ts";
import { drawWithHosts } from "./start/verdict.ts";
import { copyButton, fold } from "../components/results.ts";

/** The number of topics that are drawn at a time. */
const CHUNK_TOPICS = 2;
const MAX_EXAMPLES = 2;

export function view(host: HTMLElement, page: Page): Draw {
  const field = h("input", {
    id: "find",
    type: "search",
    maxlength: 128,
    spellcheck: "false",
    autocomplete: "off",
    input: () => page.setOption("find", field.value, "typed"),
  });
  const listed = h("div.topics");
  fill(host, h("div.search", h("label", { for: "find" }, "Search the findings"), field), listed);
  return (state) => {
    const words = readOption(state, "find");
    // Setting the value moves the caret.
    if (field.value !== words) field.value = words;
    const found = filterTopics(words);
    const topics = found.length === 0 ? FINDING_TOPICS : found;
    const entries = topics.flatMap((topic) => topic.entries);
    const count = formatCount(entries.length, "finding");
    const copy = copyButton(
      () => entries.map(({ code, severity, title, message }) => [severity, code, title, message].join("\t")).join("\n"),
      "Copy the list",
    );
    page.setCopy(copy);
    page.announce(found.length === 0 ? `No finding has these words; all ${count} are listed` : count);
    const list = h("div.topics");
    growList(list, topics.length, CHUNK_TOPICS, (k) => {
      const { title, entries: own } = topics[k]!;
      const items = own.map((entry) => drawEntry(page, entry, entry.code === words.trim()));
      return card(title, h("ul.findings", ...items));
    });
    fill(
      listed,
      headingBar(h("p.soft", found.length === 0 ? "No finding has all of these words. All are listed:" : count), copy),
      list,
    );
  };
}

/** Draws a finding; the one that is searched for by its code is unfolded. */
function drawEntry(page: Page, entry: FindingEntry, isWanted: boolean): HTMLElement {
  const { code, severity, title, message, examples, links } = entry;
  const explain = (): readonly Node[] => [
    ...drawExplanation(entry),
    h("ul.sources", ...links.map(([label, href]) => h("li", linkTo(href, label)))),
  ];
  return h(
    `li.finding.${severity}`,
    h("h3", h(`span.badge.${severity}`, severity), " ", title, " ", h("code.soft", code)),
    h("p", message),
    h(
      "p.actions",
      ...examples.slice(0, MAX_EXAMPLES).map((text) => {
        const open = (): void => page.go({ mode: "inspect", text, options: {} });
        const features = { type: "button", title: "Open this example in Inspect", click: open };
        return h("button.button.sample", features, h("code", drawExample(text)));
      }),
    ),
    fold("details", h("summary.soft", "More"), explain, isWanted),
  );
}

/** Draws an example; in a host that looks like another, the characters that differ are highlighted. */
function drawExample(text: string): Node {
  const { host: raw } = readAuthority(text) ?? {};
  const host = toDestination(raw, undefined, splitUri(text).scheme);
  if (host?.looksLike === undefined) return drawIsolated(text);
  if (text.includes(host.host)) return h("bdi", drawWithHosts(text, [host]));
  return h("span", drawIsolated(text), " → ", h("bdi", drawWithHosts(host.host, [host])));
}
