import type { Signer } from "../chain/keys.ts";
import type { Context } from "../context/context.ts";
import type { Sending } from "../sending/sending.ts";

/** The means of the ledger calls that jobs make: those to send, and sources of operations with one role each in the contracts. */
export interface Parts extends Sending {
  context: Context;
  distributor: Signer;
  manager: Signer;
  treasury: Signer;
}
