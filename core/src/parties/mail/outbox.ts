import { createHash, randomUUID } from "node:crypto";
import type { UnitContext } from "../../context/context.ts";
import type { Store } from "../../store/db/store.ts";
import * as jobs from "../../store/jobs/jobs.ts";
import type { Payloads } from "../../store/jobs/payloads.ts";
import * as rows from "./store.ts";
import { type TemplateName, templates } from "./templates.ts";

// Nobody may flood a mailbox through us, and every mail here has somebody who caused it. So mails are counted over an hour: those of a
// kind by the user or merchant that they are about, all by their recipient, and those to addresses that nobody has confirmed together.
const PAUSE_MS = 60_000;
const MAX_OF_KIND = { confirmed: 20, unconfirmed: 5 };
/** Most mails to one address in an hour, of all kinds and from all senders. */
export const MAX_TO_ONE = { confirmed: 60, unconfirmed: 10 };
/**
 * Mails for people who have lost a password or key must arrive whatever others did: no other mail counts against them or goes first.
 * Each address has one account of a kind, so five an hour of each are its bound.
 */
const URGENT: readonly TemplateName[] = ["reset_password", "recover_api_key"];
/** Each follows the confirmation of that address by its owner. No other mail may keep back what gives a stolen account back. */
const ONE_EACH: TemplateName = "undo_email_change";

export interface Mail {
  template: TemplateName;
  /** Null: the recipient is a merchant. */
  userId: number | null;
  recipient: string;
  /** True if its owner has confirmed that address. */
  isConfirmed: boolean;
  /** Merchant on whose behalf it is sent; absent: the platform. */
  merchantId?: number | null;
  /** The redemption that the mail is about. */
  redemptionId?: number;
  /** The event of a contract that the mail is about; one mail tells it. */
  eventId?: string;
}

/** Dependencies of posting a mail. */
export type Sender = Pick<UnitContext, "clock" | "settings">;

/** Logged as the reason of a mail that the limits kept back. */
const HELD_BACK = "there were as many such mails, or mails to this address, as there may be in a minute or in an hour";

/** Mails sent at a time, of those that are neither urgent nor bulk; urgent ones need not wait for any of them. */
export const USUAL_AT_ONCE = 3;

/**
 * Puts a mail into the queue and the log, in the caller's commit, without looking at the bounds.
 * Tokens are made when it is sent: neither job nor log ever holds one.
 */
export async function post(context: Sender, store: Store, mail: Mail): Promise<void> {
  const { id } = await log(context, store, mail, { status: "queued" });
  const key = `mail:${id}`;
  // A tenant of the queue is what stands before the slash, and gets only its share of the places. Each urgent mail is a tenant of its
  // own; all others here are the tenant `usual`.
  const group = URGENT.includes(mail.template) ? key : `usual/${id}`;
  await jobs.add(store, {
    queue: "email",
    key,
    group,
    payload: { kind: "mail", email_id: id } satisfies Payloads["email"],
    now: context.clock.now(),
  });
}

/** As {@link post}, within the bounds; false if they are reached. */
export async function postBounded(context: Sender, store: Store, mail: Mail): Promise<boolean> {
  if (mail.template === ONE_EACH) {
    await post(context, store, mail);
    return true;
  }
  const now = context.clock.now();
  const isUrgent = URGENT.includes(mail.template);
  const bound = mail.isConfirmed && !isUrgent ? "confirmed" : "unconfirmed";
  const sent = await rows.ofLastHour(store, mail, { now, limit: MAX_OF_KIND[bound] });
  const [last] = sent;
  const isRepeated = last?.recipient === mail.recipient && now.getTime() - last.created_at.getTime() < PAUSE_MS;
  if ((bound === "unconfirmed" && isRepeated) || sent.length >= MAX_OF_KIND[bound]) return false;
  if (!isUrgent) {
    if ((await rows.countTo(store, mail.recipient, now)) >= MAX_TO_ONE[bound]) return false;
    const limit = context.settings.mail.unconfirmedHourly;
    if (bound === "unconfirmed" && (await rows.countUnconfirmed(store, now, limit)) >= limit) return false;
  }
  await post(context, store, mail);
  return true;
}

