import * as tokens from "../context/auth/one-time-tokens.ts";
import type { Context, UnitContext } from "../context/context.ts";
import { contentOf, withoutNames } from "../operations/notices/content.ts";
import { readPosition } from "../operations/notices/store.ts";
import { MAX_TO_ONE } from "../parties/mail/outbox.ts";
import { mailboxOf } from "../parties/mail/preferences.ts";
import { readerOf } from "../parties/mail/reader.ts";
import type { EmailLog } from "../parties/mail/store.ts";
import * as rows from "../parties/mail/store.ts";
import { render, type TemplateName, templates } from "../parties/mail/templates.ts";
import { MailRefused, type OutgoingMail, type Transport } from "../parties/mail/transport.ts";
import { unsubscribePath } from "../parties/mail/unsubscribe.ts";
import * as merchants from "../parties/merchants/store.ts";
import * as users from "../parties/users/store.ts";
import { tokenPurposes } from "../store/db/schema/users.ts";
import type { Store } from "../store/db/store.ts";
import { nextAttemptAt } from "../store/jobs/backoff.ts";
import type { Job } from "../store/jobs/jobs.ts";
import * as jobs from "../store/jobs/jobs.ts";

export interface Mailer {
  context: Context;
  /** Null: there is no mail server, and mails are recorded as skipped. */
  transport: Transport | null;
}

/** Sends one mail: afterwards it is sent or kept, skipped, failed, or back in the queue. One that was sent may come twice after a crash. */
export async function sendMail({ context, transport }: Mailer, job: Job, emailId: number): Promise<void> {
  const begun = await context.db.commit((store) => begin(context, store, emailId, transport !== null));
  if ("skipped" in begun) {
    if (!transport) context.log.warn({ email_id: emailId, reason: begun.skipped }, "mail not sent");
    return finish(context, job, emailId, "skipped", begun.skipped);
  }
  const mail = await compose(context, begun);
  if (!mail) return finish(context, job, emailId, "skipped", "there was nothing to tell any more");
  try {
    await transport?.send(mail);
  } catch (error) {
    return record(context, job, emailId, error as Error);
  }
  await finish(context, job, emailId, transport?.outcome ?? "skipped", null);
}

/** Logged as the reason of mails that nobody can get. */
const NO_SERVER = "no mail server is set: set SMTP_URL and MAIL_FROM";

interface Begun {
  log: EmailLog;
  to: string;
  /** Null where the address isn't confirmed: whoever named it also chose the name. */
  name: string | null;
  isConfirmed: boolean;
  token: string;
}

/** Notes the attempt, up to which event a notice tells, and a fresh token where the mail has one. */
async function begin(
  { clock }: UnitContext,
  store: Store,
  emailId: number,
  hasServer: boolean,
): Promise<Begun | { skipped: string }> {
  const log = await rows.byId(store, emailId);
  const found = log && (await ownerOf(store, log));
  if (!hasServer) return { skipped: NO_SERVER };
  if (!log || !found || log.recipient === null) return { skipped: "its reader is not there any more" };
  const isConfirmed = found.email === log.recipient && found.email_verified_at !== null;
  const template = log.template as TemplateName;
  const { topic } = templates[template];
  const reader = readerOf(log);
  const mailbox = reader && (await mailboxOf(store, reader));
  if (topic !== null && mailbox?.mail_off.includes(topic)) return { skipped: "its reader has switched such mails off" };
  const now = clock.now();
  // The mail itself is one of them. Those that are always sent were counted when they were posted.
  if (topic !== null && (await rows.countTo(store, log.recipient, now)) > MAX_TO_ONE.confirmed) {
    return { skipped: "its reader got as many mails as there may be in an hour" };
  }
  const isOpen = log.first_event !== null && log.last_event === null;
  const last_event = isOpen ? await readPosition(store) : log.last_event;
  await rows.update(store, emailId, { attempts: log.attempts + 1, updated_at: now, last_event });
  const token = await tokenFor(store, log, now);
  if (token === undefined) return { skipped: "the change that it could undo was undone already" };
  const name = isConfirmed ? found.name : null;
  return { log: { ...log, last_event }, to: log.recipient, name, isConfirmed, token };
}

async function compose(
  context: Context,
  { log, to, name, isConfirmed, token }: Begun,
): Promise<OutgoingMail | undefined> {
  const content = await contentOf(context, log);
  if (!content) return undefined;
  const { attachments, ...facts } = isConfirmed ? content : withoutNames(content, log);
  const { settings, auth } = context;
  const template = log.template as TemplateName;
  const { topic, page } = templates[template];
  const reader = readerOf(log);
  const unsubscribe =
    topic && reader ? `${settings.publicUrl}${unsubscribePath(auth.keys, { reader, topic }, to)}` : null;
  const link = `${settings.publicUrl}${page ?? ""}#token=${token}`;
  return {
    ...{ id: log.id, to, subject: log.subject, messageId: log.message_id, unsubscribe },
    ...render(template, { name, link, token, ...facts, service: settings.publicUrl, unsubscribe }),
    ...(attachments && { attachments }),
  };
}

/** Owner of a mail; undefined if there is no such user or merchant any more. */
async function ownerOf(store: Store, { merchant_id, user_id }: EmailLog) {
  if (user_id === null) return merchant_id === null ? undefined : merchants.byId(store, merchant_id);
  const user = await users.byId(store, user_id);
  return user && { ...user, name: user.first_name };
}

/** Mails that carry a token are named by its purpose. Undefined: there is nothing left that the token could do. */
async function tokenFor(
  store: Store,
  { template, user_id: userId, merchant_id, recipient, created_at }: EmailLog,
  now: Date,
): Promise<string | undefined> {
  const purpose = tokenPurposes.find((purpose) => purpose === template);
  if (purpose === undefined || recipient === null) return "";
  const owner = { userId, merchantId: userId === null ? merchant_id : null };
  const about = { purpose, ...owner, subject: recipient };
  if (purpose !== "undo_email_change") return tokens.issue(store, { ...about, now });
  // The time counts from the change, not from the mail: the times of such tokens tell which change was the first. The change left a
  // token for this one to replace. Who has undone an earlier change ended it, and a mailbox that is late must not bring it back.
  return tokens.renew(store, { ...about, now: created_at });
}

/** Notes why a mail did not go out, and whether it is tried again. */
async function record(context: Context, job: Job, emailId: number, error: Error): Promise<void> {
  context.log.warn({ email_id: emailId, reason: error.message }, "mail not sent");
  if (error instanceof MailRefused || jobs.isExhausted(job, context.settings.mail.backoffSeconds.length + 1)) {
    return finish(context, job, emailId, "failed", error.message);
  }
  const now = context.clock.now();
  await context.db.commit(async (store) => {
    await rows.update(store, emailId, { error_message: error.message, updated_at: now });
    const runAt = nextAttemptAt(now, job.failures + 1, context.settings.mail.backoffSeconds);
    await jobs.retry(store, job, { runAt, error: error.message, now });
  });
}

async function finish(
  { db, clock, metrics }: Context,
  job: Job,
  emailId: number,
  status: Exclude<EmailLog["status"], "queued">,
  reason: string | null,
): Promise<void> {
  const now = clock.now();
  await db.commit(async (store) => {
    await rows.update(store, emailId, { status, error_message: reason, updated_at: now });
    if (status === "failed") await jobs.deadLetter(store, job, reason ?? status, now);
    else await jobs.complete(store, job);
  });
  metrics.jobFinished("email", status === "failed" ? "failed" : "completed");
}
