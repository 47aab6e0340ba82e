import { prune } from "@merit/core/ledger/contract-events/retention.ts";
import type { ContractEvent } from "@merit/core/ledger/contract-events/service.ts";
import { recordSubjects } from "@merit/core/ledger/contract-events/subjects.ts";
import * as issuances from "@merit/core/payouts/rewards/store.ts";
import { contractEvents } from "@merit/core/store/db/schema/contract-events.ts";
import { newContract, newWallet } from "@merit/core/testing/chain.ts";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startService, type TestService } from "../../testing/service.ts";
import { eventView } from "./schema.ts";

let service: TestService;
let merchant: Awaited<ReturnType<TestService["merchant"]>>;
const pool = newContract();
const wallets = [newWallet(), newWallet()];

/** Id of an event as the ledger gives it: its upper 32 bits are the ledger. */
const eventId = (number: number) => `${String((BigInt(100 + number) << 32n) | 4096n).padStart(19, "0")}-0000000000`;
const event = (number: number, change: Partial<ContractEvent> = {}): Omit<ContractEvent, "recipients"> => ({
  id: eventId(number),
  contract_id: `C${number}`,
  contract: number % 2 ? "campaign" : "pool",
  type: number === 3 ? "odd" : "created",
  ledger: 100 + number,
  ledger_closed_at: new Date(`2026-01-01T00:00:0${number}Z`),
  tx_hash: String(number).repeat(64),
  data: { paid: "15000000", results: [0, 3] },
  ...change,
});

beforeAll(async () => {
  service = await startService();
  merchant = await service.merchant();
  const issued = await service.call("POST /api/rewards/issue", {
    key: merchant.key,
    body: { idempotency_key: "1", campaign_id: merchant.campaignId, wallet_address: wallets[0], amount: "1.5" },
  });
  const { number, reference } = (await service.world.context.db.read((store) =>
    issuances.byId(store, issued.body.id),
  )) as issuances.Issuance;
  const own = await service.call(`GET /api/campaigns/me/${merchant.campaignId}`, { key: merchant.key });
  const tx_hash = "f".repeat(64);
  const transfer = (index: number, to = "", amount = "") =>
    event(6, {
      ...{ id: eventId(6).replace(/0$/, String(index)), contract: "asset", type: "transfer", tx_hash },
      data: { from: pool, to, amount, asset: "MERIT:G" },
    });
  const payments = [
    { number, reference, result: "PAID" },
    { number: 77, reference: "0102030405060708", result: "PAID" },
    { number: 78, reference: "0102030405060709", result: "NO_TRUSTLINE" },
  ];
  const campaign = String(own.body.contract_campaign_id);
  const reward = event(6, {
    ...{ id: eventId(6).replace(/0$/, "2"), contract: "campaign", type: "reward", tx_hash },
    data: { campaign, merchant: String(own.body.merchant_id), seq: "1", paid: "22000000", payments },
  });
  const xdr = { topics: ["AAAADwAAAAZyZXdhcmQAAA=="], value: "AAAAAQ==" };
  const rows = [
    ...[4, 2, 1, 3].map((number) => event(number)),
    ...[transfer(0, wallets[0], "15000000"), transfer(1, wallets[1], "7000000"), { ...reward, xdr }],
  ];
  await service.world.context.db.commit(async (store) => {
    await store.insert(contractEvents).values(rows);
    await recordSubjects(store, rows, [pool]);
  });
});
afterAll(() => service[Symbol.asyncDispose]());

const list = (query = "") => service.call(`GET /api/contract-events${query}`, { key: merchant.key });
/** Ledger and index of each event. */
const places = async (query: string) =>
  (await list(query)).body.data.map(({ ledger, id }: ContractEvent) => ledger - 100 + Number(id.slice(-1)) / 10);

it("lists in the order of the ledger, page by page", async () => {
  const { status, body } = await list("?limit=3");
  expect(status).toBe(200);
  expect(body.data[0]).toEqual({ ...event(1), ledger_closed_at: "2026-01-01T00:00:01.000Z" });
  expect(body).toMatchObject({ has_more: true, next_cursor: eventId(3) });
  expect(await places(`?cursor=${body.next_cursor}`)).toEqual([4, 6, 6.1, 6.2]);
  expect(await places("?order=desc&limit=2")).toEqual([6.2, 6.1]);
  expect(await places(`?order=desc&cursor=${eventId(3)}`)).toEqual([2, 1]);
});

