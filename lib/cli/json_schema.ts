// The part of JSON Schema that operations' inputs use, and how it reads to a person. Generated from zod, never written
// by hand; anything outside this part is described as «any value».

export interface JsonSchema {
  type?: string | string[];
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  [key: string]: unknown;
}

/** The alternatives of a union, or the schema itself. */
export function branches(schema: JsonSchema): JsonSchema[] {
  const list = schema.anyOf ?? schema.oneOf;
  return list ? list.flatMap(branches) : [schema];
}

/** Whether a value of this type is allowed in any branch. */
export function allows(schema: JsonSchema, type: string): boolean {
  return branches(schema).some((b) => b.type === type || (Array.isArray(b.type) && b.type.includes(type)));
}

/** The fixed values of a schema, or of its items. */
export function choicesOf(schema: JsonSchema): string[] | undefined {
  for (const branch of branches(schema)) {
    const values = branch.enum ?? branch.items?.enum;
    if (values) return values.map(String);
  }
  return undefined;
}

/** «an integer from 1 to 100», «one of class, function», «a list of text». */
export function describeAllowed(schema: JsonSchema): string {
  return [...new Set(branches(schema).map(describeBranch))].join(", or ");
}

function describeBranch(schema: JsonSchema): string {
  if (schema.const !== undefined) return String(schema.const);
  if (schema.enum) return `one of ${schema.enum.map(String).join(", ")}`;
  switch (schema.type) {
    case "boolean":
      return "true or false";
    case "integer":
      return `an integer${range(schema.minimum, schema.maximum)}`;
    case "number":
      return `a number${range(schema.minimum, schema.maximum)}`;
    case "array":
      return `a list${size(schema.minItems, schema.maxItems, "entry", "entries")} of ${
        schema.items ? describeAllowed(schema.items) : "values"
      }`;
    case "string":
      return `text${size(schema.minLength, schema.maxLength, "character", "characters")}`;
    case "null":
      return "null";
    default:
      return "any value";
  }
}

function range(low?: number, high?: number): string {
  const from = low !== undefined && low > Number.MIN_SAFE_INTEGER ? low : undefined;
  const to = high !== undefined && high < Number.MAX_SAFE_INTEGER ? high : undefined;
  if (from !== undefined && to !== undefined) return ` from ${from} to ${to}`;
  if (from !== undefined) return `, at least ${from}`;
  return to !== undefined ? `, at most ${to}` : "";
}

function size(low: number | undefined, high: number | undefined, one: string, many: string): string {
  const word = (n: number) => n === 1 ? one : many;
  if (low && high !== undefined) return ` (${low} to ${high} ${word(high)})`;
  if (low) return ` (at least ${low} ${word(low)})`;
  return high !== undefined ? ` (at most ${high} ${word(high)})` : "";
}
