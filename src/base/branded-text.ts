declare const percentEncoding: unique symbol;

/**
 * Text that has been percent-encoded: `percentEncode` gives it and does not take it, so encoding twice does not compile.
 *
 * It is a plain string at run time. Concatenation loses the brand (the sum of an encoded and a plain text is neither);
 * where encoding the encoded is meant, as for a URL inside a query, `String(encoded)` is the way out.
 */
export type EncodedText = string & { readonly [percentEncoding]?: "encoded" };

/**
 * Text that has been percent-decoded: `percentDecode` gives it and does not take it, so decoding twice does not compile.
 *
 * Where a second decoding is meant, `String(decoded)` is the way out.
 */
export type DecodedText = string & { readonly [percentEncoding]?: "decoded" };

/** What `percentDecode` takes: any text but one that has just been decoded. */
export type DecodableText = EncodedText;

/** What `percentEncode` takes: any text but one that has just been encoded. */
export type EncodableText = DecodedText;
