import type { Store } from "../../store/db/store.ts";
import { addJobs, queueNext } from "./service.ts";
import * as rows from "./store.ts";

// Once an endpoint has taken its first event, what waited for that is queued. Once it takes nothing any more, what is pending ends. Both can
// be tens of thousands of deliveries, and other commits wait for each commit: so a change of the endpoint only notes that its pending
// deliveries have to be gone through, and each commit of the fan-out goes on with a part of them. What becomes of them depends on the
// endpoint as it is then.

/** Deliveries of one commit. */
const AT_ONCE = 500;
/** Endpoints of one commit. */
const ENDPOINTS = 50;

/** Goes on with endpoints' pending deliveries. @returns whether there may be more */
export async function continueBacklogs(store: Store, now: Date): Promise<boolean> {
  const found = await rows.backlogs(store, ENDPOINTS);
  let left = AT_ONCE;
  for (const backlog of found) {
    if (left > 0) left -= await goOn(store, backlog, left, now);
  }
  return left === 0 || found.length === ENDPOINTS;
}

/** @returns how many deliveries it has gone through, `limit` at most */
async function goOn(store: Store, { webhook_id, after }: rows.Backlog, limit: number, now: Date): Promise<number> {
  const webhook = await rows.byId(store, webhook_id);
  const isOn = webhook?.status === "enabled" && webhook.deleted_at === null;
  if (isOn && webhook.proven_at === null) {
    // Enabled again, or moved to another URL: one of them goes first.
    await queueNext(store, webhook, now);
    await rows.closeBacklog(store, webhook_id);
    return 0;
  }
  const part = await rows.pendingOf(store, webhook_id, { after, limit });
  const ids = part.map(({ id }) => id);
  if (isOn) await addJobs(store, [webhook], part, now);
  else await rows.fail(store, ids, now);
  const last = ids.at(-1);
  if (last !== undefined && ids.length === limit) await rows.moveBacklog(store, { webhook_id, after: last });
  else await rows.closeBacklog(store, webhook_id);
  return ids.length;
}
