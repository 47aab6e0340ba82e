import { type Calls, inDays, of, posted, says } from "../call.ts";
import * as make from "../owned-records.ts";

const webhook = says(() => ({ url: "https://shop.example/webhooks" }));
const newWebhook = posted("/webhooks", webhook);

export const calls: Calls = {
  changes: {
    "POST /webhooks": webhook,
    "PATCH /webhooks/:id": of(newWebhook, { description: "Till" }),
    "DELETE /webhooks/:id": of(newWebhook),
    "POST /webhooks/:id/rotate": of(newWebhook, {}),
    "POST /webhooks/:id/test": of(newWebhook),
    "POST /webhooks/:id/replay": of(
      // The calls of these tests add no event of this type.
      (scene) => make.post(scene, "/webhooks", { url: "https://shop.example/webhooks", types: ["campaign.created"] }),
      { from: inDays(-1), to: inDays(1) },
    ),
  },
  recordReads: {
    "GET /webhooks/:id": newWebhook,
    "GET /webhooks/:id/deliveries": newWebhook,
  },
  ownReads: {
    "GET /webhooks": newWebhook,
  },
};
