import { z } from "zod";
import { wallet } from "../../http/examples.ts";
import { decimal, isoTime } from "../../http/fields.ts";
import { cursorOf, limit, partsOf } from "../../http/list.ts";

interface Place {
  before: number;
  upTo: number;
}

export const placeCursor = ({ before, upTo }: Place) => cursorOf(before, upTo);

function decodePlace(cursor: string): Place {
  const [before, upTo] = partsOf(cursor, /^([1-9]\d{0,15}):([1-9]\d{0,15})$/);
  return { before: Number(before), upTo: Number(upTo) };
}

export const listQuery = z
  .strictObject({ limit, cursor: z.string("must be given once").transform(decodePlace).optional() })
  .meta({ examples: [{ limit: "20" }] });

export const customerView = z
  .strictObject({
    wallet_address: z.string(),
    user_id: z.int().nullable().meta({ description: "the user who has proven the wallet; null: nobody" }),
    display_name: z
      .string()
      .nullable()
      .meta({ description: "first name and initial, else a shortened wallet; null without a user" }),
    rewards: z.int().meta({ description: "rewards that were paid" }),
    amount: decimal.meta({ description: "amount paid on the ledger" }),
    last_issuance_id: z.int().meta({ description: "the newest reward, whatever its status" }),
    last_issued_at: isoTime.meta({ description: "time of its issue" }),
  })
  .meta({
    id: "Customer",
    examples: [
      {
        wallet_address: wallet,
        user_id: 7,
        display_name: "Ada L.",
        rewards: 2,
        amount: "17.5",
        last_issuance_id: 3,
        last_issued_at: "2026-11-21T17:55:01.330Z",
      },
    ],
  });
