import type { Place, TransactionKey } from "@merit/core/payouts/transactions/service.ts";
import { z } from "zod";
import { rewardTx, wallet } from "../../http/examples.ts";
import { decimal, isoTime, walletAddress, wholeNumber } from "../../http/fields.ts";
import { cursorOf, limit, partsOf, period } from "../../http/list.ts";

/** Skipping rows takes time that grows with their number; the cursor doesn't. */
const MAX_PAGE = 1000;

export const listQuery = z
  .strictObject({
    limit,
    cursor: z.string("must be given once").optional(),
    page: wholeNumber(1, MAX_PAGE).optional().meta({ description: "page number, instead of a cursor" }),
    campaign_id: wholeNumber(1).optional(),
    wallet_address: walletAddress.optional(),
    ...period,
  })
  .refine(({ cursor, page }) => cursor === undefined || page === undefined, {
    path: ["page"],
    message: "can't go with cursor: leave one of them out",
  })
  .meta({ examples: [{ campaign_id: "2", page: "1" }] });

/** Cursor for the lists of users, which have rewards and drops. */
export const placeCursor = ({ created_at, type, id, leaf }: Place) => cursorOf(created_at.getTime(), type, id, leaf);

export function decodePlace(cursor: string): Place {
  const [at, type, id, leaf] = partsOf(cursor, /^(\d{1,15}):(reward|drop):([1-9]\d{0,14}):(\d{1,9})$/);
  return { created_at: new Date(Number(at)), type: type as Place["type"], id: Number(id), leaf: Number(leaf) };
}

const ofTransaction = /^(?:(reward)-([1-9]\d{0,14})|(drop)-([1-9]\d{0,14})-(\d{1,9}))$/;
export const transactionParams = z
  .strictObject({
    id: z
      .string()
      .regex(ofTransaction, "must be a transaction's id, such as reward-17 or drop-3-42")
      .transform((text): TransactionKey => {
        const [, reward, ofReward, , ofDrop, leaf = 0] = ofTransaction.exec(text) ?? [];
        return reward
          ? { type: "reward", id: Number(ofReward), leaf: 0 }
          : { type: "drop", id: Number(ofDrop), leaf: Number(leaf) };
      }),
  })
  .meta({ examples: [{ id: "reward-3" }] });

export const transactionView = z
  .strictObject({
    id: z.string().meta({ description: "id of this payment alone: `reward-17`, or `drop-3-42` for a share of drop 3" }),
    type: z.enum(["reward", "drop"]).meta({ description: "`drop`: a share that the user's wallet claimed" }),
    issuance_id: z.int().nullable(),
    drop_id: z.int().nullable(),
    campaign_id: z.int().nullable(),
    campaign_name: z.string().nullable().meta({ description: "name of the campaign; null for a drop" }),
    drop_name: z.string().nullable().meta({ description: "name of the drop; null for a reward" }),
    wallet_address: z.string().nullable().meta({ description: "null until its event has been read" }),
    user_id: z.int().nullable().meta({ description: "the user who had proven the wallet when it was issued" }),
    amount: decimal.nullable().meta({ description: "null until its event has been read" }),
    tx_hash: z.string().nullable().meta({ description: "null until the events show which transaction paid it" }),
    created_at: isoTime.meta({ description: "time of the reward's issue, or of the drop's payment" }),
    updated_at: isoTime.meta({ description: "time at which it was confirmed, or its transaction became known" }),
  })
  .meta({
    id: "Transaction",
    examples: [
      {
        id: "reward-3",
        type: "reward",
        issuance_id: 3,
        drop_id: null,
        campaign_id: 2,
        campaign_name: "Spring",
        drop_name: null,
        wallet_address: wallet,
        user_id: null,
        amount: "12.5",
        tx_hash: rewardTx,
        created_at: "2026-11-21T17:55:01.330Z",
        updated_at: "2026-11-21T17:55:06.018Z",
      },
    ],
  });

export const totalsQuery = z
  .strictObject({ campaign_id: wholeNumber(1).optional() })
  .meta({ examples: [{ campaign_id: "2" }] });

const total = z.strictObject({ count: z.int().meta({ description: "rewards" }), amount: decimal });
export const totalsView = z
  .strictObject({
    merchant_id: z.int(),
    campaign_id: z.int().nullable().meta({ description: "null: all campaigns" }),
    rewards: z.int().meta({ description: "rewards that were paid" }),
    transactions: z.int().meta({ description: "transactions of the ledger that paid them; one can pay many rewards" }),
    amount: decimal.meta({ description: "amount paid on the ledger" }),
    wallets: z.int().meta({ description: "different wallets that were paid" }),
    pending: total.meta({ description: "rewards that are still pending" }),
    held: total.meta({ description: "pending rewards that wait for a trustline" }),
    failed: total.meta({ description: "rewards that have failed" }),
  })
  .meta({
    id: "TransactionTotals",
    examples: [
      {
        merchant_id: 1,
        campaign_id: 2,
        rewards: 1,
        transactions: 1,
        amount: "12.5",
        wallets: 1,
        pending: { count: 1, amount: "5" },
        held: { count: 0, amount: "0" },
        failed: { count: 0, amount: "0" },
      },
    ],
  });
