import { createHash } from "node:crypto";

/**
 * 8 bytes, hex, that identify an issuance on the ledger: first bytes of SHA-256 over merchant id and key.
 * They are never all zero: the contract reads zeros as "unpaid".
 */
export function issuanceReference(merchantId: number, idempotencyKey: string): string {
  const hash = createHash("sha256").update(`${merchantId}\0${idempotencyKey}`).digest();
  // One hash in 2^64 starts with eight zero bytes; then the next eight bytes are used.
  const start = hash.subarray(0, 8).every((byte) => byte === 0) ? 8 : 0;
  return hash.subarray(start, start + 8).toString("hex");
}

/** Key of a reward that is known only from the contract's mark, until its merchant sends the real key again. */
export const rebuiltKey = (reference: string) => `rebuilt:${reference}`;

/** Key of an issuance's job. */
export const jobKey = (merchantId: number, idempotencyKey: string) => `${merchantId}:${idempotencyKey}`;
