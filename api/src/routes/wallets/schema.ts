import { randomBytes } from "node:crypto";
import type { Asked } from "@merit/core/accounts/signing/build.ts";
import { draft } from "@merit/core/agreements/governance/service.ts";
import type { Context } from "@merit/core/context/context.ts";
import { referenceId } from "@merit/core/ledger/chain/reference-id.ts";
import { movementTypes } from "@merit/core/parties/wallets/history.ts";
import { voteSupports } from "@merit/core/store/db/schema/governance.ts";
import { z } from "zod";
import { rewardTx, wallet } from "../../http/examples.ts";
import { accountAddress, amount, decimal, hex32, id, isoTime, walletAddress } from "../../http/fields.ts";
import { cursorOf, limit, partsOf } from "../../http/list.ts";
import { escrowCalls } from "../escrows/calls.ts";
import { proposeCall, templateOf } from "../governance/schema.ts";

const message = `rewards.example asks you to link this wallet to your account.

Wallet: ${wallet}
Account: 7
Network: testnet
Nonce: yJ1r4Xq0bqkZ2m7mB0n5l8s3f6d9c1aV
Issued at: 2026-11-21T18:05:12.480Z`;

export const challengeView = z
  .strictObject({
    wallet_address: z.string(),
    message: z.string().meta({ description: "to be signed unchanged by the wallet (SEP-53)" }),
    expires_at: isoTime,
  })
  .meta({
    examples: [
      {
        wallet_address: wallet,
        message,
        expires_at: "2026-11-21T18:10:12.480Z",
      },
    ],
  });

export const linkBody = z
  .strictObject({
    wallet_address: accountAddress,
    message: z
      .string("must be a string")
      .max(2000, "must have at most 2000 characters")
      .optional()
      .meta({ description: "message of the call without it" }),
    signature: z
      .string("must be a string")
      .regex(/^[A-Za-z0-9+/]{86}==$/, "must be 64 bytes in base64")
      .optional()
      .meta({ description: "the wallet's signature over the message (SEP-53), base64" }),
  })
  .transform(({ wallet_address, message, signature }, issue) => {
    if (message === undefined && signature === undefined) return { wallet_address, proof: null };
    if (message !== undefined && signature !== undefined)
      return { wallet_address, proof: { address: wallet_address, message, signature } };
    const [missing, given] = message === undefined ? ["message", "signature"] : ["signature", "message"];
    issue.addIssue({ code: "custom", path: [missing], message: `is required with ${given}` });
    return z.NEVER;
  })
  .meta({
    shapes: [["wallet_address"], ["wallet_address", "message", "signature"]],
    examples: [
      {
        wallet_address: wallet,
        message,
        signature: "fO5dbYhXUhBMhe6kId/cuVq/AfEnHRHEvsP8vXh03M1uLpi5e46yO2Q8rEBzu3feXQewcQE5GArp88u6ePK6BA==",
      },
    ],
  });

/** The address may be any text: a text that isn't an address is not a wallet of the caller. */
export const walletParams = z.object({ wallet_address: z.string() }).meta({ examples: [{ wallet_address: wallet }] });

export const walletView = z
  .strictObject({
    wallet_address: z.string(),
    proven: z.boolean().meta({ description: "true if its key has signed for it" }),
    linked_at: isoTime,
  })
  .meta({ id: "Wallet", examples: [{ wallet_address: wallet, proven: true, linked_at: "2026-11-21T18:05:40.127Z" }] });

export const historyQuery = z
  .strictObject({
    limit,
    cursor: z.string("must be given once").transform(decodeEvent).optional(),
  })
  .meta({ examples: [{ limit: "20" }] });

export const eventCursor = (id: string) => cursorOf("event", id);

function decodeEvent(cursor: string): string {
  const [id = ""] = partsOf(cursor, /^event:(\d{19}-\d{10})$/);
  return id;
}

const cause = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("reward"), issuance_id: z.int(), campaign_id: z.int() }),
  z.strictObject({ kind: z.literal("drop"), drop_id: z.int() }),
]);

