import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { addDays } from "../../base/days.ts";
import { beforeLedger } from "../../ledger/contract-events/place.ts";
import { keptFrom } from "../../ledger/contract-events/retention.ts";
import { post } from "../../parties/mail/outbox.ts";
import * as mails from "../../parties/mail/store.ts";
import { contractEventSubjects, contractEvents } from "../../store/db/schema/contract-events.ts";
import { deadLetters } from "../../store/db/schema/jobs.ts";
import type { Store } from "../../store/db/store.ts";
import { deletedUpTo, emit, lastId, listOf } from "../../store/event-log/store.ts";
import { createMerchant, createWorld, type World } from "../../testing/world.ts";
import { pruneJob } from "./prune.ts";

let world: World;
let merchantId: number;
beforeEach(async () => {
  world = createWorld();
  merchantId = (await createMerchant(world.context)).merchant.id;
});
afterEach(() => world[Symbol.asyncDispose]());

const commit = <T>(unit: (store: Store) => Promise<T>) => world.context.db.commit(unit);
const read = <T>(unit: (store: Store) => Promise<T>) => world.context.db.read(unit);
const at = (now: Date) => ({ ...world.context, clock: { now: () => now } });
const prune = (now: Date) => pruneJob.run(at(now), { signal: new AbortController().signal, progress: async () => {} });

it("deletes mails after their time, but none that waits, and gives no number again", async () => {
  const now = new Date();
  const send = (daysAgo: number, status: mails.EmailLog["status"]) =>
    commit(async (store) => {
      const mail = {
        template: "owner_queued",
        userId: null,
        merchantId,
        recipient: "shop@example.com",
        isConfirmed: true,
      } as const;
      await post(at(addDays(now, -daysAgo)), store, mail);
      const [{ id }] = (await mails.list(store, merchantId, { limit: 1 })) as [mails.EmailLog];
      await mails.update(store, id, { status });
      return id;
    });
  await send(91, "sent");
  const waiting = await send(91, "queued");
  await send(91, "failed");
  const recent = await send(89, "sent");
  expect(await prune(now)).toMatchObject({ mails: 2 });
  const left = async () => (await read((store) => mails.list(store, merchantId, { limit: 9 }))).map(({ id }) => id);
  expect(await left()).toEqual([recent, waiting]);
  expect(await prune(addDays(now, 9))).toMatchObject({ mails: 0 });
  const next = await send(0, "sent");
  expect(next).toBeGreaterThan(recent);
  await prune(addDays(now, 9));
  expect(await left()).toEqual([next, waiting]);
});

it("deletes events after their time, all that there are, and remembers for each owner how far", async () => {
  const happen = (owner: { merchantId: number | null; userId: number | null }, count: number, now: Date) =>
    commit((store) => {
      const event = { type: "webhook.test" as const, ...owner, objectId: 1, data: {} };
      return emit(store, Array(count).fill(event), now);
    });
  const before = await read(lastId);
  const later = addDays(new Date(), 40);
  // The database's statistics are those of empty tables then.
  await commit((store) => store.run(sql`analyze`));
  await happen({ merchantId, userId: null }, 12_000, new Date());
  await happen({ merchantId, userId: 7 }, 1, new Date());
  const shared = await read(lastId);
  await happen({ merchantId: null, userId: 8 }, 1, later);
  expect(await prune(later)).toMatchObject({ events: expect.any(Number) });
  expect(await read((store) => listOf(store, { merchant_id: merchantId }, { limit: 9 }))).toEqual([]);
  const upTo = (owner: Parameters<typeof deletedUpTo>[1]) => read((store) => deletedUpTo(store, owner));
  expect(await upTo({ merchant_id: merchantId })).toBe(shared);
  expect(await upTo({ user_id: 7 })).toBe(shared);
  expect(await upTo({ user_id: 8 })).toBe(0);
  expect(shared).toBeGreaterThan(before);
});

const DAYS = 40;

/** Prunes with a setting, or without it. */
async function pruneAfter(days: number | null, now: Date) {
  const { settings } = world.context;
  const context = { ...at(now), settings: { ...settings, contractEventsRetentionDays: days, jobsRetentionDays: days } };
  return pruneJob.run(context, { signal: new AbortController().signal, progress: async () => {} });
}

it("deletes payments after their time if a setting says so, ledger by ledger, with what they are about", async () => {
  const now = new Date("2026-06-01T00:00:00Z");
  const limit = addDays(now, -DAYS);
  const event = (ledger: number, contract: string, closedAt: Date) => ({
    ...{ id: `${String(BigInt(ledger) << 32n).padStart(19, "0")}-0000000001`, contract_id: "C", contract, ledger },
    ...{ type: "transfer", ledger_closed_at: closedAt, tx_hash: "0", data: {}, xdr: null },
  });
  const before = new Date(limit.getTime() - 1);
  const old = Array.from({ length: 2_500 }, (_, index) => event(index + 1, index % 2 ? "asset" : "stamps", before));
  const kept = [event(3_000, "pool", before), event(3_001, "asset", limit), event(3_002, "asset", now)];
  await commit(async (store) => {
    await store.insertEach(contractEvents, [...old, ...kept].map((row) => ({ ...row, recipients: null })) as never);
    const rows = [...old, ...kept].map(({ id }) => ({
      kind: "wallet" as const,
      value: "G",
      type: "transfer",
      event_id: id,
    }));
    await store.insertEach(contractEventSubjects, rows);
  });
  const left = async () =>
    (await read(async (store) => store.select().from(contractEvents))).map(({ id }) => id).sort();
  const subjects = async () =>
    (await read(async (store) => store.select().from(contractEventSubjects))).map((row) => row.event_id).sort();
  expect(await pruneAfter(null, now)).toMatchObject({ contract_events: 0 });
  expect(await pruneAfter(DAYS, now)).toMatchObject({ contract_events: 2_500 });
  expect(await left()).toEqual(kept.map(({ id }) => id));
  expect(await subjects()).toEqual(await left());
  expect(await read(keptFrom)).toBe(beforeLedger(3_001));
  expect(await pruneAfter(DAYS, now)).toMatchObject({ contract_events: 0 });
});

it("deletes dead letters after their time if a setting says so, but none that waits", async () => {
  const now = new Date();
  const limit = addDays(now, -DAYS);
  const letters = [new Date(limit.getTime() - 1), limit, null].map((redriven_at, index) => ({
    ...{
      id: index + 1,
      queue: "email-dlq",
      job_key: String(index),
      group: "",
      payload: {},
      attempts: 6,
      reason: "refused",
    },
    ...{ failed_at: addDays(now, -99), redriven_at },
  }));
  await commit(async (store) => void (await store.insertEach(deadLetters, letters)));
  const left = async () => (await read(async (store) => store.select().from(deadLetters))).map(({ id }) => id).sort();
  expect(await pruneAfter(null, now)).toMatchObject({ jobs: 0 });
  expect(await pruneAfter(DAYS, now)).toMatchObject({ jobs: 1 });
  expect(await left()).toEqual([2, 3]);
});
