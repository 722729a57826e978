// The measured functions of npm packages. The file is in this folder because the packages are installed here.
import decodeUriComponent from "decode-uri-component";
import fastDecodeUriComponent from "fast-decode-uri-component";
import fastQuerystring from "fast-querystring";
import fastQuerystringInternals from "fast-querystring/lib/internals/querystring.js";
import { parse as picoParse, stringify as picoStringify } from "picoquery";
import strictUriEncode from "strict-uri-encode";
import { percentDecodeBytes } from "whatwg-url";

export const competitors = {
  decodeUriComponent,
  fastDecodeUriComponent,
  fastQuerystring: { ...fastQuerystring, encode: fastQuerystringInternals.encodeString },
  picoquery: { parse: picoParse, stringify: picoStringify },
  strictUriEncode,
  whatwgUrl: { percentDecodeBytes },
};
