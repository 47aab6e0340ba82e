import type { xdr } from "@stellar/stellar-sdk";
import type { Contracts } from "./contracts.ts";

/** Result byte of each payment of a batch, as the contracts number them. */
export const paymentResults = [
  "PAID",
  "ALREADY_SAME",
  "NUMBER_TAKEN",
  "NO_TRUSTLINE",
  "NOT_AUTHORIZED",
  "LINE_FULL",
  "OTHER",
  "WALLET_CAP",
  "REFUSED",
] as const;
export type PaymentResult = (typeof paymentResults)[number];

/** Results of a batch, from the campaign contract's `reward` event. */
export interface BatchResults {
  /** Batch number of the distribution contract. */
  seq: bigint;
  /** Results by issuance number. */
  results: Map<number, PaymentResult>;
}

/** Undefined if there is no `reward` event among the transaction's events. */
export function batchResultsOf(
  contracts: Pick<Contracts, "campaign">,
  events: xdr.ContractEvent[],
): BatchResults | undefined {
  for (const event of events) {
    const reward = contracts.campaign.parseEvent(event);
    if (reward?.name !== "Reward") continue;
    return { seq: reward.data.seq, results: zip(reward.data.numbers, reward.data.results) };
  }
  return undefined;
}

/** Four big-endian bytes of number and one byte of result per payment. */
function zip(numbers: Uint8Array, results: Uint8Array): Map<number, PaymentResult> {
  if (numbers.length !== results.length * 4) throw new RangeError("reward event: numbers and results differ in length");
  const view = new DataView(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  // A code that a later contract adds is a refusal that this version can't name.
  return new Map(Array.from(results, (code, index) => [view.getUint32(index * 4), paymentResults[code] ?? "OTHER"]));
}
