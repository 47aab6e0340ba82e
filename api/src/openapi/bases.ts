import type { JsonSchema } from "./schemas.ts";

// Models with fields in common refer to a base that has these: to another model if it has no others, or else to one that is made of
// them. Only what is answered: a body takes no other fields, and so can't be extended.

type Models = Record<string, JsonSchema>;

interface Model {
  /** Name; undefined for the schema of one answer. */
  name: string | undefined;
  schema: JsonSchema;
  /** The text of each field. */
  fields: Map<string, string>;
}

/** Fewer common fields make no base of their own. */
const MIN_COMMON = 7;
/** Characters that a reference to a base takes, without the base's name. */
const EXTENSION = 90;

/** Replaces in `paths` and in `models` themselves. */
export function extendModels(paths: object, models: Models): void {
  const named = Object.entries(models).flatMap(([name, schema]) => modelOf(schema, name) ?? []);
  const answers = answersIn(paths).flatMap((schema) => modelOf(schema, undefined) ?? []);
  const bySize = named.toSorted((a, b) => b.fields.size - a.fields.size);
  for (const model of [...named, ...answers]) {
    const base = bySize.find(
      (other) => other.fields.size < model.fields.size && has(model, other.fields) && saves(other),
    );
    if (base) extend(model, base.name as string, base.fields);
  }
  const open = () => named.filter(({ schema }) => schema.allOf === undefined);
  for (const model of open()) {
    const common = open()
      .filter((other) => other !== model)
      .map((other) => commonOf(model, other))
      .reduce((most, fields) => (fields.size > most.size ? fields : most), new Map());
    if (model.schema.allOf !== undefined || common.size < MIN_COMMON) continue;
    const heirs = open().filter((other) => has(other, common));
    const [shortest] = heirs.map(({ name }) => name as string).sort((a, b) => a.length - b.length);
    const base = `${shortest}Base`;
    models[base] = parts(model.schema, (field) => common.has(field));
    for (const heir of heirs) extend(heir, base, common);
  }
}

function modelOf(schema: JsonSchema, name: string | undefined): Model | undefined {
  const {
    type,
    properties,
    required = [],
    additionalProperties,
  } = schema as JsonSchema & {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  if (Array.isArray(type) || properties === undefined || additionalProperties !== undefined) return undefined;
  const text = (field: string, value: unknown) => JSON.stringify(value) + (required.includes(field) ? "" : "?");
  return {
    name,
    schema,
    fields: new Map(Object.entries(properties).map(([field, value]) => [field, text(field, value)])),
  };
}

const has = (model: Model, fields: Model["fields"]) =>
  fields.size > 0 && [...fields].every(([field, text]) => model.fields.get(field) === text);

const commonOf = (one: Model, other: Model): Model["fields"] =>
  new Map([...one.fields].filter(([field, text]) => other.fields.get(field) === text));

const saves = ({ name = "", fields }: Model) =>
  [...fields].reduce((sum, [field, text]) => sum + 2 * field.length + text.length, 0) > EXTENSION + name.length;

function extend({ schema }: Model, base: string, common: Model["fields"]): void {
  const own = parts(schema, (field) => !common.has(field));
  for (const key of ["type", "properties", "required"]) delete schema[key];
  schema.allOf = [{ $ref: `#/components/schemas/${base}` }, own];
}

/** Some of the fields, as an object. */
function parts({ properties, required = [] }: JsonSchema, wanted: (field: string) => boolean): JsonSchema {
  const kept = Object.entries(properties as object).filter(([field]) => wanted(field));
  return {
    properties: Object.fromEntries(kept),
    required: (required as string[]).filter(wanted),
  };
}

/** The schemas that stand in answers, not as components. */
const answersIn = (paths: object): JsonSchema[] =>
  Object.values(paths)
    .flatMap((methods) => Object.values(methods as object))
    .flatMap(({ responses }) => Object.values<{ content?: object }>(responses))
    .flatMap(({ content = {} }) =>
      Object.values<{ schema: JsonSchema }>(content as Record<string, { schema: JsonSchema }>),
    )
    .map(({ schema }) => schema);
