import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Operation } from "@stellar/stellar-sdk";
import { expect, test } from "vitest";
import { Book } from "../support/book.ts";
import { Cli } from "../support/cli.ts";
import { startWorld } from "../support/fixture.ts";
import { atLength } from "../support/long.ts";
import { Operator } from "../support/operator.ts";
import { until } from "../support/processes.ts";
import { BATCH, copyOf, repeatAll, SLOW, turnBack } from "../support/turned-back.ts";
import type { Wallet } from "../support/wallet.ts";
import type { World } from "../support/world.ts";

// A database that is older than the ledger: its numbers belong to other rewards there, and rewards paid since are missing. A
// service that knows what its contract has paid detects this by itself, completes its records, and pays nobody twice.

/** A world with a ledger of its own: the proxy's changes to it depend on all payments that it has. */
const open = () => startWorld({}, { proxied: true });

/** Seconds after which every transaction of the worker is too late for its time bound. */
const PAST_ALL_BOUNDS = 600;
/** Payments between wallets, which the indexer reads in many pages. */
const PAYMENTS = atLength(600, 6_000);
const PAGES = { INDEXER_PAGE_SIZE: String(atLength(100, 1_000)) };

/**
 * A payout was stored, but its transaction never arrived, when the database was copied. That transaction dies since, its reward
 * fails, and forty others are paid in one batch.
 */
async function copiedBeforeABatch() {
  const world = await open();
  const book = await Book.open(world, { merchants: 1, campaigns: 1, wallets: BATCH });
  const wallet = await world.wallet();
  world.proxy.tell({ method: "sendTransaction", kind: "drop" });
  await book.issue(1, { wallet: wallet.address, fails: /trustline/ });
  await world.proxy.called("sendTransaction");
  await world.server.kill();
  const copy = copyOf(world);

  await wallet.submit(Operation.changeTrust({ asset: world.asset, limit: "0" }));
  await world.ledger.increaseTime(PAST_ALL_BOUNDS);
  world.proxy.tell();
  await world.startServer();
  await book.expectExact();
  await book.issue(40, { fails: null });
  await book.expectExact();
  return { world, book, copy };
}

test("fault 1: an older database under a service that reads events slowly: forty rewards of one batch are not paid again", async () => {
  const { world, book, copy } = await copiedBeforeABatch();
  await turnBack(world, copy, SLOW);
  await repeatAll(book);
  await book.expectExact();
  world.proxy.tell();
});

test(`fault 1: an older database and an honest node with ${PAYMENTS} payments between wallets: rewards are not paid again`, async () => {
  const { world, book, copy } = await copiedBeforeABatch();
  const payer = await world.wallet();
  await new Operator(world).give(payer, "1");
  await payAround(world, payer, PAYMENTS);
  await turnBack(world, copy, [], PAGES);
  await repeatAll(book);
  await book.expectExact();
});

test("an older database without a merchant who got tokens since: nobody else gets the merchant's id, and with it the tokens", async () => {
  const world = await open();
  // A copy that is newer than the service's start: the ledger has neither another epoch nor other payments.
  const { file } = await new Cli(world.api.base).json("backup", "--data", world.folder);
  const forgotten = await world.merchant();
  const balance = async () => (await forgotten.get("/merchants/me/balance")).body.free;
  // The service gives new merchants tokens on the local network.
  await until(async () => (await balance()) !== "0" || undefined);
  const { id } = (await forgotten.get("/merchants/me")).body;

  await world.server.kill();
  for (const suffix of ["-wal", "-shm"]) rmSync(join(world.folder, `local/merit.db${suffix}`), { force: true });
  copyFileSync(file, join(world.folder, "local/merit.db"));
  await world.startServer();
  const later = await world.merchant();
  expect((await later.get("/merchants/me")).body.id).toBeGreaterThan(id);
});

test("an older database and a node that shows other payments instead: nothing is paid before the node shows the truth", async () => {
  const world = await open();
  const book = await Book.open(world, { merchants: 1, campaigns: 1, wallets: BATCH });
  await book.issue(40);
  await book.expectExact();
  await world.server.kill("SIGTERM");
  const copy = copyOf(world);
  await world.startServer();
  await book.issue(40, { fails: null });
  await book.expectExact();

  await turnBack(world, copy, [{ method: "getLedgerEntries", kind: "other-marks", by: 40 }]);
  // Sent until they are accepted.
  const repeated = repeatAll(book);
  repeated.catch(() => undefined);
  await until(
    async () => JSON.stringify((await world.api.get("/ready")).body).includes("not the same ones") || undefined,
  );
  await world.server.kill("SIGTERM");
  world.proxy.tell();
  await world.startServer();
  await repeated;
  await book.issue(20);
  await book.expectExact();
});

/** Payments of a wallet to itself, which the indexer reads since they are of the reward asset. */
async function payAround(world: World, wallet: Wallet, count: number): Promise<void> {
  const payment = { destination: wallet.address, asset: world.asset, amount: "0.0000001" };
  const operations = Array.from({ length: 100 }, () => Operation.payment(payment));
  for (let paid = 0; paid < count; paid += operations.length) await wallet.submit(...operations);
}

/** A backup made by `merit backup`; restoring it ends with the service stopped. */
async function backUp(world: World) {
  const cli = new Cli(world.api.base);
  const { file } = await cli.json("backup", "--data", world.folder);
  return {
    restore: async () => {
      await world.server.kill("SIGTERM");
      await cli.json("restore", file, "--data", world.folder);
    },
  };
}

test("fault 4: restored to a time when a transaction was open that has died since: a record names the one that paid", async () => {
  const world = await open();
  const book = await Book.open(world, { merchants: 1, campaigns: 1, wallets: BATCH });
  world.proxy.tell({ method: "sendTransaction", kind: "drop" });
  await book.issue(5);
  await world.proxy.called("sendTransaction");
  const backup = await backUp(world);
  await world.server.kill();
  await world.ledger.increaseTime(PAST_ALL_BOUNDS);
  world.proxy.tell();
  await world.startServer();
  await book.expectExact();

  await backup.restore();
  await world.startServer({}, "health");
  await repeatAll(book);
  await book.expectExact();
});

test("fault 7: restored to a time before a campaign: a repeat for it gets the same answer each time", async () => {
  const world = await open();
  const book = await Book.open(world, { merchants: 1, campaigns: 1, wallets: BATCH });
  const backup = await backUp(world);
  const campaign_id = await book.addCampaign();
  const body = { idempotency_key: "since", campaign_id, wallet_address: book.wallets[0], amount: "5" };
  const merchant = book.merchant();
  const { body: issued } = await merchant.post("/rewards/issue", body);
  await world.settled(merchant, issued.id, "confirmed");

  await backup.restore();
  await world.startServer({}, "health");
  const repeat = () =>
    until(async () => {
      const { status, headers, body: answer } = await merchant.post("/rewards/issue", body);
      const mismatch = headers.get("idempotency-mismatch");
      return status === 503 ? undefined : { status, mismatch, of: answer.status, key: answer.idempotency_key };
    });
  const first = await repeat();
  expect(first).toEqual({ status: 200, mismatch: null, of: "confirmed", key: "since" });
  expect(await repeat()).toEqual(first);
  await world.server.kill("SIGTERM");
  await world.startServer();
  expect(await repeat()).toEqual(first);
});
