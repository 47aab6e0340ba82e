import * as contracts from "@merit/core/ledger/indexer-contracts/service.ts";
import { codeSpecs, contractCodes } from "@merit/core/store/db/schema/indexer.ts";
import { newContract, newWallet } from "@merit/core/testing/chain.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startService, type TestService, type TestUser } from "../../testing/service.ts";

let service: TestService;
let admin: TestUser;
let key: string;
beforeAll(async () => {
  service = await startService();
  admin = await service.admin();
  key = (await service.merchant()).key;
});
afterAll(() => service[Symbol.asyncDispose]());

const call = (request: string, body?: object) =>
  service.call(`${request.replace(" ", " /api/admin/indexer/contracts")}`, {
    token: admin.accessToken,
    ...(body && { body }),
  });

it("adds a contract, whose name and types of events the filters then know, and removes it", async () => {
  const id = newContract();
  const added = await call("POST ", { contract_id: id, name: "stamps", from_ledger: 7 });
  const fresh = { contract_id: id, name: "stamps", source: "admin", from_ledger: 7, missing: null, code: null };
  expect(added).toMatchObject({ status: 201, body: { ...fresh, event_types: [] } });
  const shown = async () =>
    (await call("GET ")).body.data.find(({ contract_id }: { contract_id: string }) => contract_id === id);
  const all = (await call("GET ")).body.data;
  expect(all).toHaveLength(13);
  expect(all[0]).toMatchObject({ name: "admin", source: "system" });
  expect(all.at(-1)).toEqual(added.body);

  const events = (query: string) => service.call(`GET /api/contract-events?${query}`, { key });
  expect((await events("contract=stamp")).body.errors[0].message).toContain("did you mean stamps?");
  expect((await events("contract=stamps&type=stamp_given")).status).toBe(422);
  // As the indexer does when it has read the contract's code.
  await service.world.context.db.commit(async (store) => {
    await store.insert(contractCodes).values({ contract_id: id, since: "", code: "ab" });
    await store.insert(codeSpecs).values({ code: "ab", entries: [], types: ["stamp_given"] });
  });
  expect((await events(`contract=${id}&type=stamp_given`)).status).toBe(200);
  expect(await shown()).toMatchObject({ code: "ab", event_types: ["stamp_given"] });

  expect((await call(`DELETE /${id}`)).status).toBe(204);
  expect((await call(`DELETE /${id}`)).body.code).toBe("not_found");
  expect(await shown()).toBeUndefined();
  // Its events stay, and so do their filters.
  expect((await events("contract=stamps&type=stamp_given")).status).toBe(200);
});

it("refuses what is not a contract on the ledger, and a ledger that is to come", async () => {
  const { chain } = service.world;
  const id = newContract();
  chain.codeOf = (contract) => (contract === id ? undefined : "ab");
  const { status, body } = await call("POST ", { contract_id: id, from_ledger: chain.ledger + 1 });
  chain.codeOf = () => "ab";
  expect(status).toBe(422);
  expect(body.errors).toEqual([
    { field: "contract_id", message: "is not a contract on the ledger of local" },
    { field: "from_ledger", message: `must not be above the latest ledger, ${chain.ledger}` },
  ]);
  expect((await call("POST ", { contract_id: newWallet(), name: "A b" })).body.errors).toHaveLength(2);
  chain.down = true;
  expect((await call("POST ", { contract_id: id })).body.code).toBe("rpc_unavailable");
  chain.down = false;
});

it("refuses a contract that is followed, a taken name, one too many, and to remove one of a setting", async () => {
  const { context } = service.world;
  const { pool } = context.chain.manifest.contracts;
  expect((await call("POST ", { contract_id: pool.id })).body).toMatchObject({
    status: 409,
    code: "contract_followed",
  });
  expect((await call("POST ", { contract_id: newContract(), name: "pool" })).body.code).toBe("name_taken");
  const id = newContract();
  await context.db.commit((store) => contracts.applySetting(context, store, [{ id, name: null }]));
  expect((await call(`DELETE /${id}`)).body).toMatchObject({ status: 409, code: "contract_from_setting" });
  for (let room = 12; room > 0; room--) expect((await call("POST ", { contract_id: newContract() })).status).toBe(201);
  const { body } = await call("POST ", { contract_id: newContract() });
  expect(body).toMatchObject({
    status: 409,
    code: "too_many_contracts",
    detail: expect.stringContaining("at most 13"),
  });
});
