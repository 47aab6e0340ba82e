import { build } from "@merit/core/accounts/signing/build.ts";
import { get as getSubmission } from "@merit/core/accounts/signing/submit.ts";
import { keep } from "@merit/core/agreements/envelopes/build.ts";
import type { Owner } from "@merit/core/agreements/envelopes/store.ts";
import * as vesting from "@merit/core/agreements/vesting/service.ts";
import { isoTime } from "@merit/core/base/days.ts";
import { missingToken } from "@merit/core/context/auth/problems.ts";
import { history as historyOf } from "@merit/core/parties/wallets/history.ts";
import * as wallets from "@merit/core/parties/wallets/service.ts";
import { listOf as walletsOf } from "@merit/core/parties/wallets/store.ts";
import { nothing } from "../../http/fields.ts";
import { listOf, presentPage } from "../../http/list.ts";
import { type Call, defineRoute } from "../../http/route.ts";
import { presentEnvelope, presentSubmission } from "../envelopes/presenter.ts";
import * as envelopes from "../envelopes/schema.ts";
import { SUBMIT_ERRORS, submit as submitEnvelope } from "../envelopes/submit.ts";
import { presentMovement, presentWallet } from "./presenter.ts";
import * as T from "./schema.ts";

export const list = defineRoute({
  method: "get",
  path: "/wallet",
  auth: "user",
  summary: "The caller's wallets, at most ten, oldest first",
  description: "One that isn't `proven` was named at registration, and has not signed yet.",
  request: {},
  responses: { 200: listOf(T.walletView) },
  errors: {},
  async handler({ context, session }) {
    const rows = await context.db.read((store) => walletsOf(store, session.user.id));
    return { status: 200, body: { data: rows.map(presentWallet), has_more: false, next_cursor: null } };
  },
});

export const link = defineRoute({
  method: "post",
  path: "/wallet/link",
  location: "/wallet",
  auth: "user",
  summary: "Answers a message for a wallet to sign, and links the wallet with the signed message",
  description: "Without `signature`, the answer is 200 with the message; with both, 201 with the wallet.",
  request: { body: T.linkBody },
  responses: { 200: T.challengeView, 201: T.walletView },
  errors: {
    401: ["invalid_wallet_proof"],
    409: ["wallet_taken"],
    429: ["too_many_mails"],
    503: ["rpc_unavailable"],
  },
  async handler({ context, session, body: { wallet_address, proof }, commit }) {
    if (!proof) {
      return commit(async (store) => {
        const { message, expiresAt } = await wallets.challenge(context, store, session.user, wallet_address);
        return { status: 200, body: { wallet_address, message, expires_at: isoTime(expiresAt) } };
      });
    }
    await wallets.checkProof(context, proof);
    return commit(async (store) => {
      const wallet = await wallets.link(context, store, session.user, proof);
      return { status: 201, body: presentWallet(wallet) };
    });
  },
});

export const unlink = defineRoute({
  method: "delete",
  path: "/wallet/:wallet_address",
  auth: "user",
  summary: "Removes a wallet from the account",
  description: "A mail tells the user. The last way to log in can't be removed. Nothing changes on the ledger.",
  request: { params: T.walletParams },
  responses: { 204: nothing },
  errors: { 409: ["last_login"] },
  handler: ({ context, session, params, commit }) =>
    commit(async (store) => {
      await wallets.unlink(context, store, session.user, params.wallet_address);
      return { status: 204, body: null };
    }),
});

const SIGNERS = ["user", "merchant"] as const;

const ownerOf = ({
  merchant,
  session,
}: Pick<Call<typeof SIGNERS, unknown, unknown, unknown>, "merchant" | "session">): Owner =>
  merchant ? { merchantId: merchant.id } : { userId: session?.user.id ?? 0 };

