import type { Command } from "../flags.ts";

/** The commands over URIs and URI templates. */
export const URI_COMMANDS = {
  clean: {
    operands: "[URI...]",
    summary:
      "trim and clean a URI that was typed or pasted; refuse it if browsers and RFC 3986 parsers see different hosts",
    examples: [
      ["percodec clean 'http://www.café.fr/a b?q=ü|%41'", "http://www.xn--caf-dma.fr/a%20b?q=%C3%BC%7C%41\n"],
      ["percodec clean ' https://e.com/a '", "https://e.com/a\n"],
      ["percodec clean --level advanced ' http://e.com/100% [x]#a#b'", "http://e.com/100%25%20%5Bx%5D#a%23b\n"],
      ["percodec clean --repair-double 'http://e.com/caf%25C3%25A9'", "http://e.com/caf%C3%A9\n"],
    ],
  },
  edit: {
    operands: "[URI...]",
    summary: "trim a URI or a ?query and change its parameters or its parts; every other byte stays the same",
    examples: [
      ["percodec edit 'https://e.com/p?q=a%20b&page=1#top' --set page=2", "https://e.com/p?q=a%20b&page=2#top\n"],
      ["percodec edit 'https://e.com/?utm_source=x&id=7' --delete 'utm_*'", "https://e.com/?id=7\n"],
      ["percodec edit '?utm=x&q=a%20b&page=1' --set page=2 --delete utm", "?q=a%20b&page=2\n"],
      ["percodec edit https://e.com/users --append-path 'a/b' --fragment top", "https://e.com/users/a%2Fb#top\n"],
      [
        "percodec edit 'https://u@e.com/a?x' --userinfo '' --host é.org --port 80 --path '/b c'",
        "https://xn--9ca.org:80/b%20c?x\n",
      ],
      ["printf '/a?x=1\\n/b\\n' | percodec edit --set x=2 --lines", "/a?x=2\n/b?x=2\n"],
    ],
  },
  display: {
    operands: "[URI...]",
    summary: "show a URI in a readable form that is still the same URI",
    examples: [
      ["percodec display 'http://xn--caf-dma.fr/%C3%BC/%2F?q=a%20b'", "http://café.fr/ü/%2F?q=a%20b\n"],
      ["percodec display --iri 'http://e.com/caf%C3%A9%2F'", "http://e.com/café%2F\n"],
    ],
  },
  links: {
    operands: "[TEXT...]",
    summary:
      "list the links of mails, HTML, JSON, logs, CSV and other texts, one a line: URLs, with https:// if they have no scheme, and e-mail addresses",
    examples: [
      [
        "percodec links 'See example.com/α(β), or ask me@example.com.'",
        "https://example.com/α(β)\nmailto:me@example.com\n",
      ],
      ["percodec links --from html 'href=\"https://e.com/?a&amp;b\"'", "https://e.com/?a&b\n"],
      [
        "percodec links --table 'http://a.com@e.org/ x@e.com'",
        "1\te.org\te.org\tdanger:host-like-user\thttp://a.com@e.org/\n1\t-\t-\t-\tmailto:x@e.com\n",
      ],
      ["percodec links --format-links 'See https://e.com/%CE%B1%20%CE%B2.'", "See https://e.com/α%20β.\n"],
    ],
  },
  normalize: {
    operands: "[URI...]",
    summary: "normalize a URI by the rules of RFC 3986",
    examples: [["percodec normalize 'HTTP://Ex%41mple.com:80/%7euser/%2e%2e/a%2fb'", "http://example.com/a%2Fb\n"]],
  },
  compare: {
    operands: "A B",
    summary: "compare two URIs and say which rule makes them equal, or where they differ; exit 1 if they differ",
    examples: [
      [
        "percodec compare 'http://e.com/%7Eu' 'HTTP://e.com/~u'",
        "Equal: the escape of an unreserved character equals the character.\n",
      ],
      [
        "percodec compare 'http://e.com:80/' 'http://e.com'",
        "Equal: the default port of http is 80, and an empty path of http is /.\n",
      ],
    ],
  },
  parts: {
    operands: "[URI...]",
    summary:
      "trim a URI and list its components, raw and decoded; refuse it if browsers and RFC 3986 parsers see different hosts",
    examples: [
      [
        "percodec parts 'https://u@e.com:8080/a%2Fb/caf%C3%A9?q=1%262#top'",
        "COMPONENT  RAW               DECODED\nscheme     https             https\nuserinfo   u                 u\nhost       e.com             e.com\nport       8080              8080\npath       /a%2Fb/caf%C3%A9  /a%2Fb/café\nquery      q=1%262           q=1%262\nfragment   top               top\n",
      ],
      ["percodec parts --get host,path 'https://e.com/a%20b?x'", "e.com\t/a%20b\n"],
      ["percodec parts --get query:q 'https://e.com/?q=caf%C3%A9+noir'", "café noir\n"],
      ["percodec parts --segments 'https://e.com/%61dmin/caf%C3%A9/'", '["admin","café",""]\n'],
      ["percodec parts --segments --allow slash '/a%2Fb'", '["a/b"]\n'],
      [
        "percodec parts --compare 'http://good.com\\@evil.com/'",
        "READER   SCHEME   HOST      PORT  PATH         CALL\nwhatwg   http     good.com  -     /@evil.com/  new URL(text)\nrfc3986  http     evil.com  -     /            splitUri(text)\npython   http     evil.com  -     /            urllib.parse.urlsplit(text)\njava     refuses                               new URI(text)\ngo       refuses                               url.Parse(text)\nphp      http     evil.com  -     /            parse_url($text)\nperl     http     evil.com  -     /            URI->new($text)\nnode     http     good.com  -     /@evil.com/  url.parse(text)\nThe readers do not agree on host, path.\nRefused by java, go.\n",
      ],
    ],
  },
  resolve: {
    operands: "BASE [REFERENCE...]",
    summary: "trim and resolve references against an absolute URI, by RFC 3986 section 5",
    examples: [["percodec resolve 'http://a/b/c/d;p?q' '../g?y' '//h/x'", "http://a/b/g?y\nhttp://h/x\n"]],
  },
  template: {
    operands: "TEMPLATE [NAME=VALUE... | URI...]",
    summary:
      "expand an RFC 6570 template, or match URIs with it; a repeated NAME makes a list, an unknown NAME is an error",
    examples: [
      ["percodec template '/users/{id}{?q,tag*}' id=7 'q=a b' tag=x tag=y", "/users/7?q=a%20b&tag=x&tag=y\n"],
      ["percodec template --match '/users/{id}{?q}' '/users/7?q=a%20b'", '{"id":"7","q":"a b"}\n'],
      [
        "printf '/a/x.txt\\n/a/y.md\\n' | percodec template --match '/a/{name}.{type}'",
        '{"name":"x","type":"txt"}\n{"name":"y","type":"md"}\n',
      ],
    ],
  },
} as const satisfies Readonly<Record<string, Command>>;
