import { hasOther, hasText, type ModeName } from "../app/modes.ts";
import type { PageState } from "../app/state.ts";
import { fill } from "../components/dom.ts";
import { drawExamples } from "../components/examples.ts";
import { notifyNotLoaded } from "../components/notice.ts";
import type { Draw, Page, ViewModule } from "../components/page.ts";
import { drawAroundField } from "../components/view-field.ts";
import * as start from "./start/start.ts";

/** Each view is loaded when it is first opened; the first view is part of this bundle. */
const VIEWS: Record<ModeName, () => Promise<ViewModule>> = {
  start: () => Promise.resolve(start),
  decode: () => import("./decode.ts"),
  encode: () => import("./encode.ts"),
  clean: () => import("./clean.ts"),
  display: () => import("./display.ts"),
  form: () => import("./form.ts"),
  template: () => import("./template.ts"),
  resolve: () => import("./resolve.ts"),
  inspect: () => import("./inspect.ts"),
  explain: () => import("./explain.ts"),
  compare: () => import("./compare.ts"),
  decoders: () => import("./decoders.ts"),
  sets: () => import("./sets.ts"),
  findings: () => import("./findings.ts"),
  help: () => import("./help.ts"),
};

/** The place of the current view: it loads the module of a view, draws at most once a frame, and shows the examples of an empty view. */
export class ViewHost {
  readonly #element: HTMLElement;
  readonly #page: Page;
  readonly #state: () => PageState;
  #draw: Draw | undefined;
  /** The mode of the view that is shown or being loaded. */
  #mode: ModeName | undefined;
  #frame = 0;

  constructor(element: HTMLElement, page: Page, state: () => PageState) {
    this.#element = element;
    this.#page = page;
    this.#state = state;
  }

  /** Opens a view, unless it is the one that is shown. */
  open(mode: ModeName): void {
    if (this.#mode === mode) return;
    this.#mode = mode;
    this.#draw = undefined;
    this.#page.setPick(undefined);
    this.#page.setCopy(undefined);
    this.#element.setAttribute("aria-busy", "true");
    const examples = hasText(mode) && mode !== "start" ? import("../app/examples.ts") : undefined;
    void Promise.all([VIEWS[mode](), examples]).then(
      ([{ view }, loaded]) => {
        if (this.#mode !== mode) return;
        fill(this.#element);
        const draw = view(this.#element, this.#page);
        this.#draw = (state) => {
          const isEmpty = state.text === "" && (state.other === "" || !hasOther(mode));
          if (loaded === undefined || !isEmpty) draw(state);
          else fill(this.#element, drawExamples(this.#page, mode, loaded.EXAMPLES[mode] ?? []));
        };
        this.#element.removeAttribute("aria-busy");
        this.drawNow();
      },
      () => {
        if (this.#mode !== mode) return;
        this.#mode = undefined;
        this.#element.removeAttribute("aria-busy");
        fill(this.#element);
        notifyNotLoaded();
      },
    );
  }

  /** Draws with the next frame, once for all changes before it. */
  redraw(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => this.drawNow());
  }

  /** Draws at once, so that no button of the drawing before can be pressed again. A view sets its marks and its copy with each drawing. */
  drawNow(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#page.setCopy(undefined);
    this.#page.mark([]);
    this.#page.mark([], "other");
    drawAroundField(() => this.#draw?.(this.#state()));
  }
}
