export type { FormEntries, FormFields, FormValue, NamedFile, OptionalFormValue } from "./entry-list.ts";
export { type FormStyle, type NestedObjectOptions, type NestedValue, toNestedObject } from "./nested.ts";
export { type FormLimits, formLimits, type FormOptions, type PairOptions } from "./options.ts";
export { type Duplicates, FormPairs, parseForm } from "./pairs.ts";
export {
  type FormRequest,
  FormRequestError,
  type FormRequestOptions,
  type FormStatus,
  parseFormRequest,
} from "./request.ts";
export { serializeForm, type SerializeOptions, type SerializePairsOptions } from "./serialize.ts";
