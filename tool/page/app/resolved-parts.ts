import { resolveUri, splitUri, type UriParts } from "percodec/uri";

/** The text that a part of a resolved URI comes from. */
export type Origin = "base" | "reference" | "both";

/** A part of a resolved URI, with its delimiter. */
export interface ResolvedPart {
  readonly component: keyof UriParts;
  readonly text: string;
  readonly origin: Origin;
}

/**
 * Resolves a reference, and returns the parts of the result with the text that each comes from
 * (https://www.rfc-editor.org/rfc/rfc3986#section-5.2.2). Joined, they are the result.
 */
export function resolveParts(reference: string, base: string): readonly ResolvedPart[] {
  const given = splitUri(reference);
  const target = splitUri(resolveUri(reference, base));
  const hasOwnScheme = given.scheme !== undefined;
  const hasOwnHost = hasOwnScheme || given.authority !== undefined;
  const isSameDocument = !hasOwnHost && given.path === "";
  const { scheme, authority, path, query, fragment } = target;
  const parts: ResolvedPart[] = [];
  const add = (component: keyof UriParts, text: string, origin: Origin): void => {
    if (text !== "") parts.push({ component, text, origin });
  };
  add("scheme", scheme === undefined ? "" : `${scheme}:`, hasOwnScheme ? "reference" : "base");
  add("authority", authority === undefined ? "" : `//${authority}`, hasOwnHost ? "reference" : "base");
  if (isSameDocument) add("path", path, "base");
  else if (hasOwnHost || given.path.startsWith("/")) add("path", path, "reference");
  else for (const part of splitMerged(given.path, splitUri(base), path)) parts.push(part);
  const isBaseQuery = isSameDocument && given.query === undefined;
  add("query", query === undefined ? "" : `?${query}`, isBaseQuery ? "base" : "reference");
  add("fragment", fragment === undefined ? "" : `#${fragment}`, "reference");
  return parts;
}

/** Splits a merged path after the segments of the base that no `..` has removed. */
function splitMerged(reference: string, base: UriParts, path: string): readonly ResolvedPart[] {
  const folder = base.path.slice(0, base.path.lastIndexOf("/") + 1);
  const kept: string[] = [];
  for (const segment of folder.split("/").slice(1, -1)) removeOrAdd(kept, segment);
  let count = kept.length;
  for (const segment of reference.split("/")) {
    removeOrAdd(kept, segment);
    count = Math.min(count, kept.length);
  }
  const start = ["", ...kept.slice(0, count), ""].join("/");
  // Only an absolute path has a place at which it can be split for certain.
  if (!path.startsWith("/") || !path.startsWith(start)) return [{ component: "path", text: path, origin: "both" }];
  const rest = path.slice(start.length);
  return [
    { component: "path", text: start, origin: "base" },
    ...(rest === "" ? [] : [{ component: "path", text: rest, origin: "reference" } as const]),
  ];
}

function removeOrAdd(segments: string[], segment: string): void {
  if (segment === "..") segments.pop();
  else if (segment !== ".") segments.push(segment);
}
