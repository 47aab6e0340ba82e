import type { Tier } from "../../base/settings/points.ts";
import { PLATFORM_PURSE } from "../../store/db/schema/points.ts";
import type { Store } from "../../store/db/store.ts";
import { emit } from "../../store/event-log/store.ts";
import { presentTier } from "./presenter.ts";
import * as purses from "./purses.ts";

export interface Standing {
  tier: Tier;
  /** Null in the highest tier. */
  next: Tier | null;
}

/** `tiers` rise, and the first one starts at 0. */
export function standingOf(tiers: readonly Tier[], lifetime: number): Standing {
  const index = tiers.findLastIndex(({ from }) => from <= lifetime);
  const tier = tiers[index];
  if (!tier) throw new Error(`no tier for ${lifetime} lifetime points`);
  return { tier, next: tiers[index + 1] ?? null };
}

/** Adds points that count towards a tier, with the event of a user whom they bring to another one. */
export async function addEarned(
  store: Store,
  purse: purses.Purse,
  change: { balance: number; lifetime: number },
  { tiers, now }: { tiers: readonly Tier[]; now: Date },
): Promise<void> {
  const lifetime = await purses.add(store, purse, change);
  const { user_id, purse: merchantId } = purse;
  // Only merchants have tiers.
  if (merchantId === PLATFORM_PURSE) return;
  const [before, after] = [standingOf(tiers, lifetime - change.lifetime), standingOf(tiers, lifetime)];
  if (before.tier === after.tier) return;
  const data = {
    ...{ user_id, merchant_id: merchantId, lifetime },
    ...{ tier: presentTier(after.tier), previous_tier: presentTier(before.tier) },
  };
  await emit(store, [{ type: "tier.reached", merchantId, userId: user_id, objectId: merchantId, data }], now);
}

/** Rounds down, so that never more points are given than the tier says. */
export const multiplied = (points: number, { percent }: Tier): number =>
  Number((BigInt(points) * BigInt(percent)) / 100n);
