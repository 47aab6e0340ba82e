// Horizon.Server of the unmodified JavaScript SDK, as Freighter uses it on a custom network.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  Account,
  Address,
  Asset,
  AuthRevocableFlag,
  type FeeBumpTransaction,
  Horizon,
  Keypair,
  MuxedAccount,
  NotFoundError,
  nativeToScVal,
  Operation,
  rpc,
  type Transaction,
  TransactionBuilder,
  TransactionFailedError,
  xdr,
} from "@stellar/stellar-sdk";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { Localnet } from "../../../test/support/localnet.ts";
import { freePort, until } from "../../../test/support/processes.ts";
import { type AnyOperation, clientOf, PASSPHRASE } from "./support.ts";

const native = Asset.native();

let folder: string;
let node: Localnet;
let server: Horizon.Server;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "localnet-horizon-"));
  node = new Localnet(await freePort(), folder);
  await node.start();
  server = new Horizon.Server(node.url, { allowHttp: true });
});

afterAll(async () => {
  await node.kill();
  rmSync(folder, { recursive: true, force: true });
});

const { funded, build, submit } = clientOf(() => server);

const pay = (to: Keypair, amount: string, asset = native) =>
  Operation.payment({ destination: to.publicKey(), asset, amount });

/** The result codes of a refused submission. */
async function refusal(transaction: Transaction | FeeBumpTransaction) {
  const error = await server.submitTransaction(transaction).catch((error: unknown) => error);
  if (error instanceof TransactionFailedError) return error.getResultCodes();
  throw error;
}

describe("the network", () => {
  test("describes itself", async () => {
    const root = await server.root();
    expect(root).toMatchObject({
      network_passphrase: PASSPHRASE,
      current_protocol_version: 28,
      history_elder_ledger: 1,
    });
    expect(root.history_latest_ledger).toBeGreaterThanOrEqual(1);
  });

  test("names the fees to bid", async () => {
    expect(await server.fetchBaseFee()).toBe(100);
    const stats = await server.feeStats();
    expect(stats.max_fee).toEqual(expect.objectContaining({ mode: "100", p99: "100" }));
    expect(stats.fee_charged).not.toHaveProperty("transactionCount");
  });

  test("lists its ledgers, with those that a jump passed over", async () => {
    await funded();
    await node.call("localnet_advanceSequence", { ledgers: 5 });
    const { records } = await server.ledgers().order("desc").limit(7).call();
    const latest = (await server.root()).history_latest_ledger;
    expect(records.map(({ sequence }) => sequence)).toEqual([0, 1, 2, 3, 4, 5, 6].map((back) => latest - back));
    const one = await server
      .ledgers()
      .ledger(records.at(-1)?.sequence ?? 0)
      .call();
    expect(one).toMatchObject({ base_fee_in_stroops: 100, base_reserve_in_stroops: 5_000_000, protocol_version: 28 });
    await expect(
      server
        .ledgers()
        .ledger(latest + 1)
        .call(),
    ).rejects.toThrow(NotFoundError);
  });
});

