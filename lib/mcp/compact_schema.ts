// JSON Schemas as short as they can be said. A list of tools is read into a model's context before the first question,
// so every byte of it is paid for by every user; nothing that changes what is valid input is left out.

export type Schema = { [key: string]: unknown };

/** How much of a result is described: levels of nesting, and whether leaves carry their type. */
export interface Detail {
  depth: number;
  types: boolean;
  /** Descriptions and required fields. */
  full: boolean;
}

/** An input schema: noise is dropped, constraints and descriptions stay. */
export function compactInput(schema: Schema): Schema {
  const { $schema: _, ...rest } = withoutNoise(schema) as Schema;
  return { type: "object", ...rest };
}

/** A result schema reduced to a level of detail. Additional fields are always allowed. */
export function compactResult(schema: Schema, detail: Detail): Schema {
  const clean = withoutNoise(schema) as Schema;
  return detail.full ? open(clean) as Schema : reduce(clean, detail.depth, detail.types);
}

/** Drops `$schema` and the bounds that only say «a safe integer». */
function withoutNoise(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNoise);
  if (typeof value !== "object" || value === null) return value;
  const out: Schema = {};
  for (const [key, entry] of Object.entries(value)) {
    if (key === "$schema" || key === "propertyNames") continue;
    if ((key === "minimum" || key === "maximum") && Math.abs(entry as number) === Number.MAX_SAFE_INTEGER) {
      continue;
    }
    out[key] = withoutNoise(entry);
  }
  return out;
}

function open(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(open);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).filter(([key, entry]) => !(key === "additionalProperties" && entry === false))
      .map(([key, entry]) => [key, open(entry)]),
  );
}

function reduce(schema: Schema, depth: number, types: boolean): Schema {
  const properties = schema.properties as Record<string, Schema> | undefined;
  if (properties) {
    const kind = types ? { type: "object" } : {};
    if (depth <= 0) return kind;
    const reduced = Object.entries(properties).map(([name, p]) => [name, reduce(p, depth - 1, types)]);
    return { ...kind, properties: Object.fromEntries(reduced) };
  }
  if (schema.type === "array") {
    const items = schema.items ? reduce(schema.items as Schema, depth, types) : {};
    return { ...(types && { type: "array" }), ...(Object.keys(items).length > 0 && { items }) };
  }
  return types && schema.type !== undefined ? { type: schema.type } : {};
}
