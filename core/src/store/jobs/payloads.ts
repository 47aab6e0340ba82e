import type { QueueName } from "../db/schema/jobs.ts";
import type { Job } from "./jobs.ts";

/** Steps that a merchant can take with a campaign on the ledger. */
export type CampaignStep = "fund" | "pause" | "resume" | "end" | "settle";

/** Actions that a merchant can ask of the redemption contract. */
export type AskedOfLedger = "fulfil" | "refund";

/** Actions that the service asks of the referral contract, for a newcomer. */
export type ReferralStep = "qualify" | "revoke";

/** Payloads of the jobs, by queue. Rows hold the facts; a payload only names them. */
export interface Payloads {
  /** group: campaign id; key: `<merchant id>:<idempotency key>` */
  "reward-issuance": { issuance_id: number };
  /**
   * group: merchant id, so that a merchant's grants go before the campaigns and drops that they pay for. Others wait for nothing of the
   * merchant's, and have groups of their own, which begin with `<merchant id>/`. key: `grant:<merchant id>` (the demo's) or
   * `grant:<merchant id>:<grant id>`; ask-ledger.ts has the others
   */
  "transaction-submission":
    | { kind: "campaign"; campaign_id: number }
    | { kind: "campaign-step"; campaign_id: number; step: CampaignStep }
    | { kind: "campaign-extension"; campaign_id: number }
    | { kind: "drop"; drop_id: number }
    | { kind: "drop-sweep"; drop_id: number }
    | { kind: "drop-cancel"; drop_id: number }
    | { kind: "drop-claim"; drop_id: number; leaf: number }
    | { kind: "redemption"; redemption_id: number; step: AskedOfLedger }
    | { kind: "contract-item"; item_id: number; step: "terms" | "stock" }
    | { kind: "referral-program"; merchant_id: number }
    | { kind: "referral"; referral_id: number; step: ReferralStep }
    | { kind: "grant"; merchant_id: number /** stroops */; amount: string /** 32 bytes, hex */; reference: string };
  /**
   * group: wallet, which has one on its way at most; key: `envelope:<id>`. To leave reserves to a wallet, one at a time, the group is
   * `reserves`; key: `reserves:<wallet>`
   */
  "wallet-submission": { envelope_id: number } | { give_back: string };
  /** group: `<merchant id>/<webhook id>`; key: `delivery:<delivery id>` */
  "webhook-delivery": { delivery_id: number };
  /**
   * group = key: `mail:<email log id>`, or for mails of which there can be many the group `bulk:<lane>`, so that no other mail waits for
   * them; `reset:<address>` for a forgotten password of whoever has the address, or
   * `recover:<address>` for a merchant's lost key
   */
  email: { kind: "mail"; email_id: number } | { kind: "reset" | "recover"; email: string };
}

/** Kinds of the jobs that ask something of a contract. */
export type JobKind = Payloads["transaction-submission"]["kind"];

/** Payloads are written by `add` in this code base only, so the queue tells the type. */
export function payloadOf<Queue extends QueueName>(job: Job & { queue: Queue }): Payloads[Queue] {
  return job.payload as Payloads[Queue];
}
