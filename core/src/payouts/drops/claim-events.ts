import type { Store } from "../../store/db/store.ts";
import { recordClaimed } from "./events.ts";
import * as rows from "./store.ts";

/** A `claim` event of the distribution contract, as stored. */
export interface ClaimEvent {
  tx_hash: string;
  ledger_closed_at: Date;
  data: unknown;
}

/** Records a claim that the ledger shows, whoever made it, in the commit that stores the event. A repeat changes nothing. */
export async function recordClaimEvent(
  store: Store,
  { data, tx_hash, ledger_closed_at: at }: ClaimEvent,
): Promise<void> {
  const { drop, index } = data as { drop?: unknown; index?: unknown };
  const contractDropId = Number(drop);
  if (!Number.isSafeInteger(contractDropId) || typeof index !== "number") return;
  const known = await rows.byContractId(store, contractDropId);
  if (known) await recordClaimed(store, { drop_id: known.id, leaf: index }, tx_hash, at);
}
