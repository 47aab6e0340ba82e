import { setImmediate } from "node:timers/promises";
import { extendModels } from "./bases.ts";
import { findFields, findParameters, findResponses, findSchemas, isType, type Place } from "./places.ts";
import { asConstants, type JsonSchema, SAMPLES } from "./schemas.ts";
import { pascal } from "./text.ts";

// A description that occurs in several places of the document becomes one component, to which they refer.

export interface Components {
  schemas: Record<string, JsonSchema>;
  parameters: Record<string, JsonSchema>;
  responses: Record<string, JsonSchema>;
}

interface Sharing {
  kind: keyof Components;
  /** Description and default are no part of what is shared: each place keeps its own. */
  apart?: boolean;
  /** True if it becomes a component even if that saves no text. */
  always?: boolean;
}

/** Replaces in `paths` and in `components` themselves. */
export async function share(paths: object, components: Components): Promise<void> {
  const { schemas } = components;
  await setImmediate();
  // Generated clients would have a type for each place.
  shareAll(findSchemas(paths, schemas, isType), { kind: "schemas", apart: true, always: true }, components);
  await setImmediate();
  extendModels(paths, schemas);
  await setImmediate();
  shareAll(findFields(paths, schemas), { kind: "schemas" }, components);
  await setImmediate();
  const hasPattern = ({ pattern }: JsonSchema) => pattern !== undefined;
  shareAll(findSchemas(paths, schemas, hasPattern), { kind: "schemas", apart: true }, components);
  shareAll(findParameters(paths), { kind: "parameters" }, components);
  shareAll(findResponses(paths), { kind: "responses" }, components);
  for (const part of [paths, ...Object.values(schemas)]) writeConstants(part, false);
}

/** Writes the enums of a list's elements and of alternatives as constants. */
function writeConstants(part: unknown, isWithin: boolean): void {
  if (typeof part !== "object" || part === null) return;
  const schema = part as JsonSchema;
  if (isWithin && Array.isArray(schema.enum) && !("default" in schema)) {
    Object.assign(schema, asConstants(schema.enum));
    delete schema.enum;
  }
  for (const [key, inner] of Object.entries(schema)) {
    if (!SAMPLES.includes(key)) writeConstants(inner, isWithin || key === "items" || key === "oneOf");
  }
}

function shareAll(places: Place[], { kind, apart = false, always = false }: Sharing, all: Components): void {
  const components = all[kind];
  const shared = ({ value }: Place) => (apart ? { ...value, description: undefined, default: undefined } : value);
  const groups = Map.groupBy(places.keys(), (index) => JSON.stringify(shared(places[index] as Place)));
  const gone = new Set<number>();
  // The longest first: what is in a shared value occurs once from then on.
  for (const [text, indices] of [...groups].toSorted(([a], [b]) => b.length - a.length)) {
    const left = indices.filter((index) => !gone.has(index));
    const group = left.map((index) => places[index] as Place);
    const [first, ...others] = group;
    if (first === undefined || others.length === 0 || first.value.$ref !== undefined) continue;
    const name = freeName(group, components, always);
    const $ref = `#/components/${kind}/${name}`;
    if (!always && !savesText(text, group.length, $ref)) continue;
    const { description } = first.value;
    const isDescribedAlike = others.every(({ value }) => value.description === description);
    for (const { holder, key, value } of group) {
      holder[key] = {
        $ref,
        ...(apart && !isDescribedAlike && value.description !== undefined && { description: value.description }),
        ...(apart && value.default !== undefined && { default: value.default }),
      };
    }
    if (apart && !isDescribedAlike) delete first.value.description;
    if (apart) delete first.value.default;
    components[name] = first.value;
    for (const index of left.slice(1)) for (let i = index; i < (places[index] as Place).end; i++) gone.add(i);
  }
}

const savesText = (text: string, places: number, $ref: string) => {
  const name = $ref.slice($ref.lastIndexOf("/") + 1);
  return places * text.length > places * JSON.stringify({ $ref }).length + text.length + name.length + 4;
};

/** Types of several models are named after the first one as well, so that a reader knows what `ReportKind` is. */
function freeName(group: Place[], taken: object, isType: boolean): string {
  const [{ name }] = group as [Place];
  const models = group.flatMap(({ model }) => model ?? []).sort((a, b) => a.length - b.length);
  const wanted = isType ? [name, ...models.slice(0, 1).map((model) => `${model}_${name}`)] : [name];
  const names = wanted.map(pascal);
  return names.find((free) => !(free in taken)) ?? numbered(names[0] as string, taken);
}

function numbered(name: string, taken: object): string {
  let number = 2;
  while (`${name}${number}` in taken) number++;
  return `${name}${number}`;
}
