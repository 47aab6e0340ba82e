import { randomUUID } from "node:crypto";
import type { Http } from "../support/http.ts";
import { until } from "../support/processes.ts";
import type { World } from "../support/world.ts";

/** The most that one call takes. */
const PER_CALL = 1_000;
const TIMEOUT_MS = 1_200_000;

interface Merchant {
  http: Http;
  campaign: number;
  issued: number;
}

interface RewardEvent {
  ledger: number;
  data: { payments: { result: string }[] };
}

/** Rewards of several merchants, one campaign each. */
export class Load {
  readonly #world: World;
  readonly #merchants: Merchant[];

  private constructor(world: World, merchants: Merchant[]) {
    this.#world = world;
    this.#merchants = merchants;
  }

  /** @param each rewards of 1 token that each campaign can pay */
  static async open(world: World, merchants: number, each: number): Promise<Load> {
    const all: Merchant[] = [];
    for (let index = 0; index < merchants; index++) {
      const http = await world.merchant(`Merchant ${index + 1}`);
      all.push({ http, campaign: await world.campaign(http, { budget: String(each * 2) }), issued: 0 });
    }
    return new Load(world, all);
  }

  /** Issues rewards in turn and waits until all are paid. @returns seconds */
  async pay(wallets: readonly string[], count: number): Promise<number> {
    const began = performance.now();
    await this.#issue(wallets, count);
    await this.#paid();
    return (performance.now() - began) / 1_000;
  }

  /** Payouts of each ledger from the first that paid any. */
  async perLedger(wallets: readonly string[], count: number): Promise<number[]> {
    const { sequence } = await this.#world.ledger.call<{ sequence: number }>("getLatestLedger");
    await this.#issue(wallets, count);
    await this.#paid();
    const [first] = this.#merchants;
    const counts = new Map<number, number>();
    let cursor = "";
    do {
      const path = `/contract-events?type=reward&from_ledger=${sequence}&limit=100${cursor}`;
      const { body } = await (first as Merchant).http.get(path);
      for (const { ledger, data } of body.data as RewardEvent[]) {
        const paid = data.payments.filter(({ result }) => result === "PAID").length;
        counts.set(ledger, (counts.get(ledger) ?? 0) + paid);
      }
      cursor = body.has_more ? `&cursor=${encodeURIComponent(body.next_cursor)}` : "";
    } while (cursor);
    const ledgers = [...counts.keys()];
    const begin = Math.min(...ledgers);
    return Array.from({ length: Math.max(...ledgers) - begin + 1 }, (_, index) => counts.get(begin + index) ?? 0);
  }

  /** Ledgers that closed from each reward's acceptance until the record says confirmed, one reward at a time. */
  async ledgersToConfirm(wallets: readonly string[]): Promise<number[]> {
    const [{ http, campaign }] = this.#merchants as [Merchant];
    const latest = async () => (await this.#world.ledger.call<{ sequence: number }>("getLatestLedger")).sequence;
    const waits: number[] = [];
    for (const wallet_address of wallets) {
      const begin = await latest();
      const body = { idempotency_key: randomUUID(), campaign_id: campaign, wallet_address, amount: "1" };
      const { body: issued } = await http.post("/rewards/issue", body);
      await this.#world.settled(http, issued.id, "confirmed");
      waits.push((await latest()) - begin);
    }
    (this.#merchants[0] as Merchant).issued += wallets.length;
    return waits;
  }

  async #issue(wallets: readonly string[], count: number): Promise<void> {
    const each = Math.ceil(count / this.#merchants.length);
    await Promise.all(this.#merchants.map((merchant) => issueAll(merchant, wallets, each)));
  }

  async #paid(): Promise<void> {
    for (const { http, campaign, issued } of this.#merchants) {
      await until(async () => {
        const { body } = await http.get(`/campaigns/me/${campaign}`);
        return Number(body.spent) === issued ? true : undefined;
      }, TIMEOUT_MS);
    }
  }
}

async function issueAll(merchant: Merchant, wallets: readonly string[], count: number): Promise<void> {
  for (let done = 0; done < count; done += PER_CALL) {
    const rewards = Array.from({ length: Math.min(PER_CALL, count - done) }, (_, index) => ({
      idempotency_key: randomUUID(),
      campaign_id: merchant.campaign,
      wallet_address: wallets[(merchant.issued + index) % wallets.length],
      amount: "1",
    }));
    const answer = await merchant.http.post("/rewards/issue/batch", { rewards });
    if (answer.body.accepted !== rewards.length) throw new Error(`issue: ${JSON.stringify(answer.body).slice(0, 500)}`);
    merchant.issued += rewards.length;
  }
}
