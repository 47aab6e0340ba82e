import {
  presentOverview,
  presentPower,
  presentStake,
  presentVote,
} from "@merit/core/agreements/governance/presenter.ts";
import * as governance from "@merit/core/agreements/governance/service.ts";
import { validate } from "../../http/input.ts";
import { listOf, presentIdPage } from "../../http/list.ts";
import { defineRoute } from "../../http/route.ts";
import { presentDelegators, presentListed, presentProposal } from "./presenter.ts";
import * as T from "./schema.ts";

// The ledger is public, so everyone may read. Stakers act at POST /wallet/envelope.

export const overview = defineRoute({
  method: "get",
  path: "/governance",
  auth: "none",
  summary: "The sums of all stakes and the terms of new proposals, read from the ledger, and everybody's stakes",
  description: "`wallet_address`, `limit` and `cursor` are those of `stakes`.",
  request: { query: T.stakesQuery },
  responses: { 200: T.overviewView },
  errors: { 503: ["rpc_unavailable"] },
  async handler({ context, query: { cursor, ...query } }) {
    const stakes = presentIdPage(await governance.listStakes(context, { ...query, before: cursor }), presentStake);
    const contract_id = context.chain.contracts.governance.id;
    return { status: 200, body: { contract_id, ...presentOverview(await governance.overview(context)), stakes } };
  },
});

export const power = defineRoute({
  method: "get",
  path: "/governance/wallets/:wallet_address",
  auth: "none",
  namesNoRecord: true,
  summary: "A wallet's votes, its delegate, who lets it vote, and its tokens that warm up or cool down",
  description:
    "Read from the ledger; `delegators` come from indexed events. With `proposal`, only delegators for whom the wallet can still vote on it. The list has at most 100: vote for these, then ask again for the next.",
  request: { params: T.walletParams, query: T.delegatorsQuery },
  responses: { 200: T.powerView },
  errors: { 404: ["not_found"], 503: ["rpc_unavailable"] },
  async handler({ context, params, query }) {
    const { wallet_address: address } = validate(T.anyWallet, params);
    const delegators = presentDelegators(await governance.listDelegators(context, address, query));
    return { status: 200, body: { ...presentPower(await governance.power(context, address)), delegators } };
  },
});

export const proposals = defineRoute({
  method: "get",
  path: "/governance/proposals",
  auth: "none",
  summary: "Proposals from the indexed events, in their states at the latest ledger, newest first",
  description: "Needs no credentials. GET /governance/proposals/:id says in plain words what one would do.",
  request: { query: T.proposalsQuery },
  responses: { 200: listOf(T.listedProposalView) },
  errors: { 503: ["rpc_unavailable"] },
  async handler({ context, query: { cursor, ...query } }) {
    const page = await governance.listProposals(context, { ...query, before: cursor });
    return { status: 200, body: presentIdPage(page, (row) => presentListed(context, row)) };
  },
});

export const proposal = defineRoute({
  method: "get",
  path: "/governance/proposals/:id",
  auth: "none",
  summary: "A proposal as the ledger has it: what it would do in plain words, its state, deadlines and votes",
  description:
    "Read this before you sign a vote. `calls` comes from the calls on the ledger and not from the description, which the proposer chose. `support`, `limit` and `cursor` are those of `votes`.",
  request: { params: T.proposalParams, query: T.votesQuery },
  responses: { 200: T.proposalView },
  errors: { 503: ["rpc_unavailable"] },
  async handler({ context, params, query: { cursor, ...query } }) {
    const proposal = await governance.proposal(context, params.id);
    const votes = await governance.listVotes(context, proposal, { ...query, before: cursor });
    return { status: 200, body: { ...presentProposal(proposal), votes: presentIdPage(votes, presentVote) } };
  },
});
