import { type JsonSchema, SAMPLES } from "./schemas.ts";

/** A value that may be shared. The places in it follow it in their list. */
export interface Place {
  /** Its name if it becomes a component. */
  name: string;
  /** The model that contains it. */
  model: string | undefined;
  value: JsonSchema;
  /** The object that has the value under `key`. */
  holder: Record<string, JsonSchema>;
  key: string;
  /** Index in the list after the last place in it. */
  end: number;
}

type Models = Record<string, JsonSchema>;

/** Objects and sets of values: what clients have types for. */
export const isType = (value: JsonSchema): boolean =>
  Array.isArray(value.enum) ||
  (value.properties !== undefined && !Array.isArray(value.type)) ||
  typeof (value.additionalProperties as JsonSchema | undefined)?.type === "string";

export const findFields = (paths: object, models: Models): Place[] =>
  findAll(paths, models, (_, holderKey) => holderKey === "properties");

export const findSchemas = (paths: object, models: Models, wanted: (value: JsonSchema) => boolean): Place[] =>
  findAll(paths, models, wanted);

type Wanted = (value: JsonSchema, holderKey: string) => boolean;

function findAll(paths: object, models: Models, wanted: Wanted): Place[] {
  const places: Place[] = [];
  find(paths, { wanted, places, name: "", model: undefined, holderKey: "" });
  for (const [model, schema] of Object.entries(models))
    find(schema, { wanted, places, name: model, model, holderKey: "" });
  return places;
}

interface Search {
  wanted: Wanted;
  places: Place[];
  /** Name for parts that have none of their own. */
  name: string;
  model: string | undefined;
  /** The key under which the searched value stands. */
  holderKey: string;
}

function find(schema: unknown, search: Search): void {
  if (typeof schema !== "object" || schema === null) return;
  const { wanted, places, model, holderKey } = search;
  for (const [key, value] of Object.entries(schema as Record<string, JsonSchema>)) {
    if (typeof value !== "object" || value === null || SAMPLES.includes(key)) continue;
    const name = nameOf(key, value, schema, search.name);
    const place = { name, model, value, holder: schema as Record<string, JsonSchema>, key, end: 0 };
    const isWanted = wanted(value, holderKey);
    if (isWanted) places.push(place);
    find(value, { wanted, places, name, model, holderKey: key });
    if (isWanted) place.end = places.length;
  }
}

/** Keys that are no names of fields. */
const STRUCTURE =
  /^(anyOf|oneOf|allOf|schema|additionalProperties|properties|requestBody|responses|content|application\/json|\d+)$/;

/** Name for a part: that of its parameter, its field (one of several in the singular), or its call. */
function nameOf(key: string, value: JsonSchema, holder: { name?: string }, outer: string): string {
  if (typeof value.operationId === "string") return `${value.operationId}_body`;
  if (key === "schema") return holder.name ?? rowsOf(value) ?? outer;
  if (key === "items") return outer.replace(/s$/, "");
  return STRUCTURE.test(key) ? outer : key;
}

/** The name of a list, after the model of its rows. */
const rowsOf = ({ properties }: { properties?: { data?: { items?: { $ref?: string } } } }) => {
  const model = properties?.data?.items?.$ref?.split("/").at(-1);
  return model && `${model}_page`;
};

const operationsIn = (paths: object) =>
  Object.values(paths).flatMap((methods) => Object.values(methods as object)) as {
    parameters?: JsonSchema[];
    responses: Record<string, JsonSchema>;
  }[];

const list = (entries: Omit<Place, "model" | "end">[]): Place[] =>
  entries
    .filter(({ value }) => value.$ref === undefined)
    .map((place, index) => ({ ...place, model: undefined, end: index + 1 }));

export const findParameters = (paths: object): Place[] =>
  list(
    operationsIn(paths).flatMap(({ parameters = [] }) =>
      Object.entries(parameters).map(([key, value]) => ({
        ...{ name: String(value.name), value, key },
        holder: parameters as unknown as Record<string, JsonSchema>,
      })),
    ),
  );

/** Each is named after its model and its status, such as Campaign202. */
export const findResponses = (paths: object): Place[] =>
  list(
    operationsIn(paths).flatMap(({ responses }) =>
      Object.entries(responses).map(([key, value]) => {
        const [, model = ""] = /"#\/components\/schemas\/(\w+)"/.exec(JSON.stringify(value)) ?? [];
        return { name: `${model}${key}`, value, key, holder: responses };
      }),
    ),
  );
