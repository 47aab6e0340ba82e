import type { Signer } from "../ledger/chain/keys.ts";
import type { Sending } from "../ledger/sending/sending.ts";
import type { Context } from "./context.ts";

/** The means of the ledger calls that jobs make: those to send, and sources of operations with one role each in the contracts. */
export interface Parts extends Sending {
  context: Context;
  distributor: Signer;
  manager: Signer;
  treasury: Signer;
  fee: Signer;
  /** Signer of an account of the service; undefined if the key file has no key of it. */
  signerOf(address: string): Signer | undefined;
}
