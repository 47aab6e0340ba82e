// The calls that the JavaScript SDK's own tests make of its Horizon client: there mostly against made-up answers, here against
// localnet. Those that horizon.test.ts and reserves.test.ts make are left out.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  AccountRequiresMemoError,
  Asset,
  Claimant,
  Horizon,
  Keypair,
  LiquidityPoolAsset,
  Memo,
  NetworkError,
  NotFoundError,
  Operation,
  TransactionBuilder,
  TransactionFailedError,
} from "@stellar/stellar-sdk";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { Localnet } from "../../../test/support/localnet.ts";
import { freePort, until } from "../../../test/support/processes.ts";
import { type AnyOperation, clientOf, PASSPHRASE } from "./support.ts";

const { TradeType } = Horizon.ServerApi;
const native = Asset.native();
const pool = "dd7b1ab831c273310ddbec6f97870aa83c2fbd78ce22aded37ecbf4f3380fac7";

let folder: string;
let node: Localnet;
let server: Horizon.Server;
let scene: Awaited<ReturnType<typeof prepare>>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "localnet-sdk-horizon-"));
  node = new Localnet(await freePort(), folder);
  await node.start();
  server = new Horizon.Server(node.url, { allowHttp: true });
  scene = await prepare();
});

afterAll(async () => {
  await node.kill();
  rmSync(folder, { recursive: true, force: true });
});

const { funded, build, submit } = clientOf(() => server);

const pay = (to: string, amount: string, asset = native) => Operation.payment({ destination: to, asset, amount });

/** Cursor behind the ledger before. */
const before = (ledger: number) => ((BigInt(ledger) << 32n) - 1n).toString();

const call = <T>(builder: { call(): Promise<T> }) => builder.call();

function first<T>(records: T[]): T {
  const [record] = records;
  if (!record) throw new Error("there is no record");
  return record;
}

async function prepare() {
  const [issuer, holder, strict] = [await funded(), await funded(), await funded()];
  const [usd, long] = [new Asset("USD", issuer.publicKey()), new Asset("9HORIZONS", issuer.publicKey())];
  await submit(strict, Operation.manageData({ name: "config.memo_required", value: "1" }));
  await submit(holder, Operation.changeTrust({ asset: usd }), Operation.changeTrust({ asset: long }));
  const paid = await submit(issuer, pay(holder.publicKey(), "12.5", usd), pay(holder.publicKey(), "3", long));
  const claimants = [new Claimant(holder.publicKey())];
  const given = await submit(issuer, Operation.createClaimableBalance({ asset: usd, amount: "25", claimants }));
  const tooMuch = await build(holder, pay(issuer.publicKey(), "1000000"));
  await expect(server.submitTransaction(tooMuch)).rejects.toThrow(TransactionFailedError);
  const failed = await call(server.transactions().transaction(Buffer.from(tooMuch.hash()).toString("hex")));
  const payment = first((await server.operations().forTransaction(paid.hash).call()).records);
  const balance = first((await server.claimableBalances().asset(usd).call()).records);
  return { issuer, holder, strict, usd, long, paid, given, failed, payment, balance };
}

interface Page {
  records: unknown[];
  next(): Promise<Page>;
  prev(): Promise<Page>;
}

const tokens = (page: Page) => page.records.map((record) => (record as { paging_token?: string }).paging_token);

