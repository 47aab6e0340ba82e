import { type Calls, of, posted, says } from "../call.ts";

const webhook = says(() => ({ url: "https://shop.example/webhooks" }));
const newWebhook = posted("/webhooks", webhook);

export const calls: Calls = {
  changes: {
    "POST /webhooks": webhook,
    "PATCH /webhooks/:id": of(newWebhook, { description: "Till" }),
    "DELETE /webhooks/:id": of(newWebhook),
    "POST /webhooks/:id/steps": of(newWebhook, { step: "rotate" }),
  },
  recordReads: {
    "GET /webhooks/:id": newWebhook,
    "GET /webhooks/:id/deliveries": newWebhook,
  },
  ownReads: {
    "GET /webhooks": newWebhook,
  },
};
