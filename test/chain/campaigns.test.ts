import * as merchants from "@merit/core/parties/merchants/service.ts";
import * as campaigns from "@merit/core/programmes/campaigns/service.ts";
import { expect, test } from "vitest";
import { until } from "../support/processes.ts";
import { Service } from "../support/service.ts";

const CAMPAIGNS = 8;

test("campaigns that merchants open at the same time are all created by their first transaction", async () => {
  const service = await Service.start();
  const { context } = service;
  const now = new Date();
  const terms = {
    name: "Together",
    budget: 10_000_000n,
    starts_at: now,
    ends_at: new Date(now.getTime() + 86_400_000),
    per_wallet_cap: null,
  };
  const created = await Promise.all(
    Array.from({ length: CAMPAIGNS }, (_, index) =>
      context.db.commit(async (store) => {
        const request = { name: `Shop ${index}`, email: `${index}@example.com` };
        const { merchant } = await merchants.register(store, request, { now, settings: context.settings });
        return campaigns.create(store, merchant.id, terms, { now });
      }),
    ),
  );
  const active = await Promise.all(
    created.map(({ id, merchant_id }) =>
      until(async () => {
        const campaign = await context.db.read((store) => campaigns.get(store, merchant_id, id));
        return campaign.status === "active" ? campaign : undefined;
      }),
    ),
  );
  expect(new Set(active.map((campaign) => campaign.contract_campaign_id)).size).toBe(CAMPAIGNS);
  expect(service.logs).not.toContain("campaign failed");
});
