export {
  expandTemplate,
  type TemplateMember,
  type TemplateText,
  type TemplateValue,
  type TemplateValues,
} from "./expand.ts";
export { matchTemplate, type TemplateMatch } from "./match.ts";
