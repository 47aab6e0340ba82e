import { type Campaign as CampaignOnLedger, Status } from "@merit/bindings/campaign";
import { nativeToScVal, type xdr } from "@stellar/stellar-sdk";
import { type Batches, FIRST_NUMBER } from "../ledger/chain/batches.ts";
import { contractErrors } from "../ledger/chain/contract-errors.ts";
import { CallRefused, type FeeTooHigh } from "../ledger/chain/errors.ts";
import { NO_FINGERPRINT, type PaymentKey, withPayments } from "../ledger/chain/fingerprint.ts";
import type { Failed, Landed, Outcome } from "../ledger/chain/outcome.ts";
import { type PaymentResult, paymentResults } from "../ledger/chain/rewards.ts";
import type { Campaign } from "../programmes/campaigns/store.ts";

const errors = contractErrors.distribution;

/** A payment as the contract sees it. */
export interface PaidOnLedger {
  number: number;
  /** 8 bytes, hex. */
  reference: string;
  /** stroops */
  amount: bigint;
}

/** A call of the distribution contract, with what its simulation said. */
export type Call =
  | { method: "open"; epoch: number; paid: number; fingerprint: Buffer }
  | {
      method: "pay";
      epoch: number;
      merchant: number;
      campaign: number;
      payments: PaidOnLedger[];
      to: string[];
      results: PaymentResult[];
    };

/**
 * The contracts and the node, as far as a worker sees them. Openings of an epoch follow the contract's
 * rules; what a batch pays is scripted, since that is tested on a real ledger.
 */
export class TestLedger {
  // State of the distribution contract.
  epoch = 0;
  seq = 0;
  paid = 0;
  fingerprint: Buffer = NO_FINGERPRINT;
  readonly #marks = new Map<number, Map<number, string>>();
  firstNumber = FIRST_NUMBER;
  /** Marks of lower numbers have ended. */
  marksFrom = FIRST_NUMBER;
  /** Schema version; undefined: an old contract, that doesn't tell it. */
  version: number | undefined = 3;
  /** Schema version of the campaign contract. */
  campaignVersion = 2;
  /** Campaigns of the campaign contract, by its ids. */
  readonly campaigns = new Map<number, CampaignOnLedger>();

  /** Results of each batch that is simulated, by rising number, or the refusal of the whole call; in this order. */
  simulations: (PaymentResult[] | CallRefused | FeeTooHigh)[] = [];
  /** Outcome of each batch that is sent, in this order; `lands`: it does what its simulation said. */
  outcomes: (Outcome | "lands")[] = [];
  /** Outcome of each opening, in this order; openings without an entry land. */
  openings: (Outcome | "lands")[] = [];
  /** Called before each transaction reaches the ledger. */
  whenSent: ((call: Call) => void) | undefined;

  /** Room in the pool's daily limit (stroops), and when there is more. */
  room = 2n ** 62n;
  /** The pool's global limit. */
  limit = { limit: 1_000n, used: 0n };
  roomAt: Date | null = null;
  /** Resource fee of every simulated batch, stroops. */
  resourceFee = 100_000n;

  // The node.
  /** Values that it shows in place of the contract's own. */
  shows: Partial<Batches> = {};
  /** Numbers whose marks it leaves out. */
  readonly hidden = new Set<number>();
  /** False merchants that it reports, by the campaign's id. */
  readonly shownMerchants = new Map<number, bigint>();
  /** Marks that it makes up. */
  invented: PaymentKey[] = [];
  /** Ledgers that its views are behind. */
  behind = 0;
  /** Records of transactions by their inner hash; tests may take some away. */
  readonly records = new Map<string, Landed | Failed>();
  /** All calls that were sent, by inner hash. */
  readonly sent = new Map<string, Call>();

