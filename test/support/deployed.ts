import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ContractName, Manifest } from "@merit/core/chain/manifest.ts";
import { Asset, Keypair, Operation } from "@stellar/stellar-sdk";
import type { ClientOptions } from "@stellar/stellar-sdk/contract";
import { inject, onTestFinished } from "vitest";
import { Localnet } from "./localnet.ts";
import { signingAs } from "./party.ts";
import { freePort } from "./processes.ts";
import { Wallet } from "./wallet.ts";

/** The deployed contracts on a ledger of the test's own, without any service: parties call them by the bindings. */
export class Deployed {
  readonly ledger: Localnet;
  readonly manifest: Manifest;
  readonly asset: Asset;
  readonly #keys: Record<string, string>;

  private constructor(folder: string, ledger: Localnet) {
    const read = (file: string) => JSON.parse(readFileSync(join(folder, "local", file), "utf8"));
    this.ledger = ledger;
    this.manifest = read("deployment.json");
    this.asset = new Asset(this.manifest.asset.code, this.manifest.asset.issuer);
    this.#keys = read("keys.json");
  }

  static async start(): Promise<Deployed> {
    const folder = mkdtempSync(join(tmpdir(), "merit-deployed-"));
    cpSync(inject("template"), folder, { recursive: true });
    const ledger = new Localnet(await freePort(), join(folder, "local", "ledger"));
    await ledger.start();
    onTestFinished(async () => {
      await ledger.kill();
      rmSync(folder, { recursive: true, force: true });
    });
    return new Deployed(folder, ledger);
  }

  id(name: ContractName): string {
    return this.manifest.contracts[name].id;
  }

  /** Key of a role of the deployment. */
  role(name: "deployer" | "treasury" | "manager" | "distributor"): Keypair {
    return Keypair.fromSecret(this.#keys[name] ?? "");
  }

  /** A generated client of `name`, with `party` as the one who signs. */
  as<C>(Client: new (options: ClientOptions) => C, name: ContractName, party: Keypair): C {
    return new Client(signingAs(party, this.id(name), this.ledger.url));
  }

  /** A wallet with a trustline, holding `tokens` (decimal) from the treasury. */
  async holder(tokens = "0"): Promise<Wallet> {
    const wallet = await new Wallet(this.ledger.url).fund();
    await wallet.trust(this.asset);
    if (tokens === "0") return wallet;
    const treasury = this.role("treasury");
    const [source, destination] = [treasury.publicKey(), wallet.address];
    await wallet.submitWith([treasury], Operation.payment({ source, destination, asset: this.asset, amount: tokens }));
    return wallet;
  }

  balance(wallet: Wallet): Promise<bigint> {
    return wallet.balance(this.asset);
  }

  /** Unix seconds at which the last ledger closed. */
  async now(): Promise<bigint> {
    return BigInt((await this.ledger.call<{ closeTime: string }>("getLatestLedger")).closeTime);
  }

  /** Moves the ledger's clock by `seconds` and closes a ledger there. */
  async travel(seconds: number): Promise<void> {
    await this.ledger.increaseTime(seconds);
    await this.ledger.call("localnet_closeLedger");
  }
}
