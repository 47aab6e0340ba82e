import { z } from "zod";

export type JsonSchema = Record<string, unknown>;

/** Not every reader of JSON Schema knows `\p`. */
const NO_CONTROLS = "^[^\\u0000-\\u001f\\u007f-\\u009f]*$";

/**
 * Collects the schemas of a document. A schema with `.meta({ id })` becomes a component of that name; one with
 * `.meta({ json })` is described by that, where its own checks can't be told in JSON Schema.
 */
export class Schemas {
  readonly components: Record<string, JsonSchema> = {};

  /** What a caller sends. */
  input = (schema: z.ZodType): JsonSchema => this.#convert(schema, "input");
  /** What the caller receives. */
  output = (schema: z.ZodType): JsonSchema => this.#convert(schema, "output");

  #convert(schema: z.ZodType, io: "input" | "output"): JsonSchema {
    const { $schema, $defs, ...converted } = z.toJSONSchema(schema, { io, unrepresentable: "any", override: tidy });
    const referenced = JSON.parse(JSON.stringify({ $defs, converted }).replaceAll("#/$defs/", "#/components/schemas/"));
    Object.assign(this.components, referenced.$defs);
    return referenced.converted;
  }
}

/** Leaves out details without meaning: the bounds of every integer, the pattern of every date. */
function tidy({ jsonSchema: schema }: { jsonSchema: JsonSchema }): void {
  if (schema.json) {
    const { json, description, default: fallback } = schema;
    for (const key of Object.keys(schema)) delete schema[key];
    Object.assign(
      schema,
      json,
      description !== undefined && { description },
      fallback !== undefined && { default: fallback },
    );
  }
  const [value, nothing] = (schema.anyOf ?? []) as JsonSchema[];
  if (nothing?.type === "null" && typeof value?.type === "string" && !("enum" in value) && !("const" in value)) {
    delete schema.anyOf;
    Object.assign(schema, { ...value, ...schema, type: [value.type, "null"] });
  }
  if (schema.format !== undefined) delete schema.pattern;
  if (schema.pattern === "^\\P{Cc}*$") schema.pattern = NO_CONTROLS;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}
