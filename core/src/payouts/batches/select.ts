import { formatAmount } from "../../base/money.ts";
import type { Contracts } from "../../ledger/chain/contracts.ts";
import { CallRefused, FeeTooHigh } from "../../ledger/chain/errors.ts";
import { type BatchResults, batchResultsOf, type PaymentResult } from "../../ledger/chain/rewards.ts";
import type { Simulation } from "../../ledger/chain/transaction.ts";
import type { RewardAsset } from "../../ledger/chain/trustlines.ts";
import * as reasons from "../rewards/reasons.ts";
import type { PoolLimits } from "./limits.ts";
import { type Decided, decideAll, type Payment } from "./payment.ts";
import { type Refusal, refusalOf, type SystemRefusal } from "./refusals.ts";
import { type Verdict, verdictOf } from "./verdicts.ts";

/** The result of simulating a batch. */
export type Selection<P> =
  /** All of these would be paid. */
  | { kind: "ready"; payments: P[]; simulation: Simulation }
  | { kind: "none" }
  /** The call fails as a whole, for a reason that smaller batches can isolate. */
  | { kind: "split"; payments: P[]; refusal: Extract<Refusal, { kind: "split" }> }
  /** The call fails for a reason that concerns none of these. */
  | { kind: "system"; payments: P[]; refusal: SystemRefusal }
  /** By the ledger's clock the campaign's window isn't open. */
  | { kind: "window"; payments: P[] }
  /** The ledger has payments that the records don't have. */
  | { kind: "records"; payments: P[] };

/** Facts that the stage needs from the ledger. */
export interface SelectSource<P extends Payment> {
  contracts: Pick<Contracts, "campaign">;
  asset: RewardAsset;
  limits: PoolLimits;
  /** Simulates `distribution.pay` on the current ledger. @throws CallRefused, FeeTooHigh, RpcUnavailable */
  simulate(payments: readonly P[]): Promise<Simulation>;
}

/** Leaving payments out changes what the rest may do. This settles quickly, or something else is wrong. */
const MAX_PASSES = 6;

/**
 * Simulates a batch, leaves out what would not be paid, and simulates the rest again, until all of it would be paid. The
 * footprint of a recipient that fails in simulation would fail the whole transaction if its state changed before it lands.
 * @returns what is left, and what was decided of the others
 * @throws RpcUnavailable, ChainError
 */
export async function select<P extends Payment>(
  source: SelectSource<P>,
  payments: readonly P[],
): Promise<{ selection: Selection<P>; decided: Decided<P>[] }> {
  const decided: Decided<P>[] = [];
  let left = [...payments];
  for (let pass = 0; pass < MAX_PASSES && left.length > 0; pass++) {
    const tried = await simulate(source, left);
    switch (tried.kind) {
      case "limit": {
        const { fitting, waiting } = await fitIntoLimits(source.limits, left);
        decided.push(...waiting);
        left = fitting;
        break;
      }
      case "never":
        return { selection: { kind: "none" }, decided: [...decided, ...decideAll(left, tried)] };
      case "simulated": {
        const { simulation, batch } = tried;
        const results = decisionsOf(left, batch, source.asset, null);
        if (results === undefined) return { selection: { kind: "records", payments: left }, decided };
        const refused = results.filter(({ verdict }) => verdict.kind !== "paid");
        if (results.length === left.length && refused.length === 0) {
          return { selection: { kind: "ready", payments: left, simulation }, decided };
        }
        decided.push(...refused);
        const out = new Set(refused.map(({ payment }) => payment));
        left = left.filter((payment) => !out.has(payment));
        break;
      }
      case "split":
        return { selection: { kind: "split", payments: left, refusal: tried }, decided };
      case "system":
        return { selection: { kind: "system", payments: left, refusal: tried }, decided };
      default:
        return { selection: { kind: tried.kind, payments: left }, decided };
    }
  }
  if (left.length === 0) return { selection: { kind: "none" }, decided };
  const refusal = { kind: "split", reason: reasons.callFailed("each simulation gave another result") } as const;
  return { selection: { kind: "split", payments: left, refusal }, decided };
}

type Tried = { kind: "simulated"; simulation: Simulation; batch: BatchResults } | Refusal;

async function simulate<P extends Payment>(source: SelectSource<P>, payments: readonly P[]): Promise<Tried> {
  try {
    const simulation = await source.simulate(payments);
    const batch = batchResultsOf(source.contracts, simulation.events);
    if (!batch) throw new CallRefused("the simulation shows no reward event", undefined);
    return { kind: "simulated", simulation, batch };
  } catch (error) {
    if (error instanceof CallRefused || error instanceof FeeTooHigh) return refusalOf(error);
    throw error;
  }
}

/**
 * Decisions by the results of a batch; undefined where they show a number that was paid before, which no complete record has as
 * unpaid. A payment without a decision is free for another transaction: the wallet's cap counts what the batch planned for it, so
 * with another of its payments refused there may be room.
 * @param txHash of the transaction that landed, null for a simulation
 */
export function decisionsOf<P extends Payment>(
  payments: readonly P[],
  { results }: Pick<BatchResults, "results">,
  asset: RewardAsset,
  txHash: string | null,
): Decided<P>[] | undefined {
  const resultOf = ({ number }: P): PaymentResult => results.get(number) ?? "OTHER";
  const refused = payments.filter((payment) => !["PAID", "WALLET_CAP"].includes(resultOf(payment)));
  const wallets = new Set(refused.map(({ wallet_address }) => wallet_address));
  const decided: Decided<P>[] = [];
  for (const payment of payments) {
    const result = resultOf(payment);
    if (result === "WALLET_CAP" && wallets.has(payment.wallet_address)) continue;
    const verdict = verdictOf(result, asset, txHash);
    if (verdict === undefined) return undefined;
    decided.push({ payment, verdict });
  }
  return decided;
}

/** The payments, in order, that the pool's rolling limits have room for now; the others wait until there is room for them. */
export async function fitIntoLimits<P extends Payment>(
  limits: PoolLimits,
  payments: readonly P[],
): Promise<{ fitting: P[]; waiting: Decided<P>[] }> {
  let room = await limits.room();
  const fitting: P[] = [];
  const waiting: Decided<P>[] = [];
  const verdicts = new Map<bigint, Verdict>();
  let limit: bigint | undefined;
  for (const payment of payments) {
    const { amount } = payment;
    if (amount <= room) {
      room -= amount;
      fitting.push(payment);
      continue;
    }
    limit ??= await limits.limit();
    const verdict = verdicts.get(amount) ?? (await limitVerdict(limits, amount, { limit, room }));
    verdicts.set(amount, verdict);
    waiting.push({ payment, verdict });
  }
  return { fitting, waiting };
}

const limitTooLow = {
  cause: "limit",
  detail:
    "a reward is above a daily limit of the pool: raise the limit with `merit contract call pool set_limit limit=<stroops>`, and after its " +
    "delay `merit contract call pool apply_limit` (both with `merchant=<id>` for a merchant's limit)",
} as const;

/** A limit below the amount is an operator's to raise. */
async function limitVerdict(
  limits: PoolLimits,
  amount: bigint,
  { limit, room }: { limit: bigint; room: bigint },
): Promise<Verdict> {
  const roomAt = await limits.roomAt(amount);
  if (roomAt === null) {
    const reason = reasons.aboveLimit(formatAmount(amount), formatAmount(limit));
    return { kind: "wait", reason, system: limitTooLow };
  }
  return { kind: "wait", until: roomAt, reason: reasons.limitReached(roomAt, formatAmount(limit), formatAmount(room)) };
}
