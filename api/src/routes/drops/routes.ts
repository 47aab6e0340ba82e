import { validationFailed } from "@merit/core/base/errors.ts";
import { mapInTurns } from "@merit/core/base/turns.ts";
import { expectedNow } from "@merit/core/ledger/chain/clock.ts";
import { requireBalance } from "@merit/core/parties/merchants/balance.ts";
import { presentDrop } from "@merit/core/payouts/drops/presenter.ts";
import * as drops from "@merit/core/payouts/drops/service.ts";
import { claimedOf } from "@merit/core/payouts/drops/store.ts";
import { sharesOf as sharesOfUser, type UserShare } from "@merit/core/payouts/drops/user-drops.ts";
import { addressError } from "../../http/fields.ts";
import { wrongFields } from "../../http/input.ts";
import { listOf, presentIdPage } from "../../http/list.ts";
import { defineRoute } from "../../http/route.ts";
import { parseShares, type ShareInput } from "./csv.ts";
import { presentDropOfMerchant, presentDropOfUser } from "./presenter.ts";
import * as T from "./schema.ts";

export const create = defineRoute({
  method: "post",
  path: "/drops",
  location: "/drops/:id",
  auth: "merchant",
  scope: "drops",
  quota: "drop",
  summary: "Creates a drop of up to 10,000 wallets; it is pending until its transaction is confirmed, then active",
  description: "Its total is reserved from the merchant's balance. Wallets can claim from `starts_at` until `ends_at`.",
  maxBytes: 2 * 1024 * 1024,
  request: { body: T.createBody },
  responses: { 201: T.dropView },
  errors: { 409: ["balance_short"], 429: ["too_many_waiting"] },
  async handler({ context, merchant, body: { shares, csv, starts_at, ends_at, ...terms }, commit }) {
    const now = context.clock.now();
    const list = shares ? await withAddresses(shares) : await sharesOf(csv ?? "");
    const drop = {
      ...terms,
      opens_at: starts_at,
      expires_at: ends_at,
      shares: list.map(({ wallet_address, amount }) => ({ wallet: wallet_address, amount })),
    };
    const plan = await drops.plan(context, drop, await expectedNow(context), (total) =>
      requireBalance(context, merchant.id, total),
    );
    const staged = await drops.stage(context, merchant.id, plan, { now });
    try {
      return await commit(async (store) => ({
        status: 201,
        body: presentDrop(await drops.create(store, staged, { now })),
      }));
    } finally {
      // It may have been refused, or be a repeat of a call that came at the same time.
      await drops.discard(context, staged);
    }
  },
});

/** @throws Problem 422 that names each wrong address by its place */
async function withAddresses(shares: ShareInput[]): Promise<ShareInput[]> {
  const errors = await mapInTurns(shares, ({ wallet_address }, index) => {
    const message = addressError(wallet_address);
    return message === undefined ? [] : [{ field: `shares.${index}.wallet_address`, message }];
  });
  if (errors.some(({ length }) => length > 0)) throw wrongFields(errors.flat());
  return shares;
}

async function sharesOf(csv: string): Promise<ShareInput[]> {
  const shares = await parseShares(csv);
  if (shares.length > 0 && shares.length <= T.MAX_SHARES) return shares;
  throw validationFailed([{ field: "csv", message: T.SHARES_RANGE }]);
}

export const list = defineRoute({
  method: "get",
  path: "/drops",
  auth: "merchant",
  summary: "The merchant's drops, newest first",
  description: "GET /drops/:id also says how much of one was claimed, and which steps can be taken now.",
  request: { query: T.listQuery },
  responses: { 200: listOf(T.dropView) },
  errors: {},
  async handler({ context, merchant, query: { cursor, ...query } }) {
    const page = await context.db.read((store) => drops.list(store, merchant.id, { ...query, before: cursor }));
    return { status: 200, body: presentIdPage(page, presentDrop) };
  },
});

export const show = defineRoute({
  method: "get",
  path: "/drops/:id",
  auth: ["merchant", "user"],
  summary: "One of the merchant's drops, or one in which a wallet of the user has a share",
  description:
    "The merchant sees how much was claimed and which steps can be taken now, a user sees the shares of the user's own wallets.",
  request: { params: T.dropParams },
  responses: { 200: T.dropView },
  errors: {},
  async handler({ context, merchant, session, params }) {
    const now = await expectedNow(context);
    return context.db.read(async (store) => {
      if (merchant) {
        const drop = await drops.get(store, merchant.id, params.id);
        return { status: 200, body: presentDropOfMerchant(drop, await claimedOf(store, drop.id), now) };
      }
      const shares = await sharesOfUser(store, session?.user.id ?? 0, params.id);
      const drop = (shares[0] as UserShare).drop;
      return { status: 200, body: presentDropOfUser(context, drop, { shares, now }) };
    });
  },
});

const done = { cancel: "cancelled", sweep: "swept" } as const;

export const step = defineRoute({
  method: "post",
  path: "/drops/:id/steps",
  location: "/drops/:id",
  auth: "merchant",
  scope: "drops",
  summary: "Cancels a drop before it opens, or sweeps the unclaimed rest of an expired one, back to the balance",
  description: "The answer is 202 until the ledger has taken the step, then 200. A repeat changes nothing.",
  request: { params: T.dropParams, body: T.stepBody },
  responses: { 202: T.dropView, 200: T.dropView },
  errors: { 409: ["drop_not_cancellable", "drop_not_sweepable"] },
  async handler({ context, merchant, params, body: { step }, commit }) {
    const take = { cancel: drops.cancel, sweep: drops.sweep }[step];
    const ledgerTime = await expectedNow(context);
    return commit(async (store) => {
      const drop = await take(store, merchant.id, params.id, { now: context.clock.now(), ledgerTime });
      return { status: drop.status === done[step] ? 200 : 202, body: presentDrop(drop) };
    });
  },
});