interface Account {
  id: number;
  email: string | null;
  email_verified_at: Date | null;
}

type About = Omit<Mail, "userId" | "recipient" | "isConfirmed">;

/**
 * Tells a user what was done with the account, if it has an address; the log shows which mails the bounds kept back.
 * @returns false if they did
 */
export async function postTo(context: Sender, store: Store, user: Account, about: About): Promise<boolean> {
  const { id, email: recipient, email_verified_at } = user;
  if (recipient === null) return true;
  return tell(context, store, { ...about, userId: id, recipient, isConfirmed: email_verified_at !== null });
}

/** As {@link postTo}, for a merchant. */
export async function postToMerchant(
  context: Sender,
  store: Store,
  merchant: Account & { email: string },
  about: Omit<About, "merchantId">,
): Promise<void> {
  const { id: merchantId, email: recipient, email_verified_at } = merchant;
  await tell(context, store, {
    ...about,
    ...{ userId: null, merchantId, recipient, isConfirmed: email_verified_at !== null },
  });
}

async function tell(context: Sender, store: Store, mail: Mail): Promise<boolean> {
  if (await postBounded(context, store, mail)) return true;
  await log(context, store, mail, { status: "skipped", error_message: HELD_BACK });
  return false;
}

/** A mail that many may get at once: a notice of events, or a mail about a period. */
export interface Bulk extends Pick<Mail, "template" | "userId" | "recipient"> {
  merchantId: number | null;
  firstEvent?: number;
  period?: string;
  /** Earliest time at which it may go out. */
  runAt?: Date;
}

/** Bulk mails sent at a time. */
export const BULK_LANES = 3;

/** Puts them into the queue and the log, in the caller's commit. A mail about a period that is in the log isn't added again. */
export async function postAll(context: Sender, store: Store, mails: readonly Bulk[]): Promise<number> {
  if (mails.length === 0) return 0;
  const entries = mails.map((mail) => ({
    ...entryOf(context, { ...mail, isConfirmed: true }, { status: "queued" }),
    first_event: mail.firstEvent ?? null,
    period: mail.period ?? null,
    ...(mail.period !== undefined && { message_id: messageIdOf(context, periodic(mail)) }),
  }));
  const added = await rows.insertAll(store, entries);
  const runAt = new Map(mails.map((mail, index) => [(entries[index] as rows.NewEmailLog).message_id, mail.runAt]));
  const bulk = added.map(({ id, message_id }) => {
    const payload: Payloads["email"] = { kind: "mail", email_id: id };
    const at = runAt.get(message_id);
    return { key: `mail:${id}`, group: `bulk:${id % BULK_LANES}`, payload, ...(at && { runAt: at }) };
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
    unconfirmed: mail.isConfirmed ? null : true,
    template: mail.template,
    subject: templates[mail.template].subject,
    ...outcome,
    attempts: 0,
    message_id: messageIdOf(context, randomUUID()),
    created_at: now,
    updated_at: now,
  };
}

/** Asks the worker to look if the address has an account, so that the time of an answer tells callers nothing. */
export async function postReset({ clock }: UnitContext, store: Store, email: string): Promise<void> {
  await addJob(store, `reset:${email}`, { kind: "reset", email }, clock.now());
}

/** As {@link postReset}, for an address that may be a merchant's, whose key is lost. */
export async function postRecovery({ clock }: UnitContext, store: Store, email: string): Promise<void> {
  await addJob(store, `recover:${email}`, { kind: "recover", email }, clock.now());
}

async function addJob(store: Store, key: string, payload: Payloads["email"], now: Date): Promise<void> {
  await jobs.add(store, { queue: "email", key, group: key, payload, now });
}
