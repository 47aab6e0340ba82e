import type { UnitContext } from "../../context/context.ts";
import type { EmailLog } from "../../parties/mail/store.ts";
import type { presentKey } from "../../parties/merchants/key-presenter.ts";
import { namesOf } from "../../parties/merchants/store.ts";
import type { presentShareState } from "../../payouts/drops/presenter.ts";
import type { presentIssuance } from "../../payouts/rewards/presenter.ts";
import type { presentRedemption } from "../../programmes/redemptions/presenter.ts";
import type { Store } from "../../store/db/store.ts";
import type { EventType } from "../../store/event-log/types.ts";
import * as events from "../events/service.ts";
import type { presentWebhook } from "../webhooks/presenter.ts";
import type { Content } from "./content.ts";
import { type NoticeKind, type NoticeName, noticeKinds } from "./kinds.ts";

/** Most events that a mail names; it says how many more there are. */
const LISTED = 10;

/** Content of a notice about its events; undefined if they are older than the service keeps them. */
export async function noticeDetails(
  { chain }: Pick<UnitContext, "chain">,
  store: Store,
  { template, user_id, merchant_id, first_event, last_event }: EmailLog,
): Promise<Content | undefined> {
  const name = template as NoticeName;
  const { on, waited }: NoticeKind = noticeKinds[name];
  const range = { owner: { user_id, merchant_id }, types: on, from: first_event ?? 0, to: last_event ?? 0, waited };
  const { found, count } = await events.range(store, range, LISTED);
  const asset = chain.manifest.asset.code;
  if (found.length === 0) return undefined;
  const lines = found.map(({ type, data }) => lineOf(name, type, data, asset));
  if (count > found.length) lines.push(`and ${count - found.length} more`);
  const merchant = merchant_id === null ? undefined : (await namesOf(store, [merchant_id])).get(merchant_id);
  return { details: [intros[name](count, merchant ?? "The platform")], lines };
}

const some = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

const intros: Record<NoticeName, (count: number, merchant: string) => string> = {
  reward_received: (count, merchant) => `${merchant} sent you ${some(count, "reward")}:`,
  reward_waiting: (count, merchant) =>
    `${merchant} has ${some(count, "reward")} for you. Your wallet can't receive ${count === 1 ? "it" : "them"} yet:`,
  reward_failed: (count, merchant) => `${some(count, "reward")} of ${merchant} that waited for you will not be paid:`,
  rewards_failed: (count) => `${some(count, "reward")} of your campaigns will not be paid:`,
  redemption_fulfilled: (count, merchant) => `${merchant} handed over ${some(count, "redemption")} of yours:`,
  redemption_cancelled: (count) =>
    `${some(count, "redemption")} of yours ${count === 1 ? "was" : "were"} cancelled, and you have back what you paid:`,
  redemption_refunded: (count, merchant) => `${merchant} gave you back what you paid for ${some(count, "redemption")}:`,
  redemption_expired: (count) =>
    `${some(count, "redemption")} of yours ${count === 1 ? "was" : "were"} not handed over in time, and you have back what you paid:`,
  redemptions_made: (count) => `${some(count, "redemption")} of your items ${count === 1 ? "waits" : "wait"} for you:`,
  webhook_disabled: (count) => `${count} of your webhooks ${count === 1 ? "was" : "were"} disabled:`,
  api_keys_changed: () => "API keys of your merchant account were created or revoked:",
};

type Issuance = ReturnType<typeof presentIssuance>;
type Redemption = ReturnType<typeof presentRedemption>;
type Share = ReturnType<typeof presentShareState>;
type Webhook = ReturnType<typeof presentWebhook>;
type Key = ReturnType<typeof presentKey>;

function lineOf(name: NoticeName, type: EventType, data: object, asset: string): string {
  if (type.startsWith("redemption.")) return redemptionLine(data as Redemption, asset);
  if (type.startsWith("api_key.")) return keyLine(type, data as Key);
  if (type.startsWith("webhook.")) return webhookLine(data as Webhook);
  if (type.startsWith("drop_share.")) return shareLine(data as Share, asset);
  const { id, campaign_id, amount, wallet_address, error_message, tx_hash } = data as Issuance;
  const reward = `${amount} ${asset} to ${wallet_address}`;
  // The reason tells the merchant what to do.
  if (name === "rewards_failed") return `reward ${id} of campaign ${campaign_id}, ${reward}: ${error_message}`;
  return tx_hash === null ? reward : `${reward}, in transaction ${tx_hash}`;
}

const webhookLine = ({ id, url, disabled_reason }: Webhook) => `webhook ${id}, ${url}: ${disabled_reason}`;

const shareLine = ({ amount, wallet_address, name, claim_tx_hash }: Share, asset: string) =>
  `${amount} ${asset} to ${wallet_address}, a share of ${name}${claim_tx_hash === null ? "" : `, in transaction ${claim_tx_hash}`}`;

function redemptionLine({ id, quantity, item_name, points, on_chain, reason }: Redemption, asset: string): string {
  const paid = on_chain === null ? `${points} points` : `${on_chain.amount} ${asset}`;
  const units = quantity === 1 ? "" : `${quantity} × `;
  return `number ${id}: ${units}${item_name ?? "an item"} for ${paid}${reason === null ? "" : `. ${reason}`}`;
}

function keyLine(type: EventType, { id, name, last4, scopes, created_at }: Key): string {
  const key = `key ${id} (${name}, ends in ${last4})`;
  return type === "api_key.revoked"
    ? `${key} was revoked`
    : `${key} was created at ${created_at} for ${scopes.join(", ")}`;
}
