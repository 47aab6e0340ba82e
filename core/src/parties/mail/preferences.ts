import { and, eq, isNull } from "drizzle-orm";
import { merchants } from "../../store/db/schema/merchants.ts";
import { users } from "../../store/db/schema/users.ts";
import type { Store } from "../../store/db/store.ts";
import type { Reader, UserOrMerchant } from "./reader.ts";
import { type Topic, topicsOf } from "./topics.ts";

// The mails that a user or merchant gets. Only mails with a topic can be switched off: those about the security of an account, and
// those that its owner asks for, have none.

export interface Mailbox {
  /** Null: none yet. */
  email: string | null;
  /** Topics that are switched off. */
  mail_off: string[];
}

/** Undefined if there is no such reader. */
export async function mailboxOf(store: Store, { kind, id }: Reader): Promise<Mailbox | undefined> {
  if (kind === "user") {
    const columns = { email: users.email, mail_off: users.mail_off };
    return store
      .select(columns)
      .from(users)
      .where(and(eq(users.id, id), isNull(users.deleted_at)))
      .get();
  }
  const columns = { email: merchants.email, mail_off: merchants.mail_off };
  return store.select(columns).from(merchants).where(eq(merchants.id, id)).get();
}

/** True for each topic whose mails are sent. */
export type Preferences = Record<string, boolean>;

export const preferencesOf = (kind: UserOrMerchant, { mail_off }: Pick<Mailbox, "mail_off">): Preferences =>
  Object.fromEntries(Object.keys(topicsOf(kind)).map((topic) => [topic, !mail_off.includes(topic)]));

/** Topics that aren't named stay as they are. */
export type PreferenceChange = Partial<Record<Topic, boolean | undefined>>;

export async function setPreferences(store: Store, reader: Reader, change: PreferenceChange): Promise<void> {
  const mailbox = await mailboxOf(store, reader);
  if (!mailbox) return;
  const wanted = preferencesOf(reader.kind, mailbox);
  for (const [topic, isOn] of Object.entries(change)) if (isOn !== undefined) wanted[topic] = isOn;
  const mail_off = Object.keys(wanted).filter((topic) => !wanted[topic]);
  const table = reader.kind === "user" ? users : merchants;
  await store.update(table).set({ mail_off }).where(eq(table.id, reader.id));
}
