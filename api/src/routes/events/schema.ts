import { type EventObject, type EventType, typesOf } from "@merit/core/event-log/types.ts";
import { z } from "zod";
import { exampleOf } from "../../http/examples.ts";
import { isoTime, timestamp } from "../../http/fields.ts";
import { idPage } from "../../http/list.ts";
import { ownCampaignView } from "../campaigns/schema.ts";
import { keyView } from "../merchants/schema.ts";
import { transactionView } from "../points/schema.ts";
import { redemptionView } from "../redemptions/schema.ts";
import { issuanceView } from "../rewards/schema.ts";
import { webhookView } from "../webhooks/schema.ts";

/** What the events of each object show. */
const objects = {
  issuance: issuanceView,
  campaign: ownCampaignView,
  api_key: keyView,
  webhook: webhookView,
  redemption: redemptionView.omit({ actions: true }),
  points: transactionView,
} satisfies Record<EventObject, z.ZodType>;

const eventOf = <Object extends EventObject>(object: Object, data: (typeof objects)[Object]) =>
  z.strictObject({
    id: z.string().meta({ description: "rises in the order of the changes, with gaps" }),
    type: z.enum(typesOf(object) as [EventType, ...EventType[]]),
    object: z.literal(object),
    object_id: z.string().meta({ description: "the object's id, as text" }),
    created_at: isoTime,
    data: data.meta({ description: "the object as it was then" }),
  });

export const eventView = z
  .discriminatedUnion("object", [
    eventOf("issuance", objects.issuance),
    eventOf("campaign", objects.campaign),
    eventOf("api_key", objects.api_key),
    eventOf("redemption", objects.redemption),
    eventOf("points", objects.points),
    eventOf("webhook", objects.webhook),
  ])
  .meta({
    id: "Event",
    examples: [
      {
        id: "evt_1865324582400000",
        type: "issuance.confirmed",
        object: "issuance",
        object_id: "3",
        created_at: "2026-11-21T17:55:06.018Z",
        data: exampleOf(issuanceView),
      },
    ],
  });

const NOT_AN_ID = "must be an event's id, such as evt_1865324582400000";

export const eventParams = z
  .strictObject({
    id: z
      .string()
      .regex(/^evt_[1-9]\d{0,15}$/, NOT_AN_ID)
      .transform((id) => Number(id.slice("evt_".length))),
  })
  .meta({ examples: [{ id: "evt_1865324582400000" }] });

const allTypes = Object.keys(objects).flatMap((object) => typesOf(object as EventObject)) as [
  EventType,
  ...EventType[],
];

export const listQuery = z
  .strictObject({
    ...idPage,
    type: z
      .string("must be given once")
      .transform((text) => text.split(","))
      .pipe(z.array(z.enum(allTypes, `must be one of ${allTypes.join(", ")}, or several with commas between them`)))
      .optional()
      .meta({
        description: "types, with commas between them",
        json: { type: "string", examples: ["issuance.confirmed,issuance.failed"] },
      }),
    object: z.enum(Object.keys(objects) as [EventObject, ...EventObject[]]).optional(),
    object_id: z
      .string("must be given once")
      .min(1, "must not be empty")
      .max(100, "must have at most 100 characters")
      .optional()
      .meta({ description: "events of one object; use it together with `object`" }),
    from: timestamp.optional(),
    to: timestamp.optional(),
  })
  .refine(({ object_id, object }) => object_id === undefined || object !== undefined, {
    path: ["object"],
    message: "is required with object_id, such as object=issuance",
  })
  .meta({ examples: [{ type: "issuance.confirmed", limit: "20" }] });

export const streamQuery = z
  .strictObject({
    type: listQuery.shape.type,
    object: listQuery.shape.object,
    after: z
      .string("must be given once")
      .optional()
      .meta({ description: "id of the last event seen, if the header Last-Event-ID can't be sent" }),
  })
  .meta({ examples: [{ type: "issuance.confirmed,issuance.failed" }] });

export const eventStream = z.string().meta({
  description: "server-sent events; each has its id, and an event as JSON in `data`",
  examples: ["retry: 2000\nid: evt_1865324582400000\n\n"],
});
