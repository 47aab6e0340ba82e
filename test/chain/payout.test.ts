import { Client as Pool } from "@merit/bindings/pool";
import { held as heldOf } from "@merit/core/payouts/rewards/held.ts";
import * as rewards from "@merit/core/payouts/rewards/service.ts";
import * as issuances from "@merit/core/payouts/rewards/store.ts";
import * as campaigns from "@merit/core/programmes/campaigns/service.ts";
import { Account, Keypair, Operation, TransactionBuilder } from "@stellar/stellar-sdk";
import { expect, test } from "vitest";
import { atLength } from "../support/long.ts";
import { send, signingAs } from "../support/party.ts";
import { until } from "../support/processes.ts";
import { Service } from "../support/service.ts";
import { PASSPHRASE, Wallet } from "../support/wallet.ts";

const REWARD = 10_000_000n;
/** Ledgers of a period of numbers. */
const PERIOD = 2 ** 18;

/** Three wallets that can receive. */
const wallets = (service: Service) => Promise.all([service.wallet(), service.wallet(), service.wallet()]);

async function expectBooks(service: Service, spent: bigint): Promise<void> {
  const campaign = await service.context.db.read((store) =>
    campaigns.get(store, service.merchantId, service.campaignId),
  );
  expect({ spent: campaign.spent, reserved: campaign.reserved }).toEqual({ spent, reserved: 0n });
}

test("rewards that come together share one transaction", async () => {
  const service = await Service.start();
  const recipients = await wallets(service);
  const rows = await service.settled(await service.issue(recipients));
  expect(new Set(rows.map((row) => row.tx_hash)).size).toBe(1);
  expect(await service.received(recipients)).toEqual([REWARD, REWARD, REWARD]);
  await expectBooks(service, 3n * REWARD);
});

test("a trustline that is closed between simulation and ledger costs only its own wallet the reward", async () => {
  const service = await Service.start();
  const recipients = await wallets(service);
  const [first] = recipients;
  service.beforeNextSend(() => first.trust(service.asset, "0"));
  const rows = await service.settled(await service.issue(recipients));
  expect(rows.map((row) => row.status)).toEqual(["failed", "confirmed", "confirmed"]);
  expect(rows[0]?.error_message).toContain("no trustline");
  expect(rows[1]?.tx_hash).toBe(rows[2]?.tx_hash);
  expect(await service.received(recipients)).toEqual([0n, REWARD, REWARD]);
  await expectBooks(service, 2n * REWARD);
});

test("a limit that is cut between simulation and ledger fails the transaction; what still fits is paid", async () => {
  const service = await Service.start();
  const recipients = await wallets(service);
  // Merchants without a limit of their own share half of it.
  service.beforeNextSend(() => cutLimit(service, 4n * REWARD));
  const ids = await service.issue(recipients);
  const rows = await until(async () => {
    const settled = await service.settled(ids.slice(0, 2)).catch(() => undefined);
    return settled?.every((row) => row.status === "confirmed") ? settled : undefined;
  });
  expect(rows).toHaveLength(2);
  expect((await service.received(recipients)).toSorted()).toEqual([0n, REWARD, REWARD]);
  expect(service.logs).toContain("payout failed");
  expect(service.logs).toContain("LimitExceeded");
});

test("a channel whose sequence someone else used delays the payment and repeats nothing", async () => {
  const service = await Service.start();
  const recipients = await wallets(service);
  service.beforeNextSend(() => spendAllSequences(service));
  const rows = await service.settled(await service.issue(recipients));
  expect(rows.map((row) => row.status)).toEqual(["confirmed", "confirmed", "confirmed"]);
  expect(await service.received(recipients)).toEqual([REWARD, REWARD, REWARD]);
  expect(service.logs).toContain("payout consumed");
  await expectBooks(service, 3n * REWARD);
});

