// Finds what a module uses from outside: free names, imported modules, and ways to create code from strings.
import { createContext, runInContext } from "node:vm";
import { walk } from "../syntax.mjs";

/** The globals of the language, except those that create code from strings or access the host. */
const LANGUAGE = new Set(runInContext("Object.getOwnPropertyNames(globalThis)", createContext({}))).add("arguments");
for (const name of ["eval", "Function", "globalThis", "console", "WebAssembly"]) LANGUAGE.delete(name);

/** Names that are reported even if the module declares them, because scopes are not analysed here. */
const HOSTS = new Set([
  ...Object.getOwnPropertyNames(globalThis).filter((name) => !LANGUAGE.has(name)),
  ..."XMLHttpRequest WebSocket document importScripts navigator require self window".split(" "),
]);

/** Parts of a node that are names, not references, unless they are computed. */
const NAMES = { MemberExpression: "property", MethodDefinition: "key", Property: "key", PropertyDefinition: "key" };
const NEVER_REFERENCES = new Set([
  ..."BreakStatement ContinueStatement ExportSpecifier ImportSpecifier LabeledStatement".split(" "),
  "MetaProperty",
]);
const DECLARING = {
  ArrowFunctionExpression: ["params"],
  CatchClause: ["param"],
  ClassDeclaration: ["id"],
  ClassExpression: ["id"],
  FunctionDeclaration: ["id", "params"],
  FunctionExpression: ["id", "params"],
  ImportDefaultSpecifier: ["local"],
  ImportNamespaceSpecifier: ["local"],
  ImportSpecifier: ["local"],
  VariableDeclarator: ["id"],
};

/**
 * @param code the text of a module or script
 * @returns `names` that neither the module nor the language declares, the imported `modules`, and `dynamicCode`: ways to create code from strings
 */
export function findReach(code) {
  const declared = new Set();
  const names = new Set();
  const modules = new Set();
  const dynamicCode = new Set();
  walk(code, (node, parent, key) => {
    for (const part of DECLARING[node.type] ?? []) for (const name of [node[part]].flat()) declare(name, declared);
    if (node.type === "ImportExpression" && node.source.type !== "Literal")
      dynamicCode.add("import of a computed module");
    else if (/^(Import|Export)/.test(node.type) && node.source) modules.add(node.source.value);
    if (node.type === "MetaProperty" && node.meta.name === "import") names.add("import.meta");
    if (/^(Call|New)Expression$/.test(node.type) && named(node.callee) === "constructor")
      dynamicCode.add("constructor()");
    if (node.type !== "Identifier" || NEVER_REFERENCES.has(parent.type)) return;
    if (NAMES[parent.type] === key && !parent.computed) return;
    names.add(node.name);
  });
  const free = [...names].filter((name) => HOSTS.has(name) || !(declared.has(name) || LANGUAGE.has(name)));
  return { names: free, modules: [...modules], dynamicCode: [...dynamicCode] };
}

function named({ type, property }) {
  return type === "MemberExpression" ? (property.name ?? property.value) : undefined;
}

/** Adds the names of a pattern to the declared ones. */
function declare(pattern, declared) {
  if (!pattern) return;
  if (pattern.type === "Identifier") declared.add(pattern.name);
  for (const part of ["argument", "left", "value", "elements", "properties"])
    for (const inner of [pattern[part]].flat()) if (typeof inner?.type === "string") declare(inner, declared);
}
