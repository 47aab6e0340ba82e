import * as tokens from "../auth/one-time-tokens.ts";
import type { Context, UnitContext } from "../context/context.ts";
import { tokenPurposes } from "../db/schema/users.ts";
import type { Store } from "../db/store.ts";
import { nextAttemptAt } from "../jobs/backoff.ts";
import type { Job } from "../jobs/jobs.ts";
import * as jobs from "../jobs/jobs.ts";
import type { EmailLog } from "../mail/store.ts";
import * as rows from "../mail/store.ts";
import { render, type TemplateName, templates } from "../mail/templates.ts";
import { MailRefused, type OutgoingMail, type Transport } from "../mail/transport.ts";
import { mailDetails as ownerDetails } from "../merchants/owner-mail.ts";
import * as merchants from "../merchants/store.ts";
import { mailDetails as redemptionDetails } from "../redemptions/mail.ts";
import * as users from "../users/store.ts";

export interface Mailer {
  context: Context;
  /** Null: there is no mail server, and mails are recorded as skipped. */
  transport: Transport | null;
}

/** Sends one mail: afterwards it is sent, skipped, failed, or back in the queue. One that was sent may come twice after a crash. */
export async function sendMail({ context, transport }: Mailer, job: Job, emailId: number): Promise<void> {
  const mail = await context.db.commit((store) => prepare(context, store, emailId, transport !== null));
  if (!mail) return finish(context, job, emailId, "skipped", null);
  try {
    await transport?.send(mail);
  } catch (error) {
    return record(context, job, emailId, error as Error);
  }
  await finish(context, job, emailId, "sent", null);
}

/** The mail with a fresh token, where it has one; undefined if there is nobody to send it to, or no server. */
async function prepare(
  { clock, settings }: UnitContext,
  store: Store,
  emailId: number,
  hasServer: boolean,
): Promise<OutgoingMail | undefined> {
  const log = await rows.byId(store, emailId);
  const reader = log && (await readerOf(store, log));
  if (!hasServer || !log || !reader || log.recipient === null) return undefined;
  const now = clock.now();
  await rows.update(store, emailId, { attempts: log.attempts + 1, updated_at: now });
  const name = log.template as TemplateName;
  const token = await tokenFor(store, name, log.user_id, log.recipient, now);
  const link = `${settings.publicUrl}${templates[name].page ?? ""}#token=${token}`;
  const { message_id: messageId, subject, recipient: to } = log;
  return {
    to,
    subject,
    messageId,
    ...render(name, { name: reader.name, link, token, details: await detailsOf(store, log) }),
  };
}

/** Mails without a user go to merchants; undefined if there is no such user any more. */
async function readerOf(
  store: Store,
  { merchant_id, user_id }: EmailLog,
): Promise<{ name: string | null } | undefined> {
  if (user_id === null) return merchant_id === null ? undefined : merchants.byId(store, merchant_id);
  const user = await users.byId(store, user_id);
  return user && { name: user.first_name };
}

async function detailsOf(store: Store, { redemption_id, event_id }: EmailLog): Promise<string[]> {
  if (event_id !== null) return ownerDetails(store, event_id);
  return redemption_id === null ? [] : redemptionDetails(store, redemption_id);
}

/** Mails that carry a token are named by its purpose. */
async function tokenFor(
  store: Store,
  name: TemplateName,
  userId: number | null,
  subject: string,
  now: Date,
): Promise<string> {
  const purpose = tokenPurposes.find((purpose) => purpose === name);
  return purpose === undefined ? "" : tokens.issue(store, { purpose, userId, subject, now });
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
