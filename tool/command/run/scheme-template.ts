import type { TemplateValue } from "percodec/template";
import { uri } from "percodec/uri";
import { toHex } from "../../shared/text.ts";
import { withFault } from "../../shared/unless-refused.ts";

/** A template of a scheme that has rules of its own, with simple expressions. */
export const SCHEME_TEMPLATE = /^(?:mailto|tel):(?:[^{}]|\{[?&;]?[\w.%]+(?:,[\w.%]+)*\})*$/i;

/** Expands a template of `mailto:` or `tel:` by the rules of the tag `uri`. */
export function expandByScheme(template: string, values: Readonly<Record<string, TemplateValue>>): string {
  const strings: string[] = [];
  const holes: (readonly [name: string, value: unknown])[] = [];
  let literal = "";
  for (const part of template.split(/(\{[^}]+\})/)) {
    const [, operator, names] = /^\{([?&;]?)(.+)\}$/.exec(part) ?? [];
    if (names === undefined) literal += part;
    let delimiter = operator ?? "";
    for (const name of names?.split(",") ?? []) {
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      for (const item of operator === "" && Array.isArray(value) ? value : [value ?? undefined]) {
        if (item === undefined) continue;
        strings.push(literal + delimiter + (operator === "" ? "" : `${name}=`));
        holes.push([name, item]);
        literal = "";
        delimiter = operator === "?" ? "&" : operator || ",";
      }
    }
  }
  strings.push(literal);
  const toName = (_: string, hole: string): string => `{${holes[Number(hole) - 1]![0]}}`;
  return withFault(
    () => uri(Object.assign(strings, { raw: strings }), ...holes.map(([, value]) => value as string)),
    ({ operation }) => ({ operation: operation.replace(/hole (\d+)/, toName) }),
  );
}

/** Returns a template or URI of `mailto:` or `tel:` with the escapes of RFC 6570, and its names, which have no case, as those of variables. */
export function toRfc6570(text: string, variables: readonly string[]): string {
  const scheme = text.slice(0, text.indexOf(":") + 1).toLowerCase();
  const escape = (character: string): string => `%${toHex(character.charCodeAt(0), 2)}`;
  const escaped = text.slice(scheme.length).replace(/[!$'()*+:@]/g, escape);
  const lower = new Map(variables.map((name) => [name.toLowerCase(), name]));
  const toVariable = (name: string): string => lower.get(name.toLowerCase()) ?? name.toLowerCase();
  return scheme + escaped.replace(/(?<=[?&;])[\w-]+(?=[=&;#]|$)/g, toVariable);
}
