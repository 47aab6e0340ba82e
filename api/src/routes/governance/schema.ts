import { proposalStates } from "@merit/core/agreements/governance/states.ts";
import type { Template } from "@merit/core/agreements/governance/templates.ts";
import { contractNames, fixedContracts, upgradableContracts } from "@merit/core/ledger/chain/bindings.ts";
import { roleNames } from "@merit/core/ledger/deploy/role-names.ts";
import { proposalOutcomes, voteSupports } from "@merit/core/store/db/schema/governance.ts";
import { z } from "zod";
import { exampleOf, pool, rewardTx, wallet } from "../../http/examples.ts";
import { accountAddress, amount, decimal, id, isoTime, ledgerTime, oneOf, walletAddress } from "../../http/fields.ts";
import { idPage, limit, pageOf } from "../../http/list.ts";

export const proposalId = "9c1d4a0f6b1e4f7d8a2c3b5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708192";

/** The id may be any text: one that isn't an id names no proposal. */
export const proposalParams = z.object({ id: z.string() }).meta({ examples: [{ id: proposalId }] });
export const walletParams = z.object({ wallet_address: z.string() }).meta({ examples: [{ wallet_address: wallet }] });

/** Checked by the handler: a text that isn't an address gets a 422 that says why, not a 404. */
export const anyWallet = z.object({ wallet_address: walletAddress });

const rules = z.strictObject({
  quorum_bps: z
    .int()
    .meta({ description: "sum of votes for and abstentions that a proposal needs, in basis points of all votes" }),
  threshold_bps: z
    .int()
    .meta({ description: "smallest share of votes for that it needs, in basis points of the votes for and against" }),
});

/** Pages the overview's `stakes`. */
export const stakesQuery = z
  .strictObject({
    wallet_address: walletAddress.optional().meta({ description: "wallet whose stake is listed" }),
    ...idPage,
  })
  .meta({ examples: [{ limit: "20" }] });

export const stakeView = z
  .strictObject({
    wallet_address: z.string(),
    votes: decimal,
    warming: decimal,
    warming_since: isoTime.nullable(),
    cooling: decimal,
    cooling_until: isoTime.nullable(),
    updated_at: isoTime,
  })
  .meta({
    id: "Stake",
    examples: [
      {
        wallet_address: wallet,
        votes: "150000",
        warming: "25000",
        warming_since: "2026-11-21T18:00:00.000Z",
        cooling: "0",
        cooling_until: null,
        updated_at: "2026-11-21T18:00:00.000Z",
      },
    ],
  });

const stakes = pageOf(stakeView, "the stakes");

export const overviewView = z
  .strictObject({
    contract_id: z.string(),
    paused: z.boolean().meta({
      description:
        "true: nobody can stake or activate, and no proposals run but those that end stops or dismiss guardians",
    }),
    votes: decimal.meta({ description: "votes of all wallets" }),
    warming: decimal.meta({ description: "staked tokens of all wallets that have no votes yet" }),
    cooling: decimal.meta({ description: "unstaked tokens of all wallets that haven't been withdrawn" }),
    proposal_threshold: decimal.meta({ description: "votes that a proposer needs" }),
    quorum_floor: decimal.meta({ description: "lowest possible quorum of a proposal, in votes" }),
    voting_delay_ledgers: z.int().meta({ description: "ledgers from a proposal to its vote" }),
    voting_period_ledgers: z.int(),
    late_extension_ledgers: z.int().meta({ description: "shortest time from the quorum to the end of the vote" }),
    delay_seconds: z.int().meta({ description: "seconds from queue to execution" }),
    grace_seconds: z.int().meta({ description: "time after the delay in which a proposal may be executed" }),
    warm_up_seconds: z.int().meta({ description: "seconds from a stake to its votes" }),
    cooldown_seconds: z.int().meta({ description: "seconds for which unstaked tokens stay locked" }),
    veto_until: isoTime.meta({ description: "end of the guardian's right to stop proposals" }),
    classes: z.strictObject({ parameter: rules, treasury: rules, upgrade: rules }),
    stakes: stakes.meta({ description: "stakes of all wallets, from the indexed events, newest staker first" }),
  })
  .meta({
    id: "Governance",
    examples: [
      {
        contract_id: pool,
        paused: false,
        votes: "4200000",
        warming: "25000",
        cooling: "0",
        proposal_threshold: "100000",
        quorum_floor: "1000000",
        voting_delay_ledgers: 34560,
        voting_period_ledgers: 51840,
        late_extension_ledgers: 17280,
        delay_seconds: 172800,
        grace_seconds: 604800,
        warm_up_seconds: 1814400,
        cooldown_seconds: 2678400,
        veto_until: "2027-05-20T18:00:00.000Z",
        classes: {
          parameter: { quorum_bps: 1000, threshold_bps: 5000 },
          treasury: { quorum_bps: 2000, threshold_bps: 6000 },
          upgrade: { quorum_bps: 3000, threshold_bps: 6667 },
        },
        stakes: exampleOf(stakes),
      },
    ],
  });

