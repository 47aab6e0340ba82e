import type { Payment } from "./payment.ts";

/** Arguments of `distribution.pay` for these payments. */
export function payArguments(
  call: { operator: string; epoch: number; merchant: number /** Id in the contract. */; campaign: number },
  payments: readonly Payment[],
) {
  const rows = payments.toSorted((a, b) => a.number - b.number);
  const numbers = Buffer.alloc(rows.length * 4);
  for (const [index, { number }] of rows.entries()) numbers.writeUInt32BE(number, index * 4);
  return {
    operator: call.operator,
    epoch: BigInt(call.epoch),
    merchant: BigInt(call.merchant),
    campaign: BigInt(call.campaign),
    numbers,
    references: Buffer.concat(rows.map(({ reference }) => Buffer.from(reference, "hex"))),
    to: rows.map(({ wallet_address }) => wallet_address),
    amounts: rows.map(({ amount }) => amount),
  };
}