test("lists have the records asked for, which the pages before and behind don't repeat", async () => {
  const { issuer, holder, strict, usd, long, paid, given, failed, payment, balance } = scene;
  const id = issuer.publicKey();
  const [ledger, failedIn] = [paid.ledger, before(failed.ledger_attr)];
  const trades = (base: Asset, counter: Asset) => server.tradeAggregation(base, counter, 1e12, 2e12, 300_000, 0);
  const both = [{ amount: "12.5000000" }, { amount: "3.0000000" }];
  const failure = { transaction_hash: failed.hash, transaction_successful: false };
  const lists: [string, { call(): Promise<Page> }, unknown[]][] = [
    ["ledgers", server.ledgers().limit(1).cursor(before(ledger)).order("asc"), [{ sequence: ledger }]],
    [
      "a ledger's transactions",
      server.transactions().forLedger(`${ledger}`).cursor("1").limit(1),
      [{ hash: paid.hash }],
    ],
    ["a balance's transactions", server.transactions().forClaimableBalance(balance.id), [{ hash: given.hash }]],
    ["failed transactions", server.transactions().includeFailed(true).cursor(failedIn), [{ hash: failed.hash }]],
    ["failed operations", server.operations().includeFailed(true).cursor(failedIn), [failure]],
    ["failed payments", server.payments().includeFailed(true).cursor(failedIn), [failure]],
    ["payments that didn't fail", server.payments().includeFailed(false).cursor(failedIn), []],
    ["a ledger's operations", server.operations().forLedger(ledger), both],
    ["a ledger's payments", server.payments().forLedger(`${ledger}`), both],
    ["a transaction's payments", server.payments().forTransaction(paid.hash), both],
    ["an operation's effects", server.effects().forOperation(payment.id), [both[0], both[0]]],
    ["effects beyond a cursor", server.effects().cursor(before(ledger)).limit(1), [{ type: "account_credited" }]],
    ["a pool's accounts", server.accounts().forLiquidityPool(pool), []],
    ["assets", server.assets().limit(1), [{ asset_code: "9HORIZONS", asset_type: "credit_alphanum12" }]],
    ["assets by code", server.assets().forCode("USD").limit(1), [{ asset_code: "USD", accounts: { authorized: 1 } }]],
    ["assets by issuer", server.assets().forIssuer(id).limit(1), [{ balances: { authorized: "3.0000000" } }]],
    ["assets by both", server.assets().forIssuer(id).forCode("USD"), [{ claimable_balances_amount: "25.0000000" }]],
    ["balances by asset", server.claimableBalances().asset(usd), [{ id: balance.id, asset: `USD:${id}` }]],
    ["balances by sponsor", server.claimableBalances().sponsor(strict.publicKey()), []],
    ["offers in order", server.offers().order("asc"), []],
    ["offers that sell", server.offers().selling(usd).order("asc"), []],
    ["offers that buy", server.offers().buying(usd).order("asc"), []],
    ["offers by sponsor", server.offers().sponsor(id).order("asc"), []],
    ["a pair's trades", server.trades().forAssetPair(native, usd), []],
    ["an offer's trades", server.trades().forOffer("278232"), []],
    ["trades with offers", server.trades().forType(TradeType.orderbook), []],
    ["trades with pools", server.trades().forType(TradeType.liquidityPools), []],
    ["trades of a page", server.trades().order("asc").limit(1).cursor("64199539053039617-0"), []],
    ["sums of trades for lumens", trades(native, usd), []],
    ["sums of trades of lumens", trades(usd, native), []],
    ["pools of lumens", server.liquidityPools().forAssets(native), []],
    ["pools of two assets", server.liquidityPools().forAssets(usd, long), []],
    ["an account's pools", server.liquidityPools().forAccount(holder.publicKey()), []],
  ];
  for (const [name, list, expected] of lists) {
    const page = await list.call();
    expect.soft(page.records, name).toHaveLength(expected.length);
    expect.soft(page.records, name).toMatchObject(expected);
    for (const other of [await page.next(), await page.prev()]) {
      expect.soft(tokens(other), `${name}, another page`).not.toContain(tokens(page)[0]);
    }
  }
});

test("no path leads anywhere", async () => {
  const { holder, usd, long } = scene;
  for (const paths of [
    server.strictReceivePaths(holder.publicKey(), usd, "20.0"),
    server.strictReceivePaths([native, long, usd], usd, "20.0"),
    server.strictSendPaths(usd, "20.0", holder.publicKey()),
    server.strictSendPaths(usd, "20.0", [native, long, usd]),
  ]) {
    expect((await paths.call()).records).toEqual([]);
  }
});

