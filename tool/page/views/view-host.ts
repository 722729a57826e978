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

/** The place of the current view. */
export interface ViewHost {
  /** Opens a view, unless it is the one that is shown. */
  readonly open: (mode: ModeName) => void;
  /** Draws with the next frame, once for all changes before it. */
  readonly redraw: () => void;
  /** Draws at once, so that no button of the drawing before can be pressed again. */
  readonly drawNow: () => void;
}

/** Loads the module of each view, draws at most once a frame, and shows the examples of an empty view. */
export function startViews(element: HTMLElement, page: Page, readState: () => PageState): ViewHost {
  let drawView: Draw | undefined;
  /** The mode of the view that is shown or being loaded. */
  let shown: ModeName | undefined;
  let frame = 0;
  const open = async (mode: ModeName): Promise<void> => {
    if (shown === mode) return;
    shown = mode;
    drawView = undefined;
    page.setPick(undefined);
    page.setCopy(undefined);
    element.setAttribute("aria-busy", "true");
    const examples = hasText(mode) && mode !== "start" ? import("../app/examples.ts") : undefined;
    const modules = await Promise.all([VIEWS[mode](), examples]).catch(() => undefined);
    if (shown !== mode) return;
    fill(element);
    element.removeAttribute("aria-busy");
    if (modules === undefined) {
      shown = undefined;
      return notifyNotLoaded();
    }
    const [{ view }, loaded] = modules;
    const draw = view(element, page);
    drawView = (state) => {
      const isEmpty = state.text === "" && (state.other === "" || !hasOther(mode));
      if (loaded === undefined || !isEmpty) draw(state);
      else fill(element, drawExamples(page, mode, loaded.EXAMPLES[mode] ?? []));
    };
    drawNow();
  };
  const drawNow = (): void => {
    cancelAnimationFrame(frame);
    frame = 0;
    // A view sets its marks and its copy with each drawing.
    page.setCopy(undefined);
    page.mark([]);
    page.mark([], "other");
    drawAroundField(() => drawView?.(readState()));
  };
  return { open: (mode) => void open(mode), redraw: () => void (frame ||= requestAnimationFrame(drawNow)), drawNow };
}
