import type { Highlight } from "./highlights.ts";
import type { ModeName } from "../app/modes.ts";
import type { OptionName } from "../app/options.ts";
import type { PageState } from "../app/state.ts";

/** What a view can ask of the page around it. */
export interface Page {
  /** Puts another text into the input; the view that asks is not drawn again. */
  readonly setText: (text: string) => void;
  readonly setOption: (name: OptionName, value: string) => void;
  /** Goes to another view, or to an example. */
  readonly go: (state: Partial<PageState> & { readonly mode: ModeName }) => void;
  /** Marks parts of the input. */
  readonly mark: (marks: readonly Highlight[], field?: "text" | "other") => void;
  /** Points at one part of the input beside the marks, or at none. */
  readonly point: (span: { readonly index: number; readonly length: number } | undefined) => void;
  /** Puts the focus into the input, on a part of it. */
  readonly select: (index: number, length: number) => void;
  /** Says something to who does not see the page, once it has settled. */
  readonly say: (message: string) => void;
  /** Draws the view again, once something that it waited for is there. */
  readonly redraw: () => void;
  /** Says what Ctrl+Enter copies. */
  readonly setCopy: (copy: (() => void) | undefined) => void;
}

/** Draws a state into the view's place. */
export type Draw = (state: PageState) => void;

/** What a view's module exports. */
export interface ViewModule {
  readonly view: (host: HTMLElement, page: Page) => Draw;
}
