import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client as Admin } from "@merit/bindings/admin";
import { Client as Campaign } from "@merit/bindings/campaign";
import { Client as Pool } from "@merit/bindings/pool";
import { Keypair, Operation } from "@stellar/stellar-sdk";
import { send, signingAs } from "./party.ts";
import type { Wallet } from "./wallet.ts";
import type { World } from "./world.ts";

/** Longer than a raise of a limit waits. */
const DAY_SECONDS = 25 * 3_600;

/** The system's operator at work on the contracts themselves, with the deployment's own keys. */
export class Operator {
  readonly #world: World;
  readonly #keys: Record<string, string>;
  readonly #contracts: Record<string, { id: string }>;

  constructor(world: World) {
    const read = (file: string) => JSON.parse(readFileSync(join(world.folder, "local", file), "utf8"));
    this.#world = world;
    this.#keys = read("keys.json");
    this.#contracts = read("deployment.json").contracts;
  }

  /** Cuts the pool's limit for all merchants together, in stroops per rolling 24 h. Acts at once. */
  async cutPoolLimit(limit: bigint): Promise<void> {
    const { publicKey, options } = this.#as("deployer", "pool");
    await send(new Pool(options).set_limit({ operator: publicKey, merchant: null, limit }));
  }

  /** Announces a higher limit, lets its delay pass on the ledger's clock, and puts it in force. */
  async raisePoolLimit(limit: bigint): Promise<void> {
    const { publicKey, options } = this.#as("deployer", "pool");
    const pool = new Pool(options);
    await send(pool.set_limit({ operator: publicKey, merchant: null, limit }));
    await this.#world.ledger.increaseTime(DAY_SECONDS);
    await send(pool.apply_limit({ merchant: null }));
  }

  async pausePool(): Promise<void> {
    const { publicKey, options } = this.#as("deployer", "pool");
    await send(new Pool(options).pause({ guardian: publicKey }));
  }

  async unpausePool(): Promise<void> {
    const { publicKey, options } = this.#as("deployer", "pool");
    await send(new Pool(options).unpause({ operator: publicKey }));
  }

  /** Takes the right to pay from the service's key. */
  async revokeDistributor(): Promise<void> {
    const { publicKey, options } = this.#as("deployer", "admin");
    await send(new Admin(options).revoke_role({ ...this.#distributor(), caller: publicKey }));
  }

  async grantDistributor(): Promise<void> {
    const { publicKey, options } = this.#as("deployer", "admin");
    await send(new Admin(options).grant_role({ ...this.#distributor(), caller: publicKey }));
  }

  #distributor() {
    return { account: this.#key("distributor").publicKey(), role: "distributor" };
  }

  async pauseCampaign(id: number): Promise<void> {
    const { publicKey, options } = this.#as("manager", "campaign");
    await send(new Campaign(options).pause_campaign({ operator: publicKey, id: BigInt(id) }));
  }

  /** Sends a wallet tokens (decimal) from the treasury, past the pool. */
  async give(wallet: Wallet, amount: string): Promise<void> {
    const treasury = this.#key("treasury");
    const [source, destination] = [treasury.publicKey(), wallet.address];
    await wallet.submitWith([treasury], Operation.payment({ source, destination, asset: this.#world.asset, amount }));
  }

  #key(role: string): Keypair {
    return Keypair.fromSecret(this.#keys[role] ?? "");
  }

  #as(role: string, contract: string) {
    const keypair = this.#key(role);
    const options = signingAs(keypair, this.#contracts[contract]?.id ?? "", this.#world.ledger.url);
    return { publicKey: keypair.publicKey(), options };
  }
}
