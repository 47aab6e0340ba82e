import { defineRoute } from "../../http/route.ts";
import * as T from "./schema.ts";

export const metrics = defineRoute({
  method: "get",
  path: "/metrics",
  atRoot: true,
  auth: "metrics",
  quota: "probe",
  summary: "Counters and gauges of this process, for Prometheus",
  description: "Needs the operator's METRICS_TOKEN as bearer token, if that is set.",
  request: {},
  responses: { 200: T.exposition },
  produces: "text/plain",
  gzips: true,
  errors: {},
  async handler({ context: { metrics } }) {
    const { contentType } = metrics.registry;
    return { status: 200, body: await metrics.registry.metrics(), headers: { "Content-Type": contentType } };
  },
});