const locked = (what: string) =>
  z
    .strictObject({ amount: decimal, from: isoTime.meta({ description: `time from which it can be ${what}` }) })
    .nullable();

const delegators = z.strictObject({
  data: z
    .array(
      z.strictObject({
        wallet_address: z.string(),
        votes: decimal.meta({ description: "votes now; on a proposal, those of the vote's beginning count" }),
        since: isoTime.meta({ description: "time at which it named the wallet" }),
      }),
    )
    .meta({ description: "those with most votes, at most 100" }),
  count: z.int().meta({ description: "number of all, also of those that `data` leaves out" }),
  votes: decimal.meta({ description: "votes of all, also of those that `data` leaves out" }),
});

export const powerView = z
  .strictObject({
    wallet_address: z.string(),
    votes: decimal,
    delegate: z.string().nullable().meta({ description: "wallet that may vote for it; null: none" }),
    warming: locked("activated").meta({ description: "staked tokens without votes yet" }),
    cooling: locked("withdrawn").meta({ description: "unstaked tokens" }),
    delegators: delegators.meta({ description: "wallets that let this one vote for them" }),
  })
  .meta({
    id: "VotingPower",
    examples: [
      {
        wallet_address: wallet,
        votes: "150000",
        delegate: null,
        warming: { amount: "25000", from: "2026-12-12T18:00:00.000Z" },
        cooling: null,
        delegators: {
          data: [{ wallet_address: wallet, votes: "150000", since: "2026-11-21T18:00:00.000Z" }],
          count: 1,
          votes: "150000",
        },
      },
    ],
  });

export const delegatorsQuery = z
  .strictObject({
    proposal: z
      .string("must be given once")
      .optional()
      .meta({ description: "id of a proposal, to see only those for whom the wallet can still vote on it" }),
    limit,
  })
  .meta({ examples: [{ limit: "100" }] });

export const proposalsQuery = z
  .strictObject({ state: z.enum(proposalStates).optional(), proposer: walletAddress.optional(), ...idPage })
  .meta({ examples: [{ state: "active", limit: "20" }] });

const tallies = {
  in_favour: decimal,
  against: decimal,
  abstain: decimal,
  quorum: decimal.meta({ description: "sum of votes for and abstentions that it needs" }),
  threshold_bps: z
    .int()
    .meta({ description: "smallest share of votes for that it needs, in basis points of the votes for and against" }),
  snapshot: z.int().meta({ description: "ledger whose stakes count; the vote begins after it" }),
  vote_end: z.int().meta({ description: "last ledger of the vote" }),
  executable_from: isoTime.nullable().meta({ description: "null until it is queued" }),
  executable_until: isoTime.nullable(),
};

