import type { contract, xdr } from "@stellar/stellar-sdk";

interface Field {
  inTopics: boolean;
  optional: boolean;
  /** Names of an enum's cases. */
  cases: Map<number, string> | undefined;
}

interface Shape {
  topics: number;
  fields: Map<string, Field>;
  /** Fields that the event has in later code. */
  later: string[];
}

/** Fields that events of earlier code don't have: who made a change, and the rest of the terms. */
const ADDED_LATER = new Set(["operator", "reference", "parts", "dispute_window", "undecided_share"]);

/**
 * Decoder of a contract's events by its spec (SEP-48). Enum values become the names of their cases, and an optional
 * field that the event leaves out is null, and so is one that its contract added later.
 * @param present of the contract's present code, if the events are to have all its fields: those that `spec` doesn't have are null
 * @returns per event its fields, or undefined when the spec doesn't explain all of it
 */
export function specEvents(spec: contract.Spec, present?: contract.Spec) {
  const shapes = shapesOf(spec);
  for (const [name, { fields }] of present ? shapesOf(present) : []) {
    const shape = shapes.get(name);
    if (shape) shape.later = [...fields.keys()].filter((field) => !shape.fields.has(field));
  }
  return (topics: xdr.ScVal[], value: xdr.ScVal): Record<string, unknown> | undefined => {
    const event = spec.parseEvent(topics, value);
    const shape = event && shapes.get(event.name);
    if (!event || !shape || !explains(shape, topics, value)) return undefined;
    return complete(event.data, shape);
  };
}

function shapesOf(spec: contract.Spec): Map<string, Shape> {
  const shapes = new Map<string, Shape>();
  for (const event of spec.events()) {
    const name = event.name.toString();
    // If two modules declare the same name, the SDK tries the first one first as well.
    if (!shapes.has(name)) shapes.set(name, eventShape(spec, event));
  }
  return shapes;
}

/** The SDK ignores topics and fields beyond the declared ones; additions of an upgraded contract must not get lost like that. */
function explains({ topics: count, fields }: Shape, topics: xdr.ScVal[], value: xdr.ScVal): boolean {
  if (topics.length !== count) return false;
  if (value.type === "scvMap") {
    const keys = (value.value ?? []).map(({ key }) => (key.type === "scvSymbol" ? key.value.toString() : ""));
    return keys.every((key) => fields.get(key)?.inTopics === false);
  }
  const inData = [...fields.values()].filter((field) => !field.inTopics).length;
  return value.type !== "scvVec" || inData === 1 || (value.value ?? []).length === inData;
}

function complete(data: Record<string, unknown>, { fields, later }: Shape): Record<string, unknown> | undefined {
  const result: Record<string, unknown> = {};
  for (const [name, { optional, cases }] of fields) {
    const value = data[name] ?? null;
    if (value === null && !optional && !ADDED_LATER.has(name)) return undefined;
    result[name] = typeof value === "number" ? (cases?.get(value) ?? value) : value;
  }
  for (const name of later) result[name] = null;
  return result;
}

function eventShape(spec: contract.Spec, event: xdr.ScSpecEventV0): Shape {
  const fields = new Map<string, Field>();
  for (const { name, location, type } of event.params) {
    const inTopics = location.name === "scSpecEventParamLocationTopicList";
    fields.set(name.toString(), { inTopics, optional: isOptional(type), cases: enumCases(spec, type) });
  }
  const inTopics = [...fields.values()].filter((field) => field.inTopics).length;
  return { topics: event.prefixTopics.length + inTopics, fields, later: [] };
}

function isOptional(type: xdr.ScSpecTypeDef): boolean {
  return type.type === "scSpecTypeOption" || type.type === "scSpecTypeVoid" || type.type === "scSpecTypeVal";
}

function enumCases(spec: contract.Spec, type: xdr.ScSpecTypeDef): Map<number, string> | undefined {
  if (type.type !== "scSpecTypeUdt") return undefined;
  const entry = spec.findEntry(type.value.name.toString());
  if (entry.type !== "scSpecEntryUdtEnumV0") return undefined;
  return new Map(entry.value.cases.map((item) => [item.value, item.name.toString()]));
}