describe("an account", () => {
  test("is loaded with its balances, trustlines and signers", async () => {
    const [issuer, holder] = [await funded(), await funded()];
    const asset = new Asset("MERIT", issuer.publicKey());
    const signer = Keypair.random().publicKey();
    await submit(
      holder,
      Operation.changeTrust({ asset, limit: "500" }),
      Operation.setOptions({ homeDomain: "example.com", signer: { ed25519PublicKey: signer, weight: 2 } }),
    );
    await submit(issuer, pay(holder, "12.5", asset));

    const account = await server.loadAccount(holder.publicKey());
    expect(account).toMatchObject({ subentry_count: 2, home_domain: "example.com", data_attr: {} });
    expect(account.balances).toEqual([
      expect.objectContaining({ asset_type: "credit_alphanum12", asset_code: "MERIT", balance: "12.5000000" }),
      expect.objectContaining({ asset_type: "native", balance: "9999.9999800" }),
    ]);
    expect(account.balances[0]).toMatchObject({ limit: "500.0000000", is_authorized: true });
    expect(account.signers.map(({ key, weight }) => [key, weight])).toEqual([
      [signer, 2],
      [holder.publicKey(), 1],
    ]);
    const { sequence } = await new rpc.Server(node.url, { allowHttp: true })
      .getAccount(holder.publicKey())
      .then((known) => ({ sequence: known.sequenceNumber() }));
    expect(account.sequence).toBe(sequence);
  });

  test("is missing until friendbot creates it", async () => {
    await expect(server.loadAccount(Keypair.random().publicKey())).rejects.toThrow(NotFoundError);
  });

  test("shows what Freighter's history asks for", async () => {
    const [payer, receiver] = [await funded(), await funded()];
    const paid = await submit(payer, pay(receiver, "3"));
    const failed = await build(payer, pay(receiver, "1000000"));
    await refusal(failed);
    const { records } = await server
      .operations()
      .forAccount(receiver.publicKey())
      .order("desc")
      .join("transactions")
      .limit(100)
      .includeFailed(true)
      .call();
    expect(records.map(({ type, transaction_successful }) => [type, transaction_successful])).toEqual([
      ["payment", false],
      ["payment", true],
      ["create_account", true],
    ]);
    expect(records[1]).toMatchObject({
      from: payer.publicKey(),
      to: receiver.publicKey(),
      amount: "3.0000000",
      asset_type: "native",
      transaction_attr: { hash: paid.hash, fee_charged: "100", operation_count: 1 },
    });
    const payments = await server.payments().forAccount(receiver.publicKey()).call();
    expect(payments.records.map(({ type }) => type)).toEqual(["create_account", "payment"]);
  });

  test("pages through its transactions in both directions", async () => {
    const [payer, receiver] = [await funded(), await funded()];
    const since = await server.transactions().forAccount(payer.publicKey()).cursor("now").call();
    const hashes: string[] = [];
    for (let index = 1; index <= 5; index++) hashes.push((await submit(payer, pay(receiver, String(index)))).hash);
    const seen: string[] = [];
    let page = await server.transactions().forAccount(payer.publicKey()).order("desc").limit(2).call();
    const first = page;
    while (page.records.length > 0) {
      seen.push(...page.records.map(({ hash }) => hash));
      page = await page.next();
    }
    expect(seen.slice(0, 5)).toEqual(hashes.toReversed());
    expect(seen).toHaveLength(6);
    const back = await (await first.next()).prev();
    expect(back.records.map(({ hash }) => hash)).toEqual([hashes[3], hashes[4]]);
    expect(since.records).toEqual([]);
    expect((await since.next()).records.map(({ hash }) => hash)).toEqual(hashes);
  });

  test("streams its payments as they come", async () => {
    const [payer, receiver] = [await funded(), await funded()];
    const amounts: unknown[] = [];
    const close = server
      .payments()
      .forAccount(receiver.publicKey())
      .cursor("0")
      .stream({ onmessage: (record) => void amounts.push("amount" in record ? record.amount : record.type) });
    onTestFinished(close);
    await until(async () => (amounts.length === 1 ? true : undefined));
    await submit(payer, pay(receiver, "1"));
    await submit(payer, pay(receiver, "2"), pay(receiver, "3"));
    await until(async () => (amounts.length >= 4 ? true : undefined));
    expect(amounts).toEqual(["create_account", "1.0000000", "2.0000000", "3.0000000"]);
  });
});

describe("effects", () => {
  test("say what each operation did to an account", async () => {
    const [issuer, holder] = [await funded(), await funded()];
    const asset = new Asset("MERIT", issuer.publicKey());
    const signer = Keypair.random().publicKey();
    await submit(
      holder,
      Operation.changeTrust({ asset, limit: "500" }),
      Operation.setOptions({
        homeDomain: "example.com",
        lowThreshold: 1,
        signer: { ed25519PublicKey: signer, weight: 1 },
      }),
    );
    const paid = await submit(issuer, pay(holder, "12.5", asset));

    const { records } = await server.effects().forAccount(holder.publicKey()).limit(50).call();
    expect(records.map(({ type }) => type)).toEqual([
      "account_created",
      "signer_created",
      "trustline_created",
      "account_home_domain_updated",
      "account_thresholds_updated",
      "signer_created",
      "account_credited",
    ]);
    expect(records[0]).toMatchObject({ type_i: 0, starting_balance: "10000.0000000", account: holder.publicKey() });
    expect(records[2]).toMatchObject({ asset_type: "credit_alphanum12", asset_code: "MERIT", limit: "500.0000000" });
    expect(records[4]).toMatchObject({ low_threshold: 1, med_threshold: 0, high_threshold: 0 });
    expect(records[5]).toMatchObject({ public_key: signer, weight: 1, key: "" });
    expect(records[6]).toMatchObject({ amount: "12.5000000", asset_code: "MERIT", asset_issuer: issuer.publicKey() });

    const [operation] = (await server.operations().forTransaction(paid.hash).call()).records;
    const both = (await operation?.effects())?.records ?? [];
    expect(both.map(({ id, paging_token, type }) => [id, paging_token, type])).toEqual([
      [`${operation?.id.padStart(19, "0")}-0000000001`, `${operation?.id}-1`, "account_credited"],
      [`${operation?.id.padStart(19, "0")}-0000000002`, `${operation?.id}-2`, "account_debited"],
    ]);
    expect(await both[0]?.operation?.()).toMatchObject({ id: operation?.id });
    for (const builder of [server.effects().forTransaction(paid.hash), server.effects().forLedger(paid.ledger)]) {
      expect((await builder.call()).records.map(({ id }) => id)).toEqual(both.map(({ id }) => id));
    }
  });

  test("are paged one by one, in both directions, and across operations", async () => {
    const [payer, receiver] = [await funded(), await funded()];
    await submit(payer, pay(receiver, "1"), pay(receiver, "2"));
    await refusal(await build(payer, pay(receiver, "1000000")));
    const seen: string[] = [];
    let page = await server.effects().forAccount(receiver.publicKey()).order("desc").limit(1).call();
    while (page.records.length > 0) {
      seen.push(...page.records.map((record) => ("amount" in record ? String(record.amount) : record.type)));
      page = await page.next();
    }
    expect(seen).toEqual(["2.0000000", "1.0000000", "signer_created", "account_created"]);
  });
});

