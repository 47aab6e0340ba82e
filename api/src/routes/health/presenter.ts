import type { Health } from "@merit/core/health/service.ts";
import manifest from "../../../package.json" with { type: "json" };

export const presentHealth = ({ checks, ok }: Health) => ({
  status: ok ? "ok" : "degraded",
  version: manifest.version,
  checks,
});
