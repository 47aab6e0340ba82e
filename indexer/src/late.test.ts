import * as users from "@merit/core/accounts/service.ts";
import { contractNames } from "@merit/core/ledger/chain/bindings.ts";
import { contractSpec } from "@merit/core/ledger/contract-events/names.ts";
import * as wallets from "@merit/core/parties/wallets/store.ts";
import * as drops from "@merit/core/payouts/drops/service.ts";
import { contractEventSubjects, contractEvents } from "@merit/core/store/db/schema/contract-events.ts";
import { dropShares } from "@merit/core/store/db/schema/drops.ts";
import { escrows } from "@merit/core/store/db/schema/escrows.ts";
import { events } from "@merit/core/store/db/schema/events.ts";
import { delegations, proposals, stakes, votes } from "@merit/core/store/db/schema/governance.ts";
import { contractItems, redemptions } from "@merit/core/store/db/schema/redemptions.ts";
import { referralPrograms, referrals, referralWallets } from "@merit/core/store/db/schema/referrals.ts";
import { vestingSchedules } from "@merit/core/store/db/schema/vesting.ts";
import { createMerchant, createWorld } from "@merit/core/testing/world.ts";
import { rpc, type xdr } from "@stellar/stellar-sdk";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import fc from "fast-check";
import { expect, it } from "vitest";
import { decoder } from "./decode.ts";
import { Follower } from "./follow.ts";
import { backfill, gapsIn, rebuild } from "./maintain.ts";
import { type RawEvent, rpcSource } from "./source.ts";
import { saveProgress } from "./store.ts";
import {
  address,
  bool,
  bytes,
  i128,
  map,
  none,
  party,
  rawEvent,
  symbol,
  text,
  u32,
  u64,
  vec,
} from "./testing/events.ts";
import { startNode } from "./testing/node.ts";

// A gap that is filled later leaves the same records, and the same events for merchants and users, as if there had been none.

const contractIds = contractNames.map((_, index) => address.contract(20 + index));
const decode = decoder(
  contractNames.map((name, index) => ({ id: contractIds[index] ?? "", name, spec: contractSpec(name) })),
);
const idOf = (name: (typeof contractNames)[number]) => contractIds[contractNames.indexOf(name)] ?? "";

const [ann, bob, cay, funder] = [1, 2, 3, 4].map(address.account) as [string, string, string, string];
const id = (byte: number) => bytes(new Uint8Array(32).fill(byte));
const [first, second] = [id(1), id(2)];
const merchant = u64(1n);
const later = u64(4_000_000_000n);
const DROP = 7;

type Fields = Record<string, xdr.ScVal>;
type Event = [contract: (typeof contractNames)[number], topics: xdr.ScVal[], fields: Fields];
const escrow = (type: string, topics: xdr.ScVal[], fields: Fields): Event => [
  "escrow",
  [symbol(type), first, ...topics],
  fields,
];
const vesting = (type: string, topics: xdr.ScVal[], fields: Fields = {}): Event => [
  "vesting",
  [symbol(type), first, ...topics],
  fields,
];
const governance = (type: string, topics: xdr.ScVal[], fields: Fields = {}): Event => [
  "governance",
  [symbol(type), ...topics],
  fields,
];
const redemption = (type: string, topics: xdr.ScVal[], fields: Fields): Event => [
  "redemption",
  [symbol(type), ...topics],
  fields,
];
const referral = (type: string, topics: xdr.ScVal[], fields: Fields = {}): Event => [
  "referral",
  [symbol(type), ...topics],
  fields,
];
const distribution = (type: string, topics: xdr.ScVal[], fields: Fields): Event => [
  "distribution",
  [symbol(type), ...topics],
  fields,
];

const settled = (milestone: number, [released, refunded]: [bigint, bigint]) =>
  escrow("settled", [u32(milestone)], {
    ...{ status: u32(4), released: i128(released), refunded: i128(refunded), fee: i128(0n) },
  });
const redeem = (reference: xdr.ScVal) =>
  redemption("redeem", [party(ann), u64(5n)], {
    ...{ merchant, quantity: u32(1), amount: i128(100n), price_version: u32(1), deadline: later },
    ...{ cancel_until: u64(1_800_000_000n), reference },
  });
const item = (price: bigint, price_version: number) =>
  redemption("item_set", [merchant, u64(5n)], {
    ...{ price: i128(price), price_version: u32(price_version), active: bool(true) },
    ...{ fulfil_within: u64(60n), cancel_within: u64(0n), wallet_limit: none },
  });
const terms = (budget: bigint) =>
  referral("programme_set", [merchant], {
    ...{ sponsor: party(funder), bonus_referrer: i128(50n), bonus_newcomer: i128(25n), referrer_cap: i128(100n) },
    ...{ budget: i128(budget), starts_at: u64(1n), ends_at: later, clawback_window: u64(60n) },
  });
