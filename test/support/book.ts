import { setTimeout as pause } from "node:timers/promises";
import { formatAmount, parseAmount } from "@merit/core/base/money.ts";
import { audit } from "./audit.ts";
import { type Campaign, differences, type Record, type Reward } from "./differences.ts";
import { type Answer, Http } from "./http.ts";
import { LedgerPayments } from "./ledger-payments.ts";
import { metric, readMetrics } from "./metrics.ts";
import { PATIENCE_MS, until } from "./processes.ts";
import { trustingWallets } from "./trusting-wallets.ts";
import type { World } from "./world.ts";

export interface BookOptions {
  merchants?: number;
  /** Campaigns of each merchant. */
  campaigns?: number;
  wallets?: number;
}

export interface Expectation {
  /** The world whose records are read: the one that the book was opened with, or its clone. */
  at?: World;
  /** Transactions may be unknown, since their events are gone or false; a wrong transaction is never allowed. */
  unknownHashes?: boolean;
}

interface Merchant {
  apiKey: string;
  campaigns: number[];
}

/** Stroops. */
const LEAST = 10_000_000n;
/** Number of rewards of which one goes to a wallet that can't be paid. */
const UNPAYABLE = 25;
/** A call takes no more rewards. */
const MAX_BATCH = 1_000;
/** Events of a settled reward may come later, and name its transaction. */
const LATE_MS = PATIENCE_MS / 2;
/** Wait for a service that is killed meanwhile, or rebuilds its records, before it accepts rewards again. */
const ACCEPTED_MS = 2 * PATIENCE_MS;
const NO_TRUSTLINE = /trustline/;

/** Independent books of rewards: what merchants requested and had accepted, and what the ledger has paid. */
export class Book {
  readonly world: World;
  readonly rewards: Reward[] = [];
  /** Answers that the service was not able to do its work just then; the rewards were sent again. */
  readonly unavailable: Answer[] = [];
  readonly #merchants: Merchant[] = [];
  readonly #payments: LedgerPayments;
  #wallets: string[] = [];
  #bare = "";

  private constructor(world: World, payments: LedgerPayments) {
    this.world = world;
    this.#payments = payments;
  }

  /** Merchants with active campaigns, and wallets that can take the asset. */
  static async open(world: World, options: BookOptions = {}): Promise<Book> {
    const { merchants = 2, campaigns = 2, wallets = 60 } = options;
    const book = new Book(world, await LedgerPayments.fromNow(world.ledger, world.folder));
    book.#wallets = await trustingWallets(world, wallets);
    book.#bare = (await world.wallet({ trustline: false })).address;
    for (let index = 0; index < merchants; index++) await book.#register(campaigns);
    return book;
  }

  /** Addresses of the wallets that can be paid. */
  get wallets(): readonly string[] {
    return this.#wallets;
  }

  /** A client with the key of one of the merchants. */
  merchant(index = 0, at = this.world): Http {
    const merchant = this.#merchants[index];
    if (!merchant) throw new RangeError(`there are ${this.#merchants.length} merchants`);
    return new Http(at.api.base, merchant.apiKey);
  }

  /** Adds a campaign that is active on the ledger. */
  async addCampaign(index = 0): Promise<number> {
    const id = await this.world.campaign(this.merchant(index), { budget: "100000" });
    this.#merchants[index]?.campaigns.push(id);
    return id;
  }

  /**
   * Has `count` new rewards accepted, spread over merchants, campaigns and wallets. No two of a wallet are of the same amount, so
   * that a payment identifies its reward.
   * @param change other than the next in turn
   */
  async issue(count: number, change: Partial<Reward> = {}, at = this.world): Promise<Reward[]> {
    const added = Array.from({ length: count }, () => this.#next(change));
    await this.send(added, at);
    return added;
  }

  /** Sends rewards in this order, merchant by merchant, until each has its answer; those that were sent before are repeats. */
  async send(rewards: readonly Reward[], at = this.world): Promise<void> {
    const perMerchant = Map.groupBy(rewards, ({ merchant }) => merchant);
    await Promise.all(
      [...perMerchant].map(async ([merchant, own]) => {
        for (let from = 0; from < own.length; from += MAX_BATCH)
          await this.#sendBatch(merchant, own.slice(from, from + MAX_BATCH), at);
      }),
    );
  }

  /** Reads the ledger's payments now; a node may drop them later. */
  async readLedger(): Promise<void> {
    await this.#payments.read();
  }

  /**
   * Waits until all is settled and at rest, and compares: every accepted reward is paid exactly once, or has failed with a true
   * reason and isn't paid; its record names the transaction that paid it; budgets add up; nothing else was paid.
   * @throws Error with the differences, or with what it waited for
   */
  async expectExact({ at = this.world, unknownHashes = false }: Expectation = {}): Promise<void> {
    await until(() => this.#isAtRest(at)).catch(async (error: Error) => {
      throw new Error(`not at rest: ${error.message}\n${await this.#restlessness(at)}`, { cause: error });
    });
    const late = Date.now() + LATE_MS;
    let found = await this.#differences(at, unknownHashes);
    while (found.length > 0 && Date.now() < late) {
      await pause(500);
      found = await this.#differences(at, unknownHashes);
    }
    found.push(...(await audit(at)));
    if (found.length === 0) return;
    const some = found.slice(0, 20).join("\n  ");
    throw new Error(`${found.length} differences:\n  ${some}\n${at.serverOutput}`);
  }

