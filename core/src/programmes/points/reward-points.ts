import type { PointSettings } from "../../base/settings/points.ts";
import { ownersOf } from "../../parties/wallets/store.ts";
import type { issuances } from "../../store/db/schema/issuances.ts";
import type { Store } from "../../store/db/store.ts";
import { noteRewards } from "./bonuses.ts";
import { grant } from "./grants.ts";
import * as rules from "./rule-store.ts";

/**
 * Gives users what the confirmed rewards of their wallets bring, in the commit that confirms them: points where a rule of the campaign says
 * so, and the referrer's bonus for a user's first. A wallet without a user earns no points, not even later.
 */
export async function onRewardsConfirmed(
  store: Store,
  confirmed: readonly (typeof issuances.$inferSelect)[],
  { settings, now }: { settings: PointSettings; now: Date },
): Promise<void> {
  // Points for rewards without a wallet come when the payment's event is read.
  const wallets = confirmed.flatMap(({ wallet_address }) => wallet_address ?? []);
  const owners = wallets.length > 0 ? await ownersOf(store, wallets) : new Map<string, number>();
  const { tiers } = settings.points;
  const withoutRules = new Set<number>();
  const users: number[] = [];
  for (const { id, campaign_id, wallet_address, amount } of confirmed) {
    const userId = owners.get(wallet_address ?? "");
    if (userId === undefined || amount === null) continue;
    users.push(userId);
    if (withoutRules.has(campaign_id)) continue;
    // Read for each reward: what a rule has left depends on the rewards before.
    const found = await rules.ofRewards(store, campaign_id);
    if (found.length === 0) withoutRules.add(campaign_id);
    for (const rule of found) {
      const cause = `rule:${rule.id}:reward:${id}`;
      await grant(store, rule, { userId, kind: "reward", cause, amount, tiers, now });
    }
  }
  await noteRewards(store, users, { settings, now });
}
