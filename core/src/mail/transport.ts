import { createTransport } from "nodemailer";
import type { Settings } from "../settings/settings.ts";

export interface OutgoingMail {
  /** One address, never parsed as a list. */
  to: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
}

/** A mail that the server refused for good, such as one to an address that doesn't exist. */
export class MailRefused extends Error {
  override name = "MailRefused";
}

/** Sends mails over SMTP. */
export interface Transport {
  /** @throws MailRefused if trying again is useless, Error if not; messages hold neither text nor token */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

const CONNECT_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 30_000;

/** Null without SMTP_URL. */
export function openTransport({ smtpUrl, from }: Settings["mail"]): Transport | null {
  if (smtpUrl === null) return null;
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    dnsTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    // Text from users must not make the library read files or fetch URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail) {
      try {
        await transport.sendMail({ from, ...mail, to: { name: "", address: mail.to } });
      } catch (error) {
        throw explain(error as SmtpError);
      }
    },
    close: () => transport.close(),
  };
}

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
