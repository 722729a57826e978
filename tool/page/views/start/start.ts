import { button, byId, fill, h } from "../../components/dom.ts";
import { createView } from "../../components/page.ts";
import { START_EXAMPLES } from "../../app/start-examples.ts";
import { loadOwners } from "../../app/owners.ts";
import { drawExamples } from "../../components/examples.ts";

/** WebKit has no idle callbacks. */
const whenIdle =
  (globalThis as Partial<typeof globalThis>).requestIdleCallback ?? ((act: () => void) => setTimeout(act, 200));

type Answer = typeof import("./answer.ts");

/** The answer and what it needs of the library load when the browser has nothing else to do, or with the first text. */
let answer: Answer | undefined;

async function load(): Promise<void> {
  answer = await import("./answer.ts");
}

export const view = createView((host, page, state) => {
  if (state.text === "") {
    // If this fails, the first text loads it again, and the page then reports another failure.
    if (answer === undefined) whenIdle(() => void load().then(() => loadOwners(page.redraw), Boolean));
    return fill(host, drawOpen(), drawExamples(page, "start", START_EXAMPLES));
  }
  if (answer !== undefined) return answer.drawAnswer(host, page, state);
  fill(host, h("p.waiting", "Loading …"));
  void load().then(
    () => page.redraw(),
    () => fill(host, h("p.refused", "This part of the page could not be loaded; try again when you are online.")),
  );
});

/** Draws the buttons of an empty field on a phone. */
function drawOpen(): HTMLElement {
  return h(
    "p.on-phone",
    !byId("paste").hidden && button("Paste", () => byId("paste").click(), { class: "button strong" }),
    button("Open a file", () => byId("pick").click()),
  );
}