export const movementView = z
  .strictObject({
    id: z.string().meta({ description: "the ledger's id of the event" }),
    type: z.enum(movementTypes),
    direction: z.enum(["in", "out"]),
    amount: decimal,
    counterparty: z.string().nullable().meta({ description: "null if tokens were minted or burned" }),
    cause: cause.nullable().meta({ description: "purpose, if the service knows it" }),
    tx_hash: z.string(),
    ledger: z.int(),
    ledger_closed_at: isoTime,
  })
  .meta({
    id: "WalletMovement",
    examples: [
      {
        id: "0000004595072421888-0000000002",
        type: "transfer",
        direction: "in",
        amount: "12.5",
        counterparty: "CAIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRDB3V",
        cause: { kind: "reward", issuance_id: 7, campaign_id: 2 },
        tx_hash: rewardTx,
        ledger: 1069863,
        ledger_closed_at: "2026-11-21T18:02:11.000Z",
      },
    ],
  });

const MAX_QUANTITY = 4_294_967_295;
const quantity = z.int("must be a whole number").min(1, "must be at least 1").max(MAX_QUANTITY, "is too large");
const wallet_address = accountAddress;
const ITEM = "must be the contract_item_id of an item of the catalogue";
/** As the catalogue shows it, which is text, or as a number. */
const contractItem = z
  .union(
    [
      z.int().min(1),
      z
        .string()
        .regex(/^[1-9]\d{0,14}$/)
        .transform(Number),
    ],
    ITEM,
  )
  .meta({ description: "`contract_item_id` of the catalogue's item" });
const reference = hex32("id of the redemption");
const SECONDS = "must be a whole number of seconds";
const seconds = z.int(SECONDS).min(0, SECONDS);
/** Id from the funder and its reference; for a schedule that an older contract numbered, zeros and the number. */
const schedule = hex32("id of the schedule");

const proposal = hex32("id of the proposal");

