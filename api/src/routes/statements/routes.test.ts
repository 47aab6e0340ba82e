import type { ContractEvent } from "@merit/core/ledger/contract-events/service.ts";
import { recordSubjects } from "@merit/core/ledger/contract-events/subjects.ts";
import { contractEventSubjects, contractEvents, dailyBalances } from "@merit/core/store/db/schema/contract-events.ts";
import { indexerCursors, indexerGaps } from "@merit/core/store/db/schema/indexer.ts";
import { parse } from "csv-parse/sync";
import { afterEach, beforeEach, expect, it } from "vitest";
import { startService, type TestService } from "../../testing/service.ts";

let service: TestService;
let merchant: Awaited<ReturnType<TestService["merchant"]>>;
let campaign: { id: number; contract_campaign_id: number };

beforeEach(async () => {
  service = await startService();
  merchant = await service.merchant();
  const own = `GET /api/campaigns/me/${merchant.campaignId}`;
  campaign = (await service.call(own, { key: merchant.key })).body;
});
afterEach(() => service[Symbol.asyncDispose]());

let next = 0;

/** Stores an event that the ledger had at this time. */
async function happened(time: string, contract: ContractEvent["contract"], type: string, data: object): Promise<void> {
  next += 1;
  const { context } = service.world;
  const id = `${String(BigInt(next) << 32n).padStart(19, "0")}-0000000000`;
  const row = {
    ...{ id, contract, type, data, contract_id: "C", ledger: next, ledger_closed_at: new Date(time) },
    tx_hash: String(next % 10).repeat(64),
  };
  await context.db.commit(async (store) => {
    await store.insert(contractEvents).values(row);
    await recordSubjects(store, [row], []);
  });
}

const id = () => String(merchant.id);

/** 100 come in, 60 are reserved for a campaign and 20 for a drop, 12.5 and 5 are paid, 47.5 come back and 10 go out. */
async function year(): Promise<void> {
  const { contracts } = service.world.context.chain.manifest;
  const ofCampaign = { contract: contracts.campaign.id, id: String(campaign.contract_campaign_id) };
  await happened("2026-01-31T23:59:59Z", "pool", "grant", { merchant: id(), amount: "900000000" });
  await happened("2026-02-01T00:00:00Z", "pool", "deposit", { merchant: id(), amount: "100000000" });
  await happened("2026-02-02T00:00:00Z", "pool", "grant", { merchant: "77", amount: "5000000000" });
  await happened("2026-02-02T00:00:00Z", "escrow", "released", { merchant: id(), amount: "1" });
  await happened("2026-02-03T00:00:00Z", "pool", "reserved", { merchant: id(), ...ofCampaign, amount: "600000000" });
  const drop = { contract: contracts.distribution.id, id: "4" };
  await happened("2026-02-03T00:00:00Z", "distribution", "drop_created", { drop: "4", merchant: id() });
  await happened("2026-02-03T00:00:00Z", "pool", "reserved", { merchant: id(), ...drop, amount: "200000000" });
  const [one, refused] = [{ result: "PAID" }, { result: "NO_TRUSTLINE" }];
  const reward = { campaign: ofCampaign.id, merchant: id(), paid: "125000000", payments: [one, refused, one] };
  await happened("2026-02-28T23:59:59Z", "campaign", "reward", reward);
  await happened("2026-03-01T00:00:00Z", "distribution", "claim", { drop: "4", wallet: "G", amount: "50000000" });
  await happened("2026-03-02T00:00:00Z", "pool", "released", { merchant: id(), ...ofCampaign, amount: "475000000" });
  await happened("2026-03-03T00:00:00Z", "pool", "withdraw", { merchant: id(), amount: "100000000" });
}

const statement = (query: string) => service.call(`GET /api/merchants/me/statement${query}`, { key: merchant.key });
const totals = (body: { totals: { type: string; entries: number; payments: number; amount: string }[] }) =>
  Object.fromEntries(body.totals.filter(({ entries }) => entries > 0).map(({ type, ...total }) => [type, total]));

it("adds up: the opening balance and the sums of a month give its closing balance, which opens the next", async () => {
  await year();
  const february = (await statement("?month=2026-02")).body;
  expect(february).toMatchObject({ from: "2026-02-01T00:00:00.000Z", to: "2026-03-01T00:00:00.000Z" });
  expect(february).toMatchObject({ merchant_id: merchant.id, complete: true });
  expect(february.opening).toEqual({ free: "90", reserved: "0" });
  expect(totals(february)).toEqual({
    deposit: { entries: 1, payments: 0, amount: "10" },
    reserved: { entries: 2, payments: 0, amount: "80" },
    reward: { entries: 1, payments: 2, amount: "12.5" },
  });
  expect(february.closing).toEqual({ free: "20", reserved: "67.5" });
  const march = (await statement("?from=2026-03-01T00:00:00Z&to=2026-03-04T00:00:00Z")).body;
  expect(march.opening).toEqual(february.closing);
  expect(totals(march)).toEqual({
    claim: { entries: 1, payments: 1, amount: "5" },
    released: { entries: 1, payments: 0, amount: "47.5" },
    withdraw: { entries: 1, payments: 0, amount: "10" },
  });
  expect(march.closing).toEqual({ free: "57.5", reserved: "15" });
});

