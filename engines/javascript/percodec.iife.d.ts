import type * as codec from "percodec";
import type * as sets from "percodec/sets";

declare global {
  /** Defined by percodec.iife.js, a script for browsers. */
  var percodec: typeof codec & typeof sets;
}
