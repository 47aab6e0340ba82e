import { inLedgerOrder } from "@merit/bindings/map-order";
import type { contract, xdr } from "@stellar/stellar-sdk";
import { nearest } from "../../base/nearest.ts";

// Converts text from a command line to arguments of a contract's function, by the contract's spec.

/** The given arguments don't fit the function. */
export class ArgumentError extends Error {
  override name = "ArgumentError";
}

type Type = xdr.ScSpecTypeDef;

/** Letters by which a misspelt name may differ from the one that is guessed. */
const MOST_CHANGES = 3;

interface Reader {
  spec: contract.Spec;
  /** The address that the text is, or names. @throws Error that says what is allowed */
  addressOf: (text: string) => string;
}

/**
 * The arguments of a function as its client takes them. An `Option` may be left out.
 * @throws ArgumentError naming the argument and its type
 */
export function readArguments(
  reader: Reader,
  { name, inputs }: xdr.ScSpecFunctionV0,
  given: ReadonlyMap<string, string>,
): Record<string, unknown> {
  const known = inputs.map((input) => input.name.toString());
  const unknown = [...given.keys()].find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new ArgumentError(`${name.toString()} has no argument "${unknown}"; it takes ${known.join(", ") || "none"}`);
  }
  return Object.fromEntries(
    inputs.map((input) => {
      const name = input.name.toString();
      return [name, readArgument(reader, name, input.type, given.get(name))];
    }),
  );
}

function readArgument(reader: Reader, name: string, type: Type, text: string | undefined): unknown {
  const described = `"${name}" (${typeName(type)})`;
  if (text === undefined) {
    if (type.type === "scSpecTypeOption") return null;
    throw new ArgumentError(`the argument ${described} is missing`);
  }
  try {
    const value = fromText(reader, text, type);
    // Throws if the client doesn't take it.
    reader.spec.nativeToScVal(value, type);
    return value;
  } catch (error) {
    const where = error instanceof FieldError ? `${error.path}: ` : "";
    throw new ArgumentError(`the argument ${described} can't be "${text}": ${where}${(error as Error).message}`);
  }
}

/** Something within a structure is wrong; the message says what. */
class FieldError extends Error {
  /** Path such as `parts.0.amount`. */
  readonly path: string;

  constructor(path: string, message: string) {
    super(message);
    this.path = path;
  }
}

/** Reads a part of a structure. @throws FieldError */
function within<T>(part: string | number, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const { path = "", message } = error as Partial<FieldError> & Error;
    throw new FieldError(path === "" ? String(part) : `${part}.${path}`, message);
  }
}

function fromText(reader: Reader, text: string, type: Type): unknown {
  switch (type.type) {
    case "scSpecTypeOption":
      return text === "none" ? null : fromText(reader, text, type.value.valueType);
    case "scSpecTypeVec":
    case "scSpecTypeTuple":
      return structured(reader, listOf(text), type);
    case "scSpecTypeMap":
      return structured(reader, fromJson(text), type);
    case "scSpecTypeUdt":
      return isEnum(reader, type) ? caseOf(reader, text, type) : structured(reader, fromJson(text), type);
    default:
      return scalar(reader, text, type);
  }
}

/** A value in JSON. Texts in lists and structures are read like arguments: the client would take bytes for base64. */
function structured(reader: Reader, value: unknown, type: Type): unknown {
  switch (type.type) {
    case "scSpecTypeOption":
      return value === null ? null : structured(reader, value, type.value.valueType);
    case "scSpecTypeVec":
      return requireList(value).map((item, at) => within(at, () => structured(reader, item, type.value.elementType)));
    case "scSpecTypeTuple":
      return inOrder(reader, value, type.value.valueTypes);
    case "scSpecTypeMap": {
      const { keyType, valueType } = type.value;
      const pairs = Array.isArray(value) ? value : Object.entries(requireObject(value));
      const read = pairs.map((pair, at) => {
        const [key, item] = within(at, () => requireList(pair));
        return within(String(key), () => [structured(reader, key, keyType), structured(reader, item, valueType)]);
      });
      return inLedgerOrder(read, keyType, reader.spec);
    }
    case "scSpecTypeUdt": {
      const entry = reader.spec.findEntry(type.value.name.toString());
      if (entry.type === "scSpecEntryUdtStructV0") return structure(reader, value, entry.value.fields);
      if (entry.type === "scSpecEntryUdtUnionV0") return unionCase(reader, value, entry.value.cases);
      return leaf(reader, value, type);
    }
    default:
      return leaf(reader, value, type);
  }
}

/** A text, number or truth value in JSON. */
function leaf(reader: Reader, value: unknown, type: Type): unknown {
  if (!["string", "number", "boolean"].includes(typeof value))
    throw new Error(`it must be of the type ${typeName(type)}`);
  const read = fromText(reader, String(value), type);
  // The spec knows the ranges.
  reader.spec.nativeToScVal(read, type);
  return read;
}

