// The measured functions of npm packages.
import { StdUriTemplate } from "@std-uritemplate/std-uritemplate";
import decodeUriComponent from "decode-uri-component";
import { encodeUrl } from "encodeurl";
import fastDecodeUriComponent from "fast-decode-uri-component";
import fastQuerystring from "fast-querystring";
import fastQuerystringInternals from "fast-querystring/lib/internals/querystring.js";
import fastUri from "fast-uri";
import normalizeUrl from "normalize-url";
import { parse as picoParse, stringify as picoStringify } from "picoquery";
import strictUriEncode from "strict-uri-encode";
import * as uriJs from "uri-js";
import { parseTemplate } from "url-template";
import { percentDecodeBytes, URL } from "whatwg-url";

export const competitors = {
  StdUriTemplate,
  decodeUriComponent,
  encodeUrl,
  fastDecodeUriComponent,
  fastQuerystring: { ...fastQuerystring, encode: fastQuerystringInternals.encodeString },
  fastUri,
  normalizeUrl,
  parseTemplate,
  picoquery: { parse: picoParse, stringify: picoStringify },
  strictUriEncode,
  uriJs,
  whatwgUrl: { percentDecodeBytes, URL },
};
