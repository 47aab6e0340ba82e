import { actionNames, milestoneStatuses } from "@merit/core/agreements/escrows/actions.ts";
import { escrowStatuses, roles } from "@merit/core/agreements/escrows/store.ts";
import { jointActions } from "@merit/core/store/db/schema/escrows.ts";
import { z } from "zod";
import { exampleOf, otherWallet, rewardTx, thirdWallet, wallet } from "../../http/examples.ts";
import { accountAddress, decimal, id, isoTime, ledgerTime, oneOf } from "../../http/fields.ts";
import { idPage, limit, listOf, pageView } from "../../http/list.ts";
import { eventView } from "../contract-events/schema.ts";
import { milestone, share } from "./calls.ts";

const escrowId = "7d1f4c1e0c6f4a3b9e8d7c6b5a4f3e2d1c0b9a8f7e6d5c4b3a2f1e0d9c8b7a6f";
const hash = "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae";

export const listQuery = z
  .strictObject({
    ...idPage,
    status: z.enum(escrowStatuses, oneOf(escrowStatuses)).optional(),
    role: z.enum(roles, oneOf(roles)).optional().meta({ description: "role of the caller's wallet" }),
    wallet_address: accountAddress.optional().meta({ description: "one of the caller's wallets" }),
  })
  .meta({ examples: [{ limit: "20", status: "disputed", role: "arbiter" }] });

/** The id may be any text: one that isn't an id is no escrow of the caller's. */
export const escrowParams = z.object({ id: z.string() }).meta({ examples: [{ id: escrowId }] });

export const eventsQuery = z
  .strictObject({
    limit,
    cursor: z
      .string("must be given once")
      .regex(/^\d{19}-\d{10}$/, "must be the next_cursor of an earlier answer or an event's id")
      .optional()
      .meta({ description: "id of the last event seen: the answer continues after it" }),
  })
  .meta({ examples: [{ limit: "20" }] });

const summary = {
  id: z.string().meta({ description: "the contract's id, 32 bytes in hex" }),
  status: z.enum(escrowStatuses).meta({
    description: "awaiting: beneficiary and arbiter haven't both accepted; disputed: a milestone waits for the arbiter",
  }),
  depositor: z.string(),
  beneficiary: z.string(),
  arbiter: z.string(),
  amount: decimal.meta({ description: "amount deposited" }),
  held: decimal.meta({ description: "amount in open milestones" }),
  tx_hash: z.string().meta({ description: "transaction that created it" }),
  created_at: isoTime,
  updated_at: isoTime,
};

const summaryExample = {
  id: escrowId,
  status: "active",
  depositor: wallet,
  beneficiary: otherWallet,
  arbiter: thirdWallet,
  amount: "30",
  held: "20",
  tx_hash: rewardTx,
  created_at: "2026-11-21T18:00:40.000Z",
  updated_at: "2026-11-22T09:15:05.000Z",
};

const milestones = z.array(
  z.strictObject({
    milestone: z.int(),
    amount: decimal,
    deadline: isoTime.meta({
      description: "end of the time to dispute; then anyone can have it refunded",
    }),
    status: z.enum(milestoneStatuses),
    decide_by: isoTime.nullable().meta({ description: "end of the arbiter's time to decide; null until disputed" }),
    evidence: z.string().nullable().meta({ description: "hash of what the disputing party put forward, hex" }),
  }),
);

const actions = z.array(
  z.strictObject({
    action: z.enum(actionNames),
    milestone: z.int().nullable(),
    until: isoTime.nullable().meta({ description: "time from which it is refused; null: none" }),
    proposal_id: z.int().nullable(),
  }),
);

const exampleMilestones = [
  {
    ...{ milestone: 0, amount: "10", deadline: "2026-12-21T18:00:00.000Z", status: "released" },
    ...{ decide_by: null, evidence: null },
  },
  {
    ...{ milestone: 1, amount: "20", deadline: "2027-01-21T18:00:00.000Z", status: "held" },
    ...{ decide_by: null, evidence: null },
  },
];
const exampleActions = [
  { action: "release", milestone: 1, until: null, proposal_id: null },
  { action: "dispute", milestone: 1, until: "2027-01-21T18:00:00.000Z", proposal_id: null },
  { action: "propose_split", milestone: 1, until: null, proposal_id: null },
  { action: "agree", milestone: 1, until: "2026-11-29T09:15:00.000Z", proposal_id: 3 },
];

/** The escrow in events. */
export const escrowRowView = z
  .strictObject({
    ...summary,
    milestone: z.int().nullable().meta({ description: "the milestone that changed; null: the whole escrow" }),
  })
  .meta({ id: "EscrowChange", examples: [{ ...summaryExample, milestone: 0 }] });

const escrowSummaryView = z
  .strictObject({
    ...summary,
    roles: z.array(z.enum(roles)).meta({ description: "roles of the caller's wallets" }),
    milestones: milestones.nullable().meta({ description: "null: the node can't tell now" }),
    parties: z
      .array(
        z.strictObject({
          wallet_address: z.string(),
          role: z.enum(roles),
          actions: actions.nullable().meta({ description: "null: the node can't tell now" }),
        }),
      )
      .meta({ description: "the caller's wallets among the parties, and what each can do now" }),
  })
  .meta({
    id: "EscrowSummary",
    examples: [
      {
        ...summaryExample,
        roles: ["depositor"],
        milestones: exampleMilestones,
        parties: [{ wallet_address: wallet, role: "depositor", actions: exampleActions }],
      },
    ],
  });

