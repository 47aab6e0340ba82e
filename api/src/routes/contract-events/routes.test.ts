import type { ContractEvent } from "@merit/core/contract-events/service.ts";
import { contractEvents } from "@merit/core/db/schema/contract-events.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startService, type TestService } from "../../testing/service.ts";

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await startService();
  key = (await service.merchant(null)).key;
  await service.world.context.db.commit(
    async (store) => void (await store.insert(contractEvents).values([4, 2, 1, 3].map(event))),
  );
});
afterAll(() => service[Symbol.asyncDispose]());

const eventId = (number: number) => `${String(number).padStart(19, "0")}-0000000000`;
const event = (number: number): ContractEvent => ({
  id: eventId(number),
  contract_id: `C${number}`,
  contract: number % 2 ? "campaign" : "pool",
  type: number === 3 ? "reward" : "created",
  ledger: 100 + number,
  ledger_closed_at: new Date(`2026-01-01T00:00:0${number}Z`),
  tx_hash: String(number).repeat(64),
  data: { paid: "15000000", results: [0, 3] },
});
const list = (query = "") => service.call(`GET /api/contract-events${query}`, { key });
const ids = async (query: string) =>
  (await list(query)).body.data.map(({ id }: { id: string }) => Number(id.split("-")[0]));

it("lists in the order of the ledger, page by page", async () => {
  const { status, body } = await list("?limit=3");
  expect(status).toBe(200);
  expect(body.data[0]).toEqual({ ...event(1), ledger_closed_at: "2026-01-01T00:00:01.000Z" });
  expect(body).toMatchObject({ has_more: true, next_cursor: eventId(3) });
  expect(await ids(`?cursor=${body.next_cursor}`)).toEqual([4]);
});

it.each([
  ["?contract=campaign", [1, 3]],
  ["?type=reward", [3]],
  [`?tx_hash=${"2".repeat(64)}`, [2]],
  ["?from_ledger=102&to_ledger=103", [2, 3]],
  ["?contract=pool&type=reward", []],
])("filters by %s", async (query, expected) => expect(await ids(query)).toEqual(expected));

it.each(["tx_hash=1", "from_ledger=0", "cursor=5", "ledger=1"])("refuses ?%s", async (query) => {
  expect((await list(`?${query}`)).body).toMatchObject({ status: 422, errors: [{ field: query.split("=", 1)[0] }] });
});

it("needs an API key", async () => expect((await service.call("GET /api/contract-events")).status).toBe(401));
