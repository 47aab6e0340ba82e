import type { issuances } from "../db/schema.ts";
import type { Store } from "../db/store.ts";
import type { PointSettings } from "../point-settings.ts";
import { ownerOf } from "../wallets/store.ts";
import { noteReward } from "./bonuses.ts";
import { grant } from "./grants.ts";
import * as rules from "./rule-store.ts";

/**
 * What a confirmed reward brings its wallet's user, in the commit that confirms it: points where a rule of the campaign says
 * so, and the referrer's bonus if it is the user's first. A wallet without a user earns no points, later neither.
 */
export async function onRewardConfirmed(
  store: Store,
  issuance: typeof issuances.$inferSelect,
  { settings, now }: { settings: PointSettings; now: Date },
): Promise<void> {
  const userId = await ownerOf(store, issuance.wallet_address);
  if (userId === undefined) return;
  const { tiers } = settings.points;
  for (const rule of await rules.ofRewards(store, issuance.campaign_id)) {
    const cause = `rule:${rule.id}:reward:${issuance.id}`;
    await grant(store, rule, { userId, kind: "reward", cause, amount: issuance.amount, tiers, now });
  }
  await noteReward(store, userId, { settings, now });
}
