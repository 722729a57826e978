import type * as charset from "percodec/charset";

type Charset = typeof charset;

declare global {
  /** Also what `percodec/charset` exports; the script runs after percodec.codec.js or percodec.all.js. */
  interface PercodecGlobal extends Charset {}
}
