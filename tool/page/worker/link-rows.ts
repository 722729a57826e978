import { LinkLister, type ListedLink } from "../../shared/reading/links.ts";
import { findOwner } from "../../shared/reading/owner.ts";
import { RANK } from "../../shared/reading/report.ts";
import { findTable, type Table } from "../../shared/reading/table.ts";

export type LinkOrder = "line" | "owner" | "worst";

/** The message of the page that asks for rows; `file` begins a new list. */
export interface RowsRequest {
  readonly file?: Blob;
  readonly order: LinkOrder;
  /** What a row contains, in lower case. */
  readonly words: string;
  readonly from: number;
}

/** What the worker has read of the links: the rows from `from` on, and the counts so far. */
export interface LinkRows {
  readonly from: number;
  readonly rows: readonly ListedLink[];
  /** How many rows have the words. */
  readonly matching: number;
  readonly links: number;
  readonly lines: number;
  readonly table: Table | undefined;
  readonly isDone: boolean;
}

/** The rows of an answer: enough to fill a screen. */
export const CHUNK_ROWS = 50;
/** The most rows that are kept; the links after them are counted. */
export const MOST_ROWS = 100_000;
/** The first slice is short, so that the first rows come early. */
const FIRST_BYTES = 1 << 12;
const SLICE_BYTES = 1 << 16;
const SAMPLE_BYTES = 1 << 18;
/** A longer line is cut where no link is. */
const LINE_UNITS = 1 << 16;

/** Lists the links of a file slice by slice, and answers requests for rows between the slices. */
export class LinkReader {
  readonly #rows: ListedLink[] = [];
  #links = 0;
  #lines = 0;
  #table: Table | undefined;
  isDone = false;
  /** The rows of the last request, in its order. */
  #shown: { readonly key: string; readonly rows: readonly ListedLink[] } = { key: "", rows: [] };

  /** @param onSlice called after each slice */
  async read(file: Blob, onSlice: () => void): Promise<void> {
    const lister = new LinkLister({ findOwner });
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    this.#table = findTable(new Uint8Array(await file.slice(0, SAMPLE_BYTES).arrayBuffer()), file.size > SAMPLE_BYTES);
    let rest = "";
    for (let at = 0, bytes = FIRST_BYTES; at < file.size; at += bytes, bytes = SLICE_BYTES) {
      const slice = await file.slice(at, at + bytes).arrayBuffer();
      const text = rest + decoder.decode(slice, { stream: at + bytes < file.size });
      let from = 0;
      for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", from)) {
        this.#add(lister.line(text.slice(from, text[end - 1] === "\r" ? end - 1 : end)));
        this.#lines++;
        from = end + 1;
      }
      rest = text.slice(from);
      if (rest.length > LINE_UNITS) {
        const cut = /^[^]*[\s"<>]/.exec(rest)?.[0].length ?? rest.length;
        this.#add(lister.line(rest.slice(0, cut), false));
        rest = rest.slice(cut);
      }
      onSlice();
    }
    if (rest !== "") this.#lines++;
    this.#add([...lister.line(rest), ...lister.end()]);
    this.isDone = true;
    onSlice();
  }

  answer({ order, words, from }: RowsRequest): LinkRows {
    const key = `${this.#rows.length} ${order} ${words}`;
    if (key !== this.#shown.key) this.#shown = { key, rows: this.#select(order, words) };
    return { ...this.count(), from, rows: this.#shown.rows.slice(from, from + CHUNK_ROWS) };
  }

  /** Returns the counts so far; those of the words are of the last answer. */
  count(): Omit<LinkRows, "from" | "rows"> {
    return {
      matching: this.#shown.key.endsWith(" ") ? this.#rows.length : this.#shown.rows.length,
      links: this.#links,
      lines: this.#lines,
      table: this.#table,
      isDone: this.isDone,
    };
  }

  #add(links: readonly ListedLink[]): void {
    this.#links += links.length;
    this.#rows.push(...links.slice(0, MOST_ROWS - this.#rows.length));
  }

  #select(order: LinkOrder, words: string): readonly ListedLink[] {
    const toKey = ({ host, owner, worst, kind, leadsTo }: ListedLink): string =>
      `${host} ${owner} ${worst?.severity} ${worst?.code} ${kind} ${leadsTo}`;
    const rows =
      words === "" ? this.#rows : this.#rows.filter((row) => `${row.url} ${toKey(row)}`.toLowerCase().includes(words));
    if (order === "line") return rows;
    const rank = ({ worst }: ListedLink): number => (worst === undefined ? 3 : RANK[worst.severity]);
    const name = ({ owner, host }: ListedLink): string => owner ?? host ?? "";
    return rows.toSorted(
      order === "worst" ? (a, b) => rank(a) - rank(b) : (a, b) => (name(a) < name(b) ? -1 : name(a) > name(b) ? 1 : 0),
    );
  }
}
