import type { Simulation } from "../chain/transaction.ts";
import { nextDay } from "./fees.ts";
import type { Sending } from "./sending.ts";

/**
 * Counts the highest cost of a simulated transaction against its merchant's budget, until `fees.ended`. If the budget has no room,
 * the answer is when the next day's begins. @throws RpcUnavailable
 */
export async function takeFee(
  { context, fees, times }: Pick<Sending, "context" | "fees" | "times">,
  merchantId: number,
  { resourceFee }: Pick<Simulation, "resourceFee">,
): Promise<{ fee: bigint } | { until: Date }> {
  const fee = resourceFee + BigInt(context.settings.worker.maxFeeStroops);
  const now = await times.now();
  const fits = await context.db.read((store) => fees.take(store, merchantId, { fee, now }));
  return fits ? { fee } : { until: nextDay(now) };
}
