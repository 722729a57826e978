import type { DecodedText } from "../base/branded-text.ts";

/** A value that is a single text; numbers, booleans and bigints are converted by `String`. */
export type TemplateText = string | number | boolean | bigint;

/** A member of a list or of an associative array; null and undefined members are skipped. */
export type TemplateMember = TemplateText | null | undefined;

/**
 * The value of a variable: text, a list, or an associative array, which is a plain object, a Map or an array of pairs.
 * Null, and lists and arrays without a defined member, count as undefined (https://www.rfc-editor.org/rfc/rfc6570#section-2.3).
 */
export type TemplateValue =
  | TemplateMember
  | readonly TemplateMember[]
  | readonly (readonly [name: string, value: TemplateMember])[]
  | ReadonlyMap<string, TemplateMember>
  | { readonly [name: string]: TemplateMember };

/** The values for a template: if it is a string literal, only its own variables are allowed; otherwise any names. */
export type TemplateValues<Template extends string> =
  IsLiteral<Template> extends false
    ? { readonly [name: string]: TemplateValue }
    : [Varspec<Template>] extends [never]
      ? { readonly [name: string]: never }
      : {
          readonly [One in Varspec<Template> as NameOf<One>]?: One extends `${string}:${string}`
            ? TemplateMember
            : TemplateValue;
        };

/**
 * The result of matching: a text for each variable that the URI defines, a list for each exploded one. In `{;x}`, `{?x}` and `{&x}` a
 * value with commas is a list too, and an exploded variable of a query may be an object.
 */
export type TemplateMatch<Template extends string> =
  IsLiteral<Template> extends false
    ? { [name: string]: DecodedText | DecodedText[] | { [name: string]: DecodedText } | undefined }
    : { [One in MarkedVarspec<Template> as NameOf<Unmarked<One>>]?: MatchedValue<One> };

type MatchedValue<One extends string> = One extends `${infer Name}*`
  ? DecodedText[] | (Name extends `?${string}` ? { [name: string]: DecodedText } : never)
  : One extends `${"=" | "?"}${infer Name}`
    ? Name extends `${string}:${string}`
      ? DecodedText
      : DecodedText | DecodedText[]
    : DecodedText;

/**
 * The varspecs of a template as a union, with `=` before those of `{;x}`, and `?` before those of a query. The compiler fails beyond 999
 * expressions; `as string` avoids that.
 */
type MarkedVarspec<
  Template extends string,
  Found = never,
> = Template extends `${string}{${infer Expression}}${infer Rest}`
  ? MarkedVarspec<Rest, Found | MarkedListOf<Expression>>
  : Found;

type Varspec<Template extends string> = Unmarked<MarkedVarspec<Template>>;

type MarkedListOf<Expression extends string> = Expression extends `;${infer List}`
  ? `=${ListOf<List> & string}`
  : Expression extends `${"?" | "&"}${infer List}`
    ? `?${ListOf<List> & string}`
    : Expression extends `${"+" | "#" | "." | "/"}${infer List}`
      ? ListOf<List>
      : ListOf<Expression>;

type Unmarked<One> = One extends `${"=" | "?"}${infer Name}` ? Name : One;

/** False for `string` and for patterns such as `${string}/{id}`, whose variables are not all visible to the compiler. */
type IsLiteral<Template extends string> = {} extends Record<Template, 1> ? false : true;

type ListOf<List extends string, Found = never> = List extends `${infer One},${infer Rest}`
  ? ListOf<Rest, Found | One>
  : Found | List;

type NameOf<One> = One extends `${infer Name}*` | `${infer Name}:${string}` ? Name : One & string;
