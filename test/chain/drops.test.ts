import { Client as Distribution } from "@merit/bindings/distribution";
import { statement } from "@merit/core/operations/statements/service.ts";
import { claimOnBehalf } from "@merit/core/payouts/drops/claim.ts";
import * as drops from "@merit/core/payouts/drops/service.ts";
import * as rows from "@merit/core/payouts/drops/store.ts";
import { startIndexer } from "@merit/indexer/run.ts";
import { Keypair } from "@stellar/stellar-sdk";
import { expect, onTestFinished, test } from "vitest";
import { send, signingAs } from "../support/party.ts";
import { until } from "../support/processes.ts";
import { Service } from "../support/service.ts";
import { Wallet } from "../support/wallet.ts";

const SHARE = 10_000_000n;
const HOUR_MS = 3_600_000;

const options = (now = new Date()) => ({ now });
const read = (service: Service, id: number) =>
  service.context.db.read((store) => drops.get(store, service.merchantId, id));

/** A drop for these wallets, as the ledger took it. `opensIn`: milliseconds. */
async function open(service: Service, wallets: Wallet[], amount = SHARE, opensIn = -60_000): Promise<drops.Drop> {
  const now = new Date();
  const shares = wallets.map(({ address }) => ({ wallet: address, amount }));
  const terms = { name: "Thanks", opens_at: new Date(now.getTime() + opensIn), expires_at: later(now), shares };
  const plan = await drops.plan(service.context, terms, now);
  const staged = await drops.stage(service.context, service.merchantId, plan, options(now));
  const { id } = await service.context.db.commit((store) => drops.create(store, staged, options(now)));
  return until(async () => {
    const drop = await read(service, id);
    return drop.status === "pending" ? undefined : drop;
  });
}

const later = (now: Date) => new Date(now.getTime() + HOUR_MS);

/** A wallet's share once its claim through the service is decided. */
async function claim(service: Service, dropId: number, { address }: Wallet) {
  await service.context.db.commit((store) => claimOnBehalf(store, dropId, address, options()));
  return until(async () => {
    const share = await service.context.db.read((store) => rows.shareOfWallet(store, dropId, address));
    return share?.claim_status === "pending" ? undefined : share;
  });
}

/** Requests the sweep, on a machine whose clock moved with the ledger's. */
async function sweep(service: Service, dropId: number): Promise<void> {
  const now = () => new Date(Date.now() + 2 * HOUR_MS);
  service.context.clock = { now };
  await service.context.db.commit((store) => drops.sweep(store, service.merchantId, dropId, options(now())));
}

const free = async (service: Service) =>
  (await service.chain.contracts.pool.view("balance", { merchant: BigInt(service.merchantId) })).value;

const campaignContract = (service: Service) => service.chain.manifest.contracts.campaign.id;

