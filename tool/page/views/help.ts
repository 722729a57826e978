import manifest from "../../package.json" with { type: "json" };
import { findMode, MODE_NAMES } from "../app/modes.ts";
import { button, fill, h } from "../components/dom.ts";
import { createView } from "../components/page.ts";
import { tableCard } from "../components/results.ts";

const KEYS: readonly (readonly [keys: readonly string[], act: string])[] = [
  [["Alt", "↑"], "the view before"],
  [["Alt", "↓"], "the view after"],
  [["Ctrl", "Enter"], "copy the result"],
  [["Ctrl", "Z"], "undo one edit; with Shift, redo it"],
  [["Esc"], "back to the text"],
];

const NOTES: readonly (readonly [subject: string, note: string])[] = [
  [
    "Your text",
    "The page sends no request with what you type. The browser keeps it for this tab until the tab is closed.",
  ],
  [
    "How sure is that",
    "Its policy keeps scripts from sending a text; it cannot stop WebRTC, extensions or a link that you open.",
  ],
  ["This version", `percodec ${manifest.version}; code and documentation: https://www.npmjs.com/package/percodec`],
  ["Private", "The browser does not keep the text: a reload forgets it."],
  ["Share", "The text is in the address only after Share. Who has the address has the text."],
  ["Views", "A text stays when you change the view. Each view keeps its own options."],
  [
    "Options",
    "A changed option is shown as a chip; a click on it sets it back. The name in the library is beside the words.",
  ],
  [
    "Files",
    "Drop files anywhere. Decode, Encode, Parameters, Inspect, Clean and Readable link convert them on this machine.",
  ],
  ["Invisible characters", "They are shown as signs. Copy copies the characters themselves."],
];

export const view = createView((host, page) =>
  fill(
    host,
    tableCard(
      "Views",
      ["View", "What it does", ""],
      MODE_NAMES.filter((mode) => mode !== "help").map((mode) => {
        const { title, summary } = findMode(mode);
        const open = button("Open", () => page.go({ mode }), { "aria-label": `Open ${title}` });
        return [h("span.whole-word", title), summary, open];
      }),
    ),
    tableCard("Good to know", ["Subject", "Note"], NOTES),
    tableCard(
      "Keys",
      ["Keys", "Act"],
      KEYS.map(([keys, act]) => [h("span", ...keys.flatMap((key, k) => [k > 0 && "+", h("kbd", key)])), act]),
    ),
  ),
);
