import { validationFailed } from "../base/errors.ts";
import { forbidden } from "../context/auth/problems.ts";
import type { Context } from "../context/context.ts";
import { type PreferenceChange, setPreferences } from "../parties/mail/preferences.ts";
import { tooManyMails } from "../parties/mail/problems.ts";
import type { User } from "../parties/users/store.ts";
import * as rows from "../parties/users/store.ts";
import { actorOf, record } from "../store/audit/audit.ts";
import type { Role } from "../store/db/schema/users.ts";
import type { Store } from "../store/db/store.ts";
import { type ClientInfo, confirmPassword, requireSamePassword } from "./login.ts";
import { askToConfirm, get, normalEmail } from "./service.ts";

/** Fields that aren't given stay unchanged. */
export interface UserChange {
  firstName: string | null | undefined;
  lastName: string | null | undefined;
  /** New address, which waits for its confirmation by mail. */
  email: string | undefined;
  role: Role | undefined;
  currentPassword: string | undefined;
  /** Topics that aren't named stay as they are. */
  mailPreferences: PreferenceChange | undefined;
}

/**
 * Changes a user, by that user or by an administrator.
 * @throws Problem 404; 403 for a role that the caller may not give, or what only the user may change; 401 without the password that a new address takes; 429 for too many mails
 */
export async function update(
  context: Context,
  caller: User,
  id: number,
  change: UserChange,
  client: ClientInfo,
): Promise<User> {
  const known = await context.db.read((store) => get(store, caller, id));
  checkRole(caller, id, change.role);
  const { mailPreferences } = change;
  if (mailPreferences && caller.id !== id) throw forbidden("Only the user can change which mails they get.");
  const email = change.email === undefined ? undefined : normalEmail(change.email);
  // The present address as well: it ends a change that waits.
  if (email !== undefined && caller.id !== id) throw forbidden("Only the user can change the e-mail address.");
  const isNew = email !== undefined && email !== known.email;
  if (isNew) {
    if (known.password_hash !== null && change.currentPassword === undefined) {
      const message = "is required to change the e-mail address";
      throw validationFailed([{ field: "current_password", message }]);
    }
    await confirmPassword(context, known, change.currentPassword, client);
  }
  const now = context.clock.now();
  return context.db.commit(async (store) => {
    const before = await get(store, caller, id);
    if (isNew) {
      await requireSamePassword(store, known);
      if (!(await askToConfirm(context, store, { userId: id, recipient: email }))) throw tooManyMails();
    }
    if (mailPreferences) await setPreferences(store, { kind: "user", id }, mailPreferences);
    // If the account already has the address, this cancels a change that still waits.
    const pending = email === undefined ? {} : { pending_email: isNew ? email : null };
    const changed = await rows.update(store, id, {
      ...(change.firstName !== undefined && { first_name: change.firstName }),
      ...(change.lastName !== undefined && { last_name: change.lastName }),
      ...(change.role !== undefined && { role: change.role }),
      ...pending,
      updated_at: now,
    });
    if (caller.id !== id) await audit(store, caller, before, change, now);
    return changed as User;
  });
}

/** Records an administrator's changes to another account; of names, only that they were changed. */
async function audit(store: Store, caller: User, { id, role }: User, change: UserChange, now: Date): Promise<void> {
  const entry = { actor: actorOf({ user: caller }), subject: `user:${id}`, now };
  if (change.role !== undefined && change.role !== role) {
    await record(store, { ...entry, action: "user.role", detail: { from: role, to: change.role } });
  }
  const fields = (["firstName", "lastName"] as const).filter((field) => change[field] !== undefined);
  if (fields.length > 0) await record(store, { ...entry, action: "user.update", detail: { fields } });
}

function checkRole(caller: User, id: number, role: Role | undefined): void {
  if (role === undefined) return;
  if (caller.role !== "admin") throw forbidden("Only an administrator can change roles.");
  // The last one could lock everybody out.
  if (caller.id === id) throw forbidden("Administrators can't change their own role. Ask another administrator.");
}
