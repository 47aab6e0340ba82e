import { RpcUnavailable } from "@merit/core/ledger/chain/errors.ts";
import { NO_FINGERPRINT } from "@merit/core/ledger/chain/fingerprint.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startService, type TestService } from "../../testing/service.ts";

// Against a ledger without campaigns; test/e2e/audit.test.ts compares with a real one.

let service: TestService;
let token: string;
beforeAll(async () => {
  service = await startService();
  token = (await service.admin()).accessToken;
  const { chain } = service.world.context;
  Object.assign(chain, {
    batches: async () => ({ epoch: 0, seq: 0, paid: 0, fingerprint: NO_FINGERPRINT, tops: [], ledger: 100 }),
    pool: async () => ({ held: 0n, balances: new Map(), reserved: 0n, ledger: 100 }),
  });
  Object.assign(chain.manifest, { accounts: { fee: "G", channels: [] } });
  Object.assign(chain, { account: async () => ({ spendable: 1n }) });
  Object.assign(chain.contracts.campaign, { view: async () => ({ value: [], ledger: 100 }) });
});
afterAll(() => service[Symbol.asyncDispose]());

const audit = (query = "") => service.call(`GET /api/admin/audit${query}`, { token });

it("reports no differences, or each one with its meaning and what to do", async () => {
  const none = { campaigns: 0, rewards: 0, marks: 0, events: 0 };
  expect(await audit("?from=2026-01-01T00:00:00Z")).toMatchObject({
    status: 200,
    body: { differences: [], total: 0, compared: none, not_compared: [] },
  });
  const { campaignId } = await service.merchant();
  const { body } = await audit();
  expect(body).toMatchObject({
    total: 1,
    differences: [
      {
        kind: "campaign_missing",
        where: { campaign_id: campaignId },
        sides: { records: "active", ledger: "none" },
        meaning: expect.stringContaining("not on the ledger"),
        advice: expect.stringContaining("MERIT_RPC_URL"),
      },
    ],
  });
  expect((await audit("?from=yesterday")).body.code).toBe("validation_failed");
});

it("runs one audit at a time, and says when the ledger can't be read", async () => {
  const { chain } = service.world.context;
  const { batches } = chain;
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  chain.batches = async () => {
    asked.resolve();
    await answered.promise;
    return batches();
  };
  const first = audit();
  await asked.promise;
  expect((await audit()).body).toMatchObject({ status: 409, code: "audit_running" });
  answered.resolve();
  expect((await first).status).toBe(200);
  chain.batches = async () => {
    throw new RpcUnavailable("getLedgerEntries", new Error("connection refused"));
  };
  expect((await audit()).body).toMatchObject({ status: 503, code: "rpc_unavailable" });
});
