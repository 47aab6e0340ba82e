import { expectedNow } from "@merit/core/ledger/chain/clock.ts";
import * as drops from "@merit/core/payouts/drops/user-drops.ts";
import { listOf, presentPage } from "../../http/list.ts";
import { defineRoute } from "../../http/route.ts";
import * as envelopes from "../envelopes/schema.ts";
import { SUBMIT_ERRORS, submit } from "../envelopes/submit.ts";
import * as T from "./claim-schema.ts";
import { presentShare } from "./presenter.ts";

// Drops for users: their wallets' shares, claimed through the service or signed by the wallet itself.

export const eligible = defineRoute({
  method: "get",
  path: "/drops/eligible",
  auth: "user",
  summary: "Shares of the caller's proven wallets in drops that pay now or will pay later, newest drop first",
  description: "Claimed ones stay on the list until the drop ends. POST /drops/:id/claim pays one.",
  request: { query: T.eligibleQuery },
  responses: { 200: listOf(T.shareView) },
  errors: {},
  async handler({ context, session, query: { limit, cursor } }) {
    const now = await expectedNow(context);
    const page = await context.db.read((store) =>
      drops.listEligible(store, session.user.id, { now, limit, ...(cursor && { after: cursor }) }),
    );
    return { status: 200, body: presentPage(page, (row) => presentShare(context, row, now), T.shareCursor) };
  },
});

export const claim = defineRoute({
  method: "post",
  path: "/drops/:id/claim",
  location: "/drops/:id",
  auth: "user",
  quota: "envelope",
  summary: "Pays the caller's share of a drop to its wallet; the service signs and pays the fee",
  description:
    "Answers 202 until the ledger has paid it and 200 afterwards, also if the wallet claimed it itself. A failed claim may be requested again.",
  request: { params: T.dropParams, body: T.claimBody },
  responses: { 202: T.shareView, 200: T.shareView },
  errors: { 409: ["drop_not_open"], 429: ["too_many_envelopes"], 503: ["fees_exhausted"] },
  async handler({ context, session, params, body, commit }) {
    const now = await expectedNow(context);
    return commit(async (store) => {
      const wanted = { dropId: params.id, wallet: body?.wallet_address, ledgerTime: now };
      const claimed = await drops.claim(context, store, session.user.id, wanted);
      return {
        status: claimed.share.claim_status === "claimed" ? 200 : 202,
        body: presentShare(context, claimed, now),
      };
    });
  },
});

export const submitClaim = defineRoute({
  method: "post",
  path: "/drops/claim",
  location: "/wallet/submissions/:hash",
  auth: "user",
  quota: "envelope",
  summary: "Submits a claim that the wallet signed; the service pays the fee",
  description:
    "Takes the transaction that POST /wallet/envelope built for `drop-claim`, signed and otherwise unchanged. Submitting it again returns its result.",
  maxBytes: envelopes.MAX_SUBMIT_BYTES,
  request: { body: envelopes.submitBody },
  responses: { 202: envelopes.submissionView, 200: envelopes.submissionView },
  errors: SUBMIT_ERRORS,
  handler: ({ context, session, body, commit }) =>
    submit({ context, owner: { userId: session.user.id }, envelope: body.envelope, kind: "drop-claim", commit }),
});
