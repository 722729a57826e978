export type { FormEntries, FormFields, FormValue, NamedFile, OptionalFormValue } from "./entry-list.ts";
export { type FormLimits, formLimits, type FormOptions, type PairOptions } from "./options.ts";
export { type Duplicates, FormPairs } from "./pairs.ts";
export { parseForm } from "./parse.ts";
export {
  type FormRequest,
  FormRequestError,
  type FormRequestOptions,
  type FormStatus,
  parseFormRequest,
} from "./request.ts";
export type { FormStyle } from "./nested.ts";
export { toNestedObject, type NestedObjectOptions, type NestedValue } from "./nested-object.ts";
export type { SerializePairsOptions } from "./serialize.ts";
export { serializeForm, type SerializeOptions } from "./serialize-form.ts";
