import type { Store } from "../../store/db/store.ts";
import { emit } from "../../store/event-log/store.ts";
import { presentPointTransaction } from "./presenter.ts";
import type { PointTransaction } from "./store.ts";
import * as rows from "./store.ts";

/** Adds a row to the ledger of points, and its event; undefined if the user's ledger has the cause already. */
export async function post(
  store: Store,
  row: Parameters<typeof rows.insert>[1],
): Promise<PointTransaction | undefined> {
  const posted = await rows.insert(store, row);
  if (!posted) return undefined;
  const owner = { merchantId: posted.merchant_id, userId: posted.user_id, objectId: posted.id };
  const data = presentPointTransaction(posted);
  await emit(
    store,
    [{ type: posted.points > 0 ? "points.credited" : "points.debited", ...owner, data }],
    posted.created_at,
  );
  return posted;
}
