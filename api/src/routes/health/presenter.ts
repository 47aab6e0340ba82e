import { version } from "@merit/core/base/version.ts";
import type { Health } from "@merit/core/operations/health/service.ts";

export const presentHealth = ({ checks, ok, processes }: Health) => ({
  status: ok ? "ok" : "degraded",
  version,
  checks,
  processes,
});
