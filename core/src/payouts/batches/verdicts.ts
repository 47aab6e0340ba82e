import type { PaymentResult } from "../../ledger/chain/rewards.ts";
import type { RewardAsset } from "../../ledger/chain/trustlines.ts";
import * as reasons from "../rewards/reasons.ts";
import type { SystemRefusal } from "./refusals.ts";

/** Verdict on one payment. */
export type Verdict =
  /** `txHash` is null if the ledger marks it as paid without naming the transaction. */
  | { kind: "paid"; txHash: string | null }
  /** The payment's own refusal: it backs off, and after the last attempt it fails with a dead letter. */
  | { kind: "again"; reason: string }
  /** Nothing of its own is wrong: it is looked at again at `until` (by the ledger's clock), or after some seconds. */
  | { kind: "wait"; reason: string; until?: Date; seconds?: number; system?: Pick<SystemRefusal, "cause" | "detail"> }
  /** The wallet has no trustline yet: it is paid soon after there is one (held.ts), and looked at again at `until`. */
  | { kind: "hold"; reason: string; until: Date }
  /** No later attempt can succeed. */
  | { kind: "never"; reason: string };

/** The payment's own verdict by its result; undefined where the records are incomplete: its number was paid before. */
export function verdictOf(result: PaymentResult, asset: RewardAsset, txHash: string | null): Verdict | undefined {
  switch (result) {
    case "PAID":
      return { kind: "paid", txHash };
    case "ALREADY_SAME":
    case "NUMBER_TAKEN":
      return undefined;
    case "NO_TRUSTLINE":
      return { kind: "again", reason: reasons.noTrustline(asset) };
    case "NOT_AUTHORIZED":
      return { kind: "again", reason: reasons.notAuthorized(asset) };
    case "LINE_FULL":
      return { kind: "again", reason: reasons.lineFull(asset) };
    case "OTHER":
      return { kind: "again", reason: reasons.transferRefused };
    case "WALLET_CAP":
      return { kind: "never", reason: reasons.walletCap };
    case "REFUSED":
      return { kind: "never", reason: reasons.refusedRecipient };
  }
}
