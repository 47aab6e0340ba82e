import { z } from "zod";
import { textOf } from "./field-texts.ts";

export type JsonSchema = Record<string, unknown>;

/** Not every reader of JSON Schema knows `\p`. */
const NO_CONTROLS = "^[^\\u0000-\\u001f\\u007f-\\u009f]*$";

type JsonSchemas = Record<string, JsonSchema>;
type Direction = "input" | "output";

/**
 * Collects the schemas of a document. A schema with `.meta({ id })` becomes a component of that name; one with
 * `.meta({ json })` is described by that, where its own checks can't be told in JSON Schema. A body with `.meta({ shapes })` has one of
 * several shapes: each lists the fields that go together, optional ones with a question mark.
 */
export class Schemas {
  readonly components: Record<string, JsonSchema> = {};
  readonly #converted = { input: new Map<z.ZodType, string>(), output: new Map<z.ZodType, string>() };

  /** Schema of data that a caller sends. */
  input = (schema: z.ZodType): JsonSchema => this.#get(schema, "input");
  /** Schema of data that the caller receives. */
  output = (schema: z.ZodType): JsonSchema => this.#get(schema, "output");

  /** Converts several at once: what they have in common is then converted once, and converting is what takes the time. */
  convert(schemas: Iterable<z.ZodType>, io: Direction): void {
    const left = [...new Set(schemas)].filter((schema) => !this.#converted[io].has(schema));
    if (left.length === 0) return;
    const { $defs = {}, properties = {} } = z.toJSONSchema(z.object({ ...left }), { io, unrepresentable: "any" });
    const referenced: { $defs: JsonSchemas; properties: JsonSchemas } = JSON.parse(
      JSON.stringify({ $defs, properties }).replaceAll("#/$defs/", "#/components/schemas/"),
    );
    for (const schema of [referenced.$defs, referenced.properties].flatMap(Object.values)) {
      tidy(schema, io);
      describeFields(schema);
    }
    // An example of each answer would be a tenth of the document; requests have one.
    for (const model of Object.values(referenced.$defs)) delete model.examples;
    Object.assign(this.components, referenced.$defs);
    for (const [index, schema] of left.entries())
      this.#converted[io].set(schema, JSON.stringify(referenced.properties[index]));
  }

  /** A copy, since it is changed where it is used. */
  #get(schema: z.ZodType, io: Direction): JsonSchema {
    this.convert([schema], io);
    return JSON.parse(this.#converted[io].get(schema) as string);
  }
}

/** Describes each field, also those in fields. */
function describeFields(schema: unknown): void {
  if (typeof schema !== "object" || schema === null) return;
  const { properties } = schema as { properties?: Record<string, JsonSchema> };
  for (const [name, field] of Object.entries(properties ?? {})) {
    const description = textOf(name, field);
    delete field.unit;
    // A field with one value says itself what it is.
    if (description !== undefined && field.const === undefined) field.description = description;
  }
  for (const [key, part] of Object.entries(schema)) if (!SAMPLES.includes(key)) describeFields(part);
}

/** These hold values, not schemas. */
export const SAMPLES = ["example", "examples", "enum", "default"];

/** Keywords that limit a text or a number. */
const LIMITS = ["pattern", "minLength", "maxLength", "minimum", "maximum"];

/** Leaves out details without meaning, in the parts as well: the bounds of every integer, the pattern of every date. */
function tidy(schema: unknown, io: Direction): void {
  if (typeof schema !== "object" || schema === null) return;
  for (const [key, part] of Object.entries(schema)) {
    if (SAMPLES.includes(key)) continue;
    for (const inner of key === "properties" ? Object.values(part) : [part]) tidy(inner, io);
  }
  if (!Array.isArray(schema)) tidyOne(schema as JsonSchema, io);
}

function tidyOne(schema: JsonSchema, io: Direction): void {
  if (Array.isArray(schema.oneOf)) schema.oneOf = mergeAlike(schema.oneOf);
  if (schema.json) {
    const { json, description, default: fallback } = schema;
    for (const key of Object.keys(schema)) delete schema[key];
    Object.assign(
      schema,
      json,
      description !== undefined && { description },
      // The schema's own default is in the form that it is described in; this one may be a text of a query.
      fallback !== undefined && !("default" in (json as object)) && { default: fallback },
    );
  }
  if (schema.shapes) {
    const properties = schema.properties as JsonSchemas;
    schema.oneOf = (schema.shapes as string[][]).map((fields) => shapeOf(fields, properties));
    for (const key of ["shapes", "type", "properties", "required", "additionalProperties"]) delete schema[key];
  }
  const [value, nothing] = (schema.anyOf ?? []) as JsonSchema[];
  if (nothing?.type === "null" && typeof value?.type === "string" && !("enum" in value)) {
    delete schema.anyOf;
    Object.assign(schema, { ...value, ...schema, type: [value.type, "null"] });
  }
  // Any JSON, and null among it.
  if (Array.isArray(schema.anyOf) && schema.anyOf.some((part) => Object.keys(part).length === 0)) delete schema.anyOf;
  if (Array.isArray(schema.enum) && schema.enum.length === 1) {
    [schema.const] = schema.enum;
    delete schema.enum;
  }
  // Values have their type.
  if (schema.const !== undefined || schema.enum !== undefined) delete schema.type;
  // An optional field that may be null is null.
  if (schema.default === null) delete schema.default;
  // All bodies refuse unknown fields; the document says so once, for all calls.
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  // Any JSON: generated clients would have a model without fields for it.
  if (schema.propertyNames && Object.keys(schema.additionalProperties ?? {}).length === 0)
    for (const key of ["type", "additionalProperties"]) delete schema[key];
  delete schema.propertyNames;
  if (schema.format !== undefined) delete schema.pattern;
  if (schema.pattern === "^\\P{Cc}*$") schema.pattern = NO_CONTROLS;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.properties && schema.type === "object") delete schema.type;
  // A client need not check what the service sends.
  if (io === "output") for (const limit of LIMITS) delete schema[limit];
}

function shapeOf(fields: readonly string[], properties: JsonSchemas): JsonSchema {
  const names = fields.map((field) => field.replace("?", ""));
  return {
    properties: Object.fromEntries(names.map((name) => [name, { ...properties[name] }])),
    required: fields.filter((field) => !field.endsWith("?")),
    // Closed: otherwise a value of a shape with more fields would match the smaller one, too.
    additionalProperties: false,
  };
}

/** In place of an enum: generated clients would have a model of it for each place, with a name that says no more. */
export const asConstants = (values: readonly unknown[]): JsonSchema => ({
  anyOf: values.map((value) => ({ const: value })),
});

/** Alternatives that differ in nothing but the one value of a field become one, in which that field has several. */
function mergeAlike(alternatives: JsonSchema[]): JsonSchema[] {
  const alike = new Map<string, { values: unknown[]; schema: JsonSchema }>();
  for (const alternative of alternatives) {
    const { properties = {} } = alternative as { properties?: Record<string, JsonSchema> };
    const [name, only] = Object.entries(properties).find(([, { const: value }]) => value !== undefined) ?? [];
    if (name === undefined) return alternatives;
    const { const: value, ...field } = only as JsonSchema;
    const key = JSON.stringify({ ...alternative, properties: { ...properties, [name]: name } });
    const values: unknown[] = alike.get(key)?.values ?? [];
    values.push(value);
    const merged = { ...field, ...(values.length === 1 ? { const: value } : asConstants(values)) };
    alike.set(key, { values, schema: { ...alternative, properties: { ...properties, [name]: merged } } });
  }
  return [...alike.values()].map(({ schema }) => schema);
}