describe("what the ledger holds", () => {
  test("is found by signer, by asset and by issuer", async () => {
    const [issuer, a, b] = [await funded(), await funded(), await funded()];
    const signer = Keypair.random().publicKey();
    const asset = new Asset("SEEK", issuer.publicKey());
    for (const holder of [a, b]) {
      await submit(
        holder,
        Operation.changeTrust({ asset }),
        Operation.setOptions({ signer: { ed25519PublicKey: signer, weight: 1 } }),
      );
      await submit(issuer, pay(holder, "2", asset));
    }
    const both = [a.publicKey(), b.publicKey()];
    for (const found of [server.accounts().forSigner(signer), server.accounts().forAsset(asset)]) {
      const first = await found.limit(1).call();
      const second = await first.next();
      const seen = [...first.records, ...second.records].map(({ account_id }) => account_id);
      expect(seen.toSorted()).toEqual(both.toSorted());
      expect((await second.next()).records).toEqual([]);
    }
    expect((await server.accounts().sponsor(issuer.publicKey()).call()).records).toEqual([]);

    const stats = await server.assets().forCode("SEEK").forIssuer(issuer.publicKey()).call();
    expect(stats.records).toEqual([
      expect.objectContaining({
        asset_type: "credit_alphanum4",
        paging_token: `SEEK_${issuer.publicKey()}_credit_alphanum4`,
        accounts: { authorized: 2, authorized_to_maintain_liabilities: 0, unauthorized: 0 },
        balances: {
          authorized: "4.0000000",
          authorized_to_maintain_liabilities: "0.0000000",
          unauthorized: "0.0000000",
        },
        num_contracts: 0,
        contracts_amount: "0.0000000",
      }),
    ]);
    expect((await server.assets().forIssuer(issuer.publicKey()).call()).records).toHaveLength(1);
    expect((await server.assets().forCode("SEEKER").call()).records).toEqual([]);
  });

  test("is told again when an account changes", async () => {
    const [payer, receiver] = [await funded(), await funded()];
    const balances: string[] = [];
    const close = server
      .accounts()
      .accountId(receiver.publicKey())
      .stream({ onmessage: (account) => void balances.push(account.balances[0]?.balance ?? "") });
    onTestFinished(close);
    await until(async () => (balances.length === 1 ? true : undefined));
    await submit(payer, pay(receiver, "1"));
    await until(async () => (balances.length === 2 ? true : undefined));
    expect(balances).toEqual(["10000.0000000", "10001.0000000"]);
  });

  test("has no offers, trades, paths or pools, and says so in the shape of lists", async () => {
    const account = await funded();
    const asset = new Asset("NONE", account.publicKey());
    const empty = [
      server.offers(),
      server.offers().forAccount(account.publicKey()),
      server.trades(),
      server.trades().forAccount(account.publicKey()),
      server.liquidityPools(),
      server.claimableBalances().claimant(account.publicKey()),
      server.strictSendPaths(asset, "1", [native]),
      server.strictReceivePaths(account.publicKey(), native, "1"),
    ];
    for (const builder of empty) expect((await builder.call()).records).toEqual([]);
    expect(await server.orderbook(native, asset).call()).toMatchObject({
      bids: [],
      asks: [],
      base: { asset_type: "native" },
      counter: { asset_code: "NONE" },
    });
  });
});

