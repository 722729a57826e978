/** The texts of the page at one moment. */
export interface Texts {
  readonly text: string;
  readonly other: string;
}

/** Typing within this time of the last change is undone with it, up to the end of a word. */
const SAME_STEP_MS = 1000;
const MAX_STEPS = 200;

/** The texts before and after the current one. */
export class UndoHistory {
  #before: Texts[] = [];
  #after: Texts[] = [];
  #current: Texts = { text: "", other: "" };
  #lastTyped = -Infinity;

  get canUndo(): boolean {
    return this.#before.length > 0;
  }

  /** Adds a change. Changes by typing are joined as in a plain text field; every other change is a step of its own. */
  record(next: Texts, typedAt?: number): void {
    const current = this.#current;
    if (next.text === current.text && next.other === current.other) return;
    const grown = next.text.length - current.text.length + (next.other.length - current.other.length);
    const isSmall = Math.abs(grown) <= 1;
    const endsWord = /\s$/.test(current.text) && !/\s$/.test(next.text);
    const joins = typedAt !== undefined && isSmall && !endsWord && typedAt - this.#lastTyped < SAME_STEP_MS;
    if (!joins) this.#before.push(current);
    if (this.#before.length > MAX_STEPS) this.#before.shift();
    this.#after = [];
    this.#current = next;
    this.#lastTyped = typedAt !== undefined && isSmall ? typedAt : -Infinity;
  }

  undo(): Texts | undefined {
    return this.#move(this.#before, this.#after);
  }

  redo(): Texts | undefined {
    return this.#move(this.#after, this.#before);
  }

  #move(from: Texts[], to: Texts[]): Texts | undefined {
    const next = from.pop();
    if (next === undefined) return undefined;
    to.push(this.#current);
    this.#current = next;
    this.#lastTyped = -Infinity;
    return next;
  }
}
