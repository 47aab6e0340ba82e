import type { Store } from "../../store/db/store.ts";
import { recordClaimed } from "./events.ts";
import { finishCancel, finishSweep, openEarly } from "./service.ts";
import * as rows from "./store.ts";

/** An event of the distribution contract, as stored. */
export interface DropEvent {
  type: string;
  tx_hash: string;
  ledger_closed_at: Date;
  data: unknown;
}

/** Records what the ledger shows of a drop, whoever did it, in the commit that stores the event. Again: no change. */
export async function record(store: Store, { type, data, tx_hash, ledger_closed_at: at }: DropEvent): Promise<void> {
  const { drop, index, remainder } = data as { drop?: unknown; index?: unknown; remainder?: unknown };
  const contractDropId = Number(drop);
  if (!Number.isSafeInteger(contractDropId)) return;
  const known = await rows.byContractId(store, contractDropId);
  if (!known) return;
  switch (type) {
    case "claim":
      if (typeof index === "number") await recordClaimed(store, { drop_id: known.id, leaf: index }, tx_hash, at);
      return;
    case "drop_opened":
      await openEarly(store, known, at);
      return;
    case "drop_cancelled":
      await finishCancel(store, known.id, { remainder: BigInt(String(remainder)), txHash: tx_hash, now: at });
      return;
    case "drop_swept":
      await finishSweep(store, known.id, { remainder: BigInt(String(remainder)), txHash: tx_hash, now: at });
  }
}