test("records have the members that the SDK's tests give them", async () => {
  const { holder, usd, paid, payment, balance } = scene;
  const own = await server.loadAccount(holder.publicKey());
  const fees = await server.feeStats();
  const records: [string, unknown, string][] = [
    [
      "the root",
      await server.root(),
      "horizon_version core_version ingest_latest_ledger history_latest_ledger history_latest_ledger_closed_at " +
        "history_elder_ledger core_latest_ledger network_passphrase current_protocol_version supported_protocol_version " +
        "core_supported_protocol_version account accounts account_transactions claimable_balances assets effects fee_stats " +
        "ledger ledgers liquidity_pools offer offers operation operations order_book payments self strict_receive_paths " +
        "strict_send_paths trade_aggregations trades transaction transactions",
    ],
    ["the fees", fees, "last_ledger last_ledger_base_fee ledger_capacity_usage max_fee fee_charged"],
    ["fees bid", fees.max_fee, "max min mode p10 p20 p30 p40 p50 p60 p70 p80 p90 p95 p99"],
    [
      "a ledger",
      await call(server.ledgers().ledger("1").limit(1).cursor("b").order("asc")),
      "id paging_token hash sequence operation_count tx_set_operation_count closed_at effects operations self transactions",
    ],
    [
      "a transaction",
      await call(server.transactions().transaction(paid.hash)),
      "id paging_token successful hash ledger created_at source_account source_account_sequence fee_charged max_fee " +
        "operation_count envelope_xdr result_xdr result_meta_xdr fee_meta_xdr memo_type signatures self account operations " +
        "effects precedes succeeds",
    ],
    [
      "an operation",
      await call(server.operations().operation(payment.id)),
      "id paging_token transaction_successful source_account type type_i created_at transaction_hash asset_type asset_code " +
        "asset_issuer from to amount self transaction effects succeeds precedes",
    ],
    [
      "an effect",
      first((await server.effects().forOperation(payment.id).call()).records),
      "account paging_token type operation precedes succeeds",
    ],
    [
      "an account",
      await call(server.accounts().accountId(holder.publicKey())),
      "id account_id paging_token sequence subentry_count last_modified_ledger last_modified_time thresholds flags balances " +
        "signers data num_sponsoring num_sponsored self transactions operations payments effects offers trades",
    ],
    [
      "a trustline",
      first(own.balances),
      "balance limit buying_liabilities selling_liabilities last_modified_ledger is_authorized asset_type asset_code " +
        "is_authorized_to_maintain_liabilities asset_issuer",
    ],
    ["flags", own.flags, "auth_required auth_revocable auth_immutable auth_clawback_enabled"],
    [
      "a balance",
      await call(server.claimableBalances().claimableBalance(balance.id)),
      "id asset amount sponsor last_modified_ledger claimants paging_token self",
    ],
    [
      "an asset",
      first((await server.assets().call()).records),
      "asset_type asset_code asset_issuer paging_token accounts num_claimable_balances num_contracts balances flags toml " +
        "claimable_balances_amount contracts_amount",
    ],
    ["an order book", await call(server.orderbook(usd, native)), "bids asks base counter"],
  ];
  for (const [name, record, members] of records) {
    expect.soft(Object.keys(record ?? {}), name).toEqual(expect.arrayContaining(members.split(" ")));
  }
});

test("problems say what isn't there, and which parameter is wrong", async () => {
  const missing = { status: 404, type: "https://stellar.org/horizon-errors/not_found", title: "Resource Missing" };
  const wrong = (field: string) => ({ status: 400, title: "Bad Request", extras: { invalid_field: field } });
  const refusals: [string, { call(): Promise<unknown> }, object][] = [
    ["an offer", server.offers().offer("12345"), missing],
    ["a pool", server.liquidityPools().liquidityPoolId(pool), missing],
    ["a pool's operations", server.operations().forLiquidityPool(pool), missing],
    ["a pool's transactions", server.transactions().forLiquidityPool(pool), missing],
    ["a pool's effects", server.effects().forLiquidityPool(pool), missing],
    ["a pool's trades", server.trades().forLiquidityPool(pool), missing],
    ["all accounts", server.accounts(), { status: 400, title: "Invalid Accounts Parameters" }],
    ["an account", server.accounts().accountId("fooAccountId"), wrong("account_id")],
    ["an account's transactions", server.transactions().forAccount("fooAccountId"), wrong("account_id")],
    ["a transaction", server.transactions().transaction("fooTransactionId"), wrong("tx_id")],
    ["a transaction's operations", server.operations().forTransaction("blah"), wrong("tx_id")],
    ["effects beyond a cursor", server.effects().cursor("b"), wrong("cursor")],
  ];
  for (const [name, builder, problem] of refusals) {
    const error = await builder.call().catch((error: unknown) => error);
    expect.soft(error, name).toBeInstanceOf(problem === missing ? NotFoundError : NetworkError);
    expect.soft(error, name).toMatchObject({ response: problem });
  }
  const headers = { accept: "text/event-stream" };
  for (const path of ["assets", "fee_stats"])
    expect((await fetch(`${node.url}/${path}`, { headers })).status).toBe(406);
});

