import type { ModeName } from "./modes.ts";
import { keepOptions } from "./options-of-text.ts";
import { type Options, type PageState, START } from "./state.ts";
import { type Texts, type Typing, UndoHistory } from "./undo.ts";

/** The state of the page, the options of each view, and the steps that can be undone. */
export class Store {
  #state = START;
  readonly #options = new Map<ModeName, Options>();
  readonly #history = new UndoHistory<PageState>(START);

  get state(): PageState {
    return this.#state;
  }

  get canUndo(): boolean {
    return this.#history.canUndo;
  }

  get canRedo(): boolean {
    return this.#history.canRedo;
  }

  /** Sets the state, and records a change of the texts so that it can be undone. */
  set(next: PageState, how?: Typing | "step"): void {
    this.#state = next;
    this.#options.set(next.mode, next.options);
    this.#history.record(next, how);
  }

  /** Returns the state in another view, with the options that this view had. */
  withMode(mode: ModeName): PageState {
    return { ...this.#state, mode, options: this.#options.get(mode) ?? {} };
  }

  /** Returns the state with other texts; in each view, it forgets the options that were chosen for the text before. */
  withTexts({ text = this.#state.text, other = this.#state.other }: Partial<Texts>): PageState {
    const { text: before, options } = this.#state;
    for (const [mode, given] of this.#options) this.#options.set(mode, keepOptions(given, before, text));
    return { ...this.#state, text, other, options: keepOptions(options, before, text) };
  }

  /** Ends the step of the field that was edited, when another field gets the focus. */
  enter(field: string | undefined): void {
    this.#history.enter(field);
  }

  /** Undoes or redoes a step, and returns the state that has to be shown; undefined without a step. */
  move(way: "undo" | "redo"): PageState | undefined {
    const move = this.#history[way]();
    if (move === undefined) return undefined;
    const { from, to } = move;
    // A step that changed the view or its options too is undone as a whole, unless another view was opened since.
    const isSameView = from.mode === to.mode;
    const isSameOptions = from.options === to.options;
    if (from.mode === this.#state.mode && !(isSameView && isSameOptions)) return to;
    if (isSameView && !isSameOptions) this.#options.set(to.mode, to.options);
    return this.withTexts(to);
  }
}
