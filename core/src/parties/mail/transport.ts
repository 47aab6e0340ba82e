import { createTransport } from "nodemailer";
import type { Settings } from "../../base/settings/settings.ts";
import { keepMail, localOutbox } from "./local-outbox.ts";

export interface OutgoingMail {
  /** Id of its row in the log. */
  id: number;
  /** One address, never parsed as a list. */
  to: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  /** URL by which the reader's mail program ends such mails with one click (RFC 8058); null if that isn't possible. */
  unsubscribe: string | null;
  attachments?: { filename: string; content: string; contentType: string }[];
}

/** A mail that the server refused for good, such as one to an address that doesn't exist. */
export class MailRefused extends Error {
  override name = "MailRefused";
}

/** Sends mails over SMTP, or keeps them in the local outbox. */
export interface Transport {
  /** State of a mail that `send` took. */
  outcome: "sent" | "kept";
  /** @throws MailRefused if trying again is useless, Error if not; messages hold neither text nor token */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

/** Most connections: as many as the worker sends mails at a time (worker/mail-queue.ts). */
const MAX_CONNECTIONS = 8;

export interface MailTiming {
  /** Longest time for each step until a server is ready: its name is resolved, it has taken the connection, it has greeted. */
  connectMs: number;
  /** Longest silence on an open connection, ms. */
  silenceMs: number;
}

export const usualTiming: MailTiming = { connectMs: 10_000, silenceMs: 30_000 };

// Text from users must not make the library read files or fetch URLs.
const closed = { disableFileAccess: true, disableUrlAccess: true };

/** Null without SMTP_URL, except on `local`. */
export function openTransport(
  { mail, ...settings }: Pick<Settings, "mail" | "network" | "dataDir">,
  timing = usualTiming,
): Transport | null {
  const folder = localOutbox({ mail, ...settings });
  if (folder !== null) return toOutbox(folder, mail.from);
  return mail.smtpUrl === null ? null : overSmtp(mail.smtpUrl, mail.from, timing);
}

function overSmtp(url: string, from: string, { connectMs, silenceMs }: MailTiming): Transport {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    dnsTimeout: connectMs,
    socketTimeout: silenceMs,
    ...closed,
  });
  return {
    outcome: "sent",
    async send(mail) {
      try {
        await transport.sendMail(messageOf(mail, from));
      } catch (error) {
        throw explain(error as SmtpError);
      }
    },
    close: () => transport.close(),
  };
}

function toOutbox(folder: string, from: string): Transport {
  const transport = createTransport({ streamTransport: true, buffer: true, ...closed });
  return {
    outcome: "kept",
    async send(mail) {
      const { message } = await transport.sendMail(messageOf(mail, from));
      await keepMail(folder, mail.id, message as Buffer);
    },
    close: () => transport.close(),
  };
}

const messageOf = ({ id: _, to, unsubscribe, ...mail }: OutgoingMail, from: string) => ({
  ...{ from, ...mail },
  to: { name: "", address: to },
  ...(unsubscribe !== null && {
    headers: {
      "List-Unsubscribe": { prepared: true, value: `<${unsubscribe}>` },
      "List-Unsubscribe-Post": { prepared: true, value: "List-Unsubscribe=One-Click" },
    },
  }),
});

interface SmtpError extends Error {
  code?: string;
  responseCode?: number;
  command?: string;
}

/** The server's answer may quote the mail, so only its code is reported. */
function explain({ code = "failed", responseCode, command }: SmtpError): Error {
  const place = command ? ` to ${command}` : "";
  const message =
    responseCode === undefined
      ? `the mail server could not be used (${code})`
      : `the mail server answered ${responseCode}${place}`;
  const isFinal = responseCode !== undefined && responseCode >= 500 && code === "EENVELOPE";
  return isFinal ? new MailRefused(message) : new Error(message);
}
