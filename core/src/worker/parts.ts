import type { Signer } from "../chain/keys.ts";
import type { Payouts } from "../payouts/payouts.ts";

/** The means of the worker's calls: those of payouts, and sources of operations with one role each in the contracts. */
export interface Parts extends Payouts {
  manager: Signer;
  treasury: Signer;
}
