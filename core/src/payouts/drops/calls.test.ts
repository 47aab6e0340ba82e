import { expect, it } from "vitest";
import { contractErrors } from "../../ledger/chain/contract-errors.ts";
import { CallRefused } from "../../ledger/chain/errors.ts";
import { dropCall } from "./calls.ts";

const TOKEN = 10_000_000n;

/** What is said of a drop of 5 tokens of merchant 3 that its limit has no room for. */
async function reasonFor(limit: bigint, used: bigint): Promise<string> {
  const view = async (_name: "limit", { merchant }: { merchant: bigint }) => {
    expect(merchant).toBe(3n);
    return { value: { limit: limit * TOKEN, used: used * TOKEN } };
  };
  const chain = { contracts: { pool: { view }, distribution: { operation: () => ({}) } } };
  const row = { merchant_id: 3, reference: "", root: "", total: 5n * TOKEN, leaves: 1 };
  const times = { opens_at: new Date(), expires_at: new Date() };
  const given = [{ context: { chain }, manager: { publicKey: "G" } }, {}, { ...row, ...times }] as const;
  const call = dropCall(...(given as unknown as Parameters<typeof dropCall>));
  const { kind, reason } = await call.refusal(new CallRefused("", contractErrors.pool.LimitExceeded));
  expect(kind).toBe("wait");
  return reason;
}

it("a drop that the merchant's daily limit has no room for says how much room there is, or that there never will be", async () => {
  expect(await reasonFor(8n, 6n)).toBe(
    "Your daily limit of 8 has room for only 2 now; the drop of 5 waits until it has room.",
  );
  expect(await reasonFor(5n, 6n)).toMatch(/^Your daily limit of 5 has room for only 0 now/);
  expect(await reasonFor(4n, 0n)).toBe(
    "The drop's total, 5, is above your daily limit of 4; ask the operator to raise the limit.",
  );
});
