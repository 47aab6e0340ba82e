import { checkHealth } from "@merit/core/operations/health/service.ts";
import { defineRoute } from "../../http/route.ts";
import { presentHealth } from "./presenter.ts";
import * as T from "./schema.ts";

export const health = defineRoute({
  method: "get",
  path: "/health",
  atRoot: true,
  auth: "none",
  quota: "probe",
  summary: "Whether this process can take calls; 503 if it can't serve, or is stopping",
  description:
    "Needs no credentials. For load balancers and supervisors. The body has all checks; GET /ready goes by them.",
  request: {},
  responses: { 200: T.healthView, 503: T.healthView },
  errors: {},
  async handler({ context }) {
    const result = await checkHealth(context);
    return { status: result.alive ? 200 : 503, body: presentHealth(result) };
  },
});

export const ready = defineRoute({
  method: "get",
  path: "/ready",
  atRoot: true,
  auth: "none",
  quota: "probe",
  summary: "200 when every part of the service works, in whichever process, else 503 with the same body",
  description:
    "For monitoring. The body says which check failed, and why. Don't take an API out of a load balancer by it: an API accepts rewards while the worker, the indexer or the node doesn't work.",
  request: {},
  responses: { 200: T.healthView, 503: T.healthView },
  errors: {},
  async handler({ context }) {
    const result = await checkHealth(context);
    return { status: result.ok ? 200 : 503, body: presentHealth(result) };
  },
});
