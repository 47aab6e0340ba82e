import * as users from "@merit/core/accounts/service.ts";
import { contractSpec } from "@merit/core/ledger/contract-events/names.ts";
import * as wallets from "@merit/core/parties/wallets/store.ts";
import { report } from "@merit/core/programmes/points/events.ts";
import { setRule } from "@merit/core/programmes/referral-programs/store.ts";
import type { Rule } from "@merit/core/programmes/referral-programs/terms.ts";
import { campaigns } from "@merit/core/store/db/schema/campaigns.ts";
import { contractEvents } from "@merit/core/store/db/schema/contract-events.ts";
import { jobs } from "@merit/core/store/db/schema/jobs.ts";
import { referralPrograms, referrals, referralWallets } from "@merit/core/store/db/schema/referrals.ts";
import type { Store } from "@merit/core/store/db/store.ts";
import { createCampaign, createMerchant, createWorld, type World } from "@merit/core/testing/world.ts";
import type { xdr } from "@stellar/stellar-sdk";
import { asc, eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { decoder } from "./decode.ts";
import { recordEarlier } from "./earlier-events.ts";
import { type EventRow, saveProgress } from "./store.ts";
import { address, eventId, i128, map, party, rawEvent, symbol, u64 } from "./testing/events.ts";
import { withoutIds } from "./testing/rows.ts";

const contract = address.contract(9);
const [sponsor, friend, newcomer, second] = [1, 2, 3, 4].map((byte) => address.account(byte)) as [
  string,
  string,
  string,
  string,
];
const decode = decoder([{ id: contract, name: "referral", spec: contractSpec("referral") }]);
/** Seconds: the events' ledgers close after it. */
const START = 1_700_000_000n;
const END = 4_000_000_000n;
const CLAIMABLE = 1_900_000_000n;
/** Time after the events. */
const LATER = new Date("2027-02-01T00:00:00Z");

let world: World;
let merchantId: number;
let ledger: number;
beforeEach(async () => {
  world = createWorld();
  merchantId = (await createMerchant(world.context)).merchant.id;
  ledger = 9;
});
afterEach(() => world[Symbol.asyncDispose]());

const commit = <T>(unit: (store: Store) => Promise<T>) => world.context.db.commit(unit);
const read = <T>(unit: (store: Store) => Promise<T>) => world.context.db.read(unit);
const all = () => read(async (store) => store.select().from(referrals).orderBy(asc(referrals.id)));
const waiting = async () => (await read(async (store) => store.select().from(jobs))).map(({ key }) => key);

/** An event of the contract as the indexer stores it, one ledger after the one before. */
function row(topics: xdr.ScVal[], fields?: Record<string, xdr.ScVal>): EventRow {
  ledger += 1;
  const event = rawEvent(contract, topics, fields ? map(fields) : map({}), { ledger });
  const { id, contractId: contract_id, txHash: tx_hash, ledgerClosedAt } = event;
  return { id, contract_id, ...decode(event), xdr: null, ledger, ledger_closed_at: new Date(ledgerClosedAt), tx_hash };
}

const merchant = () => u64(BigInt(merchantId));
const enrolled = (who = friend) => row([symbol("referrer_enrolled"), party(who)]);
const bound = (who = newcomer) => row([symbol("referral_bound"), party(who), party(friend)]);
const set = (change: Record<string, xdr.ScVal> = {}) =>
  row([symbol("programme_set"), merchant()], {
    ...{ sponsor: party(sponsor), bonus_referrer: i128(50n), bonus_newcomer: i128(25n), referrer_cap: i128(100n) },
    ...{ budget: i128(1_000n), starts_at: u64(START), ends_at: u64(END), clawback_window: u64(60n), ...change },
  });
const ofNewcomer = (type: string, who: string, fields: Record<string, xdr.ScVal>) =>
  row([symbol(type), merchant(), party(who)], fields);
const qualified = (who = newcomer, [forReferrer, forNewcomer] = [50n, 25n]) =>
  ofNewcomer("referral_qualified", who, {
    ...{ referrer: party(friend), bonus_referrer: i128(forReferrer), bonus_newcomer: i128(forNewcomer) },
    claimable_at: u64(CLAIMABLE),
  });
const claimed = (account: string, who = newcomer) =>
  row([symbol("bonus_claimed"), party(account), party(who)], { merchant: merchant(), amount: i128(50n) });
const revoked = (who = newcomer) =>
  ofNewcomer("referral_revoked", who, { operator: party(sponsor), amount: i128(75n) });
const expired = (who = newcomer) => ofNewcomer("referral_expired", who, { amount: i128(25n) });
const paidBySponsor = (type: string) => row([symbol(type), merchant()], { sponsor: party(sponsor), amount: i128(10n) });

const saveIn = (store: Store, ...rows: EventRow[]) =>
  saveProgress(
    store,
    { position: { cursor: null, ledger }, rows },
    { own: [], settings: world.context.settings, now: new Date() },
  );
const save = (...rows: EventRow[]) => commit((store) => saveIn(store, ...rows));
const rule = (wanted: Rule) => commit((store) => setRule(store, merchantId, wanted, new Date()));

describe("the records of the referral contract's events", () => {
  it("show terms, bindings and what became of each bonus", async () => {
    await save(set(), enrolled(), bound(), qualified(), qualified(second, [50n, 0n]));
    const claim = claimed(friend);
    await save(claim, revoked(second), set({ budget: i128(2_000n) }), paidBySponsor("sponsor_left"));
    expect(await all()).toMatchObject([
      {
        ...{ merchant_id: merchantId, newcomer, referrer: friend, status: "qualified", user_id: null, cause: null },
        ...{ bonus_referrer: 50n, referrer_status: "paid", referrer_tx_hash: claim.tx_hash },
        ...{ bonus_newcomer: 25n, newcomer_status: "pending", newcomer_tx_hash: null },
        ...{ claimable_at: new Date(1_900_000_000_000), expires_at: new Date(1_900_000_000_000 + 180 * 86_400_000) },
      },
      { newcomer: second, status: "revoked", referrer_status: "revoked", newcomer_status: null },
    ]);
    await save(expired());
    expect((await all())[0]).toMatchObject({ referrer_status: "paid", newcomer_status: "expired" });
    const [program] = await read(async (store) => store.select().from(referralPrograms));
    const left = program?.ends_at ?? 0;
    expect(program).toMatchObject({ sponsor, budget: 2_000n, qualifies_on: null, clawback_seconds: 60 });
    expect(left).toEqual(program?.updated_at);
    expect(
      await read(async (store) => store.select().from(referralWallets).orderBy(asc(referralWallets.address))),
    ).toMatchObject([
      { address: friend, referrer: null, enrolled_at: expect.any(Date) },
      { address: newcomer, referrer: friend, enrolled_at: null },
    ]);
  });

  it("are the same after all events are read again, and once however often an event comes", async () => {
    const tables = [referralPrograms, referralWallets, referrals];
    const dump = () =>
      read(async (store) => [
        await store.select().from(referralPrograms).orderBy(asc(referralPrograms.id)),
        await store.select().from(referralWallets).orderBy(asc(referralWallets.address)),
        await store.select().from(referrals).orderBy(asc(referrals.id)),
      ]);
    const rows = [set(), enrolled(), bound(), qualified(), claimed(friend), qualified(second), revoked(second)];
    rows.push(claimed(newcomer), paidBySponsor("programme_funded"), paidBySponsor("sponsor_left"));
    await save(...rows);
    const before = await dump();
    await save(...rows);
    expect(await dump()).toEqual(before);
    await commit(async (store) => {
      for (const table of [contractEvents, ...tables]) await store.delete(table);
    });
    await save(...rows);
    expect((await dump()).map(withoutIds)).toEqual(before.map(withoutIds));
  });

  it("come from events, too, that were stored before the service had such records; once", async () => {
    const rows = [set(), enrolled(), bound(), qualified()];
    await commit(async (store) => void (await store.insert(contractEvents).values(rows)));
    await commit(recordEarlier);
    expect(await all()).toMatchObject([{ newcomer, referrer: friend, status: "qualified" }]);
    await commit(async (store) => void (await store.delete(referrals)));
    await commit(recordEarlier);
    expect(await all()).toEqual([]);
  });

  it("leave out merchants that the service doesn't have, and what this code's contract doesn't emit", async () => {
    const stranger = u64(2n ** 64n - 1n);
    await save(
      row([symbol("programme_set"), stranger], {}),
      row([symbol("referral_qualified"), u64(999n), party(newcomer)], {
        ...{ referrer: party(friend), bonus_referrer: i128(5n), bonus_newcomer: i128(2n), claimable_at: u64(1n) },
      }),
      row([symbol("referral_bound"), party(newcomer)]),
    );
    expect(await all()).toEqual([]);
  });
});

describe("a purchase qualifies a newcomer", () => {
  let user: number;
  let purchases = 0;
  beforeEach(async () => {
    user = await owner(newcomer);
    await save(set(), enrolled());
    await rule({ qualifies_on: "spend", min_spend: 200_000_000n, currency: "EUR" });
  });

  /** A user to whom the wallet belongs. */
  async function owner(wallet: string): Promise<number> {
    const now = new Date();
    return commit(async (store) => {
      const { id } = await users.create(store, {}, now);
      await wallets.insert(store, { address: wallet, user_id: id, proven_at: now, created_at: now });
      return id;
    });
  }
  /** Records a purchase; `amount` in whole units. */
  function buy(amount: number, { now = LATER, currency = "EUR", by = user } = {}) {
    purchases += 1;
    const event = {
      reference: `order-${purchases}`,
      event: "purchase",
      amount: BigInt(amount) * 10_000_000n,
      currency,
    };
    return commit((store) => report(store, merchantId, { user_id: by, ...event }, { tiers: [], now }));
  }

  it("once what they spent since they named a referrer is enough", async () => {
    await save(bound());
    await buy(5);
    await buy(100, { currency: "USD" });
    expect(await all()).toEqual([]);
    await buy(15);
    await buy(50);
    expect(await all()).toMatchObject([{ newcomer, referrer: friend, status: "qualifying", user_id: user }]);
    expect(await waiting()).toContain("referral-qualify:1");
  });

  it("unless they bought before, or have no referrer", async () => {
    await buy(1, { now: new Date(0) });
    await save(bound());
    await buy(100);
    const unbound = await owner(second);
    await buy(100, { by: unbound });
    expect(await all()).toEqual([]);
  });

  it("unless they were customers before the programme began", async () => {
    await save(bound());
    await buy(1);
    const starts_at = u64(BigInt(LATER.getTime() / 1000) + 60n);
    await save(set({ starts_at }));
    await buy(100, { now: new Date(LATER.getTime() + 120_000) });
    expect(await all()).toEqual([]);
  });

  it("unless the wallet of the referrer is theirs too", async () => {
    const now = new Date();
    const own = { address: friend, user_id: user, proven_at: now, created_at: now };
    await commit((store) => wallets.insert(store, own).then(() => undefined));
    await save(bound());
    await buy(100);
    expect(await all()).toEqual([]);
  });

  it("with one wallet of several", async () => {
    const now = new Date();
    await commit(async (store) => {
      await wallets.insert(store, { address: second, user_id: user, proven_at: now, created_at: now });
    });
    await save(bound(), bound(second));
    await buy(100);
    await buy(100);
    expect(await all()).toMatchObject([{ newcomer }]);
  });

  it("only while the programme runs", async () => {
    await save(bound(), paidBySponsor("sponsor_left"));
    await buy(100);
    expect(await all()).toEqual([]);
  });
});

describe("a first reward qualifies a newcomer", () => {
  const asset = address.contract(8);
  let campaignId: number;
  beforeEach(async () => {
    campaignId = (await createCampaign(world.context, merchantId)).id;
    await commit(async (store) => {
      await store.update(campaigns).set({ contract_campaign_id: 77 }).where(eq(campaigns.id, campaignId));
    });
    await save(set(), enrolled());
    await rule({ qualifies_on: "first_reward", min_spend: null, currency: null });
  });

  /** The events of a batch that pays the wallet, as they are decoded. */
  function payment(to: string, number: number): EventRow[] {
    ledger += 1;
    const at = { ledger, xdr: null, ledger_closed_at: new Date(), tx_hash: String(ledger).padStart(64, "0") };
    const id = (index: number) => eventId(ledger, 1, index);
    const transfer = { to, from: contract, amount: "10" };
    const payments = [{ number, reference: "ab".repeat(8), result: "PAID" }];
    return [
      { ...at, id: id(0), contract_id: asset, contract: "asset", type: "transfer", data: transfer },
      {
        ...{ ...at, id: id(1), contract_id: contract, contract: "campaign", type: "reward" },
        data: { campaign: "77", paid: "10", payments },
      },
    ];
  }

  it("that named its referrer before, once", async () => {
    await save(...payment(second, 1), bound(), bound(second));
    await save(...payment(newcomer, 2), ...payment(newcomer, 3));
    expect(await all()).toMatchObject([{ newcomer, cause: `reward:${campaignId}:2`, status: "qualifying" }]);
    await save(qualified());
    expect(await all()).toMatchObject([{ newcomer, status: "qualified", cause: `reward:${campaignId}:2` }]);
  });

  it("and new funds end its wait for them", async () => {
    await save(bound(), ...payment(newcomer, 1));
    const runAt = async () => {
      const job = eq(jobs.key, "referral-qualify:1");
      return (await read(async (store) => store.select().from(jobs).where(job)))[0]?.run_at;
    };
    await commit(async (store) => void (await store.update(jobs).set({ run_at: LATER })));
    const funded = paidBySponsor("programme_funded");
    await save(funded);
    expect(await runAt()).toEqual(funded.ledger_closed_at);
  });

  it("not under a programme that the service has no rule for", async () => {
    await rule({ qualifies_on: null, min_spend: null, currency: null });
    await save(bound(), ...payment(newcomer, 1));
    expect(await all()).toEqual([]);
  });
});
