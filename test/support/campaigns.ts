import { Client as Campaign } from "@merit/bindings/campaign";
import { Client as Distribution, type Payment } from "@merit/bindings/distribution";
import type { Deployed } from "./deployed.ts";
import { send } from "./party.ts";
import type { Wallet } from "./wallet.ts";

export const MERCHANT = 1n;

/** Of every reward here: a number alone tells them apart. */
export const REFERENCE = new Uint8Array(8).fill(1);

export type Reward = Pick<Payment, "to" | "amount">;

export const reward = (wallet: Wallet, amount: bigint): Reward => ({ to: wallet.address, amount });

/** What a campaign is created with; times are Unix seconds, amounts stroops. */
export interface CampaignTerms {
  budget: bigint;
  starts_at?: bigint;
  ends_at?: bigint;
  per_wallet_cap?: bigint | null;
}

/** Campaigns of one merchant on the ledger, managed and paid from with the deployment's own keys. */
export class Campaigns {
  readonly #system: Deployed;
  /** The manager's client. */
  readonly contract: Campaign;
  readonly manager: string;
  #campaigns = 0;
  #rewards = 0;

  constructor(system: Deployed) {
    const manager = system.role("manager");
    this.#system = system;
    this.manager = manager.publicKey();
    this.contract = system.as(Campaign, "campaign", manager);
  }

  /** An active campaign of 30 days, its budget deposited for it. */
  async open(terms: CampaignTerms): Promise<bigint> {
    await this.#system.fundMerchant(MERCHANT, terms.budget);
    this.#campaigns += 1;
    return this.create(this.#campaigns, terms);
  }

  /** Creates a campaign under a reference of its own, from what the merchant has. */
  async create(reference: number, terms: CampaignTerms): Promise<bigint> {
    const now = await this.#system.now();
    return send(
      this.contract.create({
        operator: this.manager,
        reference: new Uint8Array(32).fill(reference),
        merchant: MERCHANT,
        starts_at: now,
        ends_at: now + 30n * 86_400n,
        per_wallet_cap: null,
        ...terms,
      }),
    );
  }

  /** Pays rewards under the next free numbers; the results' names in the same order. */
  pay(id: bigint, ...rewards: Reward[]): Promise<string[]> {
    return this.repeat(
      id,
      ...rewards.map((reward) => {
        this.#rewards += 1;
        return { ...reward, number: this.#rewards, reference: REFERENCE };
      }),
    );
  }

  /** Pays under numbers that may have been used before. */
  async repeat(id: bigint, ...payments: Payment[]): Promise<string[]> {
    const distributor = this.#system.role("distributor");
    const distribution = this.#system.as(Distribution, "distribution", distributor);
    await send(distribution.pay({ operator: distributor.publicKey(), campaign: id, payments }));
    const [, data] = (await this.#system.events("campaign")).findLast(([type]) => type === "reward") ?? [];
    const { payments: paid } = data as unknown as { payments: { result: string }[] };
    return paid.map(({ result }) => result);
  }
}
