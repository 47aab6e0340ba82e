import { createHash } from "node:crypto";
import { Address, xdr } from "@stellar/stellar-sdk";
import { bytes } from "./outcome.ts";

/**
 * The id that a contract gives to what an owner makes under a reference: SHA-256 of the XDR of both, hex. The reference is 32 bytes,
 * hex; each owner can use it once.
 */
export function referenceId(owner: string, reference: string): string {
  const named = xdr.ScVal.scvVec([new Address(owner).toScVal(), xdr.ScVal.scvBytes(bytes(reference))]);
  return createHash("sha256").update(named.toXdr()).digest("hex");
}
