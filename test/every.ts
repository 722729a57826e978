/** The quick gate takes each so-many-th of what the whole run takes one by one; odd, so that no pattern of powers of two is left out. */
export const EVERY = Number(process.env["PERCODEC_EVERY"] ?? 1);
