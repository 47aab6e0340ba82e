import { createHash } from "node:crypto";

// A hash of all payments in 128 bytes, independent of their order (contracts/distribution/src/fingerprint.rs).

const BYTES = 128;
const HASH_BYTES = 32;

/** A payment as the distribution contract knows it. */
export interface PaymentKey {
  /** Merchant whose budget paid. */
  merchant: number;
  /** Id in the contract. */
  campaign: number;
  number: number;
  /** 8 bytes, hex. */
  reference: string;
}

/** Fingerprint of no payment. */
export const NO_FINGERPRINT = Buffer.alloc(BYTES);

/** @returns the fingerprint with these payments added */
export function withPayments(fingerprint: Buffer, payments: Iterable<PaymentKey>): Buffer {
  const sum = Buffer.from(fingerprint);
  const message = Buffer.alloc(29);
  for (const { merchant, campaign, number, reference } of payments) {
    message.writeBigUInt64BE(BigInt(merchant), 1);
    message.writeBigUInt64BE(BigInt(campaign), 9);
    message.writeUInt32BE(number, 17);
    message.write(reference, 21, "hex");
    for (let from = 0; from < BYTES; from += HASH_BYTES) {
      message[0] = from / HASH_BYTES;
      const hash = createHash("sha256").update(message).digest();
      for (let at = 0; at < HASH_BYTES; at += 8) {
        const lane = sum.readBigUInt64BE(from + at) + hash.readBigUInt64BE(at);
        sum.writeBigUInt64BE(BigInt.asUintN(64, lane), from + at);
      }
    }
  }
  return sum;
}
