import { problem } from "../../base/errors.ts";

/** `wanted` is what was asked for, in words. */
export const budgetExhausted = (left: string, wanted = "this reward") =>
  problem(
    409,
    "budget_exhausted",
    "Campaign budget exhausted",
    `The campaign has ${left} left, which is less than ${wanted}. Ask for less, or use another campaign.`,
  );

/** Both amounts are decimal texts. */
export const aboveDailyLimit = (amount: string, largest: string) =>
  problem(
    409,
    "above_daily_limit",
    "Amount above the daily limit",
    `The amount, ${amount}, is above the reward pool's daily withdrawal limit for your rewards, ${largest}, so it could never be paid. Lower the amount, or ask the operator to raise the limit.`,
  );

export const campaignPending = (id: number) =>
  problem(
    409,
    "campaign_pending",
    "Campaign not confirmed yet",
    `Campaign ${id} is not confirmed on the ledger yet. Try again in a few seconds.`,
    { headers: { "Retry-After": "5" } },
  );

export const campaignBusy = (id: number, next: string) =>
  problem(
    409,
    "campaign_busy",
    "Campaign is changing",
    `Campaign ${id} is changing to ${next}. Try again when its transaction is confirmed.`,
    { headers: { "Retry-After": "5" } },
  );

export const campaignStepNotAllowed = (id: number, status: string, step: string, from: readonly string[]) =>
  problem(
    409,
    "campaign_step_not_allowed",
    "Not possible in this status",
    `Campaign ${id} has the status ${status}. The step ${step} needs the status ${from.join(" or ")}.`,
  );

export const campaignNotActive = (id: number, status: string) =>
  problem(
    409,
    "campaign_not_active",
    "Campaign not active",
    `Campaign ${id} has the status ${status}. Only an active campaign pays rewards.`,
  );

export const campaignNotStarted = (id: number, startsAt: Date) =>
  problem(409, "campaign_not_started", "Campaign not started", `Campaign ${id} starts at ${startsAt.toISOString()}.`);

export const campaignExpired = (id: number, endsAt: Date) =>
  problem(409, "campaign_expired", "Campaign expired", `Campaign ${id} ended at ${endsAt.toISOString()}.`);

export const draftNotDroppable = (id: number, status: string) =>
  problem(
    409,
    "draft_not_droppable",
    "Not a draft",
    `Campaign ${id} has the status ${status}, and only a draft can be dropped. End the campaign instead.`,
  );
