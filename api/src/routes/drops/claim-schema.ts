import type { SharePlace, UserShare } from "@merit/core/payouts/drops/user-drops.ts";
import { dropClaimStatuses } from "@merit/core/store/db/schema/drops.ts";
import { z } from "zod";
import { wallet } from "../../http/examples.ts";
import { accountAddress, decimal, isoTime, wholeNumber } from "../../http/fields.ts";
import { cursorOf, limit, partsOf } from "../../http/list.ts";

export const dropParams = z.object({ id: wholeNumber(1) }).meta({ examples: [{ id: "4" }] });

export const claimBody = z
  .strictObject({
    wallet_address: accountAddress
      .optional()
      .meta({ description: "one of the caller's wallets; required if several have a share" }),
  })
  .optional()
  .meta({ examples: [{ wallet_address: wallet }] });

export const eligibleQuery = z
  .strictObject({
    limit,
    cursor: z.string("must be given once").transform(decodePlace).optional(),
  })
  .meta({ examples: [{ limit: "20" }] });

export const shareCursor = ({ drop, share }: UserShare) => cursorOf("share", drop.id, share.leaf);

function decodePlace(cursor: string): SharePlace {
  const [dropId, leaf] = partsOf(cursor, /^share:(\d{1,15}):(\d{1,9})$/);
  return { dropId: Number(dropId), leaf: Number(leaf) };
}

/** The share of a drop that one wallet may claim. */
export const shareView = z
  .strictObject({
    drop_id: z.int(),
    merchant_id: z.int(),
    name: z.string(),
    wallet_address: z.string(),
    amount: decimal,
    starts_at: isoTime,
    ends_at: isoTime,
    claimable: z.boolean().meta({ description: "true if it can be claimed now" }),
    claim_status: z
      .enum(dropClaimStatuses)
      .nullable()
      .meta({ description: "null: not requested; failed: may be requested again" }),
    claim_tx_hash: z.string().nullable(),
    claim_error: z.string().nullable(),
    contract_id: z.string().meta({ description: "the distribution contract (C...)" }),
    contract_drop_id: z.int().nullable(),
    index: z.int().meta({ description: "index of the leaf" }),
    proof: z.array(z.string()).meta({ description: "siblings from the leaf upwards, hex" }),
  })
  .meta({
    id: "DropShare",
    examples: [
      {
        drop_id: 4,
        merchant_id: 1,
        name: "Thanks",
        wallet_address: wallet,
        amount: "5",
        starts_at: "2026-11-22T00:00:00.000Z",
        ends_at: "2027-02-20T00:00:00.000Z",
        claimable: true,
        claim_status: null,
        claim_tx_hash: null,
        claim_error: null,
        contract_id: "CAIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRDB3V",
        contract_drop_id: 1,
        index: 0,
        proof: ["55d1ef256b5af0dec17e7d31cd8b726c361fd94cd2670e09eaef300209178d29"],
      },
    ],
  });