describe("a record leads on", () => {
  test("from an account, which counts its sequence number", async () => {
    const account = await server.loadAccount(scene.holder.publicKey());
    const sequence = BigInt(account.sequence);
    account.incrementSequenceNumber();
    expect(account.sequenceNumber()).toBe((sequence + 1n).toString());
    const created = { type: "create_account" };
    expect((await account.operations({ limit: 1 })).records).toMatchObject([created]);
    expect((await account.payments({ limit: 2 })).records).toMatchObject([created, { amount: "12.5000000" }]);
    expect((await account.effects({ limit: 1 })).records).toMatchObject([{ type: "account_created" }]);
    const transactions = await account.transactions({ limit: 1, order: "desc" });
    expect(transactions.records).toMatchObject([{ hash: scene.given.hash }]);
    expect((await account.offers()).records).toEqual([]);
  });

  test("from a ledger and from its transaction", async () => {
    const { paid, given, payment } = scene;
    const ledger = first((await server.ledgers().cursor(before(paid.ledger)).limit(1).call()).records);
    expect((await ledger.operations({ limit: 1 })).records).toMatchObject([{ id: payment.id }]);
    expect((await ledger.effects({ limit: 200 })).records).toHaveLength(4);
    const transaction = first((await ledger.transactions()).records);
    expect((await transaction.operations({ limit: 1 })).records).toMatchObject([{ id: payment.id }]);
    expect(await transaction.ledger()).toMatchObject({ sequence: transaction.ledger_attr });
    // By the SDK's types it is one record.
    const later = (await transaction.precedes()) as unknown as Page;
    expect(later.records[0]).toMatchObject({ hash: given.hash });
  });

  test("from an operation to the transaction that it brought along, without a further request", async () => {
    const { paid } = scene;
    const page = await server.operations().forTransaction(paid.hash).join("transactions").call();
    const get = vi.spyOn(server.httpClient, "get");
    onTestFinished(() => get.mockRestore());
    expect(await first(page.records).transaction()).toMatchObject({ hash: paid.hash, ledger_attr: paid.ledger });
    expect(get).not.toHaveBeenCalled();
  });
});

