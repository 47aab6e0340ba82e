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

export const replayRunning = (id: number) =>
  problem(
    409,
    "too_many_events",
    "Too many events",
    `A period was sent to webhook ${id} within the last minute, or 1,000 of its events are still on their way. Try again later.`,
  );

export const tooManyEvents = (limit: number) =>
  problem(
    409,
    "too_many_events",
    "Too many events",
    `The period has more than ${limit} events. Choose a shorter one, and replay it part by part.`,
  );