function structure(reader: Reader, value: unknown, fields: readonly xdr.ScSpecUdtStructFieldV0[]): object {
  const given = requireObject(value);
  const names = fields.map(({ name }) => name.toString());
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const [likely, changes] = nearest(
      unknown,
      names.filter((name) => !(name in given)),
    );
    const guess = changes <= MOST_CHANGES ? `; did you mean "${likely}"?` : ".";
    throw new Error(`it has no field "${unknown}"${guess} Its fields are ${names.join(", ")}`);
  }
  return Object.fromEntries(
    fields.map(({ type }, at) => {
      const name = names[at] ?? "";
      const isLeftOut = !(name in given);
      if (isLeftOut && type.type === "scSpecTypeOption") return [name, null];
      return within(name, () => {
        if (isLeftOut) throw new Error(`the field is missing; it is of the type ${typeName(type)}`);
        return [name, structured(reader, given[name], type)];
      });
    }),
  );
}

/** A case of a union as the client has it: `{ tag, values }`. */
function unionCase(reader: Reader, value: unknown, cases: readonly xdr.ScSpecUdtUnionCaseV0[]): object {
  const { tag, values = [] } = requireObject(value);
  const found = cases.find(({ value }) => value.name.toString() === tag);
  if (!found) {
    const names = cases.map(({ value }) => value.name.toString());
    throw new Error(`its "tag" must be one of ${names.join(", ")}`);
  }
  const types = found.type === "scSpecUdtUnionCaseTupleV0" ? found.value.type : [];
  return { tag, values: within("values", () => inOrder(reader, values, types)) };
}

function inOrder(reader: Reader, value: unknown, types: readonly Type[]): unknown[] {
  const list = requireList(value);
  if (list.length !== types.length) throw new Error(`it must have ${types.length} values`);
  return types.map((type, at) => within(at, () => structured(reader, list[at], type)));
}

function requireList(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new Error('it must be a list, such as ["1","2"]');
  return value;
}

/** Takes a list, too: a structure may have its fields by number. */
function requireObject(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null) throw new Error('it must be an object, such as {"name":"value"}');
  return value as Record<string, unknown>;
}

function listOf(text: string): unknown[] {
  const list = fromJson(text);
  if (!Array.isArray(list)) throw new Error('it must be a list in JSON, such as ["1","2"]');
  return list;
}

function fromJson(text: string): unknown {
  return JSON.parse(text, (_key, value) => {
    // The number has already lost digits.
    if (typeof value === "number" && !Number.isSafeInteger(value)) throw new Error(`write ${value} as a string`);
    return value;
  });
}

function scalar({ addressOf }: Reader, text: string, type: Type): unknown {
  switch (type.type) {
    case "scSpecTypeBool":
      if (text !== "true" && text !== "false") throw new Error("it must be true or false");
      return text === "true";
    case "scSpecTypeU32":
    case "scSpecTypeI32":
      return Number(whole(text));
    case "scSpecTypeU64":
    case "scSpecTypeI64":
    case "scSpecTypeU128":
    case "scSpecTypeI128":
    case "scSpecTypeU256":
    case "scSpecTypeI256":
    case "scSpecTypeTimepoint":
    case "scSpecTypeDuration":
      return whole(text);
    case "scSpecTypeBytes":
    case "scSpecTypeBytesN":
      if (!/^([0-9a-f]{2})*$/i.test(text)) throw new Error("it must be bytes in hex, such as 00ff");
      return Uint8Array.from(Buffer.from(text, "hex"));
    case "scSpecTypeSymbol":
      if (!/^\w{1,32}$/.test(text)) throw new Error("it must be 1 to 32 letters, digits or _");
      return text;
    case "scSpecTypeString":
      return text;
    case "scSpecTypeAddress":
      return addressOf(text);
    case "scSpecTypeMuxedAddress":
      return text.startsWith("M") ? text : addressOf(text);
    default:
      throw new Error("a value of this type can't be given here");
  }
}

function whole(text: string): bigint {
  if (!/^-?\d+$/.test(text)) throw new Error("it must be a whole number");
  return BigInt(text);
}

type UserType = Extract<Type, { type: "scSpecTypeUdt" }>;

const isEnum = ({ spec }: Reader, { value }: UserType) =>
  spec.findEntry(value.name.toString()).type === "scSpecEntryUdtEnumV0";

function caseOf({ spec }: Reader, text: string, { value }: UserType): number {
  const entry = spec.findEntry(value.name.toString());
  const cases = entry.type === "scSpecEntryUdtEnumV0" ? entry.value.cases : [];
  const found = cases.find(({ name }) => name.toString() === text);
  if (!found) throw new Error(`it must be one of ${cases.map(({ name }) => name.toString()).join(", ")}`);
  return found.value;
}

/** The type as in the contract's source, such as `Option<u64>`. */
export function typeName(type: Type): string {
  switch (type.type) {
    case "scSpecTypeOption":
      return `Option<${typeName(type.value.valueType)}>`;
    case "scSpecTypeVec":
      return `Vec<${typeName(type.value.elementType)}>`;
    case "scSpecTypeMap":
      return `Map<${typeName(type.value.keyType)}, ${typeName(type.value.valueType)}>`;
    case "scSpecTypeResult":
      return `Result<${typeName(type.value.okType)}, ${typeName(type.value.errorType)}>`;
    case "scSpecTypeTuple":
      return `(${type.value.valueTypes.map(typeName).join(", ")})`;
    case "scSpecTypeBytesN":
      return `BytesN<${type.value.n}>`;
    case "scSpecTypeUdt":
      return type.value.name.toString();
    default: {
      const name = type.type.slice("scSpecType".length);
      if (name === "Void") return "()";
      return /^([UI](32|64|128)|Bool)$/.test(name) ? name.toLowerCase() : name;
    }
  }
}
