import { exampleOf } from "../http/examples.ts";
import { eventView } from "../routes/events/schema.ts";
import type { Schemas } from "./schemas.ts";
import { text } from "./text.ts";

const header = (name: string, description: string, example: string) => ({
  ...{ name, in: "header", required: true },
  ...text(description, example),
});

/** Headers of the Standard Webhooks specification. */
const parameters = {
  WebhookId: header(
    "webhook-id",
    "The event's id. It is the same when the event is sent again: ignore what you have handled.",
    "evt_1865324582400000",
  ),
  WebhookTimestamp: header("webhook-timestamp", "When the request was made, in Unix seconds.", "1795283706"),
  WebhookSignature: header(
    "webhook-signature",
    "Signatures, separated by spaces: `v1,` HMAC-SHA256 with the webhook's secret; `v1a,` ed25519 with the webhook's key.",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ),
};

/** Requests that are sent to merchants' webhooks. */
export const webhooksOf = (schemas: Schemas) => ({
  webhooks: {
    event: {
      post: {
        operationId: "webhooks_sent",
        summary: "An event, of one of the types that the webhook asked for",
        description:
          "docs/events.md says when there is an event of each type. docs/webhooks.md shows how to check the signature.",
        security: [],
        parameters: Object.keys(parameters).map((name) => ({ $ref: `#/components/parameters/${name}` })),
        requestBody: {
          required: true,
          content: { "application/json": { schema: schemas.output(eventView), example: exampleOf(eventView) } },
        },
        responses: { "2XX": { description: "Received: it is not sent again." } },
      },
    },
  },
  parameters,
});