test("a drop is funded, claimed on behalf of its wallets, and swept after its end", async () => {
  const service = await Service.start();
  const [first, second] = [await service.wallet(), await service.wallet()];
  const untrusting = await new Wallet(service.ledger.url).fund();
  const before = await free(service);
  const drop = await open(service, [first, second, untrusting]);
  expect(drop).toMatchObject({ status: "active", tx_hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(await free(service)).toBe(before - 3n * SHARE);

  expect(await claim(service, drop.id, first)).toMatchObject({
    claim_status: "claimed",
    claim_tx_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(await service.received([first, second])).toEqual([SHARE, 0n]);
  expect(await claim(service, drop.id, untrusting)).toMatchObject({
    claim_status: "failed",
    claim_error: expect.stringMatching(/no trustline/),
  });
  await untrusting.trust(service.asset);
  expect(await claim(service, drop.id, untrusting)).toMatchObject({ claim_status: "claimed", claim_error: null });

  await service.ledger.increaseTime(3_700);
  await sweep(service, drop.id);
  const swept = await until(async () => {
    const found = await read(service, drop.id);
    return found.status === "sweeping" ? undefined : found;
  });
  expect(swept).toMatchObject({ status: "swept", remainder: SHARE, error_message: null });
  expect(await free(service)).toBe(before - 2n * SHARE);

  const indexer = await startIndexer(service.context);
  onTestFinished(() => indexer.stop());
  const period = { from: new Date(0), to: new Date("2100-01-01") };
  const { closing, totals } = await until(async () => {
    const found = await statement(service.context, service.merchantId, period);
    return found.totals.released.entries > 0 ? found : undefined;
  });
  expect(totals.claim).toEqual({ entries: 2, payments: 2, amount: 2n * SHARE });
  const campaign = await service.chain.pool({ reserves: [{ contract: campaignContract(service), id: 1 }] });
  expect(closing).toEqual({ free: await free(service), reserved: campaign.reserved });
});

test("a drop that is cancelled before it opens returns its total once, also to a database that was turned back", async () => {
  const service = await Service.start();
  const before = await free(service);
  const drop = await open(service, [await service.wallet()], SHARE, HOUR_MS / 2);
  expect(await free(service)).toBe(before - SHARE);
  const cancelled = async () => {
    await service.context.db.commit((store) => drops.cancel(store, service.merchantId, drop.id, options()));
    return until(async () => {
      const found = await read(service, drop.id);
      return found.status === "cancelling" ? undefined : found;
    });
  };
  const first = await cancelled();
  expect(first).toMatchObject({ status: "cancelled", remainder: SHARE, error_message: null });
  expect(await free(service)).toBe(before);

  await service.context.db.commit((store) => rows.updateIn(store, drop.id, ["cancelled"], { ...drop }));
  expect(await cancelled()).toMatchObject({ status: "cancelled", remainder: SHARE, sweep_tx_hash: null });
  expect(await free(service)).toBe(before);
});

test("what the wallet claimed itself, or anyone swept, is recorded, not repeated", async () => {
  const service = await Service.start();
  const wallet = await service.wallet();
  const drop = await open(service, [wallet, await service.wallet()]);
  const share = await service.context.db.read((store) => rows.shareOf(store, drop.id, 0));
  const contract = service.chain.contracts.distribution.id;
  const asWallet = new Distribution(signingAs(wallet.keypair, contract, service.ledger.url));
  await send(
    asWallet.claim({
      wallet: wallet.address,
      drop: BigInt(drop.contract_drop_id ?? 0),
      index: 0,
      amount: SHARE,
      proof: (share?.proof.match(/.{64}/g) ?? []).map((node) => Buffer.from(node, "hex")),
    }),
  );
  expect(await claim(service, drop.id, wallet)).toMatchObject({ claim_status: "claimed", claim_tx_hash: null });
  expect(await service.received([wallet])).toEqual([SHARE]);

  await service.ledger.increaseTime(3_700);
  await service.ledger.call("localnet_closeLedger");
  const someone = Keypair.fromSecret(service.secret("treasury"));
  const asSomeone = new Distribution(signingAs(someone, contract, service.ledger.url));
  await send(asSomeone.sweep({ drop: BigInt(drop.contract_drop_id ?? 0) }));
  await sweep(service, drop.id);
  await until(async () => ((await read(service, drop.id)).status === "swept" ? true : undefined));
  expect(await read(service, drop.id)).toMatchObject({ remainder: SHARE, sweep_tx_hash: null });
});

test("a drop that the balance can't cover fails, with the reason", async () => {
  const service = await Service.start();
  const drop = await open(service, [await service.wallet()], (await free(service)) + 1n);
  expect(drop).toMatchObject({ status: "failed", error_message: expect.stringMatching(/can't cover/) });
  const { context } = service;
  // As the job `prune` does later.
  await context.db.commit((store) => rows.pruneShares(store, later(new Date())));
  expect(await context.db.read((store) => rows.shareOf(store, drop.id, 0)), "its shares stay stored").toBeUndefined();
});
