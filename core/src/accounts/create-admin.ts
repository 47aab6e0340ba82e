import * as tokens from "../context/auth/one-time-tokens.ts";
import { hashPassword } from "../context/auth/passwords.ts";
import type { Context } from "../context/context.ts";
import type { User } from "../parties/users/store.ts";
import * as rows from "../parties/users/store.ts";
import { grantReferral } from "../programmes/points/bonuses.ts";
import { OPERATOR, record } from "../store/audit/audit.ts";
import { replacePassword } from "./replace-password.ts";
import * as users from "./service.ts";

/**
 * Makes an administrator. If an account has the address already, it becomes one, and the new password is its only way
 * in: anyone may have registered it, and only the person who runs this is trusted.
 */
export async function createAdmin(
  { db, settings }: Pick<Context, "db" | "settings">,
  { email, password }: { email: string; password: string },
  now: Date,
): Promise<{ user: User; existed: boolean }> {
  const passwordHash = await hashPassword(password);
  return db.commit(async (store) => {
    const known = await rows.byEmail(store, users.normalEmail(email));
    const { id } = known ?? (await users.create(store, { email, passwordHash }, now));
    if (known) {
      await replacePassword(store, id, { passwordHash, keepWallets: false, now });
      await tokens.removeAll(store, id);
    }
    const change = { role: "admin", email_verified_at: now, updated_at: now } as const;
    const user = (await rows.update(store, id, change)) as User;
    await grantReferral(store, id, { settings, now });
    const entry = { action: "user.role", subject: `user:${id}`, detail: { from: known?.role ?? null, to: "admin" } };
    await record(store, { actor: OPERATOR, ...entry, now });
    return { user, existed: known !== undefined };
  });
}
