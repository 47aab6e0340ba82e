import type { CallRefused } from "../chain/errors.ts";
import type { RewardAsset } from "../chain/trustlines.ts";
import { generalRefusal } from "../worker/general-refusal.ts";
import * as reasons from "../worker/reasons.ts";
import type { TaskRefusal } from "../worker/task.ts";

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

/** What a refused claim means, for whoever waits for it. */
export function claimRefusal(error: CallRefused, asset: RewardAsset): TaskRefusal {
  switch (error.code) {
    case claimErrors.limitExceeded:
      return { kind: "wait", reason: reasons.claimLimit };
    case claimErrors.dropNotOpen:
      return { kind: "again", reason: reasons.dropNotOpen };
    case claimErrors.dropExpired:
      return { kind: "never", reason: reasons.dropExpired };
    case claimErrors.noTrustline:
      return { kind: "never", reason: reasons.noTrustline(asset) };
    case claimErrors.notAuthorized:
      return { kind: "never", reason: reasons.notAuthorized(asset) };
    case claimErrors.lineFull:
      return { kind: "never", reason: reasons.lineFull(asset) };
    case claimErrors.refusedRecipient:
      return { kind: "never", reason: reasons.refusedRecipient };
    case claimErrors.paymentFailed:
      return { kind: "never", reason: reasons.transferRefused };
    default:
      return generalRefusal(error);
  }
}
