import { newWallet, openLine } from "@merit/core/testing/chain.ts";
import { Keypair } from "@stellar/stellar-sdk";
import { expect, it } from "vitest";
import { startService } from "../../testing/service.ts";

it("GET /wallet/<address>/balances shows anyone what the ledger has", async () => {
  await using service = await startService();
  const { chain } = service.world;
  const wallet = newWallet();
  const ask = (address: string) => service.call(`GET /api/wallet/${address}/balances`);
  const { code, issuer } = chain.chain.manifest.asset;
  expect((await ask(wallet)).body).toEqual({
    wallet_address: wallet,
    balances: [
      { asset: `${code}:${issuer}`, account_exists: true, exists: false, authorized: false, limit: "0", balance: "0" },
    ],
  });
  chain.lines.set(wallet, { ...openLine, balance: 12_5000000n });
  expect((await ask(wallet)).body.balances[0]).toMatchObject({ exists: true, balance: "12.5" });

  const secret = Keypair.random().secret();
  const { body } = await ask(secret);
  expect(body).toMatchObject({ status: 422, errors: [{ field: "address" }] });
  expect(JSON.stringify(body) + service.world.logs.join()).not.toContain(secret);

  chain.down = true;
  expect((await ask(wallet)).body).toMatchObject({ status: 503, code: "rpc_unavailable" });
});
