import type { Highlight } from "./highlights.ts";
import type { ModeName } from "../app/modes.ts";
import type { OptionName } from "../app/options.ts";
import type { PageState } from "../app/state.ts";
import type { Span } from "../../shared/text.ts";

/** The functions of the page that a view can call. */
export interface Page {
  /** Sets the text of the input, without drawing the view again. What is typed in a field, named by its `data-field`, is one step to undo. */
  readonly setText: (text: string, field?: string) => void;
  /** Sets the text of the input and draws the view again; it can be undone. */
  readonly replaceText: (text: string) => void;
  /** Sets an option; it can be undone, unless it is typed in a field, which has the undo of the browser. */
  readonly setOption: (name: OptionName, value: string, how?: "step" | "typed") => void;
  /** Opens another view or an example. */
  readonly go: (state: Partial<PageState> & { readonly mode: ModeName }) => void;
  /** Highlights parts of the input. */
  readonly mark: (marks: readonly Highlight[], field?: "text" | "other") => void;
  /** Highlights one more part of the input, or removes this highlight. */
  readonly point: (span: Span | undefined) => void;
  /** Focuses an input and selects a part of it. */
  readonly select: (index: number, length: number, field?: "text" | "other") => void;
  /** Announces a message to screen readers, after a pause in typing. */
  readonly announce: (message: string) => void;
  /** Draws the view again, after something has loaded. */
  readonly redraw: () => void;
  /** Sets what happens when the caret moves to a unit of the text; `opens` for a click and Alt+Enter, which may open what is closed. */
  readonly setPick: (pick: ((index: number, opens: boolean) => void) | undefined) => void;
  /** Sets the button that Ctrl+Enter presses. */
  readonly setCopy: (copy: HTMLButtonElement | undefined) => void;
}

export type Draw = (state: PageState) => void;

export interface ViewModule {
  readonly view: (host: HTMLElement, page: Page) => Draw;
}

/** Returns a view that keeps nothing from one drawing to the next. */
export function createView(draw: (host: HTMLElement, page: Page, state: PageState) => void): ViewModule["view"] {
  return (host, page) => (state) => draw(host, page, state);
}
