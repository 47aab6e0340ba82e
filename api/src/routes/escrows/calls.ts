import { z } from "zod";
import { accountAddress, amount, between, hex32, id, ledgerTime, walletAddress } from "../../http/fields.ts";

// The calls on escrows that POST /wallet/envelope builds.

const MAX_PARTS = 16;
const WHOLE = 10_000;
const [MIN_WINDOW, MAX_WINDOW] = [86_400, 90 * 86_400];

const basisPoints = between(0, WHOLE);
export const milestone = between(0, MAX_PARTS - 1).meta({ description: "number of the milestone, from 0" });
export const share = basisPoints.meta({ description: "the beneficiary's, in basis points, before the fee" });

const wallet_address = accountAddress;
const escrow = hex32("id of the escrow");
const evidence = hex32("SHA-256 of what the party puts forward");

export const escrowCalls = [
  z.strictObject({
    wallet_address,
    call: z.literal("escrow.create"),
    beneficiary: walletAddress,
    arbiter: walletAddress,
    parts: z
      .array(z.strictObject({ amount, deadline: ledgerTime }), "must be a list of milestones")
      .min(1, "must have at least one milestone")
      .max(MAX_PARTS, `must have at most ${MAX_PARTS} milestones`),
    agreement: hex32("SHA-256 of what the parties agreed on"),
    dispute_window: between(MIN_WINDOW, MAX_WINDOW).meta({
      description: "seconds that the arbiter gets for a decision, 1 to 90 days",
    }),
    undecided_share: basisPoints.default(0).meta({
      description: "the beneficiary's share in basis points if the arbiter doesn't decide in time; 0 refunds all",
    }),
    max_fee: basisPoints.default(0).meta({ description: "highest platform fee that the wallet accepts, basis points" }),
    reference: hex32("reference under which the wallet creates one escrow; default: a random one").optional(),
  }),
  z.strictObject({ wallet_address, call: z.literal("escrow.accept"), escrow }),
  z.strictObject({
    wallet_address,
    call: z.literal("escrow.agree"),
    escrow,
    proposal: id.meta({ description: "number of the step that the other party proposed and signed" }),
  }),
  z.strictObject({ wallet_address, call: z.literal("escrow.release"), escrow, milestone }),
  z.strictObject({ wallet_address, call: z.literal("escrow.cancel"), escrow }),
  z.strictObject({ wallet_address, call: z.literal("escrow.dispute"), escrow, milestone, evidence }),
  z.strictObject({ wallet_address, call: z.literal("escrow.submit_evidence"), escrow, milestone, evidence }),
  z.strictObject({ wallet_address, call: z.literal("escrow.resolve"), escrow, milestone, share }),
  z.strictObject({ wallet_address, call: z.literal("escrow.expire"), escrow, milestone }),
  z.strictObject({ wallet_address, call: z.literal("escrow.withdraw") }),
] as const;
