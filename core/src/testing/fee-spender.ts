import { systemClock } from "../clock.ts";
import { Problem } from "../errors.ts";
import { createHeartbeats } from "../heartbeats.ts";
import { createLogger } from "../logger.ts";
import { createMetrics } from "../metrics/metrics.ts";
import { loadSettings } from "../settings/settings.ts";
import { sponsor } from "../sponsoring/service.ts";
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
