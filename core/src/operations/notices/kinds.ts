import type { UserOrMerchant } from "../../parties/mail/reader.ts";
import type { TemplateName } from "../../parties/mail/templates.ts";
import type { EventType } from "../../store/event-log/types.ts";

/** Mails about events. Each collects what its reader's events say, so that a busy hour fills no mailbox. */
export interface NoticeKind {
  on: readonly EventType[];
  to: UserOrMerchant;
  /** True: only about rewards that have waited for a trustline, since nobody was told of the others. */
  waited?: true;
}

export const noticeKinds = {
  reward_received: { on: ["issuance.confirmed", "drop_share.claimed"], to: "user" },
  reward_waiting: { on: ["issuance.held"], to: "user" },
  reward_failed: { on: ["issuance.failed"], to: "user", waited: true },
  rewards_failed: { on: ["issuance.failed"], to: "merchant" },
  redemption_fulfilled: { on: ["redemption.fulfilled"], to: "user" },
  redemption_cancelled: { on: ["redemption.cancelled"], to: "user" },
  redemption_refunded: { on: ["redemption.refunded"], to: "user" },
  redemption_expired: { on: ["redemption.expired"], to: "user" },
  webhook_disabled: { on: ["webhook.disabled"], to: "merchant" },
  redemptions_made: { on: ["redemption.created"], to: "merchant" },
  api_keys_changed: { on: ["api_key.created", "api_key.revoked"], to: "merchant" },
} as const satisfies Partial<Record<TemplateName, NoticeKind>>;

export type NoticeName = keyof typeof noticeKinds;

const noticeNames = Object.keys(noticeKinds) as NoticeName[];

export const isNotice = (name: string): name is NoticeName => Object.hasOwn(noticeKinds, name);

/** The notices that an event of a type may cause. */
export const noticesOf = (type: EventType): NoticeName[] =>
  noticeNames.filter((name) => (noticeKinds[name] as NoticeKind).on.includes(type));
