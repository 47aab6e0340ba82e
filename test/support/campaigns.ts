import { Client as Campaign } from "@merit/bindings/campaign";
import { Client as Distribution } from "@merit/bindings/distribution";
import type { Deployed } from "./deployed.ts";
import { read, send } from "./party.ts";
import type { Wallet } from "./wallet.ts";

export const MERCHANT = 1n;

/** The same for every reward here: only the number distinguishes them. */
export const REFERENCE = new Uint8Array(8).fill(1);

/** Lowest number of the first period, in which a test's ledger is. */
export const FIRST = 2 ** 23;

/** One payment of a batch; the amount is in stroops. */
export interface Payment {
  number: number;
  reference: Uint8Array;
  to: string;
  amount: bigint;
}

export type Reward = Pick<Payment, "to" | "amount">;

export const reward = (wallet: Wallet, amount: bigint): Reward => ({ to: wallet.address, amount });

/** A batch as `pay` takes it: a list per field. */
export function lists(payments: Payment[]) {
  const numbers = Buffer.alloc(4 * payments.length);
  for (const [index, { number }] of payments.entries()) numbers.writeUInt32BE(number, 4 * index);
  return {
    numbers,
    references: Buffer.concat(payments.map(({ reference }) => reference)),
    to: payments.map(({ to }) => to),
    amounts: payments.map(({ amount }) => amount),
  };
}

/** Terms of a new campaign; times are Unix seconds, amounts stroops. */
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
  #epoch: Promise<bigint> | undefined;

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

  /** Creates a campaign under a new reference, from the merchant's balance. */
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
        return { ...reward, number: FIRST + this.#rewards, reference: REFERENCE };
      }),
    );
  }

  /** Pays under numbers that may have been used before. */
  async repeat(id: bigint, ...payments: Payment[]): Promise<string[]> {
    const epoch = await this.epoch();
    const distributor = this.#system.role("distributor");
    const distribution = this.#system.as(Distribution, "distribution", distributor);
    const operator = distributor.publicKey();
    await send(distribution.pay({ operator, epoch, merchant: MERCHANT, campaign: id, ...lists(payments) }));
    const [, data] = (await this.#system.events("campaign")).findLast(([type]) => type === "reward") ?? [];
    const { payments: paid } = data as unknown as { payments: { result: string }[] };
    return paid.map(({ result }) => result);
  }

  /** The epoch in which the distributor pays, opened by the first call. */
  epoch(): Promise<bigint> {
    this.#epoch ??= this.#open();
    return this.#epoch;
  }

  async #open(): Promise<bigint> {
    const distributor = this.#system.role("distributor");
    const distribution = this.#system.as(Distribution, "distribution", distributor);
    const { epoch, paid, fingerprint } = await read(distribution.batches());
    return send(distribution.open({ operator: distributor.publicKey(), epoch, paid, fingerprint }));
  }
}
