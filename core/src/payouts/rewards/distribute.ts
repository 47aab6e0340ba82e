import { randomUUID } from "node:crypto";
import { topics } from "../../base/wake.ts";
import type { Context } from "../../context/context.ts";
import { requireTrustline } from "../../parties/trustline/service.ts";
import { requireOpen } from "../../programmes/campaigns/open.ts";
import * as campaigns from "../../programmes/campaigns/service.ts";
import type { Store } from "../../store/db/store.ts";
import { idempotencyKeyReused } from "../../store/idempotency/problems.ts";
import { type Accepted, accept, byKey, type NewReward } from "./accept.ts";
import { possibleRepeat, rewardFailed } from "./problems.ts";
import type { Issuance } from "./store.ts";
import * as rows from "./store.ts";

/** For this long after an equal call, a call without a key is refused: it may be a repeat whose first answer was lost. */
const REPEAT_MS = 60_000;

/** A settled issuance is announced in this process; one settled by another process is found by reading again. */
const LOOK_AGAIN_MS = 1000;

/** `idempotency_key` is null where the caller has none. */
type Distribution = Omit<NewReward, "idempotency_key"> & { idempotency_key: string | null };

/**
 * Pays within the call: campaign and trustline are checked first (if one is wrong, nothing is stored), then the
 * reward is accepted like any other and awaited. Resolves with the confirmed issuance, or with a still pending one after
 * the setting's time; its payment continues and can be looked up.
 * @throws Problem 404, 409, 422 before acceptance; 422 `reward_failed` after; 422 `idempotency_key_reused`; 409
 *   `possible_repeat` without a key
 */
export async function distribute(context: Context, merchantId: number, asked: Distribution): Promise<Issuance> {
  const { idempotency_key, ...content } = asked;
  const { issuance, mismatch } =
    idempotency_key === null
      ? await acceptWithoutKey(context, merchantId, content)
      : await acceptByKey(context, merchantId, { ...content, idempotency_key });
  if (mismatch) throw idempotencyKeyReused(issuance.id);
  const settled = await settledWithin(context, issuance, context.settings.distributeTimeoutMs);
  if (settled.status === "failed") throw rewardFailed(settled.id, settled.error_message ?? "no reason was recorded");
  return settled;
}

async function acceptByKey(context: Context, merchantId: number, reward: NewReward): Promise<Accepted> {
  const known = await context.db.read((store) => byKey(store, merchantId, reward.idempotency_key));
  if (!known) await check(context, merchantId, reward);
  return accept(context, merchantId, reward);
}

async function acceptWithoutKey(
  context: Context,
  merchantId: number,
  content: Omit<NewReward, "idempotency_key">,
): Promise<Accepted> {
  const { db, clock } = context;
  const reward = { ...content, idempotency_key: `distribute:${randomUUID()}` };
  const refuseRepeat = async (store: Store): Promise<void> => {
    const since = new Date(clock.now().getTime() - REPEAT_MS);
    const earlier = await rows.equalAfter(store, merchantId, reward, since);
    if (earlier) throw possibleRepeat(earlier.id);
  };
  // Changes since then, such as a full trustline or a node that is down, don't concern the first call.
  await db.read(refuseRepeat);
  await check(context, merchantId, reward);
  // If equal calls get here at the same time, one is accepted.
  return accept(context, merchantId, reward, refuseRepeat);
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
