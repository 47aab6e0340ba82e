import { formatAmount } from "../../base/money.ts";
import type { Context } from "../../context/context.ts";
import { defineRecurringJob } from "../../context/recurring.ts";
import { type Bulk, postAll } from "../../parties/mail/outbox.ts";
import type { EmailLog } from "../../parties/mail/store.ts";
import { fileName, statementLines, writers } from "../statements/file.ts";
import { entryTypes, type Period, type Statement, statement } from "../statements/service.ts";
import type { Content } from "./content.ts";
import * as rows from "./store.ts";

/** Merchants of one commit. */
const AT_ONCE = 100;
/** A longer file isn't attached: many mail servers take no more than 10 MB. */
const MAX_ATTACHED = 1_000_000;

/** The month before that of `now`, in UTC. */
export function lastMonth(now: Date): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1)).toISOString().slice(0, 7);
}

/** A month from its first instant to that of the next month. */
function periodOf(month: string): Period {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return { from: new Date(Date.UTC(year, number - 1)), to: new Date(Date.UTC(year, number)) };
}

export const statementsJob = defineRecurringJob({
  name: "statements",
  title: "Mails each merchant that had money in the pool its statement of the month before",
  // Each night, for those who waited until a gap was filled.
  cron: "30 0 * * *",
  timeoutSeconds: 3_600,
  async run(context, { signal, progress }) {
    const { db, clock, log } = context;
    const month = lastMonth(clock.now());
    let mails = 0;
    let after = 0;
    const missing = new Set<string>();
    for (;;) {
      const { merchants, told } = await db.read(async (store) => {
        const merchants = await rows.merchantsAfter(store, after, AT_ONCE);
        const ids = merchants.map(({ id }) => id);
        return { merchants, told: await rows.withStatement(store, month, ids) };
      });
      const last = merchants.at(-1);
      if (!last && missing.size === 0) return { month, mails };
      if (!last) {
        const waiting = whyIncomplete(month, [...missing]);
        log.warn(waiting);
        return { month, mails, waiting };
      }
      const wanted: Bulk[] = [];
      for (const merchant of merchants) {
        signal.throwIfAborted();
        if (told.has(merchant.id) || merchant.mail_off.includes("statements")) continue;
        const { isRead, gaps, ...found } = await statement(context, merchant.id, periodOf(month));
        if (!isRead) throw new Error(`not all events of ${month} have been read from the ledger yet`);
        for (const { from_ledger, to_ledger } of gaps) missing.add(`${from_ledger} to ${to_ledger}`);
        if (gaps.length > 0 || !hadMoney(found)) continue;
        const about = { template: "statement", userId: null, period: month } as const;
        wanted.push({ ...about, merchantId: merchant.id, recipient: merchant.email });
      }
      mails += await db.commit((store) => postAll(context, store, wanted));
      await progress({ month, mails });
      after = last.id;
    }
  },
});

const whyIncomplete = (month: string, ledgers: readonly string[]) =>
  `the events of ledgers ${ledgers.join(", ")} were never read, so merchants whose statement of ${month} may lack some got no mail: ` +
  "run `merit indexer backfill --rpc <url>` with a node that still has them";

const hadMoney = ({ closing, totals }: Pick<Statement, "closing" | "totals">): boolean =>
  closing.free !== 0n || closing.reserved !== 0n || entryTypes.some((type) => totals[type].entries > 0);

/** Content of the mail: the balances, the sums, and each entry in a file. */
export async function statementContent(context: Context, { merchant_id, period }: EmailLog): Promise<Content> {
  const merchantId = merchant_id ?? 0;
  const month = period ?? "";
  const { opening, closing, totals, complete } = await statement(context, merchantId, periodOf(month));
  const asset = context.chain.manifest.asset.code;
  const moved = entryTypes.filter((type) => totals[type].entries > 0);
  const file = await csvOf(context, merchantId, periodOf(month));
  return {
    details: [
      `Your money in the reward pool in ${month} (UTC). ${file === null ? "The file of all entries is too long for a mail" : "All entries are in the attached file"}; \`merit merchant statement --month ${month}\` shows it as well.`,
      ...(complete ? [] : ["Some earlier events on the ledger were never read: the balances may lack their amounts."]),
    ],
    lines: [
      `at the beginning: ${formatAmount(opening.free)} ${asset} free, ${formatAmount(opening.reserved)} reserved`,
      ...moved.map(
        (type) =>
          `${type}: ${formatAmount(totals[type].amount)} ${asset} in ${totals[type].entries === 1 ? "1 entry" : `${totals[type].entries} entries`}`,
      ),
      `at the end: ${formatAmount(closing.free)} ${asset} free, ${formatAmount(closing.reserved)} reserved`,
    ],
    attachments:
      file === null
        ? []
        : [{ filename: fileName(merchantId, periodOf(month), "csv"), content: file, contentType: "text/csv" }],
  };
}

/** The statement as CSV; null if it is too long. */
async function csvOf(context: Context, merchantId: number, period: Period): Promise<string | null> {
  let file = "";
  for await (const part of writers.csv(await statementLines(context, merchantId, period))) {
    file += part;
    if (file.length > MAX_ATTACHED) return null;
  }
  return file;
}
