import { policyFlag } from "../flags.ts";
import type { CommandRows } from "./command.ts";
import { ESCAPES_ENCODING, TEXT_LINE_ROWS, URI_ROWS } from "./shared-rows.ts";

/** The commands that show what is in a text. */
export const INSPECT_COMMANDS = {
  read: {
    operands: "[TEXT...]",
    summary: "say what a text is and where it leads, with its parts, values and findings; percodec TEXT does the same",
    flags: ["as", "lines", "file", "max-record", "output", "json", "progress"],
    own: {
      ...TEXT_LINE_ROWS,
      json: { summary: "write the report of each text as one JSON object per line" },
    },
    examples: [
      [
        "percodec 'caf%C3%A9'",
        "A text that was encoded once.\nRead as escaped value, because: escapes, such as %C3.\nAlso possible: --as text.\n\nParts\nPART  FORM     TEXT\ntext  written  caf%C3%A9\ntext  decoded  café\n\nFindings\nNothing was found.\n\n",
      ],
      [
        "percodec read --as text 'a=1'",
        "Plain text: it has to be encoded before it becomes part of a URL.\nRead as plain text, because: any text is plain text.\nAlso possible: --as query.\n\nEncoded\nFOR           TEXT\nquery-value   a%3D1\npath-segment  a%3D1\nform-field    a%3D1\nfragment      a=1\nheader        UTF-8''a%3D1\ncookie        a=1\nfilename      a%3D1\nwhole-url     a=1\n\nFindings\nNothing was found.\n\n",
      ],
    ],
  },
  inspect: {
    operands: "[TEXT...]",
    summary: "list what is malformed, hidden, ambiguous or misleading in a text or URI",
    flags: [
      "fail-on",
      "severity",
      "summary",
      "only-findings",
      "lines",
      "file",
      "max-record",
      "output",
      "json",
      "progress",
    ],
    own: {
      ...TEXT_LINE_ROWS,
      summary: { summary: "count the findings of all texts by code, with the first place of each code" },
      "only-findings": { summary: "omit texts without (listed) findings" },
      json: { summary: "write the findings of each text, or the counts, as one JSON object per line" },
    },
    examples: [
      [
        "percodec inspect '/caf%C3%A9/100%'",
        'SEVERITY  COMPONENT  INDEX  LENGTH  CODE              TEXT  MESSAGE\nwarning   path       14     1       truncated-escape  %     The text ends inside an escape.\nRemedy for truncated-escape: get the whole text, or percentDecode with malformed: "keep".\n',
      ],
      [
        "percodec inspect --severity danger '/%41%00'",
        "SEVERITY  COMPONENT  INDEX  LENGTH  CODE  TEXT  MESSAGE\ndanger    path       4      3       nul   %00   A NUL ends the text for programs written in C.\nRemedy for nul: decodePath of percodec/guard, which throws.\n",
      ],
      [
        "printf '/a%%2Fb\\n/ok\\n/%%zz%%2F\\n' | percodec inspect --summary",
        "3 texts, 2 with findings\nSEVERITY  FINDINGS  TEXTS  CODE              FIRST\nwarning   2         2      encoded-slash     standard input: record 1 (byte 0), path, at 2\nwarning   1         1      malformed-escape  standard input: record 3 (byte 11), path, at 1\n\n",
      ],
    ],
  },
  decoders: {
    operands: "[TEXT...]",
    summary: "compare how standards and languages decode a text, or read a whole URL",
    flags: ["whole", "lines", "file", "max-record", "output", "json", "progress"],
    own: {
      ...TEXT_LINE_ROWS,
      json: { summary: "write the results for each text as one JSON object per line" },
    },
    examples: [
      [
        "percodec decoders --whole 'http://good.com\\@evil.com/'",
        "READER   SCHEME   HOST      PORT  PATH         CALL\nwhatwg   http     good.com  -     /@evil.com/  new URL(text)\nrfc3986  http     evil.com  -     /            splitUri(text)\npython   http     evil.com  -     /            urllib.parse.urlsplit(text)\njava     refuses                               new URI(text)\ngo       refuses                               url.Parse(text)\nphp      http     evil.com  -     /            parse_url($text)\nperl     http     evil.com  -     /            URI->new($text)\nnode     http     good.com  -     /@evil.com/  url.parse(text)\nThe readers do not agree on host, path.\nRefused by java, go.\n",
      ],
      [
        "percodec decoders '%zz'",
        "DECODER      RESULT        CALL\nrfc3986      refuses at 0  percentDecode(text)\nwhatwg       %zz           UTF-8 decode without BOM of percent-decode(text)\nform         %zz           new URLSearchParams('v=' + text).get('v')\npython       %zz           urllib.parse.unquote(text)\npython-plus  %zz           urllib.parse.unquote_plus(text)\njava         refuses at 0  URLDecoder.decode(text, UTF_8)\ngo-path      refuses at 0  url.PathUnescape(text)\ngo-query     refuses at 0  url.QueryUnescape(text)\nphp          %zz           urldecode($text)\nphp-raw      %zz           rawurldecode($text)\nperl         %zz           uri_unescape($text)\nThe decoders differ: malformed-escape at 0.\n",
      ],
    ],
  },
  explain: {
    operands: "[TEXT...]",
    summary: "show step by step how a text is decoded; each fault appears where it occurs",
    flags: [
      "encode",
      "set",
      "malformed",
      "invalid-utf8",
      "plus",
      "form",
      "percent-u",
      "encoding",
      "lines",
      "file",
      "max-record",
      "output",
      "json",
      "progress",
    ],
    own: {
      ...URI_ROWS,
      encoding: ESCAPES_ENCODING,
      lines: { short: "l", summary: "each line of the input is a separate text (always on)" },
      malformed: policyFlag("a % without two hex digits", "keep"),
      "invalid-utf8": policyFlag("bytes that are not UTF-8", "keep"),
      form: { summary: "treat the text as form data: + is a space, and --encode uses the set whatwg-form" },
      set: { short: "s", value: "SET", summary: "with --encode: encode this set (default rfc3986-component)" },
      json: { summary: "write the steps of each text as one JSON object per line" },
    },
    examples: [
      [
        "percodec explain 'caf%C3%A9'",
        "INDEX  INPUT  BYTES           UTF-8       OUTPUT  CLAUSE\n0      caf    63 61 66        ASCII       caf     https://url.spec.whatwg.org/#percent-decode\n3      %C3    C3 = 110 00011  first byte          https://www.rfc-editor.org/rfc/rfc3629#section-3\n6      %A9    A9 = 10 101001  last byte   é       https://www.rfc-editor.org/rfc/rfc3629#section-3\n",
      ],
      [
        "percodec explain --encoding shift_jis '%83A'",
        "INDEX  INPUT  BYTES  Shift_JIS   OUTPUT  CLAUSE\n0      %83    83     first byte          https://encoding.spec.whatwg.org/#shift_jis-decoder\n3      A      41     last byte   ア      https://encoding.spec.whatwg.org/#shift_jis-decoder\n",
      ],
    ],
  },
} as const satisfies CommandRows;
