import { OPERATOR, record } from "../../store/audit/audit.ts";
import type { Database } from "../../store/db/database.ts";
import { MOVED_TO, removeMark } from "../../store/db/moved.ts";
import { endLogins } from "../backups/restore.ts";

/** Lets the service use a database again that was moved; nobody is logged in there. False if it wasn't moved. */
export function undoMove(source: Database, now: Date): Promise<boolean> {
  return source.commit(async (store) => {
    if (!(await removeMark(store, MOVED_TO))) return false;
    const detail = { sessions_ended: await endLogins(store, now) };
    await record(store, { actor: OPERATOR, action: "database.undo_move", subject: "database", detail, now });
    return true;
  });
}
