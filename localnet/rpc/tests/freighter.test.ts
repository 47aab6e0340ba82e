// The calls that Freighter makes on a custom network, in the order of its pages.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  Asset,
  BASE_FEE,
  Contract,
  Horizon,
  Keypair,
  Networks,
  Operation,
  rpc,
  TransactionBuilder,
} from "@stellar/stellar-sdk";
import { expect, onTestFinished, test } from "vitest";
import { Localnet } from "../../../test/support/localnet.ts";
import { freePort } from "../../../test/support/processes.ts";

test("Freighter shows balances and history, pays, and opens a trustline", async () => {
  const folder = mkdtempSync(join(tmpdir(), "localnet-freighter-"));
  const node = new Localnet(await freePort(), folder);
  await node.start();
  onTestFinished(async () => {
    await node.kill();
    rmSync(folder, { recursive: true, force: true });
  });
  // The form's four fields.
  const network = {
    networkUrl: node.url,
    sorobanRpcUrl: `${node.url}/soroban/rpc`,
    networkPassphrase: Networks.STANDALONE,
    friendbotUrl: `${node.url}/friendbot`,
  };
  const server = new Horizon.Server(network.networkUrl, { allowHttp: true });
  const soroban = new rpc.Server(network.sorobanRpcUrl, { allowHttp: true });
  const [own, other] = [Keypair.random(), Keypair.random()];
  const get = async (path: string) => {
    const answer = await fetch(`${network.networkUrl}${path}`);
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };

  // The account page, before and after the button "Fund with Friendbot".
  expect(await get("/")).toMatchObject({ status: 200, body: { network_passphrase: network.networkPassphrase } });
  expect(await get(`/accounts/${own.publicKey()}`)).toMatchObject({ status: 404, body: { title: "Resource Missing" } });
  for (const key of [own, other]) {
    expect((await fetch(`${network.friendbotUrl}?addr=${encodeURIComponent(key.publicKey())}`)).status).toBe(200);
  }
  const summary = await server.accounts().accountId(own.publicKey()).call();
  expect(summary).toMatchObject({ subentry_count: 0, num_sponsoring: 0, num_sponsored: 0 });
  expect(summary.balances).toEqual([
    {
      asset_type: "native",
      balance: "10000.0000000",
      buying_liabilities: "0.0000000",
      selling_liabilities: "0.0000000",
    },
  ]);

  // The wallet's import looks for accounts that the key signs for.
  const signs = await get(`/accounts?signer=${own.publicKey()}`);
  expect(signs.body).toMatchObject({ _embedded: { records: [{ account_id: own.publicKey() }] } });

  // A trustline, a payment with the recommended fee, and checkMemoRequired before it.
  const asset = new Asset("FREIGHT", other.publicKey());
  const fee = (await server.feeStats()).max_fee.mode;
  for (const operation of [
    Operation.changeTrust({ asset }),
    Operation.payment({ destination: other.publicKey(), asset: Asset.native(), amount: "5" }),
  ]) {
    const source = await server.loadAccount(own.publicKey());
    const transaction = new TransactionBuilder(source, { fee, networkPassphrase: network.networkPassphrase })
      .addOperation(operation)
      .setTimeout(180)
      .build();
    transaction.sign(own);
    await server.checkMemoRequired(transaction);
    expect(await server.submitTransaction(transaction)).toMatchObject({ successful: true });
  }
  expect((await server.loadAccount(own.publicKey())).balances[0]).toMatchObject({ asset_code: "FREIGHT" });

  // The history page.
  const history = await get(
    `/accounts/${own.publicKey()}/operations?order=desc&join=transactions&include_failed=true&limit=100`,
  );
  expect(history.body).toMatchObject({
    _embedded: {
      records: [
        { type: "payment", amount: "5.0000000", transaction: { memo_type: "none", fee_charged: BASE_FEE } },
        { type: "change_trust", asset_code: "FREIGHT" },
        { type: "create_account" },
      ],
    },
  });

  // The page for swaps, the search for assets and pool shares find nothing.
  expect((await server.strictSendPaths(Asset.native(), "1", [asset]).call()).records).toEqual([]);
  expect((await server.strictReceivePaths([Asset.native()], asset, "1").call()).records).toEqual([]);
  expect(await get(`/liquidity_pools/${"0".repeat(64)}`)).toMatchObject({
    status: 404,
    body: { detail: expect.stringMatching(/doesn't serve \/liquidity_pools/) },
  });
  expect((await get(`/claimable_balances?claimant=${own.publicKey()}`)).body).toMatchObject({
    _embedded: { records: [] },
  });

  // Contracts: the sequence number from RPC, and the contract's entry, for which it asks Horizon's URL.
  expect((await soroban.getAccount(own.publicKey())).accountId()).toBe(own.publicKey());
  const contract = new Contract(asset.contractId(network.networkPassphrase)).getFootprint().toXDR("base64");
  const answer = await fetch(network.networkUrl, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 8675309, method: "getLedgerEntries", params: { keys: [contract] } }),
  });
  expect(await answer.json()).toMatchObject({ result: { entries: [] } });
});
