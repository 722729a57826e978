declare const percentEncoding: unique symbol;

/**
 * Text that has been percent-encoded: `percentEncode` returns this type and does not accept it, so encoding twice does not compile.
 *
 * It is a plain string at run time. Concatenation returns a plain string. To encode text twice on purpose, as for a URL
 * inside a query, pass `String(encoded)`.
 */
export type EncodedText = string & { readonly [percentEncoding]?: "encoded" };

/**
 * Text that has been percent-decoded: `percentDecode` returns this type and does not accept it, so decoding twice does not compile.
 *
 * To decode text twice on purpose, pass `String(decoded)`.
 */
export type DecodedText = string & { readonly [percentEncoding]?: "decoded" };

/** What `percentDecode` accepts: any text that is not known to be decoded. */
export type DecodableText = EncodedText;

/** What `percentEncode` accepts: any text that is not known to be encoded. */
export type EncodableText = DecodedText;
