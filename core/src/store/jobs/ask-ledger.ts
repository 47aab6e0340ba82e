import type { Store } from "../db/store.ts";
import * as jobs from "./jobs.ts";
import type { Payloads } from "./payloads.ts";

/** What the service asks of a contract. Grants have keys of their own (merchants/grant-store.ts). */
type Asked = Exclude<Payloads["transaction-submission"], { kind: "grant" }>;

/** The key and group of a job that asks the ledger: jobs of one group go one after the other. */
export function placeOf(merchantId: number | null, asked: Asked): { key: string; group: string } {
  const behindGrants = (key: string) => ({ key, group: String(merchantId) });
  const apart = (key: string, record = key) => ({ key, group: jobs.groupOf(merchantId, record) });
  switch (asked.kind) {
    case "campaign":
      return behindGrants(`campaign:${asked.campaign_id}`);
    // A campaign takes one step or extension at a time.
    case "campaign-step":
    case "campaign-extension":
      return behindGrants(`campaign-step:${asked.campaign_id}`);
    case "drop":
    case "drop-sweep":
    case "drop-cancel":
      return behindGrants(`${asked.kind}:${asked.drop_id}`);
    // Claims of a drop wait for each other, but not for the merchant's campaigns, nor do campaigns wait for claims.
    case "drop-claim":
      return apart(`drop-claim:${asked.drop_id}:${asked.leaf}`, `drop:${asked.drop_id}`);
    case "redemption":
      return apart(`redemption:${asked.redemption_id}`);
    case "contract-item":
      return apart(`contract-item:${asked.item_id}:${asked.step}`, `contract-item:${asked.item_id}`);
    case "referral-program":
      return apart(`referral-program:${asked.merchant_id}`);
    case "referral":
      return apart(`referral-${asked.step}:${asked.referral_id}`);
  }
}

/** Adds the job of a transaction, in the caller's commit; false if there is one with its key already. */
export const askLedger = (store: Store, merchantId: number | null, asked: Asked, now: Date): Promise<boolean> =>
  jobs.add(store, { queue: "transaction-submission", ...placeOf(merchantId, asked), payload: asked, now });
