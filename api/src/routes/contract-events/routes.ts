import * as campaigns from "@merit/core/campaigns/store.ts";
import { knownNames } from "@merit/core/contract-events/names.ts";
import * as events from "@merit/core/contract-events/service.ts";
import type { Store } from "@merit/core/db/store.ts";
import { validationFailed } from "@merit/core/errors.ts";
import { withPayments } from "@merit/core/rewards/shown-payments.ts";
import { listOf, presentPage } from "../../http/list.ts";
import { type Call, defineRoute } from "../../http/route.ts";
import { presentEvent } from "./presenter.ts";
import * as T from "./schema.ts";

type Caller = Pick<Call<"merchant", unknown, unknown, unknown>, "context" | "merchant">;

/** @throws Problem 422 for names and campaigns that are not known */
async function filterOf(store: Store, { context, merchant }: Caller, query: T.Filter): Promise<events.EventFilter> {
  const { type: types, campaign_id, merchant_id, wallet_address: wallet, ...rest } = query;
  const filter = await knownNames(store, context.chain.manifest, { ...rest, types });
  return {
    ...filter,
    wallet,
    campaign: campaign_id === undefined ? undefined : await onLedger(store, merchant.id, campaign_id),
    merchant: merchant_id?.toString(),
  };
}

async function onLedger(store: Store, merchantId: number, id: number): Promise<string> {
  const campaign = await campaigns.ownedBy(store, merchantId, id);
  if (!campaign) throw validationFailed([{ field: "campaign_id", message: "is not the id of a campaign of yours" }]);
  // A campaign that is not on the ledger yet has no events, and no campaign there has this id.
  return String(campaign.contract_campaign_id ?? 0);
}

export const list = defineRoute({
  method: "get",
  path: "/contract-events",
  auth: "merchant",
  summary: "Indexed contract events in the order of the ledger",
  description: `Each event of one condition is found, and conditions of several kinds are all met. The payments of a \`reward\` show who
was paid how much (in stroops) and, for the caller's own campaigns, the issuance.`,
  request: { query: T.listQuery },
  responses: { 200: listOf(T.eventView) },
  errors: {},
  async handler({ context, merchant, query: { cursor, order, limit, raw, ...query } }) {
    const { page, xdr } = await context.db.read(async (store) => {
      const filter = await filterOf(store, { context, merchant }, query);
      const found = await events.list(store, { ...filter, order, limit, after: cursor });
      const rows = await withPayments(store, found.rows, merchant.id);
      const ids = rows.map(({ id }) => id);
      return { page: { ...found, rows }, xdr: raw ? await events.xdrOf(store, ids) : undefined };
    });
    return {
      status: 200,
      body: presentPage(
        page,
        (event) => presentEvent(event, xdr),
        ({ id }) => id,
      ),
    };
  },
});
