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
  summary: "Whether the process is alive; 503 only if it can't serve at all",
  description: "Needs no credentials. Restart a process that fails it; GET /ready tells where to send calls.",
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
  summary: "200 when all checks pass, else 503 with the same body",
  description: "Send a process calls only while this is 200. The body says which check failed, and why.",
  request: {},
  responses: { 200: T.healthView, 503: T.healthView },
  errors: {},
  async handler({ context }) {
    const result = await checkHealth(context);
    return { status: result.ok ? 200 : 503, body: presentHealth(result) };
  },
});