const outcome = z
  .enum(proposalOutcomes)
  .nullable()
  .meta({ description: "event that ended it; null while votes and time decide its state" });
const state = z.enum(proposalStates).meta({ description: "state at the latest ledger" });

const exampleTallies = {
  in_favour: "1500000",
  against: "2000",
  abstain: "0",
  quorum: "1260000",
  threshold_bps: 5000,
  snapshot: 1104423,
  vote_end: 1156263,
  executable_from: null,
  executable_until: null,
};

/** A proposal in a list. */
export const listedProposalView = z
  .strictObject({
    id: z.string(),
    state,
    proposer: z.string(),
    description: z.string().meta({ description: "the proposer's words, which nobody has checked" }),
    calls: z.array(z.string()).meta({
      description: "functions that it calls; GET /governance/proposals/:id says what each call does",
    }),
    ...tallies,
    outcome,
    tx_hash: z.string(),
    created_at: isoTime,
  })
  .meta({
    id: "ListedProposal",
    examples: [
      {
        id: proposalId,
        state: "active",
        proposer: wallet,
        description: "Twice the daily limit",
        calls: ["pool.set_limit"],
        ...exampleTallies,
        outcome: null,
        tx_hash: rewardTx,
        created_at: "2026-11-21T18:00:00.000Z",
      },
    ],
  });

export const callView = z.strictObject({
  contract: z.string().nullable().meta({ description: "null: not a contract of this deployment" }),
  target: z.string().meta({ description: "address of the contract" }),
  function: z.string(),
  args: z
    .array(z.strictObject({ name: z.string().nullable(), value: z.unknown() }))
    .meta({ description: "integers are raw (amounts in stroops), as strings; without names if the call isn't known" }),
  known: z.boolean().meta({ description: "false: nobody can say what the call does" }),
  words: z.string().meta({ description: "effect of the call" }),
});

export const exampleCall = {
  contract: "pool",
  target: pool,
  function: "set_limit",
  args: [
    { name: "operator", value: pool },
    { name: "merchant", value: null },
    { name: "limit", value: "2000000000000000" },
  ],
  known: true,
  words:
    "Set the pool's limit for all merchants together to 200000000 tokens in 24 hours (a cut acts at once; a raise waits until its delay has passed and somebody calls pool.apply_limit).",
};

/** Pages a proposal's `votes`. */
export const votesQuery = z
  .strictObject({ support: z.enum(voteSupports).optional().meta({ description: "kind of votes to list" }), ...idPage })
  .meta({ examples: [{ support: "for", limit: "20" }] });

export const voteView = z
  .strictObject({
    voter: z.string(),
    delegate: z
      .string()
      .nullable()
      .meta({ description: "wallet that cast the vote for the voter; null: the voter itself" }),
    support: z.enum(voteSupports),
    weight: decimal.meta({ description: "votes" }),
    tx_hash: z.string(),
    created_at: isoTime,
  })
  .meta({
    id: "Vote",
    examples: [
      {
        voter: wallet,
        delegate: null,
        support: "for",
        weight: "150000",
        tx_hash: rewardTx,
        created_at: "2026-11-24T09:12:05.000Z",
      },
    ],
  });

const votes = pageOf(voteView, "the votes");

