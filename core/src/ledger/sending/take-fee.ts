import type { Simulation } from "../chain/transaction.ts";
import { nextDay, type Spent } from "./fees.ts";
import type { Sending } from "./sending.ts";

/**
 * Counts the highest cost of a simulated transaction against its merchant's budget, until `ended` is called. If a budget has no room,
 * the answer is which, and when the next day's begins. @throws RpcUnavailable
 */
export async function takeFee(
  { context, fees, times }: Pick<Sending, "context" | "fees" | "times">,
  merchantId: number,
  { resourceFee }: Pick<Simulation, "resourceFee">,
): Promise<{ ended: () => void } | { spent: Spent; until: Date }> {
  const fee = resourceFee + BigInt(context.settings.worker.maxFeeStroops);
  const now = await times.now();
  const taken = await context.db.read((store) => fees.take(store, merchantId, { fee, now }));
  return "ended" in taken ? taken : { ...taken, until: nextDay(now) };
}