/** Ids are those of the contracts. */
export const envelopeBody = z
  .discriminatedUnion(
    "call",
    [
      z.strictObject({ wallet_address, call: z.literal("trustline") }),
      z.strictObject({
        wallet_address,
        call: z.literal("drop-claim"),
        drop: id.meta({ description: "a drop in which the wallet has a share" }),
      }),
      z.strictObject({
        wallet_address,
        call: z.literal("redemption.redeem"),
        item: contractItem,
        quantity: quantity.default(1),
        max_price: amount.meta({ description: "highest price per unit that the wallet accepts, in tokens" }),
        fulfil_within: seconds.optional().meta({
          description: "seconds to fulfil that the wallet accepts; default: the item's",
        }),
        cancel_within: seconds.optional().meta({
          description: "seconds to cancel that the wallet accepts; default: the item's",
        }),
        reference: reference.optional().meta({
          description: "name that the wallet gives it; each is redeemed once, 32 bytes in hex; default: a random one",
        }),
      }),
      z.strictObject({ wallet_address, call: z.literal("redemption.cancel"), reference }),
      z.strictObject({
        wallet_address,
        call: z.literal("redemption.expire"),
        redeemed_by: walletAddress
          .optional()
          .meta({ description: "wallet that redeemed; default: the wallet that signs" }),
        reference,
      }),
      z.strictObject({ wallet_address, call: z.literal("redemption.withdraw") }),
      z.strictObject({ wallet_address, call: z.literal("vesting.claim"), schedule }),
      z.strictObject({ wallet_address, call: z.literal("vesting.revoke"), schedule }),
      z.strictObject({ wallet_address, call: z.literal("vesting.begin_transfer"), schedule, to: walletAddress }),
      z.strictObject({ wallet_address, call: z.literal("vesting.cancel_transfer"), schedule }),
      z.strictObject({ wallet_address, call: z.literal("vesting.accept_transfer"), schedule }),
      z.strictObject({ wallet_address, call: z.literal("referral.enrol") }),
      z.strictObject({ wallet_address, call: z.literal("referral.bind"), referrer: walletAddress }),
      z.strictObject({ wallet_address, call: z.literal("referral.claim"), merchant: id, newcomer: walletAddress }),
      ...escrowCalls,
      z.strictObject({ wallet_address, call: z.literal("pool.withdraw"), merchant: id, amount, to: walletAddress }),
      z.strictObject({ wallet_address, call: z.literal("pool.set_owner"), merchant: id, owner: walletAddress }),
      z.strictObject({ wallet_address, call: z.literal("pool.apply_owner"), merchant: id }),
      z.strictObject({
        wallet_address,
        call: z.literal("referral.fund"),
        merchant: id,
        amount: amount.meta({ description: "tokens from the sponsor's wallet to the programme" }),
      }),
      z.strictObject({ wallet_address, call: z.literal("referral.leave"), merchant: id }),
      z.strictObject({ wallet_address, call: z.literal("referral.settle"), merchant: id }),
      z.strictObject({ wallet_address, call: z.literal("referral.expire"), merchant: id, newcomer: walletAddress }),
      z.strictObject({ wallet_address, call: z.literal("referral.withdraw") }),
      proposeCall,
      z.strictObject({ wallet_address, call: z.literal("governance.stake"), amount }),
      z.strictObject({ wallet_address, call: z.literal("governance.activate") }),
      z.strictObject({ wallet_address, call: z.literal("governance.unstake"), amount }),
      z.strictObject({ wallet_address, call: z.literal("governance.withdraw") }),
      z.strictObject({
        wallet_address,
        call: z.literal("governance.vote"),
        proposal,
        support: z.enum(voteSupports, "must be for, against or abstain"),
      }),
      z.strictObject({
        wallet_address,
        call: z.literal("governance.delegate"),
        delegate: walletAddress
          .nullable()
          .meta({ description: "wallet that may vote for this one; null: none any more" }),
      }),
      z.strictObject({
        wallet_address,
        call: z.literal("governance.vote_for"),
        proposal,
        support: z.enum(voteSupports, "must be for, against or abstain"),
        delegators: z
          .array(walletAddress, "must be a list")
          .min(1, "must have 1 to 25 entries")
          .max(25, "must have 1 to 25 entries")
          .meta({ description: "wallets to vote for; those that it can't vote for are left out" }),
      }),
      z.strictObject({ wallet_address, call: z.literal("governance.queue"), proposal }),
      z.strictObject({ wallet_address, call: z.literal("governance.execute"), proposal }),
      z.strictObject({ wallet_address, call: z.literal("governance.cancel"), proposal }),
    ],
    "must be one of the calls that this service builds",
  )
  .meta({ examples: [{ wallet_address: wallet, call: "redemption.redeem", item: "3", quantity: 1, max_price: "20" }] });

export type EnvelopeBody = z.output<typeof envelopeBody>;
type Proposed = ReturnType<typeof draft>;

export const proposedBy = (
  context: Context,
  { wallet_address, description, changes }: z.output<typeof proposeCall>,
): Proposed => draft(context, wallet_address, { description, changes: changes.map(templateOf) });

/** The arguments as stored. What is made under a reference of the wallet's gets one, and happens once. */
export function askedOf(wanted: EnvelopeBody, proposed: Proposed | null): Asked {
  if (proposed) return { call: "governance.propose", args: proposed.draft };
  const { call, wallet_address, ...args } = wanted;
  const reference = randomBytes(32).toString("hex");
  if (wanted.call === "redemption.redeem") {
    return { call, args: { reference, ...args, max_price: String(wanted.max_price) } } as Asked;
  }
  if ("amount" in wanted) return { call, args: { ...args, amount: String(wanted.amount) } } as Asked;
  if (wanted.call !== "escrow.create") return { call, args } as Asked;
  const { parts, dispute_window } = wanted;
  const named = { reference, ...args };
  return {
    call,
    args: {
      ...named,
      escrow: referenceId(wallet_address, named.reference),
      parts: parts.map(({ amount, deadline }) => ({ amount: String(amount), deadline: String(+deadline / 1000) })),
      dispute_window: String(dispute_window),
    },
  } as Asked;
}
