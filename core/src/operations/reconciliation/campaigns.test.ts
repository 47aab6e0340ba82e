import { Status } from "@merit/bindings/campaign";
import { expect, it } from "vitest";
import { NO_FINGERPRINT } from "../../ledger/chain/fingerprint.ts";
import type { LedgerCampaign } from "../../payouts/batches/rebuild-campaigns.ts";
import { compareCampaign, compareCount, compareSums, compareUnknown } from "./campaigns.ts";
import type { CampaignRecord } from "./records.ts";

const recorded: CampaignRecord = {
  ...{ id: 5, contract_campaign_id: 2, merchant_id: 1, budget: 100n, spent: 40n, underWay: 0n },
  ...{ status: "active", next_status: null, next_budget: null, updated_at: new Date(0) },
};
const onLedger = { id: 2, merchant: 1n, budget: 100n, spent: 40n, status: Status.Active } as LedgerCampaign;
const kindsOf = (found: { kind: string }[]) => found.map(({ kind }) => kind);

it("finds a count of payments that neither the records nor what is under way explain", () => {
  const fingerprint = NO_FINGERPRINT;
  const before = { paid: 7, fingerprint, underWay: 3 };
  const after = { paid: 8, fingerprint, underWay: 2 };
  for (const paid of [7, 8, 10]) expect(compareCount(before, { paid, fingerprint }, after)).toEqual([]);
  for (const paid of [6, 11]) {
    expect(kindsOf(compareCount(before, { paid, fingerprint }, after))).toEqual(["payments_counted"]);
  }
});

it("finds different payments of the same number, once none is under way", () => {
  const fingerprint = NO_FINGERPRINT;
  const other = { paid: 7, fingerprint: Buffer.alloc(128, 1) };
  const still = { paid: 7, fingerprint, underWay: 0 };
  expect(compareCount(still, { paid: 7, fingerprint }, still)).toEqual([]);
  expect(kindsOf(compareCount(still, other, still))).toEqual(["payments_differ"]);
  expect(compareCount(still, other, { ...still, underWay: 1 })).toEqual([]);
  expect(compareCount(still, other, { ...still, paid: 8 })).toEqual([]);
});

it("finds campaigns with another merchant, budget, status or sum spent", () => {
  expect(compareCampaign(recorded, onLedger, recorded)).toEqual([]);
  const other = { ...onLedger, merchant: 2n, budget: 101n, status: Status.Ended, spent: 41n };
  expect(kindsOf(compareCampaign(recorded, other, recorded))).toEqual([
    "campaign_merchant",
    "campaign_budget",
    "campaign_status",
    "campaign_spent",
  ]);
});

it("doesn't report a payment, a step or an extension that is under way", () => {
  const extended = { ...onLedger, budget: 150n };
  expect(compareCampaign(recorded, extended, { ...recorded, next_budget: 150n })).toEqual([]);
  expect(kindsOf(compareCampaign(recorded, extended, { ...recorded, next_budget: 140n }))).toEqual(["campaign_budget"]);
  const after: CampaignRecord = { ...recorded, underWay: 10n, next_status: "ended" };
  expect(compareCampaign(recorded, { ...onLedger, spent: 50n, status: Status.Ended }, after)).toEqual([]);
  expect(kindsOf(compareCampaign(recorded, { ...onLedger, spent: 51n }, after))).toEqual(["campaign_spent"]);
  // Recorded while the ledger was read.
  const later = { ...recorded, spent: 60n };
  for (const spent of [40n, 60n]) expect(compareCampaign(recorded, { ...onLedger, spent }, later)).toEqual([]);
  expect(kindsOf(compareCampaign(recorded, { ...onLedger, spent: 39n }, later))).toEqual(["campaign_spent"]);
});

it("reports a campaign with money that has no record, unless it waits for its transaction", () => {
  expect(kindsOf(compareUnknown(onLedger, false))).toEqual(["campaign_unknown"]);
  expect(compareUnknown(onLedger, true)).toEqual([]);
  expect(compareUnknown({ ...onLedger, status: Status.Dropped }, false)).toEqual([]);
});

it("compares what a campaign has spent with its rewards, some of which may have no known amount", () => {
  const later = { ...recorded, spent: 45n };
  for (const spent of [40n, 45n]) expect(compareSums(recorded, { spent, unknown: 0 }, later)).toEqual([]);
  for (const spent of [39n, 46n]) {
    expect(kindsOf(compareSums(recorded, { spent, unknown: 0 }, later))).toEqual(["rewards_sum"]);
  }
  expect(compareSums(recorded, { spent: 30n, unknown: 1 }, later)).toEqual([]);
  expect(kindsOf(compareSums(recorded, { spent: 46n, unknown: 1 }, later))).toEqual(["rewards_sum"]);
});
