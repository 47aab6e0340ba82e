import { addDays, DAY_MS } from "../../base/days.ts";
import { defineRecurringJob } from "../../context/recurring.ts";
import { postAll } from "../../parties/mail/outbox.ts";
import type { EmailLog } from "../../parties/mail/store.ts";
import { namesOf } from "../../parties/merchants/store.ts";
import { expiringBefore, usersExpiring } from "../../programmes/points/expiring.ts";
import { PLATFORM_PURSE } from "../../store/db/schema/points.ts";
import type { Store } from "../../store/db/store.ts";
import type { Content } from "./content.ts";
import * as rows from "./store.ts";

/** Users of one commit. */
const AT_ONCE = 200;
/** How long before their end points are mentioned. A user gets one mail a month, so a shorter time would miss some. */
const DAYS = 31;
const LISTED = 10;

export const expiringPointsJob = defineRecurringJob({
  name: "points-reminders",
  title: "Mails users whose points expire within 31 days, once a month",
  cron: "0 8 * * *",
  async run({ db, ...context }, { signal, progress }) {
    const now = context.clock.now();
    const period = now.toISOString().slice(0, 7);
    let mails = 0;
    let after: number | undefined = 0;
    while (after !== undefined) {
      signal.throwIfAborted();
      const place: number = after;
      const [last, added] = await db.commit(async (store) => {
        const ids = await usersExpiring(store, { now, before: addDays(now, DAYS), after: place, limit: AT_ONCE });
        const mailboxes = await rows.usersMailboxes(store, ids);
        const wanted = [...mailboxes].flatMap(([userId, { email, mail_off }]) =>
          email === null || mail_off.includes("points")
            ? []
            : [{ template: "points_expiring", userId, merchantId: null, recipient: email, period } as const],
        );
        return [ids.at(-1), await postAll(context, store, wanted)] as const;
      });
      mails += added;
      after = last;
      await progress({ mails });
    }
    return { mails };
  },
});

/** Content of the mail; undefined if the points are spent. */
export async function expiringContent(store: Store, { user_id }: EmailLog, now: Date): Promise<Content | undefined> {
  const lots = await expiringBefore(store, user_id ?? 0, { now, before: addDays(now, DAYS) });
  if (lots.length === 0) return undefined;
  const names = await namesOf(store, [...new Set(lots.map(({ purse }) => purse))]);
  const lines = lots.slice(0, LISTED).map(({ purse, points, expires_at }) => {
    const owner = purse === PLATFORM_PURSE ? "the platform" : (names.get(purse) ?? `merchant ${purse}`);
    return `${points} points of ${owner}, until ${endOf(expires_at)}`;
  });
  if (lots.length > LISTED) lines.push(`and ${lots.length - LISTED} more`);
  const sum = lots.reduce((sum, { points }) => sum + points, 0);
  return { details: [`${sum} of your points expire soon:`], lines };
}

/** The end of a day is the first instant of the next; points that were given back can end within a day. */
function endOf(time: Date): string {
  if (time.getTime() % DAY_MS === 0) return `the end of ${addDays(time, -1).toISOString().slice(0, 10)}`;
  return `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