it("exports each entry with its campaign or drop, its transaction and the balances after it", async () => {
  await year();
  const file = (format: string) =>
    service.call(`GET /api/merchants/me/statement?month=2026-03&format=${format}`, { key: merchant.key });
  const { headers, body } = await file("csv");
  expect(headers.get("content-disposition")).toContain(`"statement-${merchant.id}-2026-03-01.csv"`);
  const lines: Record<string, string>[] = parse(body, { columns: true });
  expect(lines.map(({ type, amount, free, reserved }) => [type, amount, free, reserved])).toEqual([
    ["opening", "", "20", "67.5"],
    ["claim", "5", "20", "62.5"],
    ["released", "47.5", "67.5", "15"],
    ["withdraw", "10", "57.5", "15"],
    ["closing", "", "57.5", "15"],
  ]);
  expect(lines[2]).toMatchObject({ campaign_id: String(campaign.id), drop_id: "", ledger: String(next - 1) });
  const json = ((await file("ndjson")).body as string).trim().split("\n");
  expect(json.map((line) => JSON.parse(line).type)).toEqual(lines.map(({ type }) => type));
});

it("reads more entries than one page has", async () => {
  for (let index = 0; index < 450; index++) {
    await happened("2026-02-01T00:00:00Z", "pool", "deposit", { merchant: id(), amount: "1" });
  }
  const { body } = await statement("?month=2026-02");
  expect(body.closing).toEqual({ free: "0.000045", reserved: "0" });
  expect(totals(body)).toEqual({ deposit: { entries: 450, payments: 0, amount: "0.000045" } });
});

it("adds up each day's events once, and stores the sums only while no events before are missing", async () => {
  const { context } = service.world;
  const opening = async (month: string) => (await statement(`?month=${month}`)).body.opening;
  const stored = () => context.db.read(async (store) => store.select().from(dailyBalances));
  await year();
  const gap = { from_ledger: 1, to_ledger: 2, found_at: new Date() };
  await context.db.commit(async (store) => void (await store.insert(indexerGaps).values(gap)));
  expect(await opening("2026-03")).toEqual({ free: "20", reserved: "67.5" });
  expect(await stored()).toEqual([]);
  await context.db.commit(async (store) => void (await store.delete(indexerGaps)));
  expect(await opening("2026-03")).toEqual({ free: "20", reserved: "67.5" });
  const days = (await stored()).map(({ day, free, reserved }) => [day.toISOString().slice(0, 10), free, reserved]);
  expect(days).toEqual([
    ["2026-01-31", 0n, 0n],
    ["2026-02-01", 900_000_000n, 0n],
    ["2026-02-03", 1_000_000_000n, 0n],
    ["2026-02-28", 200_000_000n, 800_000_000n],
  ]);
  // The events that an opening balance sums up are not read again: without their subjects, nobody finds them.
  await context.db.commit(async (store) => void (await store.delete(contractEventSubjects)));
  expect(await opening("2026-02")).toEqual({ free: "90", reserved: "0" });
  // Those of the last day before it are.
  expect(await opening("2026-03")).toEqual({ free: "20", reserved: "80" });
});

it("is of the current month unless another period is asked for", async () => {
  const month = service.world.context.clock.now().toISOString().slice(0, 7);
  expect((await statement("")).body).toMatchObject({ from: `${month}-01T00:00:00.000Z`, complete: false });
});

it("says when events of the period, or of the time before, may be missing", async () => {
  const { context, chain } = service.world;
  const complete = async () => (await statement("?month=2026-02")).body.complete;
  const { sequence } = await context.chain.latestLedger();
  const read = (ledger: number) => {
    const row = { name: "events", ledger, updated_at: new Date() };
    return context.db.commit(async (store) => {
      await store.insert(indexerCursors).values(row).onConflictDoUpdate({ target: indexerCursors.name, set: row });
    });
  };
  await happened("2025-12-31T00:00:00Z", "pool", "paused", {});
  const before = next;
  await happened("2026-01-01T00:00:00Z", "pool", "deposit", { merchant: id(), amount: "1" });
  next += 1;
  const missing = next;
  await read(sequence - 1);
  expect(await complete()).toBe(false);
  await read(sequence);
  expect(await complete()).toBe(true);
  chain.down = true;
  expect(await complete()).toBe(false);
  await happened("2026-03-01T00:00:00Z", "pool", "paused", {});
  expect(await complete()).toBe(true);
  const gap = (ledger: number) =>
    context.db.commit(async (store) => {
      await store.insert(indexerGaps).values({ from_ledger: ledger, to_ledger: ledger, found_at: new Date() });
    });
  // Neither events from before its first one nor from after the period are missing in it.
  await gap(before);
  await gap(next);
  expect(await complete()).toBe(true);
  await gap(missing);
  expect(await complete()).toBe(false);
});

it.each([
  ["month=2026-13", "month"],
  ["month=2026-02&from=2026-02-01T00:00:00Z&to=2026-03-01T00:00:00Z", "month"],
  ["from=2026-02-01T00:00:00Z", "to"],
  ["to=2026-02-01T00:00:00Z", "from"],
  ["from=2026-02-02T00:00:00Z&to=2026-02-01T00:00:00Z", "from"],
])("refuses ?%s and names %s", async (query, field) => {
  expect((await statement(`?${query}`)).body).toMatchObject({ status: 422, errors: [{ field }] });
  const file = await service.call(`GET /api/merchants/me/statement?format=csv&${query}`, { key: merchant.key });
  expect(file.body).toMatchObject({ status: 422, errors: [{ field }] });
});