it.each([
  ["?contract=campaign", [1, 3, 6.2]],
  ["?type=odd", [3]],
  ["?type=reward,odd,mint", [3, 6.2]],
  ["?type=reward,odd&order=desc&limit=1", [6.2]],
  [`?tx_hash=${"2".repeat(64)}`, [2]],
  [`?tx_hash=${"f".repeat(64)}&type=transfer&contract=asset`, [6, 6.1]],
  ["?from_ledger=102&to_ledger=103", [2, 3]],
  ["?from_ledger=102&to_ledger=102&order=desc", [2]],
  ["?from=2026-01-01T00:00:02Z&to=2026-01-01T00:00:04Z", [2, 3]],
  ["?from=2030-01-01T00:00:00Z", []],
  ["?to=2030-01-01T00:00:00Z&order=desc&limit=1", [6.2]],
  [`?from=2026-01-01T00:00:02Z&cursor=${eventId(3)}`, [4, 6, 6.1, 6.2]],
  ["?contract=pool&type=deposit", []],
])("filters by %s", async (query, expected) => expect(await places(query)).toEqual(expected));

describe("subjects", () => {
  it("finds the events that name a wallet, and the rewards that paid it", async () => {
    expect(await places(`?wallet_address=${wallets[0]}`)).toEqual([6, 6.2]);
    expect(await places(`?wallet_address=${wallets[1]}&type=reward`)).toEqual([6.2]);
    expect(await places(`?wallet_address=${wallets[1]}&contract=asset&order=desc`)).toEqual([6.1]);
    expect(await places(`?wallet_address=${newWallet()}`)).toEqual([]);
    expect(await places(`?wallet_address=${pool}`)).toEqual([]);
  });

  it("finds the events of a campaign and of a merchant", async () => {
    const [{ data }] = (await list("?type=reward")).body.data;
    expect(await places(`?campaign_id=${merchant.campaignId}`)).toEqual([6.2]);
    expect(await places(`?merchant_id=${data.merchant}`)).toEqual([6.2]);
    expect(await places(`?merchant_id=999&campaign_id=${merchant.campaignId}`)).toEqual([]);
    const all = `?merchant_id=${data.merchant}&campaign_id=${merchant.campaignId}&wallet_address=${wallets[0]}`;
    expect(await places(all)).toEqual([6.2]);
    expect(await places(`${all}&tx_hash=${"f".repeat(64)}`)).toEqual([6.2]);
  });
});

it("shows who was paid how much by a reward, and the issuances to the merchant that made them", async () => {
  const { body } = await list("?type=reward");
  eventView.parse(body.data[0]);
  const [first, second, third] = body.data[0].data.payments;
  expect(first).toMatchObject({ wallet_address: wallets[0], amount: "15000000", issuance_id: expect.any(Number) });
  expect(second).toMatchObject({ number: 77, wallet_address: wallets[1], amount: "7000000", issuance_id: null });
  expect(third).toMatchObject({ result: "NO_TRUSTLINE", wallet_address: null, amount: null, issuance_id: null });
  const other = await service.merchant(null);
  const seen = await service.call("GET /api/contract-events?type=reward", { key: other.key });
  expect(seen.body.data[0].data.payments[0]).toEqual({ ...first, issuance_id: null });
});

it("shows topics and value in XDR if asked to", async () => {
  const { body } = await list("?raw=true&order=desc&limit=2");
  expect(body.data).toMatchObject([
    { topics_xdr: ["AAAADwAAAAZyZXdhcmQAAA=="], value_xdr: "AAAAAQ==" },
    { topics_xdr: null, value_xdr: null },
  ]);
  expect((await list()).body.data[0]).not.toHaveProperty("value_xdr");
});

it("finds no name near an address", async () => {
  const { body } = await service.call(`GET /api/contract-events?contract=${newContract()}`, { key: merchant.key });
  expect(body.errors).toMatchObject([{ field: "contract", message: expect.stringMatching(/is followed$/) }]);
});

it.each([
  ["tx_hash=1", "tx_hash", "hex"],
  ["from_ledger=0", "from_ledger", "whole number"],
  ["from_ledger=9&to_ledger=8", "from_ledger", "must not be above to_ledger"],
  ["from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z", "from", "must be before to"],
  ["cursor=5", "cursor", "next_cursor"],
  ["ledger=1", "ledger", ""],
  ["order=up", "order", "asc or desc"],
  ["raw=1", "raw", "true or false"],
  ["wallet_address=G1", "wallet_address", "checksum"],
  ["contract=campain", "contract", "did you mean campaign?"],
  ["type=rewrad", "type", "has rewrad, which is not a type of event: did you mean reward?"],
  ["type=reward,mnit", "type", "did you mean mint?"],
  ["contract=pool&type=reward", "type", "is not a type of the events of pool"],
  ["campaign_id=999999", "campaign_id", "is not the id of a campaign of yours"],
])("refuses ?%s", async (query, field, message) => {
  expect((await list(`?${query}`)).body).toMatchObject({
    status: 422,
    errors: [{ field, message: expect.stringContaining(message) }],
  });
});