test("a reward that failed long ago is paid when it is tried again, and nobody's payouts stop for it", async () => {
  const service = await Service.start({ ends_at: new Date(Date.now() + 3_650 * 86_400_000) });
  const { db } = service.context;
  const [first, second] = await wallets(service);
  await first.trust(service.asset, "0");
  const [failed] = await service.settled(await service.issue([first]));
  if (failed?.status !== "failed") throw new Error(`issued to a wallet without a trustline, it is ${failed?.status}`);
  await service.ledger.call("localnet_advanceSequence", { ledgers: 2 * PERIOD });
  // The worker notices the new period.
  await service.settled(await service.issue([second]));
  await first.trust(service.asset);
  const openings = () => service.logs.split("payouts are open").length;
  const before = openings();
  await db.commit((store) => rewards.redrive(store, service.merchantId, failed.id, { now: new Date() }));
  await service.settled([failed.id]);
  expect(await service.received([first, second])).toEqual([REWARD, REWARD]);
  expect(openings()).toBe(before);
  await expectBooks(service, 2n * REWARD);
});

test("an answer of the node that is lost on the way repeats nothing", async () => {
  const service = await Service.start();
  const recipients = await wallets(service);
  const { rpc } = service.chain;
  const send = rpc.sendTransaction.bind(rpc);
  rpc.sendTransaction = async (transaction) => {
    rpc.sendTransaction = send;
    await send(transaction);
    throw new Error("connection reset");
  };
  const rows = await service.settled(await service.issue(recipients));
  expect(rows.every((row) => row.status === "confirmed")).toBe(true);
  expect(await service.received(recipients)).toEqual([REWARD, REWARD, REWARD]);
  await expectBooks(service, 3n * REWARD);
});

test("a transaction that the node swallows is sent again, the same one", async () => {
  const service = await Service.start();
  const recipients = await wallets(service);
  const { rpc } = service.chain;
  const send = rpc.sendTransaction.bind(rpc);
  let swallowed = "";
  rpc.sendTransaction = async (transaction) => {
    rpc.sendTransaction = send;
    swallowed = Buffer.from(transaction.hash()).toString("hex");
    const { sequence } = await service.chain.latestLedger();
    return { status: "PENDING", hash: swallowed, latestLedger: sequence, latestLedgerCloseTime: 0 };
  };
  const rows = await service.settled(await service.issue(recipients));
  expect(rows.map((row) => row.tx_hash)).toEqual([swallowed, swallowed, swallowed]);
  expect(await service.received(recipients)).toEqual([REWARD, REWARD, REWARD]);
});

test("more rewards than one batch holds are all paid, once each", async () => {
  const service = await Service.start();
  const recipients = await wallets(service);
  const all = Array.from({ length: 200 }, (_, index) => recipients[index % 3]).filter((wallet) => wallet !== undefined);
  const rows = await service.settled(await service.issue(all));
  expect(rows.every((row) => row.status === "confirmed")).toBe(true);
  expect((await service.received(recipients)).reduce((sum, amount) => sum + amount)).toBe(200n * REWARD);
  await expectBooks(service, 200n * REWARD);
});

test("a recipient who makes the whole call fail is found by halving, and the others are paid", async () => {
  const service = await Service.start();
  const recipients = [...(await wallets(service)), ...(await wallets(service))];
  const poison = recipients[4]?.address ?? "";
  const { rpc } = service.chain;
  const simulate = rpc.simulateTransaction.bind(rpc);
  // Represents failures that our contracts can't catch: the host's own limits.
  rpc.simulateTransaction = async (transaction, ...options) => {
    const answer = await simulate(transaction, ...options);
    if (!JSON.stringify(transaction.toEnvelope().toJson()).includes(poison)) return answer;
    return { ...answer, error: "HostError: Error(Budget, ExceededLimit)" };
  };
  const rows = await service.settled(await service.issue(recipients));
  expect(rows.map((row) => row.status)).toEqual(recipients.map((_, index) => (index === 4 ? "failed" : "confirmed")));
  expect(rows[4]?.error_message).toContain("ExceededLimit");
  expect(rows[4]?.attempts).toBe(service.context.settings.worker.maxAttempts);
  expect(await service.received(recipients)).toEqual(recipients.map((_, index) => (index === 4 ? 0n : REWARD)));
  await expectBooks(service, 5n * REWARD);
});

