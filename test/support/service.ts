import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLogger } from "@merit/core/base/logger.ts";
import { loadSettings } from "@merit/core/base/settings/settings.ts";
import type { Context } from "@merit/core/context/context.ts";
import { createContext } from "@merit/core/context/create.ts";
import { type Chain, openChain } from "@merit/core/ledger/chain/chain.ts";
import * as merchants from "@merit/core/parties/merchants/service.ts";
import { accept } from "@merit/core/payouts/rewards/accept.ts";
import * as issuances from "@merit/core/payouts/rewards/store.ts";
import * as campaigns from "@merit/core/programmes/campaigns/service.ts";
import { startWorker, type Worker } from "@merit/core/worker/worker.ts";
import { Asset } from "@stellar/stellar-sdk";
import { inject, onTestFinished } from "vitest";
import { Localnet } from "./localnet.ts";
import { freePort, until } from "./processes.ts";
import { Wallet } from "./wallet.ts";

/** The worker inside the test's own process, on a real ledger, so that the test can intercept its requests to the node. */
export class Service {
  readonly folder: string;
  readonly ledger: Localnet;
  readonly context: Context;
  readonly asset: Asset;
  merchantId = 0;
  campaignId = 0;
  #worker: Worker | undefined;
  readonly #logs: string[] = [];

  private constructor(folder: string, ledger: Localnet) {
    this.folder = folder;
    this.ledger = ledger;
    const settings = loadSettings({
      MERIT_DATA_DIR: folder,
      MERIT_RPC_URL: ledger.url,
      WORKER_BACKOFF_SECONDS: "0.2",
      WORKER_MAX_ATTEMPTS: "3",
    });
    const log = createLogger("debug", { write: (line) => void this.#logs.push(line) });
    this.context = createContext({ settings, log, openChain: () => openChain(settings) });
    const { asset } = this.context.chain.manifest;
    this.asset = new Asset(asset.code, asset.issuer);
  }

  /** A merchant with an active campaign (`terms` change it); everything ends with the test. */
  static async start(terms: Partial<campaigns.NewCampaign> = {}): Promise<Service> {
    const folder = mkdtempSync(join(tmpdir(), "merit-service-"));
    cpSync(inject("template"), folder, { recursive: true });
    const ledger = new Localnet(await freePort(), join(folder, "local", "ledger"));
    await ledger.start();
    const service = new Service(folder, ledger);
    onTestFinished(() => service.end());
    service.#worker = await startWorker(service.context);
    await service.openCampaign(terms);
    return service;
  }

  get chain(): Chain {
    return this.context.chain;
  }

  get logs(): string {
    return this.#logs.join("");
  }

  /** Secret key of a role of the deployment. */
  secret(role: string): string {
    return JSON.parse(readFileSync(join(this.folder, "local", "keys.json"), "utf8"))[role];
  }

  /** Runs `action` once, when the worker is about to send its next transaction: after simulation, before it lands. */
  beforeNextSend(action: () => Promise<unknown>): void {
    const { rpc } = this.chain;
    const send = rpc.sendTransaction.bind(rpc);
    rpc.sendTransaction = async (transaction) => {
      rpc.sendTransaction = send;
      await action();
      return send(transaction);
    };
  }

  wallet(): Promise<Wallet> {
    return new Wallet(this.ledger.url).fund().then((wallet) => wallet.trust(this.asset));
  }

  /** Accepts rewards for these wallets at once, so that they share a batch; ids in the same order. */
  async issue(wallets: Wallet[], amount = 10_000_000n): Promise<number[]> {
    const accepted = wallets.map((wallet) =>
      accept(this.context, this.merchantId, {
        idempotency_key: crypto.randomUUID(),
        campaign_id: this.campaignId,
        wallet_address: wallet.address,
        amount,
        user_id: null,
      }),
    );
    return (await Promise.all(accepted)).map(({ issuance }) => issuance.id);
  }

  /** The issuances, once none is pending. */
  settled(ids: number[]): Promise<issuances.Issuance[]> {
    return until(async () => {
      const rows = await this.context.db.read((store) => issuances.byIds(store, ids));
      return rows.some(({ status }) => status === "pending") ? undefined : rows;
    });
  }

  /** Balance of each wallet, in stroops. */
  async received(wallets: Wallet[]): Promise<bigint[]> {
    const lines = await this.chain.trustlines(wallets.map(({ address }) => address));
    return wallets.map(({ address }) => lines.get(address)?.balance ?? 0n);
  }

  private async openCampaign(change: Partial<campaigns.NewCampaign>): Promise<void> {
    const { db, settings } = this.context;
    const now = new Date();
    const terms = {
      name: "Welcome",
      budget: 10_000_000_000n,
      starts_at: new Date(now.getTime() - 60_000),
      ends_at: new Date(now.getTime() + 7 * 86_400_000),
      per_wallet_cap: null,
      ...change,
    };
    const campaign = await db.commit(async (store) => {
      const { merchant } = await merchants.register(
        store,
        { name: "Coffee House", email: "a@example.com" },
        { now, settings },
      );
      return campaigns.create(store, merchant.id, terms, { now });
    });
    this.merchantId = campaign.merchant_id;
    this.campaignId = campaign.id;
    await until(async () => {
      const { status, error_message } = await db.read((store) =>
        campaigns.get(store, this.merchantId, this.campaignId),
      );
      if (status === "failed") throw new Error(error_message ?? status);
      return status === "active" ? true : undefined;
    });
  }

  async end(): Promise<void> {
    await this.#worker?.stop();
    await this.context.leaderboard.close();
    await this.context.db.close();
    await this.ledger.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
