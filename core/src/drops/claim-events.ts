import type { Store } from "../db/store.ts";
import * as rows from "./store.ts";

/** A `claim` event of the distribution contract, as stored. */
export interface ClaimEvent {
  tx_hash: string;
  data: unknown;
}

/** Records a claim that the ledger shows, whoever made it, in the commit that stores the event. Again: no change. */
export async function recordClaimEvent(store: Store, { data, tx_hash }: ClaimEvent): Promise<void> {
  const { drop, index } = data as { drop?: unknown; index?: unknown };
  const contractDropId = Number(drop);
  if (!Number.isSafeInteger(contractDropId) || typeof index !== "number") return;
  const known = await rows.byContractId(store, contractDropId);
  if (known) await rows.recordClaimed(store, { drop_id: known.id, leaf: index }, tx_hash);
}