  async #differences(at: World, unknownHashes: boolean): Promise<string[]> {
    const merchants = [...this.#merchants.keys()];
    const records = (await Promise.all(merchants.map((index) => this.#records(index, at)))).flat();
    const campaigns = (await Promise.all(merchants.map((index) => this.#campaigns(index, at)))).flat();
    const payments = await this.#payments.read();
    return differences({ rewards: this.rewards, records, campaigns, payments }, { unknownHashes });
  }

  async #register(campaigns: number): Promise<void> {
    const { body } = await this.world.api.post("/merchants/register", {
      ...{ name: "Coffee House", email: `${crypto.randomUUID()}@example.com` },
    });
    const index = this.#merchants.push({ apiKey: body.api_key, campaigns: [] }) - 1;
    for (let count = 0; count < campaigns; count++) await this.addCampaign(index);
  }

  #next(change: Partial<Reward>): Reward {
    const serial = this.rewards.length;
    const merchant = change.merchant ?? serial % this.#merchants.length;
    const { campaigns = [] } = this.#merchants[merchant] ?? {};
    const turn = Math.floor(serial / this.#merchants.length);
    const isUnpayable =
      change.wallet === undefined && change.fails === undefined && serial % UNPAYABLE === UNPAYABLE - 1;
    const reward: Reward = {
      merchant,
      key: `reward-${serial}`,
      campaign: campaigns[turn % campaigns.length] ?? 0,
      wallet: isUnpayable ? this.#bare : (this.#wallets[serial % this.#wallets.length] ?? ""),
      amount: LEAST + BigInt(serial),
      fails: isUnpayable ? NO_TRUSTLINE : null,
      ...change,
    };
    this.rewards.push(reward);
    return reward;
  }

  async #sendBatch(index: number, rewards: Reward[], at: World): Promise<void> {
    const body = {
      rewards: rewards.map(({ key, campaign, wallet, amount }) => ({
        ...{ idempotency_key: key, campaign_id: campaign, wallet_address: wallet, amount: formatAmount(amount) },
      })),
    };
    let last: Answer | undefined;
    const answer = await until(async () => {
      // An interrupted call may have been accepted or not: repeating it with its keys shows which.
      last = await this.merchant(index, at)
        .post("/rewards/issue/batch", body)
        .catch(() => undefined);
      if (last?.status === 503) this.unavailable.push(last);
      return last && last.status !== 503 ? last : undefined;
    }, ACCEPTED_MS).catch((error) => {
      const said = `${last?.status} ${JSON.stringify(last?.body)}`;
      throw new Error(`rewards are not accepted: ${said}\n${at.serverOutput}`, { cause: error });
    });
    if (answer.status !== 200) throw new Error(`batch: ${answer.status} ${JSON.stringify(answer.body)}`);
    for (const item of answer.body.data) {
      const isAccepted = item.status_code === 202 || (item.status_code === 200 && !item.mismatch);
      if (!isAccepted) throw new Error(`${item.idempotency_key} was not accepted: ${JSON.stringify(item)}`);
    }
  }

  /** True once no reward is pending, nothing is on its way, and the service says that it is ready. */
  async #isAtRest(at: World): Promise<true | undefined> {
    for (const index of this.#merchants.keys()) {
      const { status, body } = await this.#pending(index, at);
      if (status !== 200 || body.data.length > 0) return undefined;
    }
    const metrics = await readMetrics(at);
    // A mail may wait up to an hour, so that several notices come together.
    const jobs = metric(metrics, "merit_jobs") - metric(metrics, "merit_jobs", 'queue="email"');
    // A process of the API alone has no channels.
    const hasWorker = metrics.some((line) => line.startsWith("merit_channels"));
    const channels = hasWorker ? metric(metrics, "merit_channels", 'state="in_use"') : 0;
    if (jobs + channels > 0) return undefined;
    return (await at.api.get("/ready")).status === 200 ? true : undefined;
  }

  #pending(index: number, at: World): Promise<Answer> {
    return this.merchant(index, at).get("/rewards/issuances?status=pending&limit=3");
  }

  async #restlessness(at: World): Promise<string> {
    try {
      const pending = await Promise.all(this.#merchants.map((_, index) => this.#pending(index, at)));
      const waiting = pending.flatMap(({ body }) => body.data ?? [body]);
      const facts = { ready: (await at.api.get("/ready")).body, waiting, metrics: await readMetrics(at) };
      return `${JSON.stringify(facts, undefined, 1).slice(0, 4_000)}\n${at.serverOutput}`;
    } catch (error) {
      return `${error}\n${at.serverOutput}`;
    }
  }

  async #records(index: number, at: World): Promise<Record[]> {
    const rows = await pages(this.merchant(index, at), "/rewards/issuances");
    return rows.map((row) => ({
      merchant: index,
      key: row.idempotency_key,
      campaign: row.campaign_id,
      wallet: row.wallet_address,
      amount: row.amount === null ? null : parseAmount(row.amount),
      status: row.status,
      txHash: row.tx_hash,
      reason: row.error_message,
    }));
  }

  async #campaigns(index: number, at: World): Promise<Campaign[]> {
    const { campaigns = [] } = this.#merchants[index] ?? {};
    // The list is at the same path in all versions that a test runs.
    const listed = await pages(this.merchant(index, at), "/campaigns");
    return listed
      .filter(({ id }) => campaigns.includes(id))
      .map(({ id, spent, reserved }) => ({ ...{ id, spent: stroops(spent), reserved: stroops(reserved) } }));
  }
}

const stroops = (text: string) => (text === "0" ? 0n : parseAmount(text));

/** All rows of a list. */
// biome-ignore lint/suspicious/noExplicitAny: rows as the API gives them
async function pages(merchant: Http, path: string): Promise<any[]> {
  const rows = [];
  for (let cursor = ""; ; ) {
    const { status, body } = await merchant.get(`${path}?limit=100${cursor}`);
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    rows.push(...body.data);
    if (!body.has_more) return rows;
    cursor = `&cursor=${encodeURIComponent(body.next_cursor)}`;
  }
}
