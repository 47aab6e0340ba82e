import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Email } from "postal-mime";
import writeFileAtomic from "write-file-atomic";
import { makePrivateFolder } from "../../base/data-folder.ts";
import type { Settings } from "../../base/settings/settings.ts";

// On `local` without a mail server, mails are files that the developer can read. Their links and tokens work, and so they are
// not in the database, which backups copy, but in files beside it that only their owner can read. Any mail program opens them.

/** Number of mails that are kept: the newest ones. */
const KEPT = 1_000;
/** Number of mails after which the folder is tidied. */
const TIDY_EVERY = 100;

/** The folder of the outbox; null where mails go to a server, or nowhere. */
export function localOutbox({
  network,
  dataDir,
  mail,
}: { mail: Pick<Settings["mail"], "smtpUrl"> } & Pick<Settings, "network" | "dataDir">): string | null {
  return network === "local" && mail.smtpUrl === null ? join(dataDir, "outbox") : null;
}

const fileOf = (folder: string, id: number) => join(folder, `${id}.eml`);

/** Writes a mail's file, or writes it again. */
export async function keepMail(folder: string, id: number, message: Buffer): Promise<void> {
  makePrivateFolder(folder);
  await writeFileAtomic(fileOf(folder, id), message, { mode: 0o600 });
  if (id % TIDY_EVERY !== 0) return;
  for (const old of (await idsIn(folder)).slice(KEPT)) await rm(fileOf(folder, old), { force: true });
}

/** Newest first. */
async function idsIn(folder: string): Promise<number[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .flatMap((name) => /^([1-9]\d*)\.eml$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => b - a);
}

/** A mail as a mail program reads it. */
export interface KeptMail {
  /** Id of its row in the log. */
  id: number;
  date: Date | null;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments: string[];
}

/** Newest first, those with an id below `before`. */
export async function keptMails(
  folder: string,
  { before = Number.POSITIVE_INFINITY, limit }: { before?: number | undefined; limit: number },
): Promise<KeptMail[]> {
  const ids = (await idsIn(folder)).filter((id) => id < before).slice(0, limit);
  const mails = await Promise.all(ids.map((id) => keptMail(folder, id)));
  return mails.filter((mail) => mail !== undefined);
}

/** Undefined if it isn't there, or isn't any more. */
export async function keptMail(folder: string, id: number): Promise<KeptMail | undefined> {
  const file = await readFile(fileOf(folder, id)).catch(() => undefined);
  if (!file) return undefined;
  // Loaded when somebody reads a mail: most processes never do.
  const { default: PostalMime } = await import("postal-mime");
  return shown(id, await PostalMime.parse(file));
}

const shown = (
  id: number,
  { date, from, to = [], subject = "", text = "", html = "", attachments }: Email,
): KeptMail => ({
  id,
  date: date === undefined ? null : new Date(date),
  from: from?.address ?? "",
  to: to.map(({ address }) => address ?? "").join(", "),
  subject,
  text,
  html,
  attachments: attachments.map(({ filename }) => filename ?? "unnamed"),
});
