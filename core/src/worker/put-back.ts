import type { Job } from "../jobs/jobs.ts";
import * as jobs from "../jobs/jobs.ts";
import { untilDone } from "../sending/until-done.ts";
import type { Parts } from "./parts.ts";

/** Long, since what was sent and could not be recorded, such as a mail, is sent again. */
const PAUSE_MS = 5 * 60_000;

const REASON = "an error of the service broke the attempt off; its log says which";

/** Puts a job back that an error of the service broke off. What it has done until then is in the database. */
export async function putBack(parts: Pick<Parts, "context" | "signal">, job: Job): Promise<void> {
  const { db, clock } = parts.context;
  await untilDone(parts, () => {
    const now = clock.now();
    const runAt = new Date(now.getTime() + PAUSE_MS);
    return db.commit((store) => jobs.wait(store, job, { now, runAt, reason: REASON }));
  });
}