describe("a payment without a memo (SEP-29)", () => {
  test("is refused if a destination wants one; each is asked for once", async () => {
    const { issuer, holder, strict, usd, long } = scene;
    const [a, b, wants] = [issuer.publicKey(), holder.publicKey(), strict.publicKey()];
    const nobody = Keypair.random().publicKey();
    const path = { sendAsset: native, destAsset: native, path: [] };
    const others = [
      Operation.pathPaymentStrictReceive({ ...path, sendMax: "5", destination: a, destAmount: "5.5" }),
      Operation.pathPaymentStrictSend({ ...path, sendAmount: "5", destination: b, destMin: "5.5" }),
      Operation.accountMerge({ destination: nobody }),
      Operation.changeTrust({ asset: usd }),
      Operation.changeTrust({ asset: new LiquidityPoolAsset(usd, long, 30) }),
    ];
    const refused = (operation: number) => new AccountRequiresMemoError("account requires memo", wants, operation);
    const payments: [string, AnyOperation[], string[], Error?][] = [
      ["the entry", [pay(wants, "1")], [wants], refused(0)],
      ["a later operation", [pay(b, "1"), Operation.accountMerge({ destination: wants })], [b, wants], refused(1)],
      ["no entry", [pay(b, "1")], [b]],
      ["no account", [pay(nobody, "1")], [nobody]],
      ["twice the same", [pay(b, "1"), pay(b, "2")], [b]],
      ["other operations", others, [a, b, nobody]],
    ];
    const get = vi.spyOn(server.httpClient, "get");
    onTestFinished(() => get.mockRestore());
    for (const [name, operations, asked, error] of payments) {
      const transaction = await build(holder, ...operations);
      const bump = TransactionBuilder.buildFeeBumpTransaction(issuer, "200", transaction, PASSPHRASE);
      for (const sent of [transaction, bump]) {
        get.mockClear();
        expect.soft(await server.checkMemoRequired(sent).catch((error: unknown) => error), name).toEqual(error);
        expect
          .soft(
            get.mock.calls.map(([url]) => url.split("/").at(-1)),
            name,
          )
          .toEqual(asked);
      }
    }
  });

  test("goes through with a memo, which is shown", async () => {
    const { holder, strict } = scene;
    const transaction = new TransactionBuilder(await server.loadAccount(holder.publicKey()), {
      fee: "100",
      networkPassphrase: PASSPHRASE,
      memo: Memo.text("hello world"),
      timebounds: await server.fetchTimebounds(60),
    })
      .addOperation(pay(strict.publicKey(), "1"))
      .build();
    transaction.sign(holder);
    const sent = await server.submitTransaction(transaction);
    // The SDK adds what became of offers, if there were any.
    expect(sent).toMatchObject({ successful: true, offerResults: undefined });
    const record = await server.transactions().transaction(sent.hash).call();
    expect(record).toMatchObject({ memo_type: "text", memo: "hello world" });
  });
});

test("a submission that doesn't wait is answered with status and hash", async () => {
  const transaction = await build(scene.holder, pay(scene.issuer.publicKey(), "1"));
  const hash = Buffer.from(transaction.hash()).toString("hex");
  expect(await server.submitAsyncTransaction(transaction)).toEqual({ tx_status: "PENDING", hash });
});

describe("a stream", () => {
  test("crosses ledgers from now on, under an application's name, until it is closed", async () => {
    const { issuer, holder } = scene;
    const headers = { authorization: "123456789" };
    const named = new Horizon.Server(node.url, { allowHttp: true, appName: "my-app", appVersion: "1.0.0", headers });
    const ledgers: number[] = [];
    const close = named
      .transactions()
      .cursor("now")
      .stream({ onmessage: ({ ledger_attr }) => void ledgers.push(ledger_attr) });
    onTestFinished(close);
    await until(async () => {
      await submit(holder, pay(issuer.publicKey(), "1"));
      return ledgers.length >= 2 ? true : undefined;
    });
    close();
    expect(ledgers.at(-1)).toBeGreaterThan(ledgers[0] ?? 0);

    const { length } = ledgers;
    const sent = await submit(holder, pay(issuer.publicKey(), "1"));
    const hashes: string[] = [];
    const since = named.transactions().cursor(before(sent.ledger));
    onTestFinished(since.stream({ onmessage: ({ hash }) => void hashes.push(hash) }));
    await until(async () => (hashes.length > 0 ? true : undefined));
    expect(hashes).toEqual([sent.hash]);
    expect(ledgers).toHaveLength(length);
  });

  test("goes on behind its last record when the connection was lost", async () => {
    const receiver = await funded();
    const seen: unknown[] = [];
    const close = server
      .payments()
      .forAccount(receiver.publicKey())
      .cursor("0")
      .stream({ onmessage: (record) => void seen.push("amount" in record ? record.amount : record.type) });
    onTestFinished(close);
    await submit(scene.holder, pay(receiver.publicKey(), "1"));
    await until(async () => (seen.length >= 2 ? true : undefined));
    await node.kill();
    await node.start();
    await submit(scene.holder, pay(receiver.publicKey(), "2"));
    await until(async () => (seen.includes("2.0000000") ? true : undefined));
    expect(seen).toEqual(["create_account", "1.0000000", "2.0000000"]);
  });
});
