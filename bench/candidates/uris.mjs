// Candidates for URIs. Each workload has one peer, and only the inputs to which both return the same answer are timed.
import { inspect } from "percodec/inspect";
import { compileTemplate, expandTemplate } from "percodec/template";
import { cleanUri, compareUris, displayUri, editUri, normalizeUri, uri } from "percodec/uri";
import { competitors } from "../competitors/index.mjs";
import { queries, uriPairs, uris, values } from "../uri-corpus.mjs";

const TEMPLATES = {
  values: "https://api.example.com/users/{id}/items{?q,page}",
  list: "https://api.example.com/search{?q,tags*}",
};
const URL_OPTIONS = { stripAuthentication: false, stripHash: false, stripWWW: false, removeTrailingSlash: false, removeSingleSlash: false, removeQueryParameters: false, sortQueryParameters: false, stripTextFragment: false }; // prettier-ignore

const toHref = (text) => new URL(text).href;
const areHrefsEqual = ([a, b]) => toHref(a) === toHref(b);

/**
 * For each task the inputs, our call, the calls of the peers by name, and `beside`, calls that do another task: that of the platform, and
 * ours without what the peers do not do. `touch` tells measure.mjs how to read a result.
 */
const TASKS = {
  cleanUri: (kind) => ({
    inputs: uris(kind),
    ours: (text) => cleanUri(text),
    peers: {
      encodeurl: (text) => competitors.encodeUrl(text),
      "whatwg-url": (text) => new competitors.whatwgUrl.URL(text).href,
    },
    beside: { "new URL": toHref },
  }),
  normalizeUri: (kind) => ({
    inputs: uris(kind),
    ours: (text) => normalizeUri(text),
    peers: {
      "fast-uri": (text) => competitors.fastUri.normalize(text),
      "uri-js": (text) => competitors.uriJs.normalize(text),
      "normalize-url": (text) => competitors.normalizeUrl(text, URL_OPTIONS),
      "whatwg-url": (text) => new competitors.whatwgUrl.URL(text).href,
    },
    beside: { "new URL": toHref },
  }),
  // The peers return no rule, no spans and no message.
  compareUris: () => ({
    inputs: uriPairs(),
    ours: ([a, b]) => compareUris(a, b).equality !== "different",
    peers: {
      "fast-uri": ([a, b]) => competitors.fastUri.equal(a, b),
      "uri-js": ([a, b]) => competitors.uriJs.equal(a, b),
      "whatwg-url": ([a, b]) => new competitors.whatwgUrl.URL(a).href === new competitors.whatwgUrl.URL(b).href,
    },
    beside: { "new URL": areHrefsEqual, "percodec, two normal forms": ([a, b]) => normalizeUri(a) === normalizeUri(b) },
    touch: "none",
  }),
  displayUri: (kind) => ({
    inputs: uris(kind),
    ours: (text) => displayUri(text),
    peers: { "uri-js": (text) => competitors.uriJs.normalize(text, { iri: true, domainHost: true }) },
    beside: { "new URL": toHref },
  }),
  inspect: (kind) => ({
    inputs: uris(kind),
    ours: (text) => inspect(text).findings,
    peers: {},
    beside: { "new URL": toHref },
    touch: "none",
  }),
  uri: () => ({
    inputs: values(),
    ours: ({ id, q, page }) => uri`https://api.example.com/users/${id}/items?q=${q}&page=${page}`,
    peers: {
      "url-template": (given) => competitors.parseTemplate(TEMPLATES.values).expand(given),
      "std-uritemplate": (given) => competitors.StdUriTemplate.expand(TEMPLATES.values, given),
    },
    beside: {
      "new URL": ({ id, q, page }) => {
        const url = new URL(`https://api.example.com/users/${encodeURIComponent(id)}/items`);
        url.searchParams.set("q", q);
        url.searchParams.set("page", page);
        return url.href;
      },
    },
  }),
  // The peers do not look for dot segments, and for values that change the authority.
  expandTemplate: (kind) => ({
    inputs: values(),
    ours: (given) => expandTemplate(TEMPLATES[kind], given),
    peers: {
      "url-template": (given) => competitors.parseTemplate(TEMPLATES[kind]).expand(given),
      "std-uritemplate": (given) => competitors.StdUriTemplate.expand(TEMPLATES[kind], given),
    },
    beside: { 'percodec, unsafe: "allow"': (given) => expandTemplate(TEMPLATES[kind], given, { unsafe: "allow" }) },
  }),
  compileTemplate: (kind) => {
    const { expand } = compileTemplate(TEMPLATES[kind]);
    const parsed = competitors.parseTemplate(TEMPLATES[kind]);
    return {
      inputs: values(),
      ours: (given) => expand(given),
      peers: { "url-template": (given) => parsed.expand(given) },
      beside: { 'percodec, unsafe: "allow"': (given) => expand(given, { unsafe: "allow" }) },
    };
  },
  // fast-querystring loses the order of equal names, the spelling of each pair, and pairs without a name.
  editUri: () => {
    const { parse, stringify } = competitors.fastQuerystring;
    return {
      inputs: queries(),
      ours: (query) => editUri(`?${query}`).set("page", "2").delete("utm_source").toString(),
      peers: {
        "fast-querystring": (query) => {
          const all = parse(query);
          all.page = "2";
          delete all.utm_source;
          return stringify(all);
        },
      },
      beside: {
        URLSearchParams: (query) => {
          const params = new URLSearchParams(query);
          params.set("page", "2");
          params.delete("utm_source");
          return params.toString();
        },
      },
    };
  },
};

export function uriCandidates(workload) {
  const { inputs: all, ours, peers, beside = {}, touch = "text" } = TASKS[workload.task](workload.kind);
  const row = (name, kind, call, more) => ({ name, kind, call, touch, ...more });
  const peer = peers[workload.against];
  const inputs = peer === undefined ? all : all.filter((input) => agree(ours, peer, input));
  if (inputs.length === 0) throw new Error(`${workload.against} never returns the answer of percodec`);
  const note = `${inputs.length} of ${all.length} answers agree`;
  return {
    inputs,
    expect: ours,
    same: (a, b) => a === b || (Array.isArray(a) && JSON.stringify(a) === JSON.stringify(b)),
    candidates: [
      row("percodec", "ours", ours),
      ...(peer === undefined ? [] : [row(workload.against, "npm", peer, { note })]),
      ...Object.entries(beside).map(([name, call]) => row(name, "beside", call)),
    ],
  };
}

function agree(ours, peer, input) {
  try {
    return ours(input) === peer(input);
  } catch {
    return false;
  }
}
