import { problem } from "../../base/errors.ts";

/** @param issuanceId the reward that has the key; undefined: the key is another call's */
export const idempotencyKeyReused = (issuanceId?: number) =>
  problem(
    422,
    "idempotency_key_reused",
    "Idempotency key reused",
    `This idempotency key was used for another request${issuanceId === undefined ? "" : `, issuance ${issuanceId}`}. Use a new key for a new request.`,
    issuanceId === undefined ? {} : { issuanceId },
  );
