import type { CampaignStep } from "../campaigns/steps.ts";
import type { QueueName } from "../db/schema.ts";
import type { Job } from "./jobs.ts";

/** What the jobs of each queue carry. Rows hold the facts; a payload only names them. */
export interface Payloads {
  /** group: campaign id; key: `<merchant id>:<idempotency key>` */
  "reward-issuance": { issuance_id: number };
  /**
   * group: merchant id, so that a merchant's grant goes before its campaigns; key: `grant:<merchant id>`,
   * `campaign:<campaign id>` or `campaign-step:<campaign id>`: a campaign takes one step at a time
   */
  "transaction-submission":
    | { kind: "campaign"; campaign_id: number }
    | { kind: "campaign-step"; campaign_id: number; step: CampaignStep }
    | { kind: "grant"; merchant_id: number /** stroops */; amount: string /** 32 bytes, hex */; reference: string };
}

/** Payloads are written by `add` in this code base only, so the queue tells the type. */
export function payloadOf<Queue extends QueueName>(job: Job & { queue: Queue }): Payloads[Queue] {
  return job.payload as Payloads[Queue];
}
