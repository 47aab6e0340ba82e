import { MAX_STROOPS } from "../../base/money.ts";

// Values of an event's data as it is stored. Events of other code than ours may have any.

/** Amount in stroops; undefined for what a row can't hold. */
export function stroopsOf(value: unknown): bigint | undefined {
  if (typeof value !== "string" || !/^\d{1,19}$/.test(value)) return undefined;
  const amount = BigInt(value);
  return amount <= MAX_STROOPS ? amount : undefined;
}

/** An id of 32 bytes, hex. Release 0.2.0 numbered what wallets create: such ids are the numbers, big-endian, after 24 zero bytes. */
export function idOf(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  if (/^\d{1,20}$/.test(value)) return BigInt(value).toString(16).padStart(64, "0");
  return /^[0-9a-f]{64}$/.test(value) ? value : undefined;
}
