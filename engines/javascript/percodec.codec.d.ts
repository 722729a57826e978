import type * as codec from "percodec";
import type * as legacy from "percodec/legacy";
import type * as sets from "percodec/sets";

type Codec = typeof codec & typeof legacy & typeof sets;

/** The outcome for one text, as `percodec records` writes it. */
export interface PercodecReport {
  readonly value: string | null;
  readonly status: "ok" | "malformed" | "invalid-utf8" | "bad-record" | "null";
  readonly code: string | null;
  /** Where the fault begins, in bytes of the text as UTF-8. */
  readonly byte_offset: number | null;
}

/** A function that does not throw: a bad text has a status, a code and a byte offset. */
export type PercodecFunction<More extends readonly unknown[] = []> = (
  text: string | null | undefined,
  ...more: More
) => PercodecReport;

declare global {
  /** The functions that SQL engines call. */
  interface PercodecSql {
    readonly percent_decode: PercodecFunction;
    readonly form_decode: PercodecFunction;
    readonly percent_encode: PercodecFunction;
    readonly percent_encode_as: PercodecFunction<[set: string]>;
  }

  /** What `percodec`, `percodec/legacy` and `percodec/sets` export. */
  interface PercodecGlobal extends Codec {
    readonly sql: PercodecSql;
  }

  /** Defined by percodec.codec.js, a script without modules. */
  var percodec: PercodecGlobal;
}
