import type { Context, UnitContext } from "../../context/context.ts";
import { type Bulk, postAll } from "../../parties/mail/outbox.ts";
import { recentNotices } from "../../parties/mail/store.ts";
import { templates } from "../../parties/mail/templates.ts";
import { byIds as rewardsByIds } from "../../payouts/rewards/store.ts";
import type { Store } from "../../store/db/store.ts";
import { followEvents } from "../../store/event-log/follow.ts";
import * as events from "../../store/event-log/store.ts";
import { type NoticeKind, type NoticeName, noticeKinds, noticesOf } from "./kinds.ts";
import * as rows from "./store.ts";

/** Events of one commit. */
const AT_ONCE = 200;

/** A reader gets a notice of a kind about a merchant's events at once, and further ones together in one that comes this much later. */
const COLLECTED_MS = 3_600_000;

/** Makes mails of new events until `stopped`. */
export async function runNotices(context: Context, stopped: AbortSignal): Promise<void> {
  const step = (store: Store) => collect(context, store);
  await followEvents(context, step, "mails about events could not be made", stopped);
}

/**
 * Mails and position are one commit, so that no event is left out, or is in two mails.
 * @returns whether there may be more
 */
export async function collect(context: UnitContext, store: Store): Promise<boolean> {
  const found = await events.after(store, await rows.readPosition(store), AT_ONCE);
  const last = found.at(-1);
  if (!last) return false;
  const waited = await waitedOf(store, found);
  const wanted = found.flatMap((event) => wantedOf(event, waited));
  if (wanted.length > 0) await postMissing(context, store, wanted);
  await rows.writePosition(store, last.id);
  return found.length === AT_ONCE;
}

interface Wanted {
  template: NoticeName;
  userId: number | null;
  merchantId: number | null;
  firstEvent: number;
  at: Date;
}

/** Ids of the failed rewards of users that have waited for a trustline. */
async function waitedOf(store: Store, found: readonly events.EventRow[]): Promise<Set<string>> {
  const failed = found.filter(({ type, user_id }) => type === "issuance.failed" && user_id !== null);
  const rewards = await rewardsByIds(
    store,
    failed.map(({ object_id }) => Number(object_id)),
  );
  return new Set(rewards.filter(({ first_held_at }) => first_held_at !== null).map(({ id }) => String(id)));
}

/** The notices that an event calls for. */
function wantedOf(event: events.EventRow, waited: ReadonlySet<string>): Wanted[] {
  return noticesOf(event.type).flatMap((template) => {
    const kind: NoticeKind = noticeKinds[template];
    if (kind.waited && !waited.has(event.object_id)) return [];
    const isOfUser = kind.to === "user";
    const userId = isOfUser ? event.user_id : null;
    if ((isOfUser ? userId : event.merchant_id) === null) return [];
    return { template, userId, merchantId: event.merchant_id, firstEvent: event.id, at: event.created_at };
  });
}

type Key = Pick<Wanted, "template" | "userId" | "merchantId">;

const keyOf = ({ template, userId, merchantId }: Key) => `${template} ${userId} ${merchantId}`;

const unique = (ids: (number | null)[]) => [...new Set(ids)].filter((id) => id !== null);

/** Posts the notices whose events no waiting mail collects yet. */
async function postMissing(context: UnitContext, store: Store, wanted: readonly Wanted[]): Promise<void> {
  const userIds = unique(wanted.map(({ userId }) => userId));
  const merchantIds = unique(wanted.map(({ userId, merchantId }) => (userId === null ? merchantId : null)));
  const ofUsers = await rows.usersMailboxes(store, userIds);
  const ofMerchants = await rows.merchantsMailboxes(store, merchantIds);
  const first = new Map<string, { notice: Wanted; recipient: string }>();
  for (const notice of wanted) {
    const { template, userId, merchantId, at } = notice;
    const merchant = userId === null ? ofMerchants.get(merchantId ?? 0) : undefined;
    const mailbox = userId === null ? merchant : ofUsers.get(userId);
    const { topic } = templates[template];
    if (!mailbox?.email || (topic !== null && mailbox.mail_off.includes(topic))) continue;
    // The owner of a new merchant has just got its first key.
    if (template === "api_keys_changed" && at.getTime() === merchant?.created_at.getTime()) continue;
    if (!first.has(keyOf(notice))) first.set(keyOf(notice), { notice, recipient: mailbox.email });
  }
  if (first.size === 0) return;
  const recent = await recentOf(context, store, { notices: [...first.values()], userIds, merchantIds });
  const missing = [...first].flatMap(([key, { notice, recipient }]): Bulk[] => {
    const last = recent.get(key);
    if (last === "collects") return [];
    const runAt = last && { runAt: new Date(last.getTime() + COLLECTED_MS) };
    const { at: _, ...about } = notice;
    return [{ ...about, recipient, ...runAt }];
  });
  if (missing.length > 0) await postAll(context, store, missing);
}

/** Recent mails by key: the time at which the last one was tried, or that one still collects. */
async function recentOf(
  { clock }: UnitContext,
  store: Store,
  { notices, ...readers }: Record<"userIds" | "merchantIds", number[]> & { notices: { notice: Wanted }[] },
): Promise<Map<string, Date | "collects">> {
  const since = new Date(clock.now().getTime() - COLLECTED_MS);
  const names = [...new Set(notices.map(({ notice }) => notice.template))];
  const recent = new Map<string, Date | "collects">();
  for (const log of await recentNotices(store, { templates: names, ...readers, since })) {
    const key = keyOf({ template: log.template as NoticeName, userId: log.user_id, merchantId: log.merchant_id });
    const known = recent.get(key);
    if (log.status === "queued" && log.last_event === null) recent.set(key, "collects");
    else if (known === undefined || (known !== "collects" && known < log.updated_at)) recent.set(key, log.updated_at);
  }
  return recent;
}