test("a wallet that is the system's own is refused for good, the others are paid", async () => {
  const service = await Service.start();
  const wallet = (await wallets(service)).slice(0, 1);
  const { contracts, asset } = service.chain.manifest;
  const owned = [contracts.pool.id, asset.issuer].map((address) => ({ address }) as Wallet);
  const [paid, ...refused] = await service.settled(await service.issue([...wallet, ...owned]));
  for (const own of refused) {
    expect(own).toMatchObject({ status: "failed", attempts: 1 });
    expect(own.error_message).toContain("belongs to the rewards system");
  }
  expect(refused).toHaveLength(2);
  expect(paid?.status).toBe("confirmed");
  await expectBooks(service, REWARD);
});

test("a wallet's cap refuses nothing for a payment that was not made", async () => {
  const service = await Service.start({ per_wallet_cap: 15_000_000n });
  const wallet = await service.wallet();
  await wallet.trust(service.asset, "1.2");
  // Together they exceed the line, and with the third the cap; the first and the third fit into both.
  const ids = await Promise.all([service.issue([wallet, wallet], 7_000_000n), service.issue([wallet], 5_000_000n)]);
  const rows = await service.settled(ids.flat());
  expect(rows.map((row) => row.status)).toEqual(["confirmed", "failed", "confirmed"]);
  expect(rows[1]?.error_message).toContain("no room");
  expect(rows[2]?.tx_hash).toBe(rows[0]?.tx_hash);
  expect(await service.received([wallet])).toEqual([12_000_000n]);
  await expectBooks(service, 12_000_000n);
});

/** The operator cuts the pool's global limit, which acts at once. */
async function cutLimit(service: Service, limit: bigint): Promise<void> {
  const keypair = Keypair.fromSecret(service.secret("deployer"));
  const pool = new Pool(signingAs(keypair, service.chain.manifest.contracts.pool.id, service.ledger.url));
  await send(pool.set_limit({ operator: keypair.publicKey(), merchant: null, limit }));
}

/** Someone who has the channels' keys uses the next sequence of each. */
async function spendAllSequences(service: Service): Promise<void> {
  const { rpc } = service.chain;
  for (const index of [1, 2, 3, 4]) {
    const channel = Keypair.fromSecret(service.secret(`channel-${index}`));
    const entry = await rpc.getAccountEntry(channel.publicKey());
    const source = new Account(channel.publicKey(), String(entry.seqNum));
    const transaction = new TransactionBuilder(source, { fee: "1000", networkPassphrase: PASSPHRASE })
      .addOperation(Operation.setOptions({}))
      .setTimeout(60)
      .build();
    transaction.sign(channel);
    expect((await rpc.sendTransaction(transaction)).status).toBe("PENDING");
  }
}

const HELD = atLength(1_000, 10_000);

test(`of ${HELD} rewards that wait for trustlines, one is paid within two ledgers after its wallet has one`, async () => {
  const service = await Service.start({ on_missing_trustline: "hold" });
  const wallet = await new Wallet(service.ledger.url).fund();
  const others = Array.from({ length: HELD - 1 }, () => ({ address: Keypair.random().publicKey() }) as Wallet);
  const ids = await service.issue([...others.slice(0, HELD / 2), wallet, ...others.slice(HELD / 2)], 1n);
  const all = { after: { wallet: "", id: 0 }, limit: ids.length, time: new Date() };
  const held = () => service.context.db.read((store) => heldOf(store, service.merchantId, all));
  await until(async () => ((await held()).length === ids.length ? true : undefined));
  const row = await service.context.db.read((store) => issuances.byId(store, ids[HELD / 2] as number));
  expect(row).toMatchObject({ status: "pending", error_message: expect.stringContaining("waits for one until") });

  await wallet.trust(service.asset);
  const { sequence } = await service.chain.latestLedger();
  const [paid] = await service.settled(ids.slice(HELD / 2, HELD / 2 + 1));
  expect(paid?.status).toBe("confirmed");
  expect(await service.received([wallet])).toEqual([1n]);
  expect((await service.chain.latestLedger()).sequence).toBeLessThanOrEqual(sequence + 2);
  expect(await held()).toHaveLength(HELD - 1);
});
