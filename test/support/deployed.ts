import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client as Pool } from "@merit/bindings/pool";
import type { ContractName } from "@merit/core/ledger/chain/bindings.ts";
import type { Manifest } from "@merit/core/ledger/chain/manifest.ts";
import type { DecodedEvent } from "@merit/indexer/decode.ts";
import { Asset, Keypair, Operation } from "@stellar/stellar-sdk";
import type { ClientOptions } from "@stellar/stellar-sdk/contract";
import { inject, onTestFinished } from "vitest";
import { eventsSince } from "./events.ts";
import { Localnet } from "./localnet.ts";
import { send, signingAs } from "./party.ts";
import { freePort } from "./processes.ts";
import { Wallet } from "./wallet.ts";

/** The deployed contracts on a ledger of the test's own, without any service: parties call them by the bindings. */
export class Deployed {
  /** Folder of its manifest and keys. */
  readonly folder: string;
  readonly ledger: Localnet;
  readonly manifest: Manifest;
  readonly asset: Asset;
  readonly #keys: Record<string, string>;
  #firstLedger = 0;

  private constructor(folder: string, ledger: Localnet) {
    const read = (file: string) => JSON.parse(readFileSync(join(folder, "local", file), "utf8"));
    this.folder = folder;
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
    const system = new Deployed(folder, ledger);
    await system.#fuelRoles();
    system.#firstLedger = (await ledger.call<{ sequence: number }>("getLatestLedger")).sequence + 1;
    return system;
  }

  /** Gives the roles XLM for fees, which the service's fee account pays for them otherwise. */
  async #fuelRoles(): Promise<void> {
    const roles = ["treasury", "manager", "distributor"] as const;
    const payments = roles.map((name) => {
      const destination = this.role(name).publicKey();
      return Operation.payment({ destination, asset: Asset.native(), amount: "1000" });
    });
    await (await new Wallet(this.ledger.url).fund()).submit(...payments);
  }

  id(name: ContractName): string {
    return this.manifest.contracts[name].id;
  }

  /** Key of a role of the deployment. */
  role(name: "deployer" | "issuer" | "treasury" | "manager" | "distributor"): Keypair {
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

  /** The treasury deposits `amount` (stroops) for a merchant. */
  async fundMerchant(merchant: bigint, amount: bigint): Promise<void> {
    const treasury = this.role("treasury");
    await send(this.as(Pool, "pool", treasury).deposit({ from: treasury.publicKey(), merchant, amount }));
  }

  /**
   * Type and data of the events that one contract emitted since the test began, as the indexer stores them.
   * @throws when any contract emitted one that the indexer can't decode
   */
  async events(name: ContractName): Promise<[type: string, data: DecodedEvent["data"]][]> {
    const all = await eventsSince(this.#firstLedger, { url: this.ledger.url, manifest: this.manifest });
    return all.filter(({ contract }) => contract === name).map(({ type, data }) => [type, data]);
  }

  /** Types of what one contract emitted since the test began, in order. @throws as `events` */
  async eventTypes(name: ContractName): Promise<string[]> {
    return (await this.events(name)).map(([type]) => type);
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
