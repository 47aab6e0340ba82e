import { requireOpen } from "../campaigns/open.ts";
import * as campaigns from "../campaigns/service.ts";
import type { Context } from "../context.ts";
import { idempotencyKeyReused, rewardFailed } from "../errors.ts";
import { requireTrustline } from "../trustline/service.ts";
import { topics } from "../wake.ts";
import { accept, byKey, type NewReward } from "./accept.ts";
import type { Issuance } from "./store.ts";
import * as rows from "./store.ts";

/** A settled issuance is announced in this process; another process would be seen by looking again. */
const LOOK_AGAIN_MS = 1000;

/**
 * Pays within the call: campaign and trustline are checked first (nothing is stored if they are not in order), then the
 * reward is accepted like any other and awaited. Resolves with the confirmed issuance, or with a still pending one after
 * the setting's time: it goes on and can be looked up.
 * @throws Problem 404, 409, 422 before acceptance; 422 `reward_failed` after; 422 `idempotency_key_reused`
 */
export async function distribute(context: Context, merchantId: number, reward: NewReward): Promise<Issuance> {
  const known = await context.db.read((store) => byKey(store, merchantId, reward.idempotency_key));
  if (!known) await check(context, merchantId, reward);
  const { issuance, mismatch } = await accept(context, merchantId, reward);
  if (mismatch) throw idempotencyKeyReused();
  const settled = await settledWithin(context, issuance, context.settings.distributeTimeoutMs);
  if (settled.status === "failed") throw rewardFailed(settled.id, settled.error_message ?? "no reason was recorded");
  return settled;
}

async function check(context: Context, merchantId: number, reward: NewReward): Promise<void> {
  const campaign = await context.db.read((store) => campaigns.get(store, merchantId, reward.campaign_id));
  requireOpen(campaign, context.clock.now());
  await requireTrustline(context, reward.wallet_address, reward.amount);
}

/** The issuance once it is confirmed or failed, or as it is after `timeoutMs`. */
async function settledWithin({ db, wake }: Context, issuance: Issuance, timeoutMs: number): Promise<Issuance> {
  const deadline = performance.now() + timeoutMs;
  using settled = wake.subscribe(topics.issuance(issuance.id));
  for (;;) {
    const current = (await db.read((store) => rows.byId(store, issuance.id))) ?? issuance;
    const left = deadline - performance.now();
    if (current.status !== "pending" || left <= 0) return current;
    await settled.next({ timeoutMs: Math.min(left, LOOK_AGAIN_MS) });
  }
}
