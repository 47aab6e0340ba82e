import { afterAll, beforeAll, expect, it } from "vitest";
import { startService, type TestService } from "../../testing/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());

it("GET /network tells which contracts and which asset are the real ones", async () => {
  const { chain } = service.world.context;
  const { status, body } = await service.call("GET /api/network");
  expect(status).toBe(200);
  expect(body).toMatchObject({
    network: "local",
    network_passphrase: chain.passphrase,
    asset: chain.manifest.asset,
    contracts: { pool: chain.contracts.pool.id, escrow: chain.contracts.escrow.id },
    accounts: { issuer: chain.manifest.accounts.issuer, "channel 1": chain.manifest.accounts.channels[0] },
    rpc_url: expect.stringMatching(/^http/),
  });
});

it("tells no URL of a node that may hold a token", async () => {
  await using other = await startService({ MERIT_NETWORK: "testnet", MERIT_RPC_URL: "https://rpc.example/secret" });
  const { body } = await other.call("GET /api/network");
  expect(body.rpc_url).toBeNull();
  expect(JSON.stringify(body)).not.toContain("secret");
});
