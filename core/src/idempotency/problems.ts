import { problem } from "../errors.ts";

export const idempotencyKeyReused = () =>
  problem(
    422,
    "idempotency_key_reused",
    "Idempotency key reused",
    "This idempotency key was used for another request. Use a new key for a new request.",
  );
