import { hash } from "node:crypto";

/** The contract's reference for a payment that isn't made. */
const NONE = "0".repeat(16);

/**
 * 8 bytes, hex, that identify an issuance on the ledger: first bytes of SHA-256 over merchant id and key.
 * They are never all zero: the contract reads zeros as "unpaid".
 */
export function issuanceReference(merchantId: number, idempotencyKey: string): string {
  const digest = hash("sha256", `${merchantId}\0${idempotencyKey}`);
  const first = digest.slice(0, 16);
  // One hash in 2^64 starts with eight zero bytes; then the next eight bytes are used.
  return first === NONE ? digest.slice(16, 32) : first;
}
