import type { issuances } from "../db/schema/issuances.ts";
import type { Store } from "../db/store.ts";
import type { PointSettings } from "../settings/points.ts";
import { ownerOf } from "../wallets/store.ts";
import { noteReward } from "./bonuses.ts";
import { grant } from "./grants.ts";
import * as rules from "./rule-store.ts";

/**
 * What a confirmed reward brings its wallet's user, in the commit that confirms it: points where a rule of the campaign says
 * so, and the referrer's bonus if it is the user's first. A wallet without a user earns no points, not even later.
 */
export async function onRewardConfirmed(
  store: Store,
  { id, campaign_id, wallet_address, amount }: typeof issuances.$inferSelect,
  { settings, now }: { settings: PointSettings; now: Date },
): Promise<void> {
  // They come when the payment's event is read.
  if (wallet_address === null || amount === null) return;
  const userId = await ownerOf(store, wallet_address);
  if (userId === undefined) return;
  const { tiers } = settings.points;
  for (const rule of await rules.ofRewards(store, campaign_id)) {
    const cause = `rule:${rule.id}:reward:${id}`;
    await grant(store, rule, { userId, kind: "reward", cause, amount, tiers, now });
  }
  await noteReward(store, userId, { settings, now });
}
