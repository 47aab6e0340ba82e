import type { Campaign } from "../campaigns/store.ts";
import type { Chain } from "../chain/chain.ts";
import type { Crew } from "./crew.ts";
import type { Payment } from "./payments.ts";
import { type Decision, decide } from "./payout-results.ts";
import * as reasons from "./reasons.ts";
import type { Verdict } from "./verdicts.ts";

/**
 * The payments, in order, that the pool's rolling limits have room for now; the others wait until there is room for them.
 * @throws RpcUnavailable
 */
export async function fitIntoLimits(crew: Crew, campaign: Campaign, payments: readonly Payment[]): Promise<Payment[]> {
  const merchant = BigInt(campaign.merchant_id);
  let room = await limitRoom(crew.context.chain, merchant);
  const fitting: Payment[] = [];
  const rest: Payment[] = [];
  for (const payment of payments) {
    const { amount } = payment.issuance;
    const fits = amount <= room;
    if (fits) room -= amount;
    (fits ? fitting : rest).push(payment);
  }
  await decide(crew, await waitForRoom(crew, merchant, rest));
  return fitting;
}

/** Stroops that the pool's rolling limits let a merchant pay now. @throws RpcUnavailable */
export async function limitRoom({ contracts: { pool } }: Chain, merchant: bigint): Promise<bigint> {
  const [own, global] = await Promise.all([pool.view("limit", { merchant }), pool.view("limit", { merchant: null })]);
  return own.value.remaining < global.value.remaining ? own.value.remaining : global.value.remaining;
}

async function waitForRoom(crew: Crew, merchant: bigint, payments: readonly Payment[]): Promise<Decision[]> {
  const verdicts = new Map<bigint, Verdict>();
  const decisions: Decision[] = [];
  for (const payment of payments) {
    const { amount } = payment.issuance;
    const verdict = verdicts.get(amount) ?? (await roomVerdict(crew, merchant, amount));
    verdicts.set(amount, verdict);
    decisions.push({ payment, verdict });
  }
  return decisions;
}

async function roomVerdict({ context, times }: Crew, merchant: bigint, amount: bigint): Promise<Verdict> {
  const { value: roomAt } = await context.chain.contracts.pool.view("room_at", { merchant, amount });
  if (roomAt === null || roomAt === undefined) return { kind: "again", reason: reasons.aboveLimit };
  const due = new Date(Number(roomAt) * 1000);
  return { kind: "wait", until: await times.lookAt(due), reason: reasons.limitReached(due) };
}