  get batches(): Omit<Batches, "ledger"> {
    const numbers = [...this.#marks.values()].flatMap((marks) => [...marks.keys()]);
    const byPeriod = Map.groupBy(numbers, (number) => Math.floor(number / FIRST_NUMBER));
    const tops = [...byPeriod.values()].map((some) => Math.max(...some));
    return { epoch: this.epoch, seq: this.seq, paid: this.paid, fingerprint: this.fingerprint, tops, ...this.shows };
  }

  /** The inner hash of the transaction that was sent last. */
  get newest(): string {
    return [...this.sent.keys()].at(-1) ?? "";
  }

  /** A campaign of a database, as its transactions made it. */
  addCampaign(row: Campaign, change: Partial<CampaignOnLedger> = {}): void {
    this.putCampaign(row.contract_campaign_id ?? 0, {
      merchant: BigInt(row.merchant_id),
      budget: row.budget,
      reference: Buffer.from(row.reference, "hex"),
      starts_at: BigInt(Math.floor(row.starts_at.getTime() / 1000)),
      ends_at: BigInt(Math.floor(row.ends_at.getTime() / 1000)),
      per_wallet_cap: row.per_wallet_cap,
      ...change,
    });
  }

  /** Any campaign. @param id in the contract */
  putCampaign(id: number, change: Partial<CampaignOnLedger>): void {
    this.campaigns.set(id, {
      merchant: 1n,
      budget: 1000n,
      spent: 0n,
      status: Status.Active,
      reference: Buffer.alloc(32, id),
      starts_at: 1_780_000_000n,
      ends_at: 1_790_000_000n,
      per_wallet_cap: null,
      clawback_seconds: null,
      ...this.campaigns.get(id),
      ...change,
    });
  }

  /** Another service opens the next epoch. */
  openElsewhere(): void {
    this.epoch += 1;
  }

  /** A batch lands, whoever sent it. @param campaign id in the contract */
  pay(campaign: number, payments: readonly PaidOnLedger[]): void {
    this.seq += 1;
    this.paid += payments.length;
    const row = this.campaigns.get(campaign);
    const merchant = Number(row?.merchant);
    this.fingerprint = withPayments(
      this.fingerprint,
      payments.map((payment) => ({ merchant, campaign, ...payment })),
    );
    const marks = this.#marks.get(campaign) ?? new Map();
    this.#marks.set(campaign, marks);
    for (const { number, reference } of payments) marks.set(number, reference);
    if (row) row.spent += payments.reduce((sum, { amount }) => sum + amount, 0n);
  }

  /** References by number. @throws CallRefused for marks that have ended */
  marksOf(campaign: number, numbers: readonly number[]): string[] {
    if (numbers.some((number) => number >= FIRST_NUMBER && number < this.marksFrom))
      throw new CallRefused("", errors.NumberExpired);
    return numbers.map((number) => this.#marks.get(campaign)?.get(number) ?? UNPAID);
  }

  /** All marks in these entries that the node shows. */
  marksIn(campaign: number, chunks: readonly number[]): Map<number, string> {
    const shown = [...(this.#marks.get(campaign) ?? [])].filter(
      ([number]) => number >= this.marksFrom && !this.hidden.has(number),
    );
    for (const mark of this.invented) if (mark.campaign === campaign) shown.push([mark.number, mark.reference]);
    const marks = shown.filter(([number]) => chunks.includes(Math.floor(number / 256)));
    return new Map(marks.toSorted(([a], [b]) => a - b));
  }

  /** Why the contract refuses a call now, whatever the pool says; undefined if it doesn't. */
  refusalOf(call: Call): number | undefined {
    if (call.epoch !== this.epoch) return errors.WrongEpoch;
    if (call.method === "pay") {
      const isOf = this.campaigns.get(call.campaign)?.merchant === BigInt(call.merchant);
      return isOf ? undefined : errors.WrongMerchant;
    }
    if (call.paid !== this.paid) return errors.WrongPaid;
    return call.fingerprint.equals(this.fingerprint) ? undefined : errors.WrongFingerprint;
  }

  /** Applies a transaction that was sent. */
  land(innerHash: string): Landed | Failed {
    const call = this.sent.get(innerHash);
    if (!call) throw new Error(`no transaction ${innerHash} was sent`);
    const outcome = this.#apply(call, `tx-${this.records.size + 1}`);
    this.records.set(innerHash, outcome);
    return outcome;
  }

  #apply(call: Call, txHash: string): Landed | Failed {
    const place = { txHash, ledger: 100, feeCharged: 20_000n };
    const code = this.refusalOf(call);
    if (code !== undefined) return { kind: "failed", ...place, reason: `contract error ${code}`, code };
    if (call.method === "open") {
      this.epoch += 1;
      const { epoch, seq, paid } = this;
      const event = { name: "EpochOpened", data: { epoch: BigInt(epoch), seq: BigInt(seq), paid: BigInt(paid) } };
      const returnValue = nativeToScVal(epoch, { type: "u64" });
      return { kind: "confirmed", ...place, events: [event as unknown as xdr.ContractEvent], returnValue };
    }
    const { campaign, payments, results } = call;
    this.pay(
      campaign,
      payments.filter((_, index) => results[index] === "PAID"),
    );
    const events = [rewardEvent(this.seq, payments, results)];
    return { kind: "confirmed", ...place, events, returnValue: nativeToScVal(null) };
  }
}

const UNPAID = "00".repeat(8);

/** A batch's event, as the test contracts parse it. */
export function rewardEvent(
  seq: number,
  payments: readonly { number: number }[],
  results: PaymentResult[],
): xdr.ContractEvent {
  const numbers = Buffer.alloc(payments.length * 4);
  for (const [index, { number }] of payments.entries()) numbers.writeUInt32BE(number, index * 4);
  const codes = Uint8Array.from(results, (result) => paymentResults.indexOf(result));
  return { name: "Reward", data: { seq: BigInt(seq), numbers, results: codes } } as unknown as xdr.ContractEvent;
}
