import type { Health } from "@merit/core/health/service.ts";
import { version } from "@merit/core/version.ts";

export const presentHealth = ({ checks, ok, processes }: Health) => ({
  status: ok ? "ok" : "degraded",
  version,
  checks,
  processes,
});
