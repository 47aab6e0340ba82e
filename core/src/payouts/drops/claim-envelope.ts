import { buildCall, requireAccount } from "../../agreements/envelopes/build.ts";
import type { BuiltEnvelope } from "../../agreements/envelopes/rules.ts";
import type { NewEnvelope } from "../../agreements/envelopes/store.ts";
import type { Context } from "../../context/context.ts";
import { expectedNow } from "../../ledger/chain/clock.ts";
import { CallRefused } from "../../ledger/chain/errors.ts";
import { claimRefusal } from "./calls.ts";
import { requireOpen } from "./claim.ts";
import { recordClaimed, recordClaimFailed } from "./events.ts";
import { claimRefused, claimTaken } from "./problems.ts";
import * as rows from "./store.ts";
import { leafArguments } from "./store.ts";
import * as shares from "./user-shares.ts";

/**
 * A transaction by which a user's wallet claims its share itself, for it to sign.
 * @throws Problem 404, 409 `drop_not_open`, `drop_claim_taken`, `drop_claim_refused`, `account_missing`, 503
 */
async function build(
  context: Context,
  userId: number,
  wallet: string,
  { drop: dropId }: { drop: number },
): Promise<NewEnvelope> {
  const { drop, share } = await context.db.read((store) => shares.choose(store, userId, dropId, wallet));
  if (share.claim_status === "claimed" || share.claim_status === "pending") throw claimTaken(dropId);
  requireOpen(drop, await expectedNow(context));
  const account = await requireAccount(context, share.wallet_address);
  const { distribution } = context.chain.contracts;
  const operation = distribution.call("claim", leafArguments(drop, share));
  const target = { userId, wallet: share.wallet_address, drop: { id: drop.id, leaf: share.leaf } };
  return buildCall(context, account, { kind: "drop-claim", operation, ...target }).catch((error: unknown) => {
    if (!(error instanceof CallRefused)) throw error;
    throw claimRefused(claimRefusal(error, context.chain.manifest.asset).reason);
  });
}

export const claimEnvelope: BuiltEnvelope<{ drop: number }> = {
  build,
  async start(store, { drop_id, leaf }) {
    const share = await rows.shareOf(store, drop_id ?? 0, leaf ?? -1);
    if (!share) throw new Error(`an envelope of no share: drop ${drop_id}, leaf ${leaf}`);
    if (!(await rows.startClaim(store, share))) throw claimTaken(share.drop_id);
  },
  async isDone({ db, chain }, { drop_id, leaf }) {
    const drop = await db.read((store) => rows.byId(store, drop_id ?? 0));
    const id = BigInt(drop?.contract_drop_id ?? 0);
    return (await chain.contracts.distribution.view("is_claimed", { id, index: leaf ?? 0 })).value;
  },
  async finish(store, { drop_id, leaf }, { status, tx_hash, error_message, now }) {
    const key = { drop_id: drop_id ?? 0, leaf: leaf ?? -1 };
    if (status === "confirmed") return recordClaimed(store, key, tx_hash, now);
    return recordClaimFailed(store, key, error_message, now);
  },
};
