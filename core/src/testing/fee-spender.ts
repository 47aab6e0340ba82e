import { systemClock } from "../base/clock.ts";
import { Problem } from "../base/errors.ts";
import { createHeartbeats } from "../base/heartbeats.ts";
import { createLogger } from "../base/logger.ts";
import { createMetrics } from "../base/metrics/metrics.ts";
import { loadSettings } from "../base/settings/settings.ts";
import { sponsor } from "../payouts/sponsoring/service.ts";
import { openAt } from "./open-at.ts";

// Has the service pay for a transaction of each of many users, all at once, and prints for how many it did; SPONSORED_DAILY says how
// many it may. Arguments: the database, number of users.

const [address = "", users = ""] = process.argv.slice(2);
const db = openAt(address);
const context = {
  settings: loadSettings(),
  clock: systemClock,
  log: createLogger("silent"),
  metrics: createMetrics({ clock: systemClock, heartbeats: createHeartbeats(), queues: [], runResults: [] }),
};

const results = await Promise.allSettled(
  Array.from({ length: Number(users) }, (_, index) =>
    db.commit((store) => sponsor(context, store, { userId: index, wallet: `${process.pid}:${index}` })),
  ),
);
for (const result of results) {
  if (result.status === "rejected" && !(result.reason instanceof Problem)) throw result.reason;
}
await db.close();
process.stdout.write(String(results.filter(({ status }) => status === "fulfilled").length));
