import { isoTime } from "@merit/core/base/days.ts";
import { Problem } from "@merit/core/base/errors.ts";
import type { Acceptance } from "@merit/core/payouts/rewards/accept.ts";
import type { Issuance } from "@merit/core/payouts/rewards/service.ts";
import type { TimelineStep } from "@merit/core/payouts/rewards/timeline.ts";

export const presentState = ({ id, status, idempotency_key, tx_hash }: Issuance) => ({
  id,
  status,
  idempotency_key,
  tx_hash,
});

export const presentTimeline = (steps: readonly TimelineStep[]) =>
  steps.map(({ at, next_attempt_at, ...step }) => ({
    ...step,
    at: isoTime(at),
    ...(next_attempt_at && { next_attempt_at: isoTime(next_attempt_at) }),
  }));

export function presentBatch(
  rewards: readonly { idempotency_key: string }[],
  results: readonly Acceptance[],
  isPreview = false,
) {
  const data = results.map((result, index) => ({
    idempotency_key: rewards[index]?.idempotency_key ?? "",
    ...presentAcceptance(result),
    // Nothing has these ids yet.
    ...(isPreview && !(result instanceof Problem) && result.created && { id: null, status: null }),
  }));
  const count = (wanted: (statusCode: number) => boolean) => data.filter((item) => wanted(item.status_code)).length;
  return {
    accepted: count((status) => status === 202),
    repeated: count((status) => status === 200),
    refused: count((status) => status >= 400),
    data,
  };
}

function presentAcceptance(result: Acceptance) {
  if (result instanceof Problem) {
    const { status, code, detail, errors } = result;
    const fields = errors?.map(({ field, message }) => `${field} ${message}`).join("; ");
    return { status_code: status, id: null, status: null, mismatch: false, error: { code, detail: fields ?? detail } };
  }
  const { issuance, created, mismatch } = result;
  return { status_code: created ? 202 : 200, id: issuance.id, status: issuance.status, mismatch, error: null };
}
