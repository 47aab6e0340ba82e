import { RpcUnavailable } from "../chain/errors.ts";
import type { Signers } from "../chain/signers.ts";
import type { Context } from "../context/context.ts";
import { notReady } from "../errors.ts";

/** Who controls an account as the ledger has it now; undefined if it has none. @throws Problem 503 `rpc_unavailable` */
export async function readSigners({ chain, log }: Context, account: string): Promise<Signers | undefined> {
  return chain.signers(account).catch((error: unknown) => {
    if (!(error instanceof RpcUnavailable)) throw error;
    log.warn({ err: error }, "could not read an account's signers");
    throw notReady("rpc_unavailable", "The ledger can't be read at the moment; try again in a few seconds.");
  });
}
