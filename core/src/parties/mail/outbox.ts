import { createHash, randomUUID } from "node:crypto";
import type { UnitContext } from "../../context/context.ts";
import type { Store } from "../../store/db/store.ts";
import * as jobs from "../../store/jobs/jobs.ts";
import type { Payloads } from "../../store/jobs/payloads.ts";
import * as rows from "./store.ts";
import { type TemplateName, templates } from "./templates.ts";

// Nobody may flood a mailbox through us: a mail isn't repeated within a minute, and a user or merchant gets few of a kind in an hour.
const PAUSE_MS = 60_000;
const HOUR_MS = 3_600_000;
const MAX_PER_HOUR = 5;

export interface Mail {
  template: TemplateName;
  /** Null: the recipient is a merchant. */
  userId: number | null;
  recipient: string;
  /** On whose behalf; absent: the platform's own. */
  merchantId?: number | null;
  /** The redemption that the mail is about. */
  redemptionId?: number;
  /** The event of a contract that the mail is about; one mail tells it. */
  eventId?: string;
}

/** What posting a mail needs. */
export type Sender = Pick<UnitContext, "clock" | "settings">;

/** Logged as the reason of a mail that the limits kept back. */
const HELD_BACK = "an address that isn't verified gets at most one such mail a minute and five an hour";

/**
 * Puts a mail into the queue and the log, in the caller's commit.
 * Tokens are made when it is sent: neither job nor log ever holds one.
 */
export async function post(context: Sender, store: Store, mail: Mail): Promise<void> {
  const { id } = await log(context, store, mail, { status: "queued" });
  await addJob(store, `mail:${id}`, { kind: "mail", email_id: id }, context.clock.now());
}

/** The same within the bounds for mails that anyone can ask for; false if they are reached. */
export async function postBounded(context: Sender, store: Store, mail: Mail): Promise<boolean> {
  const now = context.clock.now();
  const about = { ...mail, since: new Date(now.getTime() - HOUR_MS), now };
  const sent = await rows.loggedSince(store, about);
  const [last] = sent;
  if (last?.recipient === mail.recipient && now.getTime() - last.created_at.getTime() < PAUSE_MS) return false;
  if (sent.length >= MAX_PER_HOUR) return false;
  await post(context, store, mail);
  return true;
}

interface Account {
  id: number;
  email: string | null;
  email_verified_at: Date | null;
}

/**
 * Tells an account's owner what was done with it, if it has an address. Until its owner has proven that the mailbox is theirs
 * it may be anybody's, so it gets no more mails than anyone can request; the log shows which mails it didn't get.
 */
export async function postTo(
  context: Sender,
  store: Store,
  { id, email, email_verified_at }: Account,
  about: Omit<Mail, "userId" | "recipient">,
): Promise<void> {
  if (email === null) return;
  const mail = { ...about, userId: id, recipient: email };
  if (email_verified_at) await post(context, store, mail);
  else if (!(await postBounded(context, store, mail))) {
    await log(context, store, mail, { status: "skipped", error_message: HELD_BACK });
  }
}

/** What many may get at once: a notice of events, or a mail about a period. */
export interface Bulk extends Pick<Mail, "template" | "userId" | "recipient"> {
  merchantId: number | null;
  firstEvent?: number;
  period?: string;
  /** When it may go out. */
  runAt?: Date;
}

/** So many of them are sent at a time. */
const LANES = 3;

/** Puts them into the queue and the log, in the caller's commit. A mail about a period that is in the log isn't added again. */
export async function postAll(context: Sender, store: Store, mails: readonly Bulk[]): Promise<number> {
  if (mails.length === 0) return 0;
  const entries = mails.map((mail) => ({
    ...entryOf(context, mail, { status: "queued" }),
    first_event: mail.firstEvent ?? null,
    period: mail.period ?? null,
    ...(mail.period !== undefined && { message_id: messageIdOf(context, periodic(mail)) }),
  }));
  const added = await rows.insertAll(store, entries);
  const runAt = new Map(mails.map((mail, index) => [(entries[index] as rows.NewEmailLog).message_id, mail.runAt]));
  const bulk = added.map(({ id, message_id }) => {
    const payload: Payloads["email"] = { kind: "mail", email_id: id };
    const at = runAt.get(message_id);
    return { key: `mail:${id}`, group: `bulk:${id % LANES}`, payload, ...(at && { runAt: at }) };
  });
  await jobs.addAll(store, { queue: "email", jobs: bulk, now: context.clock.now() });
  return added.length;
}

/** A database that was turned back sends the mail of a period again, and mail programs see that they have it. */
const periodic = ({ template, period, userId, merchantId, recipient }: Bulk) =>
  createHash("sha256").update([template, period, userId, merchantId, recipient].join("\n")).digest("hex").slice(0, 32);

const messageIdOf = ({ settings }: Sender, name: string) =>
  `<${name}@${settings.auth.homeDomain.replace(/:\d+$/, "")}>`;

const log = (
  context: Sender,
  store: Store,
  mail: Mail,
  outcome: Pick<rows.NewEmailLog, "status" | "error_message">,
): Promise<rows.EmailLog> => rows.insert(store, entryOf(context, mail, outcome));

function entryOf(
  context: Sender,
  mail: Mail,
  outcome: Pick<rows.NewEmailLog, "status" | "error_message">,
): rows.NewEmailLog {
  const now = context.clock.now();
  return {
    user_id: mail.userId,
    merchant_id: mail.merchantId ?? null,
    redemption_id: mail.redemptionId ?? null,
    event_id: mail.eventId ?? null,
    recipient: mail.recipient,
    template: mail.template,
    subject: templates[mail.template].subject,
    ...outcome,
    attempts: 0,
    message_id: messageIdOf(context, randomUUID()),
    created_at: now,
    updated_at: now,
  };
}

/** Asks the worker to look whether the address has an account: nobody who asks can tell by the time it takes. */
export async function postReset({ clock }: UnitContext, store: Store, email: string): Promise<void> {
  await addJob(store, `reset:${email}`, { kind: "reset", email }, clock.now());
}

/** The same for an address that may be a merchant's, whose key is lost. */
export async function postRecovery({ clock }: UnitContext, store: Store, email: string): Promise<void> {
  await addJob(store, `recover:${email}`, { kind: "recover", email }, clock.now());
}

async function addJob(store: Store, key: string, payload: Payloads["email"], now: Date): Promise<void> {
  await jobs.add(store, { queue: "email", key, group: key, payload, now });
}
