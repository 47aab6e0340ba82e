import { notFound } from "../../base/errors.ts";
import type { Store } from "../../store/db/store.ts";
import { askLedger } from "../../store/jobs/ask-ledger.ts";
import { dropNotOpen } from "./problems.ts";
import type { Drop, DropShare } from "./store.ts";
import * as rows from "./store.ts";

/** A share and the drop that it is of. */
export interface Claimed {
  drop: Drop;
  share: DropShare;
}

/**
 * Asks for a wallet's share on its behalf: the service signs, the money goes to the wallet. The caller has to know that
 * the wallet's owner wants it. A repeat, while the claim is on its way or done, does nothing.
 * @throws Problem 404 if there is no such drop or no share for the wallet, 409 `drop_not_open`
 */
export async function claimOnBehalf(
  store: Store,
  dropId: number,
  wallet: string,
  { now, ledgerTime = now }: { now: Date; ledgerTime?: Date },
): Promise<Claimed> {
  const drop = await rows.byId(store, dropId);
  const share = drop && (await rows.shareOfWallet(store, dropId, wallet));
  if (!drop || !share) throw notFound("drop", dropId);
  if (share.claim_status === "pending" || share.claim_status === "claimed") return { drop, share };
  requireOpen(drop, ledgerTime);
  const started = await rows.startClaim(store, share);
  if (!started) throw new Error(`share ${share.leaf} of drop ${dropId} changed within its commit`);
  await askLedger(store, drop.merchant_id, { kind: "drop-claim", drop_id: dropId, leaf: share.leaf }, now);
  return { drop, share: started };
}

/** The ledger's clock decides in the end; this is the answer for callers. @throws Problem 409 `drop_not_open` */
export function requireOpen({ id, status, opens_at, expires_at }: Drop, now: Date): void {
  if (status !== "active") throw dropNotOpen(id, `it is ${status}`);
  if (opens_at > now) throw dropNotOpen(id, `it opens at ${opens_at.toISOString()}`);
  if (expires_at <= now) throw dropNotOpen(id, `it expired at ${expires_at.toISOString()}`);
}
