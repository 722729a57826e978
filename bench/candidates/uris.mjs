// Candidates for URIs. Each workload has one peer, and only the inputs to which both return the same answer are timed.
import { queries, uriPairs, uris, values } from "../uri-corpus.mjs";

const TEMPLATE = "https://api.example.com/users/{id}/items{?q,page}";
const LIST_TEMPLATE = "https://api.example.com/search{?q,tags*}";
const URL_OPTIONS = { stripAuthentication: false, stripHash: false, stripWWW: false, removeTrailingSlash: false, removeSingleSlash: false, removeQueryParameters: false, sortQueryParameters: false, stripTextFragment: false }; // prettier-ignore

const toHref = (text) => new URL(text).href;
const areHrefsEqual = ([a, b]) => toHref(a) === toHref(b);

/**
 * For each task the inputs, our call, the calls of the peers by name, and the URL of the platform, which often does another task.
 * `touch` tells measure.mjs how to read a result.
 */
const TASKS = {
  cleanUri: ({ uri: { cleanUri }, competitors }, { kind }) => ({
    inputs: uris(kind),
    ours: (text) => cleanUri(text),
    peers: {
      encodeurl: (text) => competitors.encodeUrl(text),
      "whatwg-url": (text) => new competitors.whatwgUrl.URL(text).href,
    },
    url: toHref,
  }),
  normalizeUri: ({ uri: { normalizeUri }, competitors }, { kind }) => ({
    inputs: uris(kind),
    ours: (text) => normalizeUri(text),
    peers: {
      "fast-uri": (text) => competitors.fastUri.normalize(text),
      "uri-js": (text) => competitors.uriJs.normalize(text),
      "normalize-url": (text) => competitors.normalizeUrl(text, URL_OPTIONS),
      "whatwg-url": (text) => new competitors.whatwgUrl.URL(text).href,
    },
    url: toHref,
  }),
  compareUris: ({ uri: { compareUris }, competitors }) => ({
    inputs: uriPairs(),
    ours: ([a, b]) => compareUris(a, b).equality !== "different",
    peers: {
      "fast-uri": ([a, b]) => competitors.fastUri.equal(a, b),
      "uri-js": ([a, b]) => competitors.uriJs.equal(a, b),
      "whatwg-url": ([a, b]) => new competitors.whatwgUrl.URL(a).href === new competitors.whatwgUrl.URL(b).href,
    },
    url: areHrefsEqual,
    touch: "none",
  }),
  displayUri: ({ uri: { displayUri }, competitors }, { kind }) => ({
    inputs: uris(kind),
    ours: (text) => displayUri(text),
    peers: { "uri-js": (text) => competitors.uriJs.normalize(text, { iri: true, domainHost: true }) },
    url: toHref,
  }),
  inspect: ({ inspect: { inspect } }, { kind }) => ({
    inputs: uris(kind),
    ours: (text) => inspect(text).findings,
    peers: {},
    url: toHref,
    touch: "none",
  }),
  uri: ({ uri: { uri }, competitors }) => ({
    inputs: values(),
    ours: ({ id, q, page }) => uri`https://api.example.com/users/${id}/items?q=${q}&page=${page}`,
    peers: {
      "url-template": (given) => competitors.parseTemplate(TEMPLATE).expand(given),
      "std-uritemplate": (given) => competitors.StdUriTemplate.expand(TEMPLATE, given),
    },
    url: ({ id, q, page }) => {
      const url = new URL(`https://api.example.com/users/${encodeURIComponent(id)}/items`);
      url.searchParams.set("q", q);
      url.searchParams.set("page", page);
      return url.href;
    },
  }),
  expandTemplate: ({ template: { expandTemplate }, competitors }, { kind }) => {
    const template = kind === "list" ? LIST_TEMPLATE : TEMPLATE;
    const parsed = competitors.parseTemplate(template);
    return {
      inputs: values(),
      ours: (given) => expandTemplate(template, given),
      peers: {
        "url-template": (given) => competitors.parseTemplate(template).expand(given),
        "url-template, parsed once": (given) => parsed.expand(given),
        "std-uritemplate": (given) => competitors.StdUriTemplate.expand(template, given),
      },
    };
  },
  editQuery: ({ form: { editQuery }, competitors }) => {
    const { parse, stringify } = competitors.fastQuerystring;
    return {
      inputs: queries(),
      ours: (query) => editQuery(query).set("page", "2").delete("utm_source").toString(),
      peers: {
        "fast-querystring": (query) => {
          const all = parse(query);
          all.page = "2";
          delete all.utm_source;
          return stringify(all);
        },
      },
      url: (query) => {
        const params = new URLSearchParams(query);
        params.set("page", "2");
        params.delete("utm_source");
        return params.toString();
      },
    };
  },
};

export function uriCandidates(workload, modules) {
  const { inputs: all, ours, peers, url, touch = "text" } = TASKS[workload.task](modules, workload);
  const row = (name, kind, call, more) => ({ name, kind, call, touch, ...more });
  const peer = peers[workload.against];
  const inputs = peer === undefined ? all : all.filter((input) => agree(ours, peer, input));
  if (inputs.length === 0) return { skip: `${workload.against} never returns the answer of percodec` };
  const note = `${inputs.length} of ${all.length} answers agree`;
  return {
    inputs,
    expect: ours,
    same: (a, b) => a === b || (Array.isArray(a) && JSON.stringify(a) === JSON.stringify(b)),
    candidates: [
      row("percodec", "ours", ours),
      ...(peer === undefined ? [] : [row(workload.against, "npm", peer, { note })]),
      ...(url === undefined ? [] : [row(workload.task === "editQuery" ? "URLSearchParams" : "new URL", "beside", url)]),
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
