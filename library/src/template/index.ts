export { compileTemplate, type CompiledTemplate } from "./compile.ts";
export {
  expandTemplate,
  type ExpandTemplateOptions,
  type TemplateMember,
  type TemplateText,
  type TemplateValue,
  type TemplateValues,
} from "./expand.ts";
export { type Expression, type Operator, parseTemplate, type TemplatePart, type Varspec } from "./parse.ts";
export { matchTemplate, type MatchTemplateOptions, type TemplateMatch } from "./match.ts";
export type { AllowedInSegment } from "../uri/segment.ts";
