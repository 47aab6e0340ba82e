import { problem } from "../../base/errors.ts";

export const tooManyWebhooks = (limit: number) =>
  problem(
    409,
    "too_many_webhooks",
    "Too many webhooks",
    `You already have ${limit} webhooks. Delete one of them first.`,
  );

export const webhookDisabled = (id: number) =>
  problem(
    409,
    "webhook_disabled",
    "Webhook disabled",
    `Webhook ${id} is disabled, so nothing is sent to it. Set its status to enabled first.`,
  );

export const tooManyEvents = (limit: number) =>
  problem(
    409,
    "too_many_events",
    "Too many events",
    `The period has more than ${limit} events. Choose a shorter one, and replay it part by part.`,
  );
