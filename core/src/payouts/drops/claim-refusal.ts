import { contractErrors } from "../../ledger/chain/contract-errors.ts";
import type { CallRefused } from "../../ledger/chain/errors.ts";
import type { RewardAsset } from "../../ledger/chain/trustlines.ts";
import { type CallRefusal, generalRefusal } from "../../ledger/sending/general-refusal.ts";
import * as reasons from "../../ledger/sending/reasons.ts";
import * as rewardReasons from "../rewards/reasons.ts";

const { distribution, pool } = contractErrors;

/** Meaning of a refused claim, for the user or merchant who waits for it. */
export function claimRefusal(error: CallRefused, asset: RewardAsset): CallRefusal {
  switch (error.code) {
    case pool.LimitExceeded:
      return { kind: "wait", reason: reasons.claimLimit };
    case distribution.DropNotOpen:
      return { kind: "again", reason: reasons.dropNotOpen };
    case distribution.DropExpired:
      return { kind: "never", reason: reasons.dropExpired };
    case distribution.DropCancelled:
      return { kind: "never", reason: reasons.dropCancelled };
    case distribution.NoTrustline:
      return { kind: "never", reason: rewardReasons.noTrustline(asset) };
    case distribution.NotAuthorized:
      return { kind: "never", reason: rewardReasons.notAuthorized(asset) };
    case distribution.LineFull:
      return { kind: "never", reason: rewardReasons.lineFull(asset) };
    case distribution.RefusedRecipient:
      return { kind: "never", reason: rewardReasons.refusedRecipient };
    case distribution.PaymentFailed:
      return { kind: "never", reason: rewardReasons.transferRefused };
    default:
      return generalRefusal(error);
  }
}
