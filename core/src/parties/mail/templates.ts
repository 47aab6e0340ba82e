import { type Block, layOut, type MailText } from "./layout.ts";
import type { Topic } from "./topics.ts";

/** Facts that a mail may mention. Links carry their token after `#`, which browsers don't send to servers. */
export interface MailFacts {
  name: string | null;
  /** The mail's link, if it has one. */
  link: string;
  /** The token of that link, for those who call the API; empty if the mail has none. */
  token: string;
  /** Sentences about what happened; they come first. */
  details?: string[];
  /** The things that it happened to, as a list after the details. */
  lines?: string[];
  /** The service's public URL. */
  service: string;
  /** Page on which the reader ends such mails; null if that isn't possible. */
  unsubscribe: string | null;
}

interface Template {
  /** When it is sent; one sentence without a full stop. */
  when: string;
  to: "user" | "merchant" | "both";
  /** Topic by which its reader can switch it off; null: never, since it is about security or was asked for. */
  topic: Topic | null;
  subject: string;
  /** Page below the public URL that takes the token; null if the mail has none, or if the token is for the API only. */
  page: string | null;
  paragraphs: string[];
  button?: string;
}

/** All mails. `docs/mail.md` lists them. */
export const templates = {
  verify_email: {
    when: "A user registers, or names a new address",
    to: "user",
    topic: null,
    subject: "Confirm your e-mail address",
    page: "/verify-email",
    paragraphs: [
      "Please confirm that this is your e-mail address. The link works once, within 24 hours.",
      "If you confirm it where you aren't logged in to the account, the account's devices are logged out, and wallets that were linked to it are removed: somebody else may have named your address. Its password stays, so set a new one if you didn't choose it.",
      "If you did not ask for this, ignore this mail.",
    ],
    button: "Confirm the address",
  },
  reset_password: {
    when: "Somebody asks for a new password of the account",
    to: "user",
    topic: null,
    subject: "Set a new password",
    page: "/reset-password",
    paragraphs: [
      "Somebody, hopefully you, asked for a new password for your account. The link works once, within an hour.",
      "If it was not you, ignore this mail: your password has not changed.",
    ],
    button: "Set a new password",
  },
  recover_api_key: {
    when: "Somebody asks for a new API key of the merchant",
    to: "merchant",
    topic: null,
    subject: "A new API key",
    page: null,
    paragraphs: [
      "Somebody, hopefully you, asked for a new API key of your merchant account. This token makes one, once, within an hour.",
      'Run `merit merchant recover --token <token>`, or send {"token": ...} to POST /merchants/keys/recover.',
      "If it was not you, ignore this mail: no key was made, and your keys work as before.",
    ],
  },
  confirm_merchant_email: {
    when: "A merchant registers, or names a new address",
    to: "merchant",
    topic: null,
    subject: "Confirm your merchant's e-mail address",
    page: "/verify-email",
    paragraphs: [
      "Please confirm that this is the e-mail address of your merchant account. The link works once, within 24 hours, in a browser where you are logged in to the merchant's pages.",
      "Or run `merit merchant confirm --token <token>` with the merchant's API key. Only a confirmed address gets lost API keys back.",
      "If you did not ask for this, ignore this mail.",
    ],
    button: "Confirm the address",
  },
  undo_email_change: {
    when: "A confirmed address was changed; to the old one",
    to: "both",
    topic: null,
    subject: "Your e-mail address was changed",
    page: "/verify-email",
    paragraphs: [
      "The e-mail address of your account was changed. The account's mails go to the new address from now on, and no longer to this one.",
      "If it was not you, take this address back. The link works once, within seven days of the change. Then set a new password, or get a new API key and end all others (`merit merchant recover`).",
    ],
    button: "Take this address back",
  },
  password_changed: {
    when: "The password was changed",
    to: "user",
    topic: null,
    subject: "Your password was changed",
    page: null,
    paragraphs: [
      "The password of your account was changed, and other devices were logged out.",
      "If it was not you, ask for a new password at once, and check which wallets are linked to your account.",
    ],
  },
  email_changed: {
    when: "An address that wasn't confirmed was changed; to the old one",
    to: "both",
    topic: null,
    subject: "Your e-mail address was changed",
    page: null,
    paragraphs: [
      "The e-mail address of your account was changed. The account's mails go to the new address from now on, and no longer to this one.",
      "If it was not you, tell the operator of this service at once.",
    ],
  },
  wallet_linked: {
    when: "A wallet was linked to the account",
    to: "user",
    topic: null,
    subject: "A wallet was linked to your account",
    page: null,
    paragraphs: [
      "A wallet was linked to your account. From now on you can log in with it.",
      "If it was not you, remove the wallet and set a new password at once.",
    ],
  },
  redemption: {
    when: "A user redeemed an item, for points or for tokens",
    to: "user",
    topic: null,
    subject: "Your redemption",
    page: null,
    paragraphs: ["Log in to follow it, or to cancel it before it is handed over."],
  },
  webhook_failing: {
    when: "A webhook has failed for a day",
    to: "merchant",
    topic: null,
    subject: "A webhook fails",
    page: null,
    paragraphs: [
      "Every request to one of your webhooks has failed for a day. `merit webhook list` shows which one, and `merit webhook attempts <id>` shows why.",
      "After five days it is disabled. Events are kept, so you can have them sent again.",
    ],
  },
  webhook_disabled: {
    when: "A webhook was disabled",
    to: "merchant",
    topic: null,
    subject: "A webhook was disabled",
    page: null,
    paragraphs: [
      "A webhook is disabled once it has failed for five days, or answers that it is gone. `merit webhook list` shows which one that is.",
      "Enable it with `merit webhook update <id> --enable`, then have missed events sent again with `merit webhook replay <id> --from <time>`.",
    ],
  },
  webhooks_key_replaced: {
    when: "The operator replaced the key from which webhooks' secrets derive; to those that have webhooks",
    to: "merchant",
    topic: null,
    subject: "Your webhooks need new secrets",
    page: null,
    paragraphs: [
      "The operator of this service replaced the key from which the secrets of webhooks derive. Make a new secret for each of your webhooks with `merit webhook rotate <id>`, and give it to the receiver.",
      "Requests are signed with the old secret as well only as long as the operator keeps the old key. Without it, receivers that don't have the new secret refuse all requests. Whoever checks `v1a` signatures needs the webhook's new `public_key`.",
    ],
  },
  owner_queued: {
    when: "A first owner of the merchant's balance was named",
    to: "merchant",
    topic: null,
    subject: "An owner of your balance was named",
    page: null,
    paragraphs: [
      "Until then the operator of this service can cancel it. If you did not ask for this owner, tell the operator at once.",
    ],
  },
  wallet_unlinked: {
    when: "A wallet was removed from the account",
    to: "user",
    topic: null,
    subject: "A wallet was removed from your account",
    page: null,
    paragraphs: [
      "A wallet was removed from your account. It can't be used for logging in any more.",
      "If it was not you, set a new password at once, and link the wallet again.",
    ],
  },
  api_keys_changed: {
    when: "API keys were created, recovered, rotated or revoked, except the first one",
    to: "merchant",
    topic: null,
    subject: "Your API keys were changed",
    page: null,
    paragraphs: [
      "If it was not you, revoke the keys that you don't know at once: `merit merchant keys list` shows them all, and `merit merchant recover` makes a new one.",
    ],
  },
  reward_received: {
    when: "Rewards, or shares of drops, were paid to the user's wallet",
    to: "user",
    topic: "rewards",
    subject: "You received a reward",
    page: null,
    paragraphs: ["You see them in your wallet."],
  },
  reward_waiting: {
    when: "Rewards wait for a trustline of the user's wallet",
    to: "user",
    topic: "rewards",
    subject: "A reward waits for you",
    page: null,
    paragraphs: [
      "Open a trustline to the reward's asset with your wallet, and it is paid. Rewards don't wait forever.",
    ],
  },
  reward_failed: {
    when: "Rewards that waited for a trustline failed for good",
    to: "user",
    topic: "rewards",
    subject: "A reward could not be paid",
    page: null,
    paragraphs: [
      "Your wallet could not receive the reward in time, or the campaign is over. Open a trustline to the reward's asset, and ask the merchant whether it gives the reward again.",
    ],
  },
  rewards_failed: {
    when: "Rewards failed for good",
    to: "merchant",
    topic: "failures",
    subject: "Rewards could not be paid",
    page: null,
    paragraphs: [
      "`merit reward list --status failed` lists them all. Once the cause is gone, `merit dead-letters redrive <issuance>` tries one again.",
    ],
  },
  redemption_fulfilled: {
    when: "The merchant handed over what the user redeemed",
    to: "user",
    topic: "redemptions",
    subject: "Your redemption was handed over",
    page: null,
    paragraphs: ["If you didn't get it, ask the merchant, who can give back what you paid."],
  },
  redemption_cancelled: {
    when: "A redemption was cancelled",
    to: "user",
    topic: "redemptions",
    subject: "Your redemption was cancelled",
    page: null,
    paragraphs: [],
  },
  redemption_refunded: {
    when: "The merchant gave back what the user paid for a redemption",
    to: "user",
    topic: "redemptions",
    subject: "Your redemption was refunded",
    page: null,
    paragraphs: [],
  },
  redemption_expired: {
    when: "A redemption for tokens wasn't handed over in time",
    to: "user",
    topic: "redemptions",
    subject: "Your redemption has expired",
    page: null,
    paragraphs: [],
  },
  redemptions_made: {
    when: "Users redeemed the merchant's items",
    to: "merchant",
    topic: "redemptions",
    subject: "Redemptions to hand over",
    page: null,
    paragraphs: [
      "`merit redemption list` shows them all, and `merit redemption fulfil <id>` says that you handed one over.",
    ],
  },
  points_expiring: {
    when: "Points of the user expire within 31 days; at most one mail a month",
    to: "user",
    topic: "points",
    subject: "Some of your points expire soon",
    page: null,
    paragraphs: ["Redeem them before that day."],
  },
  statement: {
    when: "A month is over in which the merchant had money in the pool",
    to: "merchant",
    topic: "statements",
    subject: "Your statement of the month",
    page: null,
    paragraphs: [],
  },
} satisfies Record<string, Template>;

export type TemplateName = keyof typeof templates;

/** The mail as plain text and as HTML, with the same content. */
export function render(name: TemplateName, facts: MailFacts): MailText {
  const { link, token, details = [], lines = [], service, unsubscribe } = facts;
  const { subject, paragraphs, button, page }: Template = templates[name];
  const blocks: Block[] = [{ text: facts.name ? `Hello ${facts.name},` : "Hello," }];
  // The reason for the mail comes before what to do about it.
  const [first, ...others] = [...details, ...paragraphs].map((text) => ({ text }));
  if (first) blocks.push(first);
  if (lines.length > 0) blocks.push({ lines });
  if (token !== "" && page !== null) blocks.push({ button: button ?? subject, url: link });
  if (token !== "") blocks.push({ token });
  const footer: Block[] = [{ text: `Sent by ${service}.` }];
  if (unsubscribe !== null) footer.push({ link: "End mails of this kind", url: unsubscribe });
  return layOut({ title: subject, blocks: [...blocks, ...others], footer });
}
