import type { Context } from "../../context/context.ts";
import type { EmailLog } from "../../parties/mail/store.ts";
import { mailDetails as ownerDetails } from "../../parties/merchants/owner-mail.ts";
import { mailDetails as redemptionDetails } from "../../programmes/redemptions/mail.ts";
import { noticeDetails } from "./details.ts";
import { expiringContent } from "./expiring-points.ts";
import { isNotice } from "./kinds.ts";
import { statementContent } from "./statements.ts";

/** Content of a mail beyond its template. */
export interface Content {
  details: string[];
  lines?: string[];
  attachments?: { filename: string; content: string; contentType: string }[];
}

/** Content for an address that nobody has confirmed: nothing that somebody chose, such as names of items and keys. */
export function withoutNames(content: Content, { template, redemption_id }: EmailLog): Content {
  if (redemption_id !== null) return { details: [`It has the number ${redemption_id}.`] };
  return isNotice(template) ? { details: content.details } : content;
}

/** Content of a mail; undefined if there is nothing to say any more. */
export async function contentOf(context: Context, log: EmailLog): Promise<Content | undefined> {
  const { db, clock, chain } = context;
  const { template, event_id: eventId, redemption_id: redemptionId } = log;
  if (template === "statement") return statementContent(context, log);
  if (template === "points_expiring") return db.read((store) => expiringContent(store, log, clock.now()));
  if (isNotice(template)) return db.read((store) => noticeDetails(context, store, log));
  if (eventId !== null) return { details: await db.read((store) => ownerDetails(store, eventId)) };
  if (redemptionId !== null) {
    const { code } = chain.manifest.asset;
    return { details: await db.read((store) => redemptionDetails(store, redemptionId, code)) };
  }
  return { details: [] };
}
