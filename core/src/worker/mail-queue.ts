import type { Context } from "../context/context.ts";
import { runNotices } from "../operations/notices/collect.ts";
import { BULK_LANES, postBounded, USUAL_AT_ONCE } from "../parties/mail/outbox.ts";
import { openTransport, usualTiming } from "../parties/mail/transport.ts";
import * as merchants from "../parties/merchants/store.ts";
import * as users from "../parties/users/store.ts";
import type { Job } from "../store/jobs/jobs.ts";
import * as jobs from "../store/jobs/jobs.ts";
import { payloadOf } from "../store/jobs/payloads.ts";
import { type Mailer, sendMail } from "./mail-send.ts";
import { runQueue } from "./queue.ts";

const QUEUE = "email";

/** Two places are always there for forgotten passwords and lost keys. */
const CONCURRENCY = BULK_LANES + USUAL_AT_ONCE + 2;

/** Makes mails of events, and sends the mails of due jobs, until `stopped`; resolves when the last is done. Needs no ledger. */
export async function runMails(context: Context, stopped: AbortSignal, timing = usualTiming): Promise<void> {
  const transport = openTransport(context.settings, timing);
  if (!transport) context.log.warn("SMTP_URL is not set: nobody gets mails, and the log of mails has them as skipped");
  const mailer: Mailer = { context, transport };
  const work = (job: Job) => process(mailer, job);
  await Promise.all([
    runNotices(context, stopped),
    runQueue(
      { context, signal: stopped },
      { queue: QUEUE, concurrency: CONCURRENCY, eachTenant: USUAL_AT_ONCE, work },
      stopped,
    ),
  ]);
  transport?.close();
}

async function process(mailer: Mailer, job: Job): Promise<void> {
  const payload = payloadOf({ ...job, queue: QUEUE });
  if (payload.kind === "mail") await sendMail(mailer, job, payload.email_id);
  else if (payload.kind === "reset") await postResetTo(mailer.context, job, payload.email);
  else await postRecoveryTo(mailer.context, job, payload.email);
}

/**
 * Turns a request for a new password into a mail, if the address has an account with a password, or has confirmed one of a wallet: a
 * thief may have ended its owner's wallet. Somebody else may have named an address that isn't confirmed for a wallet.
 */
async function postResetTo(context: Context, job: Job, email: string): Promise<void> {
  await context.db.commit(async (store) => {
    if (!(await jobs.complete(store, job))) return;
    const user = await users.byEmail(store, email);
    if (!user || (user.password_hash === null && user.email_verified_at === null)) return;
    const about = { template: "reset_password", userId: user.id, recipient: email } as const;
    await postBounded(context, store, { ...about, isConfirmed: user.email_verified_at !== null });
  });
}

/** Turns a request for a new API key into a mail, if the address is a merchant's that has confirmed it. */
async function postRecoveryTo(context: Context, job: Job, email: string): Promise<void> {
  await context.db.commit(async (store) => {
    if (!(await jobs.complete(store, job))) return;
    const merchant = await merchants.byEmail(store, email);
    if (!merchant?.email_verified_at) return;
    const about = { template: "recover_api_key", userId: null, recipient: email, isConfirmed: true } as const;
    await postBounded(context, store, { ...about, merchantId: merchant.id });
  });
}