const vote = (who: string, support: number, end: number) =>
  governance("voted", [first, party(who)], {
    ...{ support: u32(support), weight: i128(10n), vote_end: u32(end), delegate: none },
  });
const named = (delegate: string, before: xdr.ScVal) =>
  governance("delegate_changed", [party(ann)], { from_delegate: before, to_delegate: party(delegate) });
const staked = (type: string, amount: bigint, more: Fields = {}) =>
  governance(type, [party(ann)], { amount: i128(amount), ...more });
const claim = (index: number, who: string) =>
  distribution("claim", [u64(BigInt(DROP)), party(who)], { index: u32(index), amount: i128(25_000_000n) });

/** One event a ledger, from ledger 10 on: each thing from its beginning to its end, all of them side by side. */
const history: Event[] = [
  escrow("created", [party(ann), party(bob)], {
    ...{ arbiter: party(cay), amount: i128(30n), fee: u32(0), agreement: first },
  }),
  vesting("created", [party(ann)], { funder: party(funder), total: i128(100n), revocable: bool(true) }),
  staked("stake", 50n),
  item(100n, 1),
  redeem(first),
  terms(1_000n),
  referral("referrer_enrolled", [party(bob)]),
  referral("referral_bound", [party(ann), party(bob)]),
  distribution("drop_created", [u64(BigInt(DROP)), merchant], {
    ...{ root: first, total: i128(50_000_000n), leaves: u32(2), opens_at: u64(1n), expires_at: later },
    ...{ reference: first, operator: party(funder) },
  }),
  escrow("accepted", [party(bob)], { bound: bool(false) }),
  escrow("accepted", [party(cay)], { bound: bool(true) }),
  vesting("claimed", [party(ann)], { amount: i128(10n) }),
  vesting("transfer_begun", [], { to: party(bob), expires_at: later }),
  staked("activate", 50n),
  governance("proposed", [first, party(ann)], {
    ...{ actions: vec([]), description: text("Lower the fee"), snapshot: u32(20), vote_end: u32(30) },
    ...{ quorum: i128(5n), threshold_bps: u32(5_000) },
  }),
  named(bob, none),
  claim(0, ann),
  redeem(second),
  referral("referral_qualified", [merchant, party(ann)], {
    ...{ referrer: party(bob), bonus_referrer: i128(50n), bonus_newcomer: i128(25n), claimable_at: u64(2n) },
  }),
  escrow("disputed", [u32(0)], { party: party(ann), evidence: first, decide_by: later }),
  vote(ann, 1, 30),
  vesting("transferred", [], { from: party(ann), to: party(bob) }),
  item(120n, 2),
  referral("bonus_claimed", [party(ann), party(ann)], { merchant, amount: i128(25n) }),
  settled(0, [5n, 5n]),
  redemption("redemption_fulfilled", [party(ann), first], { operator: party(funder), amount: i128(100n) }),
  vote(bob, 0, 40),
  named(cay, party(bob)),
  staked("unstake", 20n, { until: later }),
  claim(1, bob),
  governance("queued", [first], { eta: u64(2_000_000_000n), expires_at: later }),
  redemption("redemption_cancelled", [party(ann), second], { caller: party(ann), amount: i128(100n) }),
  terms(2_000n),
  vesting("claimed", [party(bob)], { amount: i128(90n) }),
  referral("bonus_claimed", [party(bob), party(ann)], { merchant, amount: i128(50n) }),
  governance("executed", [first]),
  staked("withdraw", 20n),
  settled(1, [20n, 0n]),
];
const FIRST = 10;
const DROP_CREATED = FIRST + history.findIndex(([contract]) => contract === "distribution");
const LAST = FIRST + history.length - 1;
const raw = history.map(([contract, topics, fields], index) =>
  rawEvent(idOf(contract), topics, map(fields), { ledger: FIRST + index }),
);

const tables: SQLiteTable[] = [
  ...[escrows, vestingSchedules, proposals, votes, stakes, delegations, redemptions, contractItems],
  ...[referrals, referralWallets, referralPrograms, dropShares, contractEvents, contractEventSubjects],
];

/**
 * The result of filling a gap: the records, and which events there were, when and for whom. The state that an event shows may be that of a
 * record with a gap. A drop's proofs are random, and an item's stock is right again at its next `stock_set`.
 * @param readAgainAt the node leaves the gap's events out up to this ledger, when they are read again together with new ones
 */
