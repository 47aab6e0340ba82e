import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { FIRST_NUMBER } from "../../ledger/chain/batches.ts";
import { NO_FINGERPRINT, withPayments } from "../../ledger/chain/fingerprint.ts";
import { readTotal } from "../../programmes/campaigns/budget.ts";
import * as campaigns from "../../programmes/campaigns/store.ts";
import { events as table } from "../../store/db/schema/events.ts";
import { issuances } from "../../store/db/schema/issuances.ts";
import { submissions } from "../../store/db/schema/submissions.ts";
import type { Store } from "../../store/db/store.ts";
import { newWallet } from "../../testing/chain.ts";
import { createCampaign, createMerchant, createWorld, type World } from "../../testing/world.ts";
import { accept } from "./accept.ts";
import * as settle from "./settle.ts";
import * as rows from "./store.ts";

const now = new Date();
const wallet = newWallet();

let world: World;
let merchantId: number;
let campaignId: number;
beforeEach(async () => {
  world = createWorld();
  merchantId = (await createMerchant(world.context)).merchant.id;
  campaignId = (await createCampaign(world.context, merchantId, { budget: 1000n })).id;
});
afterEach(() => world[Symbol.asyncDispose]());

const commit = <T>(unit: (store: Store) => Promise<T>) => world.context.db.commit(unit);
const issuance = async (key: string, amount = 10n) =>
  (
    await accept(world.context, merchantId, {
      idempotency_key: key,
      campaign_id: campaignId,
      wallet_address: wallet,
      amount,
      user_id: null,
    })
  ).issuance;
const read = (id: number) => world.context.db.read((store) => rows.byId(store, id));
const campaign = () => world.context.db.read((store) => campaigns.byId(store, campaignId));
const submission = (inner: string) =>
  commit(async (store) => {
    const row = await store
      .insert(submissions)
      .values({
        kind: "payout",
        campaign_id: campaignId,
        envelope: "AAAA",
        inner_hash: inner,
        channel: wallet,
        sequence: "1",
        max_ledger: 1,
        max_time: 1,
        state: "stored",
        created_at: now,
        updated_at: now,
      })
      .returning({ id: submissions.id })
      .get();
    return row.id;
  });

it("confirms once and spends the reservation once", async () => {
  const { id } = await issuance("a");
  const confirm = () =>
    commit((store) =>
      settle.confirm(store, [{ id, txHash: "b".repeat(64) }], { settings: world.context.settings, now }),
    );
  expect(await confirm()).toMatchObject([{ status: "confirmed", tx_hash: "b".repeat(64) }]);
  expect(await confirm()).toEqual([]);
  expect(await commit((store) => settle.fail(store, id, { reason: "late", now }))).toBeNull();
  expect(await campaign()).toMatchObject({ spent: 10n, reserved: 0n });
});

it("confirms those of a batch that are pending and that nothing carries, each once", async () => {
  const [paid, carried, known, last] = [
    await issuance("a"),
    await issuance("b", 20n),
    await issuance("c", 30n),
    await issuance("d", 40n),
  ];
  const carrier = await submission("1");
  await commit((store) => settle.attach(store, [carried.id], carrier, now));
  const confirm = (...ids: number[]) =>
    commit((store) =>
      settle.confirm(
        store,
        ids.map((id) => ({ id, txHash: "b".repeat(64) })),
        { settings: world.context.settings, now },
      ),
    );
  await confirm(known.id);
  const confirmed = await confirm(paid.id, carried.id, known.id, last.id);
  expect(confirmed.map(({ id }) => id)).toEqual([paid.id, last.id]);
  expect(await campaign()).toMatchObject({ spent: 80n, reserved: 20n });
  const events = await world.context.db.read((store) => store.select().from(table).all());
  const told = events.filter(({ type }) => type === "issuance.confirmed").map(({ object_id }) => Number(object_id));
  expect(told).toEqual([known.id, paid.id, last.id]);
});

it("fails once, with the reason, and releases the reservation once", async () => {
  const { id } = await issuance("a");
  const fail = () => commit((store) => settle.fail(store, id, { reason: "no trustline", now }));
  expect(await fail()).toMatchObject({ status: "failed", error_message: "no trustline", tx_hash: null });
  expect(await fail()).toBeNull();
  expect(await campaign()).toMatchObject({ spent: 0n, reserved: 0n });
});

it("counts attempts and keeps the reason of a wait, while pending", async () => {
  const { id } = await issuance("a");
  await commit((store) => settle.countAttempt(store, [id], now));
  await commit((store) => settle.note(store, [id], { reason: "daily limit reached", now }));
  expect(await read(id)).toMatchObject({ status: "pending", attempts: 1, error_message: "daily limit reached" });
  await commit((store) =>
    settle.confirm(store, [{ id, txHash: "b".repeat(64) }], { settings: world.context.settings, now }),
  );
  await commit((store) => settle.countAttempt(store, [id], now));
  expect(await read(id)).toMatchObject({ attempts: 1, error_message: null });
});

it("an issuance is carried by one submission at a time", async () => {
  const [a, b] = [await issuance("a"), await issuance("b")];
  const [first, second] = [await submission("1"), await submission("2")];
  await commit((store) => settle.attach(store, [a.id], first, now));
  const both = commit((store) => settle.attach(store, [a.id, b.id], second, now));
  await expect(both).rejects.toThrow(/on its way/);
  expect((await read(b.id))?.submission_id).toBeNull();

  expect(await commit((store) => settle.detach(store, first, now))).toEqual([a.id]);
  await commit((store) => settle.attach(store, [a.id, b.id], second, now));
  const carried = await world.context.db.read((store) => rows.carriedBy(store, second));
  expect(carried.map(({ id }) => id)).toEqual([a.id, b.id]);
});

it("rewards that a submission carries can't be settled or moved until it releases them", async () => {
  const { id } = await issuance("a");
  const carrier = await submission("1");
  await commit((store) => settle.attach(store, [id], carrier, now));
  const before = await read(id);
  expect(
    await commit((store) =>
      settle.confirm(store, [{ id, txHash: "b".repeat(64) }], { settings: world.context.settings, now }),
    ),
  ).toEqual([]);
  expect(await commit((store) => settle.fail(store, id, { reason: "no trustline", now }))).toBeNull();
  expect(await read(id)).toEqual(before);
  expect(await campaign()).toMatchObject({ spent: 0n, reserved: 10n });

  await commit((store) => settle.detach(store, carrier, now));
  expect(await commit((store) => settle.fail(store, id, { reason: "no trustline", now }))).toMatchObject({
    status: "failed",
  });
});

it("counts the payments that the distribution contract counts, and none from before", async () => {
  const [before, after] = [await issuance("a"), await issuance("b")];
  await commit(async (store) => {
    await store.update(issuances).set({ number: FIRST_NUMBER }).where(eq(issuances.id, after.id));
  });
  for (const { id } of [before, after]) {
    await commit((store) => settle.confirm(store, [{ id, txHash: "b" }], { settings: world.context.settings, now }));
  }
  const row = await campaign();
  expect(row?.spent).toBe(20n);
  const counted = {
    ...{ merchant: row?.merchant_id ?? 0, campaign: row?.contract_campaign_id ?? 0 },
    ...{ number: FIRST_NUMBER, reference: after.reference },
  };
  const fingerprint = withPayments(NO_FINGERPRINT, [counted]);
  expect(await world.context.db.read(readTotal)).toEqual({ paid: 1, fingerprint });
});