export const proposalView = z
  .strictObject({
    id: z.string(),
    state,
    proposer: z.string(),
    calls: z
      .array(callView)
      .meta({ description: "calls, read from the ledger and not from the proposer's description" }),
    ...tallies,
    delay_seconds: z.int().meta({ description: "seconds from queue to execution" }),
    grace_seconds: z.int().meta({ description: "seconds after that in which it may be executed" }),
    next: z
      .strictObject({
        step: z.enum(["vote", "queue", "execute"]),
        from: isoTime.meta({ description: "time from which it can be done" }),
        until: isoTime.meta({ description: "time until which it can be done" }),
      })
      .nullable()
      .meta({
        description: "next possible step; null: none. Times of `vote` and `queue` are estimates: ledgers decide",
      }),
    description: z
      .string()
      .nullable()
      .meta({ description: "the proposer's words, which nobody has checked; null until the event is indexed" }),
    outcome,
    tx_hash: z.string().nullable(),
    created_at: isoTime.nullable(),
    votes: votes.meta({ description: "votes from the indexed events, newest first" }),
  })
  .meta({
    id: "Proposal",
    examples: [
      {
        id: proposalId,
        state: "active",
        proposer: wallet,
        calls: [exampleCall],
        ...exampleTallies,
        delay_seconds: 172800,
        grace_seconds: 604800,
        next: { step: "vote", from: "2026-11-23T18:00:05.000Z", until: "2026-11-26T18:00:00.000Z" },
        description: "Twice the daily limit",
        outcome: null,
        tx_hash: rewardTx,
        created_at: "2026-11-21T18:00:00.000Z",
        votes: exampleOf(votes),
      },
    ],
  });

/** A delegation, which only events show. */
export const delegationView = z
  .strictObject({
    wallet_address: z.string(),
    delegate: powerView.shape.delegate,
    since: isoTime.meta({ description: "time at which it named the delegate" }),
  })
  .meta({
    id: "Delegation",
    examples: [{ wallet_address: wallet, delegate: null, since: "2026-11-24T09:12:05.000Z" }],
  });

const FIXED = `the code of ${fixedContracts.join(" and ")} is fixed`;
const contract = z.enum(contractNames, oneOf(contractNames));
const role = z.enum(roleNames, oneOf(roleNames));
const MAX_DESCRIPTION = 1_024;

const change = z.discriminatedUnion(
  "change",
  [
    z.strictObject({
      change: z.literal("limit"),
      merchant: id
        .nullable()
        .default(null)
        .meta({ description: "number of a merchant on the ledger; null: all together" }),
      limit: amount.meta({ description: "tokens that the pool may pay in 24 hours" }),
    }),
    z.strictObject({
      change: z.literal("grant"),
      role,
      account: walletAddress,
      expires_at: ledgerTime.nullable().default(null).meta({ description: "null: never" }),
    }),
    z.strictObject({ change: z.literal("revoke"), role, account: walletAddress }),
    z.strictObject({
      change: z.literal("upgrade"),
      contract: z.enum(upgradableContracts, `${oneOf(upgradableContracts)}: ${FIXED}`).meta({ description: FIXED }),
      wasm_hash: z
        .string("must be a string")
        .regex(/^[0-9a-f]{64}$/, "must be 64 hex digits in lower case")
        .meta({ description: "SHA-256 of code that is on the ledger already" }),
      migrate: z
        .boolean("must be true or false")
        .default(false)
        .meta({ description: "true: also convert the stored data" }),
    }),
    z.strictObject({ change: z.literal("unpause"), contract }),
    z.strictObject({ change: z.literal("accept_administration") }),
  ],
  "must be one of limit, grant, revoke, upgrade, unpause and accept_administration",
);

/** The body of POST /wallet/envelope that makes a proposal. */
export const proposeCall = z.strictObject({
  wallet_address: accountAddress,
  call: z.literal("governance.propose"),
  description: z
    .string("must be a string")
    .min(1, "must not be empty")
    .refine((text) => Buffer.byteLength(text) <= MAX_DESCRIPTION, `must have at most ${MAX_DESCRIPTION} bytes`)
    .meta({ description: "reason, for the voters" }),
  changes: z
    .array(change, "must be a list")
    .min(1, "must have 1 to 5 entries")
    .max(5, "must have 1 to 5 entries")
    .meta({ description: "changes in the order in which they are made, all or none" }),
});

export const templateOf = ({ change: template, ...fields }: z.output<typeof change>) =>
  ({ template, ...fields }) as Template;
