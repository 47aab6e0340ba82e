import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client as Campaign } from "@merit/bindings/campaign";
import { Client as Pool } from "@merit/bindings/pool";
import { Keypair } from "@stellar/stellar-sdk";
import { send, signingAs } from "./party.ts";
import type { World } from "./world.ts";

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

  async pauseCampaign(id: number): Promise<void> {
    const { publicKey, options } = this.#as("manager", "campaign");
    await send(new Campaign(options).pause_campaign({ operator: publicKey, id: BigInt(id) }));
  }

  #as(role: string, contract: string) {
    const keypair = Keypair.fromSecret(this.#keys[role] ?? "");
    const options = signingAs(keypair, this.#contracts[contract]?.id ?? "", this.#world.ledger.url);
    return { publicKey: keypair.publicKey(), options };
  }
}
