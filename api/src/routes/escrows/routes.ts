import { presentProposal } from "@merit/core/agreements/escrows/presenter.ts";
import * as proposals from "@merit/core/agreements/escrows/proposals.ts";
import * as escrows from "@merit/core/agreements/escrows/service.ts";
import { idCursor, presentPage } from "../../http/list.ts";
import { defineRoute } from "../../http/route.ts";
import { presentEvent } from "../contract-events/presenter.ts";
import { presentEscrow, presentNewProposal, presentSummary } from "./presenter.ts";
import * as T from "./schema.ts";

export const list = defineRoute({
  method: "get",
  path: "/escrows",
  auth: "user",
  summary: "Escrows of which a proven wallet of the caller is a party, newest first, and the fee of new ones",
  description:
    "As the indexer has read them from the ledger. Fee, milestones and actions are read from the contract; they are null while the node doesn't answer. GET /escrows/:id shows an archived escrow too, and it alone shows what a wallet is owed.",
  request: { query: T.listQuery },
  responses: { 200: T.escrowsView },
  errors: {},
  async handler({ context, session, query: { cursor, ...query } }) {
    const { fee, ...page } = await escrows.list(context, session.user.id, { ...query, before: cursor });
    return { status: 200, body: { fee, ...presentPage(page, presentSummary, ({ row }) => idCursor(row.id)) } };
  },
});

export const show = defineRoute({
  method: "get",
  path: "/escrows/:id",
  auth: "user",
  summary:
    "An escrow, read from the ledger, with its deadlines, its events and what each of the caller's wallets can do now",
  description:
    "Most actions are calls of POST /wallet/envelope, such as `escrow.release`. For `propose_...` use POST /escrows/:id/proposals.",
  request: { params: T.escrowParams, query: T.eventsQuery },
  responses: { 200: T.escrowView },
  errors: { 503: ["rpc_unavailable"] },
  async handler({ context, session, params: { id }, query: { limit, cursor } }) {
    const escrow = await escrows.get(context, session.user.id, id);
    const page = await context.db.read((store) => escrows.events(store, id, { limit, after: cursor }));
    const events = presentPage(page, presentEvent, (event) => event.id);
    return { status: 200, body: { ...presentEscrow(escrow), events } };
  },
});

export const propose = defineRoute({
  method: "post",
  path: "/escrows/:id/proposals",
  location: "/escrows/:escrow_id",
  auth: "user",
  quota: "envelope",
  summary:
    "Proposes a step that depositor and beneficiary take together, to split or extend a milestone or to cancel, and signs it",
  description:
    "The answer to a step is 201 with the `authorization`, which the proposing wallet signs. `sign` takes the signature, and answers 200. From then on the other party sees the proposal, and has seven days to agree; the signature can't be taken back. A new signed proposal of the same step replaces it, unless the other party has asked for its transaction.",
  request: { params: T.escrowParams, body: T.proposalBody },
  responses: { 201: T.newProposalView, 200: T.proposalView },
  errors: {
    409: ["operation_refused", "account_missing"],
    422: ["proposal_not_signed"],
    503: ["rpc_unavailable"],
  },
  async handler({ context, session, params: { id }, body, commit }) {
    if (body.action === "sign") {
      const { proposal_id: proposalId, signature } = body;
      const checked = await proposals.check(context, session.user.id, { id, proposalId, signature });
      return commit(async (store) => ({
        status: 200,
        body: presentProposal(await proposals.sign(store, checked, context.clock.now())),
      }));
    }
    const { wallet_address: wallet, ...step } = body;
    const proposal = await proposals.propose(context, session.user.id, id, { wallet, step });
    return commit(async (store) => ({
      status: 201,
      body: presentNewProposal(context, await proposals.keep(store, proposal)),
    }));
  },
});
