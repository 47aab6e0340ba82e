import { desc, eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Campaign } from "../../programmes/campaigns/store.ts";
import * as referrals from "../../programmes/referral-programs/store.ts";
import { contractEvents } from "../../store/db/schema/contract-events.ts";
import type { Store } from "../../store/db/store.ts";
import { newWallet } from "../../testing/chain.ts";
import { indexPayout } from "../../testing/payout-events.ts";
import { createCampaign, createMerchant, createWorld, type World } from "../../testing/world.ts";
import { accept } from "./accept.ts";
import { recordReward } from "./on-chain.ts";
import * as settle from "./settle.ts";
import type { Issuance } from "./store.ts";

const start = new Date();
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000);

let world: World;
let campaign: Campaign;
let newcomer: string;
beforeEach(async () => {
  world = createWorld();
  const { merchant } = await createMerchant(world.context);
  campaign = await createCampaign(world.context, merchant.id);
  newcomer = newWallet();
  const terms = {
    ...{ sponsor: newWallet(), bonus_referrer: 50n, bonus_newcomer: 25n, referrer_cap: 100n, budget: 1_000n },
    ...{ starts_at: after(-60), ends_at: after(3_600), clawback_seconds: 60, tx_hash: null },
  };
  await commit(async (store) => {
    await referrals.saveTerms(store, { ...terms, merchant_id: merchant.id }, start);
    const rule = { qualifies_on: "first_reward" as const, min_spend: null, currency: null };
    await referrals.setRule(store, merchant.id, rule, start);
  });
});
afterEach(() => world[Symbol.asyncDispose]());

const commit = <T>(unit: (store: Store) => Promise<T>) => world.context.db.commit(unit);
const issue = async (idempotency_key: string) => {
  const reward = { campaign_id: campaign.id, wallet_address: newcomer, amount: 10n, user_id: null };
  return (await accept(world.context, campaign.merchant_id, { ...reward, idempotency_key })).issuance;
};
const confirm = ({ id }: Issuance, seconds: number) =>
  commit((store) =>
    settle.confirm(store, [{ id, txHash: `tx-${id}` }], { settings: world.context.settings, now: after(seconds) }),
  );
const name = () => commit((store) => referrals.saveWallet(store, newcomer, { referrer: newWallet(), bound_at: start }));
/** The indexer reads the transaction that paid rewards. */
const read = (paid: Issuance[], seconds: number) =>
  commit(async (store) => {
    const payments = paid.map(({ number, reference }) => ({
      number,
      reference,
      wallet_address: newcomer,
      amount: 10n,
    }));
    const payout = { txHash: `tx-${paid[0]?.id}`, campaign: campaign.contract_campaign_id ?? 0, payments };
    const { settings } = world.context;
    await indexPayout(store, payout, { settings, now: after(seconds) });
    const rewards = store.select().from(contractEvents).where(eq(contractEvents.type, "reward"));
    const event = await rewards.orderBy(desc(contractEvents.id)).limit(1).get();
    if (event) await recordReward?.(store, event, { settings, clock: { now: () => after(seconds) } });
  });
const causes = () =>
  world.context.db.read(async (store) =>
    (await referrals.qualifyingIn(store, campaign.merchant_id)).length === 0
      ? null
      : (await referrals.byId(store, 1))?.cause,
  );

it("has no newcomer qualify by a reward that was accepted first and paid after others", async () => {
  const [early, late] = [await issue("early"), await issue("late")];
  await confirm(late, 1);
  await read([late], 0);
  await name();
  await confirm(early, 11);
  await read([early], 10);
  expect(await causes()).toBeNull();
});

it("has them qualify by the reward that was paid first, whatever was accepted or confirmed before its event is read", async () => {
  const [second, first] = [await issue("second"), await issue("first")];
  await name();
  await confirm(first, 1);
  await confirm(second, 6);
  await read([first], 0);
  expect(await causes()).toBe(`reward:${campaign.id}:${first.number}`);
  await read([second], 5);
  expect(await causes()).toBe(`reward:${campaign.id}:${first.number}`);
});

it("has them qualify once by the first of the rewards of one transaction", async () => {
  const [one, other] = [await issue("one"), await issue("other")];
  await name();
  for (const each of [one, other]) {
    await commit((store) =>
      settle.confirm(store, [{ id: each.id, txHash: `tx-${one.id}` }], {
        ...{ settings: world.context.settings, now: after(1) },
      }),
    );
  }
  await read([one, other], 0);
  expect(await causes()).toBe(`reward:${campaign.id}:${one.number}`);
});

it("goes by the time of the confirmation where the event of a reward was deleted", async () => {
  const [old, next] = [await issue("old"), await issue("next")];
  await confirm(old, -1_000);
  await name();
  await confirm(next, 1);
  await read([next], 0);
  expect(await causes()).toBeNull();
});
