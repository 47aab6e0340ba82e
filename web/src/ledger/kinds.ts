import { inLedgerOrder } from "@merit/bindings/map-order";
import type { xdr } from "@stellar/stellar-sdk";
import type { Spec } from "@stellar/stellar-sdk/contract";

// How a form asks for a value of a contract's type.

export interface Kind {
  /** Name of the type in Rust. */
  name: string;
  /** Values of several parts are typed as JSON. */
  isJson: boolean;
  /** A value to begin with. */
  sample(): unknown;
  /** The typed value (text, or parsed JSON) as the SDK takes it. @throws Error that says what is expected */
  read(typed: unknown): unknown;
}

const numbers: Record<string, string> = {
  scSpecTypeU64: "u64",
  scSpecTypeI64: "i64",
  scSpecTypeU128: "u128",
  scSpecTypeI128: "i128",
  scSpecTypeU256: "U256",
  scSpecTypeI256: "I256",
  scSpecTypeTimepoint: "Timepoint",
  scSpecTypeDuration: "Duration",
};
const texts: Record<string, string> = {
  scSpecTypeString: "String",
  scSpecTypeSymbol: "Symbol",
  scSpecTypeAddress: "Address",
  scSpecTypeMuxedAddress: "MuxedAddress",
};

export function kindOf(type: xdr.ScSpecTypeDef, spec: Spec): Kind {
  const of = (inner: xdr.ScSpecTypeDef) => kindOf(inner, spec);
  switch (type.type) {
    case "scSpecTypeBool":
      return { name: "bool", isJson: false, sample: () => "false", read: (typed) => readBool(typed) };
    case "scSpecTypeU32":
    case "scSpecTypeI32":
      return { name: type.type === "scSpecTypeU32" ? "u32" : "i32", isJson: false, sample: () => "0", read: readSmall };
    case "scSpecTypeBytes":
      return { name: "Bytes", isJson: false, sample: () => "", read: readHex };
    case "scSpecTypeBytesN":
      return { name: `BytesN<${type.value.n}>`, isJson: false, sample: () => "00".repeat(type.value.n), read: readHex };
    case "scSpecTypeOption": {
      const inner = of(type.value.valueType);
      const isNone = (typed: unknown) => typed === "" || typed === null || typed === undefined;
      const read = (typed: unknown) => (isNone(typed) ? undefined : inner.read(typed));
      return { name: `Option<${inner.name}>`, isJson: inner.isJson, sample: () => (inner.isJson ? null : ""), read };
    }
    case "scSpecTypeVec": {
      const inner = of(type.value.elementType);
      const read = (typed: unknown) => listOf(typed).map(inner.read);
      return { name: `Vec<${inner.name}>`, isJson: true, sample: () => [inner.sample()], read };
    }
    case "scSpecTypeTuple":
      return tupleOf(type.value.valueTypes.map(of));
    case "scSpecTypeMap": {
      const entry = tupleOf([of(type.value.keyType), of(type.value.valueType)]);
      const read = (typed: unknown) =>
        inLedgerOrder(
          listOf(typed).map((pair) => listOf(entry.read(pair))),
          type.value.keyType,
          spec,
        );
      return { name: `Map<${entry.name.slice(1, -1)}>`, isJson: true, sample: () => [entry.sample()], read };
    }
    case "scSpecTypeUdt":
      return userTypeOf(type.value.name.toString(), spec);
  }
  const name = numbers[type.type] ?? texts[type.type] ?? type.type.replace("scSpecType", "");
  return { name, isJson: false, sample: () => (type.type in numbers ? "0" : ""), read: String };
}

function tupleOf(kinds: Kind[]): Kind {
  const read = (typed: unknown) => {
    const values = listOf(typed);
    if (values.length !== kinds.length) throw new Error(`must be a list of ${kinds.length} values`);
    return kinds.map((kind, index) => kind.read(values[index]));
  };
  const name = `(${kinds.map((kind) => kind.name).join(", ")})`;
  return { name, isJson: true, sample: () => kinds.map((kind) => kind.sample()), read };
}

function userTypeOf(name: string, spec: Spec): Kind {
  const entry = spec.findEntry(name);
  switch (entry.type) {
    case "scSpecEntryUdtStructV0": {
      const fields = entry.value.fields.map((field) => [field.name.toString(), kindOf(field.type, spec)] as const);
      const each = (to: (kind: Kind, field: string) => unknown) =>
        Object.fromEntries(fields.map(([field, kind]) => [field, to(kind, field)]));
      const read = (typed: unknown) => {
        const record = recordOf(typed);
        return each((kind, field) => kind.read(record[field]));
      };
      return { name, isJson: true, sample: () => each((kind) => kind.sample()), read };
    }
    case "scSpecEntryUdtUnionV0": {
      const cases = new Map(
        entry.value.cases.map(({ type, value }) => [
          value.name.toString(),
          type === "scSpecUdtUnionCaseTupleV0" ? tupleOf(value.type.map((inner) => kindOf(inner, spec))) : undefined,
        ]),
      );
      const [first = "", values] = cases.entries().next().value ?? [];
      const read = (typed: unknown) => {
        const { tag, values: given } = recordOf(typed);
        if (typeof tag !== "string" || !cases.has(tag)) throw new Error(`needs a tag: ${[...cases.keys()].join(", ")}`);
        const kind = cases.get(tag);
        return kind ? { tag, values: kind.read(given) } : { tag };
      };
      return { name, isJson: true, sample: () => ({ tag: first, ...(values && { values: values.sample() }) }), read };
    }
    case "scSpecEntryUdtEnumV0": {
      const cases = entry.value.cases.map(({ name: label, value }) => `${value} (${label.toString()})`);
      return { name: `${name}: ${cases.join(", ")}`, isJson: false, sample: () => "0", read: readSmall };
    }
  }
  throw new Error(`${name} can't be typed in a form`);
}

function readBool(typed: unknown): boolean {
  if (String(typed) !== "true" && String(typed) !== "false") throw new Error("must be true or false");
  return String(typed) === "true";
}

function readSmall(typed: unknown): number {
  if (!/^-?\d{1,10}$/.test(String(typed))) throw new Error("must be a whole number");
  return Number(typed);
}

function readHex(typed: unknown): Uint8Array {
  const text = String(typed);
  if (!/^(?:[\da-f]{2})*$/i.test(text)) throw new Error("must be bytes in hexadecimal digits, such as 00ff");
  return Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

function listOf(typed: unknown): unknown[] {
  if (!Array.isArray(typed)) throw new Error("must be a list in JSON: [...]");
  return typed;
}

function recordOf(typed: unknown): Record<string, unknown> {
  if (typeof typed !== "object" || typed === null || Array.isArray(typed)) {
    throw new Error("must be an object in JSON: {...}");
  }
  return typed as Record<string, unknown>;
}
