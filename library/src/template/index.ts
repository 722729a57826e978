export { compileTemplate, type CompiledTemplate } from "./compile.ts";
export { expandTemplate, type ExpandTemplateOptions } from "./expand.ts";
export { type Expression, type Operator, parseTemplate, type TemplatePart, type Varspec } from "./parse.ts";
export { matchTemplate } from "./match.ts";
export type { MatchTemplateOptions } from "./match-plan.ts";
export type { TemplateMatch, TemplateMember, TemplateText, TemplateValue, TemplateValues } from "./types.ts";
export type { AllowedInSegment } from "../uri/segment.ts";
