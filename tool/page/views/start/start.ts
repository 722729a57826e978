import { button, byId, fill, h } from "../../components/dom.ts";
import type { Draw, Page } from "../../components/page.ts";
import { START_EXAMPLES } from "../../app/start-examples.ts";
import { drawExamples } from "../../components/examples.ts";

type Answer = typeof import("./answer.ts");

/** The answer and what it needs of the library load with the first text. */
let answer: Answer | undefined;

export function view(host: HTMLElement, page: Page): Draw {
  return (state) => {
    if (state.text === "") return fill(host, drawOpen(), drawExamples(page, "start", START_EXAMPLES));
    if (answer !== undefined) return answer.drawAnswer(host, page, state);
    fill(host, h("p", "waiting", "Loading …"));
    void import("./answer.ts").then(
      (module) => {
        answer = module;
        page.redraw();
      },
      () => fill(host, h("p", "refused", "This part of the page could not be loaded; try again when you are online.")),
    );
  };
}

/** Draws the button that opens a file on a phone, where the button beside the field is behind More. */
function drawOpen(): HTMLElement {
  return h(
    "p",
    "on-phone",
    button("Open a file", () => byId("pick").click()),
  );
}
