import { Address, nativeToScVal, StrKey, xdr } from "@stellar/stellar-sdk";
import type { RawEvent } from "../source.ts";

export const address = {
  account: (byte: number) => StrKey.encodeEd25519PublicKey(new Uint8Array(32).fill(byte)),
  contract: (byte: number) => StrKey.encodeContract(new Uint8Array(32).fill(byte)),
};

export const symbol = (text: string) => xdr.ScVal.scvSymbol(text);
export const text = (value: string) => xdr.ScVal.scvString(value);
export const bool = (value: boolean) => xdr.ScVal.scvBool(value);
export const u32 = (value: number) => xdr.ScVal.scvU32(value);
export const u64 = (value: bigint) => nativeToScVal(value, { type: "u64" });
export const i128 = (value: bigint) => nativeToScVal(value, { type: "i128" });
export const bytes = (value: Uint8Array) => nativeToScVal(value, { type: "bytes" });
export const party = (strkey: string) => new Address(strkey).toScVal();
export const vec = (values: xdr.ScVal[]) => xdr.ScVal.scvVec(values);
export const none = xdr.ScVal.scvVoid();
/** Keys in the order in which the host keeps them. */
export const map = (fields: Record<string, xdr.ScVal>) =>
  xdr.ScVal.scvMap(
    Object.keys(fields)
      .toSorted()
      .map((key) => new xdr.ScMapEntry({ key: symbol(key), val: fields[key] ?? none })),
  );

/** Id as nodes give it: ledger, transaction and operation packed into 64 bits, then the index within. */
export function eventId(ledger: number, transaction = 1, index = 0): string {
  const position = (BigInt(ledger) << 32n) | (BigInt(transaction) << 12n);
  return `${position.toString().padStart(19, "0")}-${String(index).padStart(10, "0")}`;
}

export function rawEvent(
  contractId: string,
  topics: xdr.ScVal[],
  value: xdr.ScVal,
  place: { ledger?: number; transaction?: number; index?: number } = {},
): RawEvent {
  const { ledger = 10, transaction, index } = place;
  return {
    id: eventId(ledger, transaction, index),
    contractId,
    ledger,
    ledgerClosedAt: new Date(Date.UTC(2027, 0, 1, 0, 0, ledger)).toISOString(),
    txHash: ledger.toString(16).padStart(64, "0"),
    topics: topics.map((topic) => topic.toXdr("base64")),
    value: value.toXdr("base64"),
  };
}