async function leftBy(gap: { from: number; to: number } | undefined, pageSize: number, readAgainAt = 0) {
  await using world = createWorld();
  await using node = await startNode();
  await using archive = await startNode();
  const { db, clock, settings, log } = world.context;
  await createMerchant(world.context);
  const now = new Date("2026-12-31T00:00:00Z");
  for (const wallet of [ann, bob, cay]) {
    await db.commit(async (store) => {
      const { id } = await users.create(store, {}, now);
      await wallets.insert(store, { address: wallet, user_id: id, proven_at: now, created_at: now });
    });
  }
  const shares = [ann, bob].map((wallet) => ({ wallet, amount: 25_000_000n }));
  const times = { opens_at: new Date(now.getTime() - 1_000), expires_at: new Date(now.getTime() + 3_600_000) };
  const plan = await drops.plan(world.context, { name: "Thanks", ...times, shares }, times.opens_at);
  const staged = await drops.stage(world.context, 1, plan, { now });
  await db.commit(async (store) => {
    const { id } = await drops.create(store, staged, { now });
    await drops.activate(store, id, { contractDropId: DROP, txHash: "d".repeat(64), now });
  });
  // Only what the ledger tells is compared.
  await db.commit((store) => Promise.resolve(store.delete(events)));
  const source = ({ url }: typeof node) => rpcSource(new rpc.Server(url, { allowHttp: true }), contractIds);
  const deps = { db, clock, settings, log, decode, wants: () => true, own: contractIds, pageSize };
  const follow = async () => {
    const follower = new Follower({ ...deps, source: source(node), startLedger: FIRST });
    while ((await follower.step()) === "more");
  };
  Object.assign(archive, { latest: LAST, events: raw });
  Object.assign(node, { latest: gap ? gap.from - 1 : LAST, events: raw });
  await follow();
  if (gap && readAgainAt > 0) {
    const isLeftOut = ({ ledger }: RawEvent) => ledger >= gap.from && ledger <= gap.to;
    Object.assign(node, { latest: readAgainAt, events: raw.filter((event) => !isLeftOut(event)) });
    await follow();
    const position = { cursor: null, ledger: gap.from - 1 };
    await db.commit((store) => saveProgress(store, { position }, { ...deps, now }));
    Object.assign(node, { latest: LAST, events: raw });
    await follow();
  } else if (gap) {
    Object.assign(node, { oldest: gap.to + 1, latest: LAST });
    await follow();
    expect(await gapsIn(db)).toMatchObject([gap]);
    // A second time there is nothing left to fill.
    for (let times = 0; times < 2; times++) await backfill(deps, source(archive));
    expect(await gapsIn(db)).toEqual([]);
  }
  const all = async (table: SQLiteTable) => {
    const rows: Record<string, unknown>[] = await db.read(async (store) => store.select().from(table));
    return rows.map(({ updated_at, proof, stock, ...row }) => row);
  };
  const left = async () => {
    const told = (await all(events)).map(({ data, ...event }) => event);
    return [...(await Promise.all(tables.map(all))), told].map((rows) => rows.map(withoutNumbers).map(asText).sort());
  };
  const before = await left();
  await rebuild(deps);
  expect(await left()).toEqual(before);
  return before;
}

/** Fields without numbered ids, which are given in the order of reading. */
const withoutNumbers = (row: object) =>
  Object.entries(row).filter(
    ([name, value]) => !(/^((object|proposal)_)?id$/.test(name) && /^\d{1,18}$/.test(String(value))),
  );

const asText = (row: object) => JSON.stringify(row, (_, value) => (typeof value === "bigint" ? `${value}` : value));

const gap = fc
  .tuple(fc.integer({ min: FIRST + 1, max: LAST - 1 }), fc.integer({ min: 1, max: LAST - FIRST }))
  .map(([from, length]) => ({ from, to: Math.min(from + length - 1, LAST - 1) }));

it("tells the same, once, wherever the gap was and whatever its pages are", async () => {
  const whole = await leftBy(undefined, 1_000);
  expect(whole.at(-1)?.length).toBeGreaterThan(history.length);
  await fc.assert(
    fc.asyncProperty(gap, fc.integer({ min: 1, max: 9 }), async (gap, pageSize) => {
      expect(await leftBy(gap, pageSize)).toEqual(whole);
    }),
    // Among them one with a drop's creation, and without its claims.
    { numRuns: 8, examples: [[{ from: DROP_CREATED, to: DROP_CREATED }, 9]] },
  );
});

it("tells the same, once, whichever events come late in a page with new ones", async () => {
  const whole = await leftBy(undefined, 1_000);
  const readAgainAt = fc.integer({ min: FIRST + 1, max: LAST - 1 });
  await fc.assert(
    fc.asyncProperty(gap, readAgainAt, fc.integer({ min: 1, max: 90 }), async (gap, readAgainAt, pageSize) => {
      expect(await leftBy(gap, pageSize, Math.max(gap.from, readAgainAt))).toEqual(whole);
    }),
    { numRuns: 6, examples: [[{ from: FIRST + 10, to: FIRST + 20 }, FIRST + 22, 90]] },
  );
});
