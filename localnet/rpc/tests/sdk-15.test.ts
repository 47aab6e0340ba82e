// Version 15 of the unmodified JavaScript SDK, which wallets and services still have: its RPC client and its Horizon client.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  Address,
  Asset,
  BASE_FEE,
  Contract,
  Horizon,
  Keypair,
  NotFoundError,
  nativeToScVal,
  Operation,
  rpc,
  scValToNative,
  TransactionBuilder,
} from "stellar-sdk-15";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Localnet } from "../../../test/support/localnet.ts";
import { freePort } from "../../../test/support/processes.ts";
import { PASSPHRASE } from "./support.ts";

let folder: string;
let node: Localnet;
let server: rpc.Server;
let horizon: Horizon.Server;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "localnet-sdk-15-"));
  node = new Localnet(await freePort(), folder);
  await node.start();
  server = new rpc.Server(node.url, { allowHttp: true });
  horizon = new Horizon.Server(node.url, { allowHttp: true });
});

afterAll(async () => {
  await node.kill();
  rmSync(folder, { recursive: true, force: true });
});

async function funded(): Promise<Keypair> {
  const key = Keypair.random();
  await server.requestAirdrop(key.publicKey());
  return key;
}

type AnyOperation = Parameters<TransactionBuilder["addOperation"]>[0];

async function build(source: Keypair, ...operations: AnyOperation[]) {
  const account = await server.getAccount(source.publicKey());
  const builder = new TransactionBuilder(account, { fee: BASE_FEE, networkPassphrase: PASSPHRASE }).setTimeout(30);
  for (const operation of operations) builder.addOperation(operation);
  return builder.build();
}

async function submit(transaction: Awaited<ReturnType<typeof build>>, signer: Keypair) {
  transaction.sign(signer);
  const { hash } = await server.sendTransaction(transaction);
  const result = await server.pollTransaction(hash);
  if (result.status !== rpc.Api.GetTransactionStatus.SUCCESS) throw new Error(`transaction ${hash} failed`);
  return { ...result, hash };
}

test("RPC: deploys an asset's contract, simulates, sends, and reads events and the ledger", async () => {
  const [issuer, holder] = [await funded(), await funded()];
  const asset = new Asset("POINT", issuer.publicKey());
  await submit(await build(holder, Operation.changeTrust({ asset })), holder);
  const deploy = await build(issuer, Operation.createStellarAssetContract({ asset }));
  const deployed = await submit(await server.prepareTransaction(deploy), issuer);
  const id = asset.contractId(PASSPHRASE);
  expect(deployed.returnValue && Address.fromScVal(deployed.returnValue).toString()).toBe(id);

  const contract = new Contract(id);
  const to = new Address(holder.publicKey()).toScVal();
  const mint = await build(issuer, contract.call("mint", to, nativeToScVal(7n, { type: "i128" })));
  const minted = await submit(await server.prepareTransaction(mint), issuer);
  expect(minted.events.contractEventsXdr.flat()).toHaveLength(1);

  const query = await server.simulateTransaction(await build(issuer, contract.call("balance", to)));
  if (!rpc.Api.isSimulationSuccess(query)) throw new Error(query.error);
  expect(query.result && scValToNative(query.result.retval)).toBe(7n);
  const missing = await server.simulateTransaction(await build(issuer, contract.call("nothing")));
  expect(rpc.Api.isSimulationError(missing)).toBe(true);

  const filters = [{ type: "contract" as const, contractIds: [id], topics: [["*", "**"]] }];
  const { events } = await server.getEvents({ startLedger: minted.ledger, filters });
  expect(events.map(({ txHash, value }) => [txHash, scValToNative(value)])).toEqual([[minted.hash, 7n]]);
  const [line] = (await server.getLedgerEntries(contract.getFootprint())).entries;
  expect(line?.liveUntilLedgerSeq).toBeGreaterThan(minted.ledger);
  const { transactions } = await server.getTransactions({ startLedger: minted.ledger });
  expect(transactions.map(({ txHash }) => txHash)).toContain(minted.hash);
  expect((await server.getLatestLedger()).sequence).toBeGreaterThanOrEqual(minted.ledger);
});

test("RPC: says why a transaction is refused", async () => {
  const key = await funded();
  const pay = (amount: string) => Operation.payment({ destination: key.publicKey(), asset: Asset.native(), amount });
  const transaction = await build(key, pay("1"));
  await submit(await build(key, pay("2")), key);
  transaction.sign(key);
  const sent = await server.sendTransaction(transaction);
  expect([sent.status, sent.errorResult?.result().switch().name]).toEqual(["ERROR", "txBadSeq"]);
});

test("Horizon: pays an asset, shows balances and history, and names the result codes of a refusal", async () => {
  const [issuer, holder] = [await funded(), await funded()];
  const asset = new Asset("MERIT", issuer.publicKey());
  const send = async (source: Keypair, operation: AnyOperation) => {
    const account = await horizon.loadAccount(source.publicKey());
    const builder = new TransactionBuilder(account, { fee: BASE_FEE, networkPassphrase: PASSPHRASE }).setTimeout(30);
    const transaction = builder.addOperation(operation).build();
    transaction.sign(source);
    return horizon.submitTransaction(transaction);
  };
  const pay = (amount: string) => Operation.payment({ destination: holder.publicKey(), asset, amount });
  const refused = await send(issuer, pay("12.5")).catch((error: unknown) => error);
  expect(refused).toMatchObject({
    response: { data: { extras: { result_codes: { transaction: "tx_failed", operations: ["op_no_trust"] } } } },
  });
  await send(holder, Operation.changeTrust({ asset }));
  const { hash } = await send(issuer, pay("12.5"));

  const { balances } = await horizon.loadAccount(holder.publicKey());
  expect(balances.map(({ asset_type, balance }) => [asset_type, balance])).toEqual([
    ["credit_alphanum12", "12.5000000"],
    ["native", "9999.9999900"],
  ]);
  const { records } = await horizon.payments().forAccount(holder.publicKey()).order("desc").limit(1).call();
  expect(records).toMatchObject([{ type: "payment", transaction_hash: hash, amount: "12.5000000" }]);
  expect(await horizon.transactions().transaction(hash).call()).toMatchObject({ successful: true, fee_charged: "100" });
  await expect(horizon.loadAccount(Keypair.random().publicKey())).rejects.toThrow(NotFoundError);
});