const listView = listOf(escrowSummaryView);
export const escrowsView = listView
  .extend({
    fee: z.int().nullable().meta({
      description: "fee of new escrows in basis points; null: the node can't tell now",
    }),
  })
  .meta({ examples: [{ ...(exampleOf(listView) as object), fee: 100 }] });

const proposal = {
  id: z.int(),
  escrow_id: z.string().meta({ description: "id of the escrow, 32 bytes in hex" }),
  wallet_address: z.string().meta({ description: "wallet that proposes" }),
  action: z.enum(jointActions),
  milestone: z.int().nullable().meta({ description: "null for cancel, which concerns all that are open" }),
  share: z.int().nullable().meta({ description: "split: the beneficiary's, in basis points, before the fee" }),
  deadline: isoTime.nullable().meta({ description: "extend: the new deadline" }),
  expires_at: isoTime.meta({ description: "end of the other party's time to agree" }),
};

const proposalExample = {
  id: 3,
  escrow_id: escrowId,
  wallet_address: otherWallet,
  action: "split",
  milestone: 1,
  share: 5000,
  deadline: null,
  expires_at: "2026-11-29T09:15:00.000Z",
};

/** A proposal that was signed. */
export const proposalView = z.strictObject(proposal).meta({ id: "EscrowProposal", examples: [proposalExample] });

export const newProposalView = z
  .strictObject({
    ...proposal,
    authorization: z.string().meta({
      description:
        "HashIdPreimage, base64 XDR: the wallet signs the SHA-256 of it with its own key (Freighter: signAuthEntry)",
    }),
    network_passphrase: z.string(),
  })
  .meta({
    id: "NewEscrowProposal",
    examples: [
      {
        ...proposalExample,
        authorization: "AAAACrt4gC8sB8pm/eFX8vXh03M1uLpi5e46yO2Q8rEBzu3fAAAAAA==",
        network_passphrase: "Test SDF Network ; September 2015",
      },
    ],
  });

const signature = z
  .string("must be a string")
  .regex(/^[A-Za-z0-9+/]{86}==$/, "must be 64 bytes in base64")
  .meta({ description: "the proposing wallet's signature over the SHA-256 of `authorization`, base64" });
const wallet_address = accountAddress;
export const proposalBody = z
  .discriminatedUnion(
    "action",
    [
      z.strictObject({ wallet_address, action: z.literal("split"), milestone, share }),
      z.strictObject({ wallet_address, action: z.literal("extend"), milestone, deadline: ledgerTime }),
      z.strictObject({ wallet_address, action: z.literal("cancel") }),
      z.strictObject({ action: z.literal("sign"), proposal_id: id, signature }),
    ],
    oneOf([...jointActions, "sign"]),
  )
  .meta({ examples: [{ wallet_address: wallet, action: "split", milestone: 1, share: 5000 }] });

const eventsView = z.strictObject({
  data: z.array(eventView).meta({ description: "a page of them" }),
  ...pageView.shape,
});

export const escrowView = z
  .strictObject({
    ...summary,
    awaited: z.array(z.string()).meta({ description: "those of beneficiary and arbiter who haven't accepted yet" }),
    released: decimal.meta({ description: "amount paid to the beneficiary, after fees" }),
    refunded: decimal.meta({ description: "amount paid to the depositor" }),
    fees: decimal.meta({ description: "amount paid to the platform" }),
    fee: z.int().meta({ description: "platform's fee of this escrow, basis points" }),
    agreement: z.string().meta({ description: "SHA-256 of what the parties agreed on, hex" }),
    dispute_window: z.int().meta({ description: "seconds that the arbiter gets for a decision" }),
    undecided_share: z.int().meta({
      description: "the beneficiary's share in basis points if the arbiter doesn't decide in time",
    }),
    milestones,
    parties: z
      .array(
        z.strictObject({
          wallet_address: z.string(),
          role: z.enum(roles),
          owed: decimal.meta({ description: "amount that `withdraw` would pay it now, from all of its escrows" }),
          actions,
        }),
      )
      .meta({ description: "the caller's wallets among the parties, and what each can do now" }),
    proposals: z
      .array(proposalView)
      .meta({ description: "signed proposals that are still possible; empty for the arbiter" }),
    events: eventsView.meta({
      description: "events on the ledger, in order, with the hashes of all evidence; `limit` and `cursor` page them",
    }),
  })
  .meta({
    id: "Escrow",
    examples: [
      {
        ...summaryExample,
        awaited: [],
        released: "9.9",
        refunded: "0",
        fees: "0.1",
        fee: 100,
        agreement: hash,
        dispute_window: 604800,
        undecided_share: 0,
        milestones: exampleMilestones,
        parties: [
          {
            wallet_address: wallet,
            role: "depositor",
            owed: "0",
            actions: exampleActions,
          },
        ],
        proposals: [proposalExample],
        events: exampleOf(listOf(eventView)),
      },
    ],
  });
