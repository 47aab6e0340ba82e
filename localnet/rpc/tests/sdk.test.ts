// The unmodified JavaScript SDK against the real server: nothing here knows that it is not a public network.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  Account,
  Address,
  Asset,
  BASE_FEE,
  Contract,
  Keypair,
  nativeToScVal,
  Operation,
  rpc,
  scValToNative,
  TransactionBuilder,
} from "@stellar/stellar-sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Localnet } from "../../../test/support/localnet.ts";
import { freePort } from "../../../test/support/processes.ts";

const PASSPHRASE = "Standalone Network ; February 2017";

let folder: string;
let node: Localnet;
let server: rpc.Server;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "localnet-sdk-"));
  node = new Localnet(await freePort(), folder);
  await node.start();
  server = new rpc.Server(node.url, { allowHttp: true });
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

/** Signs, sends and waits; resolves with the successful transaction. */
async function submit(transaction: Awaited<ReturnType<typeof build>>, ...signers: Keypair[]) {
  transaction.sign(...signers);
  const sent = await server.sendTransaction(transaction);
  expect(sent.status).toBe("PENDING");
  const result = await server.pollTransaction(sent.hash);
  if (result.status !== rpc.Api.GetTransactionStatus.SUCCESS) throw new Error(`transaction ${sent.hash} failed`);
  return result;
}

describe("the node", () => {
  test("describes itself", async () => {
    expect((await server.getHealth()).status).toBe("healthy");
    const network = await server.getNetwork();
    expect(network.passphrase).toBe(PASSPHRASE);
    expect(network.friendbotUrl).toBe(`${node.url}/friendbot`);
    expect((await server.getVersionInfo()).protocolVersion).toBe(network.protocolVersion);
    const latest = await server.getLatestLedger();
    expect(latest.headerXdr.ledgerSeq).toBe(latest.sequence);
    expect(latest.metadataXdr.type).toBe("v2");
    expect(Number((await server.getFeeStats()).inclusionFee.ledgerCount)).toBeGreaterThanOrEqual(0);
  });

  test("lists its ledgers and transactions", async () => {
    await funded();
    const { ledgers, latestLedger } = await server.getLedgers({ startLedger: 1, pagination: { limit: 200 } });
    expect(ledgers.map((ledger) => ledger.sequence)).toEqual(Array.from({ length: latestLedger }, (_, i) => i + 1));
    const { transactions } = await server.getTransactions({ startLedger: 1 });
    expect(transactions.every((transaction) => transaction.status === "SUCCESS")).toBe(true);
  });
});

describe("friendbot", () => {
  test("creates an account with its sequence number", async () => {
    const key = Keypair.random();
    const account = await server.requestAirdrop(key.publicKey());
    expect(account.sequenceNumber()).toBe((await server.getAccount(key.publicKey())).sequenceNumber());
  });

  test("hands out the account of a funded address", async () => {
    const key = await funded();
    const again = await server.requestAirdrop(key.publicKey());
    expect(again.accountId()).toBe(key.publicKey());
  });

  test("funds contracts", async () => {
    const contract = Asset.native().contractId("any other network");
    const transaction = await server.fundAddress(contract);
    expect(transaction.status).toBe("SUCCESS");
  });
});

describe("classic transactions", () => {
  test("pay lumens and an asset over a trustline", async () => {
    const [issuer, holder] = [await funded(), await funded()];
    const asset = new Asset("MERIT", issuer.publicKey());
    await submit(await build(holder, Operation.changeTrust({ asset })), holder);
    const paid = await submit(
      await build(
        issuer,
        Operation.payment({ destination: holder.publicKey(), asset, amount: "12.5" }),
        Operation.payment({ destination: holder.publicKey(), asset: Asset.native(), amount: "1" }),
      ),
      issuer,
    );
    expect(paid.events.contractEventsXdr).toHaveLength(2);
    const line = await server.getTrustline(holder.publicKey(), asset);
    expect(line.balance).toBe(125_000_000n);
  });

  test("report why a transaction is refused", async () => {
    const key = await funded();
    const stale = new Account(key.publicKey(), "1");
    const transaction = new TransactionBuilder(stale, { fee: BASE_FEE, networkPassphrase: PASSPHRASE })
      .addOperation(Operation.payment({ destination: key.publicKey(), asset: Asset.native(), amount: "1" }))
      .setTimeout(30)
      .build();
    transaction.sign(key);
    const sent = await server.sendTransaction(transaction);
    expect(sent.status).toBe("ERROR");
    expect(sent.errorResult?.result.type).toBe("txBadSeq");
  });

  test("find a fee bump by both hashes", async () => {
    const [payer, sender] = [await funded(), await funded()];
    const inner = await build(
      sender,
      Operation.payment({ destination: payer.publicKey(), asset: Asset.native(), amount: "1" }),
    );
    inner.sign(sender);
    const bump = TransactionBuilder.buildFeeBumpTransaction(payer, "200", inner, PASSPHRASE);
    bump.sign(payer);
    const sent = await server.sendTransaction(bump);
    const outer = await server.getTransaction(sent.hash);
    const byInner = await server.getTransaction(Buffer.from(inner.hash()).toString("hex"));
    expect(outer.status).toBe("SUCCESS");
    expect(byInner.status).toBe("SUCCESS");
    if (outer.status !== "SUCCESS" || byInner.status !== "SUCCESS") return;
    expect(outer.feeBump && byInner.feeBump).toBe(true);
    expect(byInner.envelopeXdr).toEqual(outer.envelopeXdr);
  });
});

describe("contracts", () => {
  test("deploy, simulate, send and read events of an asset contract", async () => {
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

    const query = await server.simulateTransaction(await build(issuer, contract.call("balance", to)));
    if (!rpc.Api.isSimulationSuccess(query)) throw new Error(query.error);
    expect(query.result && scValToNative(query.result.retval)).toBe(7n);

    const { events } = await server.getEvents({
      startLedger: minted.ledger,
      filters: [{ type: "contract", contractIds: [id], topics: [["*", "**"]] }],
    });
    expect(events.map((event) => [scValToNative(event.topic[0] ?? to), event.txHash])).toEqual([
      ["mint", minted.txHash],
    ]);
    expect(events[0]?.contractId?.contractId()).toBe(id);
  });

  test("say in a simulation why a call fails", async () => {
    const key = await funded();
    const missing = new Contract(Asset.native().contractId("a network that is not here"));
    const simulation = await server.simulateTransaction(await build(key, missing.call("nothing")));
    expect(rpc.Api.isSimulationError(simulation)).toBe(true);
  });
});

describe("time travel", () => {
  test("outlives a transaction's time bounds", async () => {
    const key = await funded();
    const transaction = await build(
      key,
      Operation.payment({ destination: key.publicKey(), asset: Asset.native(), amount: "1" }),
    );
    await node.call("localnet_increaseTime", { seconds: 3_600 });
    transaction.sign(key);
    const sent = await server.sendTransaction(transaction);
    expect(sent.status).toBe("ERROR");
    expect(sent.errorResult?.result.type).toBe("txTooLate");
  });

  test("moves the ledger's sequence", async () => {
    const before = (await server.getLatestLedger()).sequence;
    await node.call("localnet_advanceSequence", { ledgers: 100_000 });
    expect((await server.getLatestLedger()).sequence).toBe(before + 100_000);
  });
});