describe("a transaction", () => {
  test("is in a ledger when its submission answers", async () => {
    const [payer, receiver] = [await funded(), await funded()];
    const sent = await submit(payer, pay(receiver, "1"));
    expect(sent).toMatchObject({ successful: true });
    const record = await server.transactions().transaction(sent.hash).call();
    expect(record).toMatchObject({ hash: sent.hash, source_account: payer.publicKey(), memo_type: "none" });
    const ledger = await record.ledger();
    expect(ledger).toMatchObject({ sequence: sent.ledger, successful_transaction_count: 1, operation_count: 1 });
    const { records } = await record.operations();
    const [operation] = records;
    expect(operation).toMatchObject({ type: "payment", type_i: 1, transaction_hash: sent.hash });
    expect(
      await server
        .operations()
        .operation(operation?.id ?? "")
        .call(),
    ).toMatchObject({ amount: "1.0000000" });
    expect((await (await operation?.transaction())?.account())?.account_id).toBe(payer.publicKey());
    expect((await server.transactions().forLedger(sent.ledger).call()).records.map(({ hash }) => hash)).toEqual([
      sent.hash,
    ]);
  });

  test("names in codes why it failed or was refused", async () => {
    const [payer, receiver] = [await funded(), await funded()];
    const asset = new Asset("NONE", receiver.publicKey());
    expect(await refusal(await build(payer, pay(receiver, "1"), pay(receiver, "1", asset)))).toEqual({
      transaction: "tx_failed",
      operations: ["op_success", "op_src_no_trust"],
    });
    const stale = await build(payer, pay(receiver, "1"));
    await submit(payer, pay(receiver, "2"));
    expect(await refusal(stale)).toEqual({ transaction: "tx_bad_seq", operations: [] });
  });

  test("leaves out a muxed id of 0, a domain that was cleared, and a last ledger that isn't set", async () => {
    const payer = await funded();
    const { sequence } = await server.loadAccount(payer.publicKey());
    const muxed = new MuxedAccount(new Account(payer.publicKey(), sequence), "0");
    const transaction = new TransactionBuilder(muxed, {
      fee: "100",
      networkPassphrase: PASSPHRASE,
      timebounds: await server.fetchTimebounds(60),
      ledgerbounds: { minLedger: 1, maxLedger: 0 },
    })
      .addOperation(Operation.setOptions({ homeDomain: "" }))
      .build();
    transaction.sign(payer);
    const { hash } = await server.submitTransaction(transaction);
    const record = await server.transactions().transaction(hash).call();
    expect(record).toMatchObject({ account_muxed: muxed.accountId() });
    expect(record).not.toHaveProperty("account_muxed_id");
    expect(record.preconditions?.ledgerbounds).toEqual({ min_ledger: 1 });
    const [operation] = (await server.operations().forTransaction(hash).call()).records;
    expect(operation).toMatchObject({ source_account_muxed: muxed.accountId() });
    for (const absent of ["source_account_muxed_id", "home_domain"]) expect(operation).not.toHaveProperty(absent);
  });

  test("is found by both hashes of a fee bump", async () => {
    const [payer, sender] = [await funded(), await funded()];
    const inner = await build(sender, pay(payer, "1"));
    const bump = TransactionBuilder.buildFeeBumpTransaction(payer, "300", inner, PASSPHRASE);
    bump.sign(payer);
    const sent = await server.submitTransaction(bump);
    const innerHash = Buffer.from(inner.hash()).toString("hex");
    const byInner = await server.transactions().transaction(innerHash).call();
    expect(byInner).toMatchObject({
      hash: innerHash,
      source_account: sender.publicKey(),
      fee_account: payer.publicKey(),
      max_fee: "600",
      inner_transaction: { hash: innerHash, max_fee: "100" },
      fee_bump_transaction: { hash: sent.hash },
    });
  });

  test("of a contract counts as a payment of the asset that it moves", async () => {
    const [issuer, holder, receiver] = [await funded(), await funded(), await funded()];
    const asset = new Asset("POINT", issuer.publicKey());
    await submit(issuer, Operation.setOptions({ setFlags: AuthRevocableFlag }));
    for (const wallet of [holder, receiver]) await submit(wallet, Operation.changeTrust({ asset }));
    await submit(issuer, pay(holder, "10", asset));
    const soroban = new rpc.Server(node.url, { allowHttp: true });
    const send = async (source: Keypair, operation: AnyOperation) => {
      const prepared = await soroban.prepareTransaction(await build(source, operation));
      prepared.sign(source);
      return server.submitTransaction(prepared);
    };
    const effectsOf = async (hash: string) => (await server.effects().forTransaction(hash).call()).records;
    const deployed = await send(issuer, Operation.createStellarAssetContract({ asset }));
    expect((await server.operations().forTransaction(deployed.hash).call()).records).toMatchObject([
      { type: "invoke_host_function", parameters: null, asset_balance_changes: null },
    ]);
    const invoke = (name: string, args: xdr.ScVal[], of = asset) =>
      Operation.invokeContractFunction({ contract: of.contractId(PASSPHRASE), function: name, args });
    const transfer = (to: Address, of = asset) =>
      invoke(
        "transfer",
        [new Address(holder.publicKey()).toScVal(), to.toScVal(), nativeToScVal(25_000_000n, { type: "i128" })],
        of,
      );
    const sent = await send(holder, transfer(new Address(receiver.publicKey())));
    const { records } = await server.payments().forAccount(receiver.publicKey()).order("desc").limit(1).call();
    expect(records[0]).toMatchObject({
      type: "invoke_host_function",
      transaction_hash: sent.hash,
      function: "HostFunctionTypeHostFunctionTypeInvokeContract",
      asset_balance_changes: [
        {
          type: "transfer",
          asset_code: "POINT",
          from: holder.publicKey(),
          to: receiver.publicKey(),
          amount: "2.5000000",
        },
      ],
    });

    const muxed = new MuxedAccount(new Account(receiver.publicKey(), "0"), "7").accountId();
    const meant = await send(holder, transfer(new Address(muxed)));
    expect((await server.payments().forTransaction(meant.hash).call()).records).toMatchObject([
      { asset_balance_changes: [{ to: receiver.publicKey(), amount: "2.5000000", destination_muxed_id: "7" }] },
    ]);
    expect((await effectsOf(meant.hash))[1]).toMatchObject({
      type: "account_credited",
      account: receiver.publicKey(),
      account_muxed: muxed,
      account_muxed_id: "7",
    });

    const contract = Address.contract(Buffer.alloc(32, 9));
    const kept = await send(holder, transfer(contract));
    expect(await effectsOf(kept.hash)).toMatchObject([
      { type: "account_debited", account: holder.publicKey(), amount: "2.5000000", asset_code: "POINT" },
      { type: "contract_credited", account: holder.publicKey(), contract: contract.toString(), amount: "2.5000000" },
    ]);
    expect((await server.assets().forIssuer(issuer.publicKey()).call()).records).toMatchObject([
      {
        contract_id: asset.contractId(PASSPHRASE),
        num_contracts: 1,
        contracts_amount: "2.5000000",
        balances: { authorized: "7.5000000" },
      },
    ]);

    const address = (key: Keypair) => new Address(key.publicKey());
    const frozen = await send(
      issuer,
      invoke("set_authorized", [address(receiver).toScVal(), xdr.ScVal.scvBool(false)]),
    );
    const last = { order: "desc", limit: 1 } as const;
    const account = await server.loadAccount(receiver.publicKey());
    expect((await account.operations(last)).records).toMatchObject([{ transaction_hash: frozen.hash }]);
    expect((await account.transactions(last)).records).toMatchObject([{ hash: frozen.hash }]);

    await send(issuer, Operation.createStellarAssetContract({ asset: native }));
    const newcomer = Keypair.random();
    const moved = await send(holder, transfer(address(newcomer), native));
    expect(await effectsOf(moved.hash)).toMatchObject([
      { type: "account_debited", account: holder.publicKey() },
      { type: "account_credited", account: newcomer.publicKey() },
      { type: "account_created", account: newcomer.publicKey(), starting_balance: "2.5000000" },
      { type: "signer_created", account: newcomer.publicKey(), weight: 1 },
    ]);
    const lined = await send(newcomer, invoke("trust", [address(newcomer).toScVal()]));
    expect(await effectsOf(lined.hash)).toMatchObject([
      { type: "trustline_created", account: newcomer.publicKey(), asset_code: "POINT", limit: "922337203685.4775807" },
    ]);
  });
});

test("time bounds of the server's clock hold after time travel", async () => {
  const [payer, receiver] = [await funded(), await funded()];
  await node.call("localnet_increaseTime", { seconds: 30 * 86_400 });
  expect(await submit(payer, pay(receiver, "1"))).toMatchObject({ successful: true });
});
