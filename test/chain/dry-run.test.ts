import { Client as Pool } from "@merit/bindings/pool";
import { dryRun } from "@merit/core/payouts/batches/dry-run.ts";
import { Keypair, StrKey } from "@stellar/stellar-sdk";
import { expect, test } from "vitest";
import { send, signingAs } from "../support/party.ts";
import { Service } from "../support/service.ts";
import { Wallet } from "../support/wallet.ts";

const REWARD = 10_000_000n;

test("a dry run predicts what happens for each wallet, and what it costs", async () => {
  const service = await Service.start({ per_wallet_cap: REWARD });
  const good = await Promise.all([service.wallet(), service.wallet()]);
  const [first] = good as [Wallet, Wallet];
  const untrusting = await new Wallet(service.ledger.url).fund();
  const system = { address: service.chain.contracts.pool.id } as Wallet;
  const contract = { address: StrKey.encodeContract(Keypair.random().rawPublicKey()) } as Wallet;
  const wallets = [...good, untrusting, system, contract, first];

  const plan = wallets.map(({ address }) => ({ wallet_address: address, amount: REWARD }));
  const run = await dryRun(service.context, service.merchantId, service.campaignId, plan);
  expect(run.forecasts.map(({ outcome }) => outcome)).toEqual(["paid", "paid", "fails", "fails", "paid", "fails"]);
  expect(run.forecasts[5]?.reason).toMatch(/cap per wallet/);
  expect(run.transactions).toBe(1);
  const account = async () => {
    const { balance } = await service.chain.rpc.getAccountEntry(service.chain.manifest.accounts.fee);
    return BigInt(balance.toString());
  };

  const before = await account();
  const rows = await service.settled(await service.issue(wallets));
  const foretold = run.forecasts.map(({ outcome }) => (outcome === "paid" ? "confirmed" : "failed"));
  expect(rows.map(({ status }) => status)).toEqual(foretold);
  expect(rows.map(({ error_message }) => error_message)).toEqual(run.forecasts.map(({ reason }) => reason));
  const cost = before - (await account());
  expect(cost > 0n && cost <= run.fee).toBe(true);
  expect(run.fee).toBeLessThan(2n * cost);
});

test("a plan of several batches is simulated batch by batch; rewards above the pool's limit wait", async () => {
  const service = await Service.start();
  const deployer = Keypair.fromSecret(service.secret("deployer"));
  const pool = new Pool(signingAs(deployer, service.chain.contracts.pool.id, service.ledger.url));
  // Merchants without a limit of their own share half of it.
  await send(pool.set_limit({ operator: deployer.publicKey(), merchant: null, limit: 200n * REWARD }));
  const contracts = Array.from({ length: 130 }, () => StrKey.encodeContract(Keypair.random().rawPublicKey()));
  const plan = contracts.map((wallet_address) => ({ wallet_address, amount: REWARD }));
  const run = await dryRun(service.context, service.merchantId, service.campaignId, plan);
  expect(run.transactions).toBe(2);
  const outcomes = run.forecasts.map(({ outcome }) => outcome);
  expect(outcomes).toEqual([...Array(100).fill("paid"), ...Array(30).fill("waits")]);
});
