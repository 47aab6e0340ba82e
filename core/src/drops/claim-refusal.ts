import type { CallRefused } from "../chain/errors.ts";
import type { RewardAsset } from "../chain/trustlines.ts";
import * as rewardReasons from "../rewards/reasons.ts";
import { type CallRefusal, generalRefusal } from "../sending/general-refusal.ts";
import * as reasons from "../sending/reasons.ts";

/** Codes of `distribution` and, the last one, of `pool`. */
export const claimErrors = {
  dropNotOpen: 15030,
  dropExpired: 15031,
  alreadyClaimed: 15035,
  noTrustline: 15040,
  notAuthorized: 15041,
  lineFull: 15042,
  refusedRecipient: 15043,
  paymentFailed: 15044,
  limitExceeded: 13040,
} as const;

/** What a refused claim means, for the user or merchant who waits for it. */
export function claimRefusal(error: CallRefused, asset: RewardAsset): CallRefusal {
  switch (error.code) {
    case claimErrors.limitExceeded:
      return { kind: "wait", reason: reasons.claimLimit };
    case claimErrors.dropNotOpen:
      return { kind: "again", reason: reasons.dropNotOpen };
    case claimErrors.dropExpired:
      return { kind: "never", reason: reasons.dropExpired };
    case claimErrors.noTrustline:
      return { kind: "never", reason: rewardReasons.noTrustline(asset) };
    case claimErrors.notAuthorized:
      return { kind: "never", reason: rewardReasons.notAuthorized(asset) };
    case claimErrors.lineFull:
      return { kind: "never", reason: rewardReasons.lineFull(asset) };
    case claimErrors.refusedRecipient:
      return { kind: "never", reason: rewardReasons.refusedRecipient };
    case claimErrors.paymentFailed:
      return { kind: "never", reason: rewardReasons.transferRefused };
    default:
      return generalRefusal(error);
  }
}
