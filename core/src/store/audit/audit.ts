import { gte, lt, sql } from "drizzle-orm";
import type { PageRequest } from "../../base/page.ts";
import { newest } from "../db/newest.ts";
import { auditLog } from "../db/schema/audit.ts";
import { placeholders, prepared, type Store } from "../db/store.ts";

export type AuditRow = typeof auditLog.$inferSelect;

export interface AuditEntry {
  /** `user:<id>`, see `actorOf`; `operator` for a command on the service's own machine; `service` for the service itself. */
  actor: string;
  /** Resource and change, such as `user.role`. */
  action: string;
  /** Resource and id, such as `user:7`. */
  subject: string;
  /** The change itself, such as `{ from: "user", to: "admin" }`; never a secret. */
  detail?: Record<string, unknown>;
  now: Date;
}

/** Actor of commands on the service's own machine, which anyone who has its files can give. */
export const OPERATOR = "operator";

/** Actor of changes that the service made on its own. */
export const SERVICE = "service";

export const actorOf = ({ user }: { user: { id: number } }): string => `user:${user.id}`;

const insertRow = prepared((store) =>
  store
    .insert(auditLog)
    .values({
      ...placeholders("actor", "action", "subject", "detail"),
      created_at: sql.placeholder("now"),
    })
    .prepare(),
);

/** Records a change, in its commit: neither is there without the other. */
export async function record(store: Store, { detail = {}, ...entry }: AuditEntry): Promise<void> {
  await insertRow(store).run({ ...entry, detail });
}

export interface AuditFilter {
  actor?: string;
  action?: string;
  subject?: string;
  /** First moment, and the one behind the last. */
  from?: Date;
  to?: Date;
}

/** Newest first. */
export const list = (
  store: Store,
  { from, to, actor, action, subject }: AuditFilter,
  page: PageRequest,
): Promise<AuditRow[]> =>
  newest(
    store,
    auditLog,
    page,
    { actor, action, subject },
    from && gte(auditLog.created_at, from),
    to && lt(auditLog.created_at, to),
  );
