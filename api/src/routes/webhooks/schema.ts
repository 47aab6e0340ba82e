import { deliveryStatuses, webhookStatuses } from "@merit/core/store/db/schema/webhooks.ts";
import { type EventType, eventTypeNames } from "@merit/core/store/event-log/types.ts";
import { z } from "zod";
import { exampleOf } from "../../http/examples.ts";
import { changeOf, id, isoTime, line, nearestStep, timestamp, unknownName, wholeNumber } from "../../http/fields.ts";
import { idPage } from "../../http/list.ts";

const names = eventTypeNames as [EventType, ...EventType[]];

const url = z
  .string("must be a string")
  .trim()
  .max(2000, "must have at most 2000 characters")
  .meta({ description: "public https:// address that takes POST requests" });
export const eventType = z
  .enum(names, { error: ({ input }) => unknownName("a type of event", String(input), names) })
  .meta({ id: "EventType" });
const types = z
  .array(eventType)
  .min(1, "must name at least one type; null stands for all")
  .transform((given) => [...new Set(given)])
  .nullable()
  .meta({ description: "types of events to send; null: all" });
const description = line(200).nullable();

export const createBody = z
  .strictObject({ url, types: types.default(null), description: description.default(null) })
  .meta({ examples: [{ url: "https://shop.example/webhooks", types: ["issuance.confirmed", "issuance.failed"] }] });

export const updateBody = changeOf({
  url: url.optional(),
  types: types.optional(),
  description: description.optional(),
  status: z.enum(webhookStatuses, `must be ${webhookStatuses.join(" or ")}`).optional(),
}).meta({ examples: [{ status: "enabled" }] });

const OVERLAP = "must be a number from 0 to 168";
export const stepBody = z
  .discriminatedUnion(
    "step",
    [
      z.strictObject({
        step: z.literal("rotate"),
        overlap_hours: z
          .number(OVERLAP)
          .min(0, OVERLAP)
          .max(168, OVERLAP)
          .default(24)
          .meta({ description: "hours for which the old secret also signs" }),
      }),
      z.strictObject({ step: z.literal("test") }),
      z
        .strictObject({
          step: z.literal("replay"),
          delivery_id: id.optional().meta({ description: "one delivery; without it, a period" }),
          from: timestamp.optional(),
          to: timestamp.optional(),
        })
        .superRefine(({ delivery_id, from, to }, issue) => {
          const wrong = (field: string, message: string) => issue.addIssue({ code: "custom", path: [field], message });
          if (delivery_id !== undefined) {
            if (from ?? to) wrong(from ? "from" : "to", "belongs to a period: leave it out beside delivery_id");
          } else if (from === undefined || to === undefined) {
            wrong(from ? "to" : "from", "is required without delivery_id");
          } else if (from >= to) wrong("to", "must be later than from");
        }),
    ],
    nearestStep(["rotate", "test", "replay"]),
  )
  .meta({ examples: [{ step: "replay", from: "2026-11-21T00:00:00Z", to: "2026-11-22T00:00:00Z" }] });
export type Step = z.output<typeof stepBody>;

export const webhookParams = z.strictObject({ id: wholeNumber(1) }).meta({ examples: [{ id: "3" }] });
export const deliveriesQuery = z
  .strictObject({
    ...idPage,
    status: z.enum(deliveryStatuses).optional(),
    delivery_id: wholeNumber(1).optional(),
  })
  .meta({ examples: [{ status: "failed" }] });
export const webhookView = z
  .strictObject({
    id: z.int(),
    url: z.string(),
    description: z.string().nullable(),
    types: z.array(eventType).nullable().meta({ description: "null: all" }),
    status: z.enum(webhookStatuses),
    disabled_reason: z.string().nullable(),
    failing_since: isoTime.nullable().meta({ description: "time since which every request has failed" }),
    public_key: z.string().meta({ description: "checks signatures `v1a` of this webhook" }),
    created_at: isoTime,
    updated_at: isoTime,
  })
  .meta({
    id: "Webhook",
    examples: [
      {
        id: 3,
        url: "https://shop.example/webhooks",
        description: null,
        types: ["issuance.confirmed", "issuance.failed"],
        status: "enabled",
        disabled_reason: null,
        failing_since: null,
        public_key: "whpk_8uGpyAUDXJr9x1mZ0A6nmS1Yc8Tl8YcQ4c2Z7l2g0bU=",
        created_at: "2026-11-21T17:55:06.018Z",
        updated_at: "2026-11-21T17:55:06.018Z",
      },
    ],
  });

export const secretView = webhookView
  .extend({
    secret: z.string().nullable().meta({ description: "shown once; null in the answer to a repeat" }),
  })
  .meta({
    id: "WebhookWithSecret",
    examples: [{ ...exampleOf(webhookView), secret: "whsec_<32 bytes in base64>" }],
  });

export const stepView = webhookView
  .extend({
    secret: z
      .string()
      .nullable()
      .meta({ description: "new secret of `rotate`, shown once; null in the answer to a repeat" }),
    queued: z.int().nullable().meta({
      description: "number of events to send, without those on their way; of `test` and `replay`",
    }),
  })
  .meta({ id: "WebhookStep", examples: [{ ...exampleOf(webhookView), secret: null, queued: 7 }] });

const request = z.strictObject({
  id: z.int(),
  response_status: z.int().nullable().meta({ description: "null: there was no answer" }),
  response_body: z.string().nullable().meta({ description: "its first 500 bytes" }),
  error: z.string().nullable().meta({ description: "reason of the missing answer" }),
  milliseconds: z.int(),
  created_at: isoTime,
});

export const deliveryView = z
  .strictObject({
    id: z.int(),
    webhook_id: z.int(),
    event_id: z.string(),
    event_type: eventType,
    status: z.enum(deliveryStatuses),
    attempts: z.int(),
    next_attempt_at: isoTime.nullable(),
    requests: z.array(request).meta({ description: "its requests with their answers, newest first" }),
    created_at: isoTime,
    updated_at: isoTime,
  })
  .meta({
    id: "WebhookDelivery",
    examples: [
      {
        id: 12,
        webhook_id: 3,
        event_id: "evt_1865324582400000",
        event_type: "issuance.confirmed",
        status: "delivered",
        attempts: 1,
        next_attempt_at: null,
        requests: [
          {
            id: 31,
            response_status: 204,
            response_body: "",
            error: null,
            milliseconds: 58,
            created_at: "2026-11-21T17:55:06.034Z",
          },
        ],
        created_at: "2026-11-21T17:55:06.030Z",
        updated_at: "2026-11-21T17:55:06.092Z",
      },
    ],
  });
