import type { Context } from "../../context/context.ts";
import { orLedgerUnreadable } from "../../ledger/chain/problems.ts";
import type { Signers } from "../../ledger/chain/signers.ts";

/** Signers of an account as the ledger has it now; undefined if it has none. @throws Problem 503 `rpc_unavailable` */
export async function readSigners({ chain, log }: Context, account: string): Promise<Signers | undefined> {
  return chain.signers(account).catch(orLedgerUnreadable(log));
}
