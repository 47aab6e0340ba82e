import { scValToNative, type xdr } from "@stellar/stellar-sdk";
import type { Spec } from "@stellar/stellar-sdk/contract";

/**
 * The pairs of a map in the order of their keys, without which the ledger takes no map. The SDK's clients leave pairs as they are, and its
 * `scvSortedMap` compares addresses and bytes by their text.
 */
export function inLedgerOrder<P extends readonly unknown[]>(pairs: P[], keyType: xdr.ScSpecTypeDef, spec: Spec): P[] {
  const keyed = pairs.map((pair) => ({ pair, key: spec.nativeToScVal(pair[0], keyType) }));
  return keyed.sort((one, other) => compare(one.key, other.key)).map(({ pair }) => pair);
}

type Part = xdr.ScVal | number | bigint;

function compare(one: Part, other: Part): number {
  if (typeof one !== "object" || typeof other !== "object") return one < other ? -1 : Number(one > other);
  // Values of two types are in the order of the types, which is how XDR begins.
  const parts = one.type === other.type ? partsOf : bytesOf;
  return compareLists(parts(one), parts(other));
}

/** What begins another one comes before it. */
function compareLists(parts: readonly Part[], others: readonly Part[]): number {
  for (const [at, part] of parts.entries()) {
    const other = others[at];
    const order = other === undefined ? 1 : compare(part, other);
    if (order !== 0) return order;
  }
  return parts.length - others.length;
}

function partsOf(value: xdr.ScVal): readonly Part[] {
  switch (value.type) {
    case "scvVec":
      return value.value ?? [];
    case "scvMap":
      return (value.value ?? []).flatMap(({ key, val }) => [key, val]);
    case "scvBytes":
      return [...value.value.value];
    case "scvString":
      return [...value.str.bytes];
    case "scvSymbol":
      return [...value.sym.bytes];
    case "scvI32":
    case "scvI64":
    case "scvI128":
    case "scvI256":
      return [scValToNative(value)];
    default:
      return bytesOf(value);
  }
}

const bytesOf = (value: xdr.ScVal): readonly Part[] => [...value.toXdr()];