export const envelope = defineRoute({
  method: "post",
  path: "/wallet/envelope",
  location: "/wallet/submissions/:hash",
  auth: SIGNERS,
  scope: "issue",
  quota: "envelope",
  summary: "A transaction for a wallet to sign within five minutes",
  description:
    "`call` names what it does: mostly a contract and its function. `trustline` lets the wallet hold the reward asset, and `drop-claim` claims its share of a drop. The service pays the fee. The wallet is one of the user's. A merchant's key asks only for `vesting.revoke`, which a wallet of the merchant signs.",
  request: { body: T.envelopeBody },
  responses: { 201: envelopes.envelopeView },
  errors: {
    401: ["missing_token"],
    404: ["not_found"],
    409: [
      "account_missing",
      "drop_claim_refused",
      "drop_claim_taken",
      "drop_not_open",
      "operation_refused",
      "reserve_short",
      "schedule_not_revocable",
      "trustline_exists",
      "wallet_busy",
    ],
    503: ["rpc_unavailable"],
  },
  async handler({ context, merchant, session, body, commit }) {
    const { wallet_address: wallet } = body;
    const proposed = body.call === "governance.propose" ? T.proposedBy(context, body) : null;
    const built = session
      ? await build(context, session.user.id, wallet, T.askedOf(body, proposed))
      : await vesting.buildRevocation(context, merchant?.id ?? 0, wallet, revokedBy(body));
    return commit(async (store) => ({
      status: 201,
      body: presentEnvelope(context, await keep(store, built), proposed),
    }));
  },
});

/** The schedule that a merchant revokes; all other calls are users'. @throws Problem 401 `missing_token` */
function revokedBy(body: T.EnvelopeBody): string {
  if (body.call !== "vesting.revoke") throw missingToken();
  return body.schedule;
}

export const submit = defineRoute({
  method: "post",
  path: "/wallet/submit",
  location: "/wallet/submissions/:hash",
  auth: SIGNERS,
  scope: "issue",
  quota: "envelope",
  summary: "Submits a transaction that the service built for the caller and a wallet signed; the service pays the fee",
  description:
    "Accepts only such a transaction, signed and otherwise unchanged. Submitting it again returns its result.",
  maxBytes: envelopes.MAX_SUBMIT_BYTES,
  request: { body: envelopes.submitBody },
  responses: { 202: envelopes.submissionView, 200: envelopes.submissionView },
  errors: { ...SUBMIT_ERRORS, 429: ["too_many_envelopes", "fee_budget_spent"] },
  handler: ({ context, body, commit, ...call }) =>
    submitEnvelope({ context, owner: ownerOf(call), envelope: body.envelope, commit }),
});

export const submission = defineRoute({
  method: "get",
  path: "/wallet/submissions/:hash",
  auth: SIGNERS,
  summary: "The result of a transaction that the service built for the caller",
  description: "`hash` is from POST /wallet/envelope. Ask again while the status is `pending`.",
  request: { params: envelopes.hashParams },
  responses: { 200: envelopes.submissionView },
  errors: {},
  async handler({ context, params, ...call }) {
    const row = await context.db.read((store) => getSubmission(store, ownerOf(call), params.hash));
    return { status: 200, body: presentSubmission(row) };
  },
});

export const history = defineRoute({
  method: "get",
  path: "/wallet/:wallet_address/history",
  auth: "user",
  summary: "Incoming and outgoing payments of the reward asset of a proven wallet of the caller, newest first",
  description: "It includes payments that have nothing to do with rewards.",
  request: { params: T.walletParams, query: T.historyQuery },
  responses: { 200: listOf(T.movementView) },
  errors: {},
  async handler({ context, session, params, query: { limit, cursor } }) {
    const page = await context.db.read((store) =>
      historyOf(store, session.user.id, params.wallet_address, {
        limit,
        ...(cursor !== undefined && { before: cursor }),
      }),
    );
    return { status: 200, body: presentPage(page, presentMovement, ({ event }) => T.eventCursor(event.id)) };
  },
});
