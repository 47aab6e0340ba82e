import { isoTime } from "../../base/days.ts";
import type { AuthKeys } from "../../context/auth/keys.ts";
import { presentId } from "../events/service.ts";
import { publicKeyOf } from "./sign.ts";
import type { Attempt, ShownDelivery, Webhook } from "./store.ts";

/** A webhook without its secret. */
export const presentWebhook = (keys: AuthKeys, webhook: Webhook) => ({
  id: webhook.id,
  url: webhook.url,
  description: webhook.description,
  types: webhook.types,
  status: webhook.status,
  disabled_reason: webhook.disabled_reason,
  failing_since: isoTime(webhook.failing_since),
  public_key: publicKeyOf(keys, webhook.salt),
  created_at: isoTime(webhook.created_at),
  updated_at: isoTime(webhook.updated_at),
});

export const presentDelivery = (delivery: ShownDelivery) => ({
  id: delivery.id,
  webhook_id: delivery.webhook_id,
  event_id: presentId(delivery.event_id),
  event_type: delivery.event_type,
  status: delivery.status,
  attempts: delivery.attempts,
  next_attempt_at: isoTime(delivery.next_attempt_at),
  requests: delivery.requests.map(presentAttempt),
  created_at: isoTime(delivery.created_at),
  updated_at: isoTime(delivery.updated_at),
});

const presentAttempt = (attempt: Attempt) => ({
  id: attempt.id,
  response_status: attempt.response_status,
  response_body: attempt.response_body,
  error: attempt.error,
  milliseconds: attempt.milliseconds,
  created_at: isoTime(attempt.created_at),
});
