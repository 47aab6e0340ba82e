import type { Campaign } from "../campaigns/store.ts";
import type { Channel } from "../chain/channels.ts";
import { CallRefused, ChainError, FeeTooHigh, RpcUnavailable } from "../chain/errors.ts";
import { batchResultsOf } from "../chain/rewards.ts";
import type { Simulation, Slot } from "../chain/transaction.ts";
import type { Crew } from "./crew.ts";
import type { Payment } from "./payments.ts";
import { fitIntoLimits } from "./payout-limits.ts";
import { refusalOf } from "./payout-refusals.ts";
import { decide, decisionsOf } from "./payout-results.ts";
import * as reasons from "./reasons.ts";
import type { Verdict } from "./verdicts.ts";

/** What a batch comes down to after simulation; payments that were left out are decided by then. */
export type Selection =
  | { kind: "ready"; payments: Payment[]; slot: Slot; simulation: Simulation }
  /** The call fails for a reason that smaller batches can isolate. */
  | { kind: "split"; payments: Payment[]; reason: string }
  | { kind: "none" };

/** Leaving payments out changes what the rest may do; it settles at once or something else is wrong. */
const MAX_PASSES = 6;

/**
 * Simulates a batch, leaves out what would not be paid, and simulates the rest again, until all of it would be paid: the
 * footprint of a recipient who fails in simulation would fail the whole transaction if his state changed before it lands.
 */
export async function selectPayable(
  crew: Crew,
  campaign: Campaign,
  channel: Channel,
  payments: Payment[],
): Promise<Selection> {
  let left = payments;
  for (let pass = 0; pass < MAX_PASSES && left.length > 0; pass++) {
    try {
      const slot = await crew.sender.slot(channel);
      const simulation = await crew.sender.draft(slot, payOperation(crew, campaign, left));
      const refused = await decideUnpaid(crew, left, simulation);
      if (refused.size === 0) return { kind: "ready", payments: left, slot, simulation };
      left = left.filter((payment) => !refused.has(payment));
    } catch (error) {
      const next = await afterRefusal(crew, campaign, left, error);
      if (!Array.isArray(next)) return next;
      left = next;
    }
  }
  if (left.length > 0) await decideAll(crew, left, await waiting(crew, 5, reasons.callFailed("no stable simulation")));
  return { kind: "none" };
}

function payOperation({ context, distributor }: Crew, campaign: Campaign, payments: readonly Payment[]) {
  const { distribution } = context.chain.contracts;
  return distribution.operation(distributor.publicKey, "pay", {
    operator: distributor.publicKey,
    campaign: BigInt(campaign.contract_campaign_id ?? 0),
    payments: payments
      .map(({ issuance }) => ({
        number: issuance.number,
        reference: Buffer.from(issuance.reference, "hex"),
        to: issuance.wallet_address,
        amount: issuance.amount,
      }))
      .sort((a, b) => a.number - b.number),
  });
}

/** Decides the payments whose simulated result is not PAID, each by its own. */
async function decideUnpaid(crew: Crew, payments: readonly Payment[], simulation: Simulation): Promise<Set<Payment>> {
  const { chain } = crew.context;
  const batch = batchResultsOf(chain.contracts, simulation.events);
  if (!batch) throw new CallRefused("the simulation shows no reward event", undefined);
  const unpaid = payments.filter(({ issuance }) => batch.results.get(issuance.number) !== "PAID");
  const decisions = decisionsOf(unpaid, batch, chain.manifest.asset, null);
  if (decisions.length > 0) await decide(crew, decisions);
  return new Set(decisions.map(({ payment }) => payment));
}

/** What is left to try after the whole call was refused: other payments, smaller batches, or nothing. */
async function afterRefusal(
  crew: Crew,
  campaign: Campaign,
  payments: Payment[],
  error: unknown,
): Promise<Payment[] | Selection> {
  if (error instanceof RpcUnavailable) {
    crew.context.log.warn({ campaign: campaign.id, err: error.message }, "can't pay: the node is unreachable");
    await decideAll(crew, payments, await waiting(crew, 2, reasons.ledgerUnreachable));
    return { kind: "none" };
  }
  if (error instanceof FeeTooHigh) return { kind: "split", payments, reason: reasons.callFailed(error.message) };
  if (!(error instanceof CallRefused)) {
    if (!(error instanceof ChainError)) throw error;
    crew.context.log.error({ campaign: campaign.id, err: error.message }, "can't pay");
    await decideAll(crew, payments, await waiting(crew, 30, reasons.callFailed("the service is not set up")));
    return { kind: "none" };
  }
  const refusal = refusalOf(error);
  crew.context.log.warn({ campaign: campaign.id, code: error.code, err: error.message }, "batch refused in simulation");
  switch (refusal.kind) {
    case "limit":
      return fitIntoLimits(crew, campaign, payments);
    case "split":
      return { kind: "split", payments, reason: refusal.reason };
    case "window":
      await decideAll(crew, payments, await windowVerdict(crew, campaign));
      return { kind: "none" };
    case "pause":
      await decideAll(crew, payments, await waiting(crew, 15, refusal.reason));
      return { kind: "none" };
    default:
      await decideAll(crew, payments, refusal);
      return { kind: "none" };
  }
}

async function windowVerdict(crew: Crew, campaign: Campaign): Promise<Verdict> {
  const now = await crew.times.now();
  if (now >= campaign.ends_at) return { kind: "never", reason: reasons.campaignExpired(campaign.ends_at) };
  // The node that simulated may be a ledger behind the one that tells the time.
  if (now >= campaign.starts_at) return waiting(crew, 2, reasons.notStarted(campaign.starts_at));
  const until = await crew.times.lookAt(campaign.starts_at);
  return { kind: "wait", until, reason: reasons.notStarted(campaign.starts_at) };
}

const decideAll = (crew: Crew, payments: readonly Payment[], verdict: Verdict) =>
  decide(
    crew,
    payments.map((payment) => ({ payment, verdict })),
  );

const waiting = async ({ context }: Crew, seconds: number, reason: string): Promise<Verdict> => ({
  kind: "wait",
  until: new Date(context.clock.now().getTime() + seconds * 1000),
  reason,
});
