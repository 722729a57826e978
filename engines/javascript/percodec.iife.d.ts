declare global {
  /** What `percodec` and `percodec/sets` export, defined by percodec.iife.js. */
  var percodec: typeof import("percodec") & typeof import("percodec/sets");
}

export {};