describe("a file", () => {
  const download = async (query = "?format=csv") => {
    const { status, headers, body } = await service.call(`GET /api/contract-events${query}`, {
      key: merchant.key,
    });
    expect(status).toBe(200);
    return { headers, text: (body ?? "") as string };
  };

  it("has all events as CSV, with data as JSON", async () => {
    const { headers, text } = await download("?format=csv&contract=campaign");
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8; header=present");
    const rows: ContractEvent[] = parse(text, { columns: true });
    const { body } = await list("?contract=campaign");
    expect(
      rows.map(({ ledger, data, ...row }) => ({ ...row, ledger: Number(ledger), data: JSON.parse(String(data)) })),
    ).toEqual(body.data);
    expect(parse((await download("?format=csv&raw=true&type=reward")).text, { columns: true })).toMatchObject([
      { topics_xdr: '["AAAADwAAAAZyZXdhcmQAAA=="]', value_xdr: "AAAAAQ==" },
    ]);
  });

  it("has a line of JSON for each event, also of more than are read at once", async () => {
    const many = Array.from({ length: 450 }, (_, index) =>
      event(7, {
        id: eventId(7)
          .replace("4096", "")
          .replace(/\d{10}$/, String(index).padStart(10, "0")),
        contract: "pool",
        type: "many",
      }),
    );
    await service.world.context.db.commit(async (store) => void (await store.insert(contractEvents).values(many)));
    const { headers, text } = await download("?format=ndjson&type=many");
    expect(headers.get("content-type")).toBe("application/x-ndjson");
    const lines: ContractEvent[] = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.map(({ id }) => id)).toEqual(many.map(({ id }) => id));
    const rest = await download(`?format=ndjson&type=many&cursor=${many[447]?.id}`);
    expect(rest.text.split("\n")).toHaveLength(3);
    expect((await download("?format=csv&type=many&to_ledger=100")).text).toBe(
      "id,contract_id,contract,type,ledger,ledger_closed_at,tx_hash,data\r\n",
    );
  });

  it("refuses what the list refuses, before it sends anything", async () => {
    const { body } = await service.call("GET /api/contract-events?type=rewrad&format=csv", {
      key: merchant.key,
    });
    expect(body).toMatchObject({ status: 422, errors: [{ field: "type" }] });
    const part = await service.call("GET /api/contract-events?format=csv&limit=5", { key: merchant.key });
    expect(part.body).toMatchObject({ status: 422, errors: [{ field: "limit" }] });
    expect((await service.call("GET /api/contract-events?format=csv")).body).toMatchObject({ code: "missing_api_key" });
  });
});

describe("payments that were deleted after their time", () => {
  const second = (number: number) => new Date(`2026-01-01T00:00:0${number}Z`);
  const deleteBefore = (time: Date) => service.world.context.db.commit((store) => prune(store, time));

  beforeAll(async () => {
    await service.world.context.db.commit(async (store) => void (await store.insert(contractEvents).values(event(8))));
    expect(await deleteBefore(second(6))).toBe(0);
    expect(await deleteBefore(new Date(second(6).getTime() + 1))).toBe(2);
    expect(await deleteBefore(second(8))).toBe(0);
  });

  it("leave the events of Merit's contracts, and lists that have holes begin behind them", async () => {
    expect(await places("?contract=campaign")).toEqual([1, 3, 6.2]);
    expect(await places(`?contract=campaign&cursor=${eventId(3)}`)).toEqual([6.2]);
    expect(await places("?limit=1")).toEqual([7]);
    expect(await places("?order=desc&to_ledger=106")).toEqual([]);
    expect(await places(`?wallet_address=${wallets[0]}`)).toEqual([]);
    expect(await places(`?wallet_address=${wallets[0]}&contract=campaign`)).toEqual([6.2]);
  });

  it("don't change who was paid by a reward", async () => {
    const [{ data }] = (await list("?contract=campaign&type=reward")).body.data;
    expect(data.payments.map(({ wallet_address }: { wallet_address: string }) => wallet_address)).toEqual([
      ...wallets,
      null,
    ]);
  });

  it.each([
    ["cursor", "*/*"],
    ["format=csv&cursor", "*/*"],
    ["after", "text/event-stream"],
  ])("are reported to whoever comes back to them: %s", async (position, accept) => {
    const call = `GET /api/contract-events?${position}=${eventId(3)}`;
    const { status, body } = await service.call(call, { key: merchant.key, headers: { accept } });
    expect([status, body.code]).toEqual([410, "events_deleted"]);
    expect(body.detail).toContain("CONTRACT_EVENTS_RETENTION_DAYS");
  });
});

it("takes a contract's id as well as its name", async () => {
  const { campaign } = service.world.context.chain.manifest.contracts;
  expect(await places(`?contract=${campaign.id}`)).toEqual([1, 3, 6.2]);
});

it("needs an API key", async () => expect((await service.call("GET /api/contract-events")).status).toBe(401));
