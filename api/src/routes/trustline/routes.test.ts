import { newWallet, openLine } from "@merit/core/testing/chain.ts";
import { Keypair } from "@stellar/stellar-sdk";
import { expect, it } from "vitest";
import { startService } from "../../testing/service.ts";

it("POST /trustline/verify shows what the ledger has", async () => {
  await using service = await startService();
  const { chain } = service.world;
  const wallet = newWallet();
  const verify = (wallet_address: unknown) => service.call("POST /api/trustline/verify", { body: { wallet_address } });
  const { code, issuer } = chain.chain.manifest.asset;
  const asset = `${code}:${issuer}`;
  expect((await verify(wallet)).body).toEqual({
    wallet_address: wallet,
    asset,
    account_exists: true,
    exists: false,
    authorized: false,
    limit: "0",
    balance: "0",
  });
  const absent = { exists: false, hasAccount: false, authorized: false, limit: 0n, balance: 0n } as const;
  chain.lines.set(wallet, absent);
  expect((await verify(wallet)).body).toMatchObject({ account_exists: false, exists: false });
  chain.lines.set(wallet, { ...openLine, balance: 12_5000000n });
  expect(await verify(wallet)).toMatchObject({
    status: 200,
    body: { exists: true, authorized: true, limit: "922337203685.4775807", balance: "12.5" },
  });
  const secret = Keypair.random().secret();
  const refused = await verify(secret);
  expect(refused.body).toMatchObject({ status: 422, errors: [{ field: "wallet_address" }] });
  expect(JSON.stringify(refused.body) + service.world.logs.join()).not.toContain(secret);
  chain.down = true;
  expect((await verify(wallet)).body).toMatchObject({ status: 503, code: "rpc_unavailable" });
});
