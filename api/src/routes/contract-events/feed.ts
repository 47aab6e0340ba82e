import { validationFailed } from "@merit/core/base/errors.ts";
import { topics } from "@merit/core/base/wake.ts";
import { knownNames } from "@merit/core/ledger/contract-events/names.ts";
import { BEGINNING } from "@merit/core/ledger/contract-events/place.ts";
import * as events from "@merit/core/ledger/contract-events/service.ts";
import { withPayments } from "@merit/core/payouts/rewards/shown-payments.ts";
import * as campaigns from "@merit/core/programmes/campaigns/store.ts";
import type { Store } from "@merit/core/store/db/store.ts";
import type { Feed } from "../../http/feed.ts";
import type { Call } from "../../http/route.ts";
import { presentEvent } from "./presenter.ts";
import type { Filter } from "./schema.ts";

export type Caller = Pick<Call<"merchant", unknown, unknown, unknown>, "context" | "merchant">;

/** @throws Problem 422 for names and campaigns that are not known */
export async function filterOf({ context, merchant }: Caller, query: Filter): Promise<events.EventFilter> {
  const { type: types, campaign_id, merchant_id, wallet_address: wallet, ...rest } = query;
  return context.db.read(async (store) => {
    const filter = await knownNames(store, context.chain.manifest, { ...rest, types });
    return {
      ...filter,
      wallet,
      campaign: campaign_id === undefined ? undefined : await onLedger(store, merchant.id, campaign_id),
      merchant: merchant_id?.toString(),
    };
  });
}

async function onLedger(store: Store, merchantId: number, id: number): Promise<string> {
  const campaign = await campaigns.ownedBy(store, merchantId, id);
  if (!campaign) throw validationFailed([{ field: "campaign_id", message: "is not the id of a campaign of yours" }]);
  // A campaign that is not on the ledger yet has no events, and no campaign there has this id.
  return String(campaign.contract_campaign_id ?? 0);
}

/** A page of events, as the caller may see them. */
export async function readPage({ context, merchant }: Caller, request: events.EventPage, raw: boolean) {
  return context.db.read(async (store) => {
    const { rows, hasMore } = await events.list(store, request);
    const shown = await withPayments(store, rows, merchant.id);
    const xdr = raw
      ? await events.xdrOf(
          store,
          rows.map(({ id }) => id),
        )
      : undefined;
    return { data: shown.map((event) => presentEvent(event, xdr)), has_more: hasMore };
  });
}

/** Events that one read of an export or a feed loads: memory and the time of other calls stay the same, however many there are. */
export const READ_AT_ONCE = 200;

/** @throws Problem 422 */
export async function contractEventFeed(caller: Caller, { raw, ...query }: Filter & { raw: boolean }): Promise<Feed> {
  const filter = await filterOf(caller, query);
  async function latest() {
    const { rows } = await caller.context.db.read((store) => events.list(store, { order: "desc", limit: 1 }));
    return rows[0]?.id ?? BEGINNING;
  }
  return {
    topic: topics.contractEvents,
    isPosition: (text) => /^\d{19}-\d{10}$/.test(text),
    requirePosition: (position) => caller.context.db.read((store) => events.requirePosition(store, filter, position)),
    latest,
    async read(position) {
      // The newest is read first, and later events are left for the next page: each type has a statement, and others commit in between.
      const newest = await latest();
      const request = { ...filter, limit: READ_AT_ONCE, after: position };
      const { data, has_more: hasMore } = await readPage(caller, request, raw);
      const found = data.filter(({ id }) => id <= newest);
      const read = hasMore ? found.at(-1)?.id : newest;
      return { events: found, position: read !== undefined && read > position ? read : position, hasMore };
    },
  };
}
