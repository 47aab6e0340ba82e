/** What a mail may mention. Links carry their token after `#`, which browsers don't send to servers. */
export interface MailFacts {
  name: string | null;
  /** The mail's link, if it has one. */
  link: string;
  /** The token of that link, for those who call the API; empty if the mail has none. */
  token: string;
  /** What happened; comes first. */
  details?: string[];
}

export interface MailText {
  text: string;
  html: string;
}

interface Template {
  subject: string;
  /** Page below the public URL that takes the token; null if the mail has none, or if the token is for the API only. */
  page: string | null;
  paragraphs: string[];
  button?: string;
}

export const templates = {
  verify_email: {
    subject: "Confirm your e-mail address",
    page: "/verify-email",
    paragraphs: [
      "Please confirm that this is your e-mail address. The link works once, within 24 hours.",
      "If you did not ask for this, ignore this mail.",
    ],
    button: "Confirm the address",
  },
  reset_password: {
    subject: "Set a new password",
    page: "/reset-password",
    paragraphs: [
      "Somebody, hopefully you, asked for a new password for your account. The link works once, within an hour.",
      "If it was not you, ignore this mail: your password has not changed.",
    ],
    button: "Set a new password",
  },
  recover_api_key: {
    subject: "A new API key",
    page: null,
    paragraphs: [
      "Somebody, hopefully you, asked for a new API key of your merchant account. This token makes one, once, within an hour.",
      'Run `merit merchant recover --token <token>`, or send {"token": ...} to POST /merchants/keys/recover.',
      "If it was not you, ignore this mail: no key was made, and your keys work as before.",
    ],
  },
  password_changed: {
    subject: "Your password was changed",
    page: null,
    paragraphs: [
      "The password of your account was changed, and other devices were logged out.",
      "If it was not you, ask for a new password at once, and check which wallets are linked to your account.",
    ],
  },
  email_changed: {
    subject: "Your e-mail address was changed",
    page: null,
    paragraphs: [
      "The e-mail address of your account was changed. The account's mails go to the new address from now on, and no longer to this one.",
      "If it was not you, tell the operator of this service at once.",
    ],
  },
  wallet_linked: {
    subject: "A wallet was linked to your account",
    page: null,
    paragraphs: [
      "A wallet was linked to your account. From now on you can log in with it.",
      "If it was not you, remove the wallet and set a new password at once.",
    ],
  },
  redemption: {
    subject: "Your redemption",
    page: null,
    paragraphs: ["Log in to follow it, or to cancel it before it is handed over."],
  },
  webhook_failing: {
    subject: "A webhook fails",
    page: null,
    paragraphs: [
      "Every request to one of your webhooks has failed for a day. `merit webhook list` shows which one, and `merit webhook attempts <id>` shows why.",
      "After five days it is disabled. Events are kept, so you can have them sent again.",
    ],
  },
  webhook_disabled: {
    subject: "A webhook was disabled",
    page: null,
    paragraphs: [
      "One of your webhooks was disabled: it failed for five days, or answered that it is gone. `merit webhook list` shows which one.",
      "Enable it with `merit webhook update <id> --enable`, then have missed events sent again with `merit webhook replay <id> --from <time>`.",
    ],
  },
  owner_queued: {
    subject: "An owner of your balance was named",
    page: null,
    paragraphs: [
      "Until then the operator of this service can cancel it. If you did not ask for this owner, tell the operator at once.",
    ],
  },
} satisfies Record<string, Template>;

export type TemplateName = keyof typeof templates;

/** The mail as plain text and as HTML, with the same content. */
export function render(name: TemplateName, facts: MailFacts): MailText {
  const { paragraphs, button, page }: Template = templates[name];
  const greeting = facts.name ? `Hello ${facts.name},` : "Hello,";
  const lines = [greeting, ...(facts.details ?? []), ...paragraphs];
  if (facts.token === "") return { text: `${lines.join("\n\n")}\n`, html: html(lines) };
  const links = page === null ? [] : [facts.link];
  const text = `${[...lines.slice(0, 2), ...links, `Token: ${facts.token}`, ...lines.slice(2)].join("\n\n")}\n`;
  const buttons = links.map((link) => `<p><a href="${escapeHtml(link)}">${button}</a></p>`).join("");
  const token = `<p>Token: <code>${escapeHtml(facts.token)}</code></p>`;
  return { text, html: html(lines.slice(0, 2)) + buttons + token + html(lines.slice(2)) };
}

const html = (lines: string[]) => lines.map((line) => `<p>${escapeHtml(line)}</p>`).join("");

/** Names come from users and merchants. */
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
