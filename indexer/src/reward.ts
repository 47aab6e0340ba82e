import type { Json } from "@merit/core/ledger/chain/json.ts";
import { paymentResults } from "@merit/core/ledger/chain/rewards.ts";

const NUMBER_HEX = 8;
const REFERENCE_HEX = 16;
const RESULT_HEX = 2;

/**
 * One entry per payment of a `reward` event, whose parallel byte strings hold 4 bytes of number (big-endian), 8 bytes of
 * reference and 1 byte of result each.
 * @returns nothing to add when the strings' lengths don't agree: the event then stays as it is.
 */
export function rewardPayments(data: { [key: string]: Json }): { payments?: Json } {
  const { numbers, refs, results } = data;
  if (typeof numbers !== "string" || typeof refs !== "string" || typeof results !== "string") return {};
  const count = results.length / RESULT_HEX;
  if (numbers.length !== count * NUMBER_HEX || refs.length !== count * REFERENCE_HEX) return {};
  const payments = Array.from({ length: count }, (_, index) => ({
    number: Number.parseInt(part(numbers, index, NUMBER_HEX), 16),
    reference: part(refs, index, REFERENCE_HEX),
    result: resultName(Number.parseInt(part(results, index, RESULT_HEX), 16)),
  }));
  return { payments };
}

/** A code that a newer contract may add keeps its number, so that nothing is mistaken for a known one. */
function resultName(code: number): string {
  return paymentResults[code] ?? `CODE_${code}`;
}

function part(hex: string, index: number, width: number): string {
  return hex.slice(index * width, (index + 1) * width);
}
