import type { RewardAsset, Trustline } from "../../ledger/chain/trustlines.ts";
import { isOpening } from "../../programmes/campaigns/open.ts";
import type { Campaign } from "../../programmes/campaigns/store.ts";
import * as reasons from "../rewards/reasons.ts";
import { type Decided, decideAll, type Payment } from "./payment.ts";
import type { Verdict } from "./verdicts.ts";

/** Facts for the check: the campaign from the records, the rest as recently read from the ledger. */
export interface CheckFacts {
  campaign: Pick<Campaign, "status" | "next_status" | "starts_at" | "ends_at" | "on_missing_trustline" | "hold_until">;
  /** The ledger's clock. */
  now: Date;
  asset: RewardAsset;
  /** Trustlines by wallet. */
  lines: ReadonlyMap<string, Trustline>;
}

/** Finds out whether campaign and wallets can take part now. The ledger decides again when the batch lands. */
export function check<P extends Payment>(
  facts: CheckFacts,
  payments: readonly P[],
): { fit: P[]; decided: Decided<P>[] } {
  const closed = campaignVerdict(facts.campaign, facts.now);
  if (closed) return { fit: [], decided: decideAll(payments, closed) };
  const fit: P[] = [];
  const decided: Decided<P>[] = [];
  for (const payment of payments) {
    const verdict = walletVerdict(facts, payment);
    if (verdict) decided.push({ payment, verdict });
    else fit.push(payment);
  }
  return { fit, decided };
}

/** Why the campaign doesn't pay now; undefined if it does. */
export function campaignVerdict(
  campaign: Pick<Campaign, "status" | "next_status" | "starts_at" | "ends_at">,
  now: Date,
): Extract<Verdict, { kind: "wait" | "never" }> | undefined {
  const { status, starts_at, ends_at } = campaign;
  if (isOpening(campaign)) return { kind: "wait", reason: reasons.campaignPending };
  if (status !== "active") return { kind: "never", reason: reasons.campaignNotActive(status) };
  if (ends_at <= now) return { kind: "never", reason: reasons.campaignExpired(ends_at) };
  if (starts_at > now) return { kind: "wait", until: starts_at, reason: reasons.notStarted(starts_at) };
  return undefined;
}

/** Why a wallet can't take the amount now, by its trustline; undefined if it can. */
function walletVerdict(
  facts: CheckFacts,
  payment: Payment,
): Extract<Verdict, { kind: "again" | "hold" | "never" }> | undefined {
  const { asset, lines } = facts;
  const { wallet_address, amount } = payment;
  // The issuer needs no trustline and holds no balance: what it is paid is gone.
  if (wallet_address === asset.issuer) return { kind: "never", reason: reasons.refusedRecipient };
  const line = lines.get(wallet_address);
  if (!line?.exists) return missingTrustline(facts, payment, line?.hasAccount);
  if (!line.authorized) return { kind: "again", reason: reasons.notAuthorized(asset) };
  if (line.limit - line.balance < amount) return { kind: "again", reason: reasons.lineFull(asset) };
  return undefined;
}

function missingTrustline(
  { campaign, now, asset }: CheckFacts,
  { voucher_id = null }: Payment,
  hasAccount = true,
): Extract<Verdict, { kind: "again" | "hold" | "never" }> {
  // The owner of a voucher may be new to Stellar, and needs the time to add one.
  if (campaign.on_missing_trustline === "fail" && voucher_id === null) {
    return { kind: "again", reason: reasons.noTrustline(asset, hasAccount) };
  }
  const until = campaign.hold_until ?? campaign.ends_at;
  if (until <= now) return { kind: "never", reason: reasons.noTrustlineInTime(asset, until) };
  return { kind: "hold", until, reason: reasons.heldForTrustline(asset, until, hasAccount) };
}
