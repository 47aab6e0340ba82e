import { notReady, problem } from "../../base/errors.ts";

export const rewardFailed = (id: number, reason: string) =>
  problem(422, "reward_failed", "Reward failed", `Issuance ${id} failed: ${reason}`, { issuanceId: id });

export const possibleRepeat = (id: number) =>
  problem(
    409,
    "possible_repeat",
    "Possible repeat",
    `The same reward was accepted less than a minute ago as issuance ${id}. See GET /rewards/issuances/${id} for its status. To pay it again on purpose, send another Idempotency-Key.`,
    { issuanceId: id },
  );

export const notRedrivable = (id: number, status: string) =>
  problem(
    409,
    "not_redrivable",
    "Issuance can't be redriven",
    `Issuance ${id} has the status ${status}. Only a failed issuance can be redriven.`,
  );

export const reconciling = () =>
  notReady(
    "reconciling",
    "The service accepts no rewards now: it is completing its records from the ledger, or another service pays in its place. Try again later.",
    60,
  );
