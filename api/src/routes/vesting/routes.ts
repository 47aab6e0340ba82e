import { keep } from "@merit/core/agreements/envelopes/build.ts";
import { buildGrants } from "@merit/core/agreements/vesting/grants.ts";
import { presentRow } from "@merit/core/agreements/vesting/presenter.ts";
import * as vesting from "@merit/core/agreements/vesting/service.ts";
import type { Reader } from "@merit/core/agreements/vesting/store.ts";
import type { StoredPlan } from "@merit/core/agreements/vesting/wallet-calls.ts";
import { toSeconds } from "@merit/core/base/days.ts";
import { expectedNow } from "@merit/core/ledger/chain/clock.ts";
import { listOf, presentIdPage } from "../../http/list.ts";
import { type Call, defineRoute } from "../../http/route.ts";
import { presentEnvelope } from "../envelopes/presenter.ts";
import { presentSchedule } from "./presenter.ts";
import * as T from "./schema.ts";

export const grant = defineRoute({
  method: "post",
  path: "/vesting",
  auth: "merchant",
  scope: "issue",
  quota: "envelope",
  summary:
    "A transaction by which a wallet of the merchant grants tokens that vest over time, to be signed within five minutes",
  description:
    "One transaction creates at most 20 grants. Sign and submit it, then send the same request again for the next grants, until `envelope` is null.",
  maxBytes: 1024 * 1024,
  request: { body: T.createBody },
  responses: { 201: T.toSignView, 200: T.grantedView },
  errors: { 409: ["account_missing", "operation_refused"], 503: ["rpc_unavailable"] },
  async handler({ context, merchant, body: { wallet_address, grants }, commit }) {
    const now = await expectedNow(context);
    const asked = grants.map((grant) => ({
      key: grant.idempotency_key,
      beneficiary: grant.beneficiary,
      revocable: grant.revocable,
      plan: planOf(grant, now),
    }));
    const built = await buildGrants(context, merchant.id, { funder: wallet_address, grants: asked });
    const states = built.grants.map(({ key, ...grant }) => ({ idempotency_key: key, ...grant }));
    return commit(async (store) => {
      if (!built.envelope) return { status: 200, body: { envelope: null, grants: states } };
      const envelope = presentEnvelope(context, await keep(store, built.envelope));
      return { status: 201, body: { ...envelope, grants: states } };
    });
  },
});

/** The schema makes sure that a grant without tranches has amount and end. */
function planOf({ tranches, amount, starts_at, cliff_at, ends_at }: T.GrantInput, now: Date): StoredPlan {
  if (tranches)
    return { tranches: tranches.map(({ at, amount }) => ({ time: toSeconds(at), amount: String(amount) })) };
  // Without a start, a cliff or an end in the past is all that vests.
  const start = starts_at ?? new Date(Math.min(now.getTime(), (cliff_at ?? now).getTime(), (ends_at ?? now).getTime()));
  const times = { start: toSeconds(start), cliff: toSeconds(cliff_at ?? start), end: toSeconds(ends_at ?? start) };
  return { total: String(amount), ...times };
}

const READERS = ["merchant", "user"] as const;

/** A merchant reads what its wallets funded, a user what the user's wallets have or are offered. */
const readerOf = async ({
  merchant,
  session,
  context,
}: Pick<Call<typeof READERS, unknown, unknown, unknown>, "merchant" | "session" | "context">): Promise<Reader> =>
  merchant ? { merchant_id: merchant.id } : { user_id: session?.user.id ?? 0, now: await expectedNow(context) };

export const list = defineRoute({
  method: "get",
  path: "/vesting",
  auth: READERS,
  summary: "Schedules that the merchant's wallets funded, or that the user's wallets have or are offered, newest first",
  description: "Comes from the events of the ledger, as far as the service has read them.",
  request: { query: T.listQuery },
  responses: { 200: listOf(T.rowView) },
  errors: {},
  async handler({ query: { cursor, ...query }, ...call }) {
    const reader = await readerOf(call);
    const page = await call.context.db.read((store) =>
      vesting.list(store, reader, { ...query, ...(cursor !== undefined && { before: cursor }) }),
    );
    const now = await expectedNow(call.context);
    return { status: 200, body: presentIdPage(page, (row) => presentRow(row, now)) };
  },
});

export const show = defineRoute({
  method: "get",
  path: "/vesting/:schedule",
  auth: READERS,
  summary: "A schedule as the ledger has it: its plan, what has vested, and what the caller can do next",
  description: "It is 404 to all but its funder's merchant and the users whose wallets have it or are offered it.",
  request: { params: T.scheduleParams },
  responses: { 200: T.scheduleView },
  errors: { 503: ["rpc_unavailable"] },
  async handler({ params, ...call }) {
    const live = await vesting.get(call.context, await readerOf(call), params.schedule);
    return { status: 200, body: presentSchedule(live) };
  },
});
