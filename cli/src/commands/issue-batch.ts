import { isRound, listKeys } from "@merit/client/list-keys.ts";
import { type Command, InvalidArgumentError } from "commander";
import { type BatchAnswer, type Issuance, LIST_TIMEOUT_MS } from "../client.ts";
import { Failure, isLost, UsageError } from "../errors.ts";
import type { Io } from "../io.ts";
import { ListRecord, type PastRound } from "../list-record.ts";
import { record, table } from "../output.ts";
import { type Session, withApi } from "../session.ts";
import { positiveInteger } from "../values.ts";
import { waitFor, withinLimit } from "../wait.ts";
import { namingLines, readWallets, type WalletLine } from "../wallets-file.ts";

/** Most rewards that the server takes in one call. */
const CALL_SIZE = 1000;

const SHOWN = 5;
const SHOWN_ROWS = 50;

interface Options {
  campaign: number;
  file: string;
  /** True: named by today's date. */
  new?: string | true;
  continue?: boolean;
  wait?: boolean;
  timeout: number;
}

export function issueBatchCommand(reward: Command, io: Io): void {
  withApi<Options, []>(
    reward
      .command("issue-batch")
      .description("queue the rewards of a list, 1,000 per call; the whole list is checked first")
      .requiredOption("--campaign <id>", "campaign that pays", positiveInteger)
      .requiredOption("--file <path>", "list of rewards, one `wallet,amount` or `wallet,amount,key` per line")
      .option(
        "--new [round]",
        "pay the list once more, as a round of this name (default name: today's date, UTC)",
        round,
      )
      .option("--continue", "the list was changed, but is the same one: pay the lines that were not accepted yet")
      .option("--wait", "wait until every reward is confirmed or failed; fails if one fails")
      .option("--timeout <seconds>", "with --wait: give up waiting after this time", positiveInteger, 600)
      .addHelpText(
        "after",
        `
The list is CSV in UTF-8 with commas. Its first line may name the columns: wallet,amount or wallet,amount,key. If a line is
wrong, or the service would refuse one, nothing is issued.

A line is paid once per campaign. A line without a key gets one from its wallet, its amount and how many equal lines come
before it, so correct the list, sort it or add lines, and issue it again on any day: what was accepted before is not paid
again. <file>.issued.jsonl beside the list says what that is. If lines of it are gone from the list, or lines were accepted
before and there is no such file, the command asks: it is the same list, corrected or moved (--continue), or another one
(--new). --new pays all lines, also those that were paid before.

Examples:
  $ merit campaign dry-run 1 --file winners.csv
  $ merit reward issue-batch --campaign 1 --file winners.csv --wait
  $ merit reward issue-batch --campaign 1 --file winners.csv --new 2027-february`,
      ),
    io,
    issueBatch,
  );
}

function round(text: string): string {
  if (!isRound(text))
    throw new InvalidArgumentError("It must have 1 to 60 letters, digits, points, hyphens or underscores.");
  return text;
}

type Answered = BatchAnswer["data"][number];

/** A line with what was answered about it: by the check, and once it is sent, by the call. */
interface Row {
  line: WalletLine;
  key: string;
  answer: Answered;
}

async function issueBatch(session: Session, options: Options): Promise<void> {
  const { campaign, file, wait, timeout } = options;
  const lines = readWallets(file, { hasKeys: true });
  const past = ListRecord.open(file, { server: session.client.url, campaign_id: campaign });
  const round = roundOf(options, past);
  const keys = listKeys(campaign, lines, round);
  noteEqualLines(session, lines, keys);
  const rows = await check(
    session,
    campaign,
    lines.map((line, index) => ({ line, key: keys[index] ?? "" })),
  );
  const open = rows.filter(isOpen);
  const known = past?.find(round);
  await noteRepeats(session, rows, round);
  if (options.continue) requireBegun(rows, known, options);
  else requireSameList(rows, { known, round, file });
  await send(session, campaign, rows, { open, round, past });
  const refused = rows.filter(({ answer }) => answer.error !== null || answer.mismatch);
  if (wait) await settle(session, campaign, { rows, timeoutSeconds: timeout });
  if (refused.length > 0) {
    throw new Failure(
      `${refused.length} of ${rows.length} lines were refused. The others are accepted.`,
      "Correct these lines, or what the reasons name, and issue the list again: accepted lines are not paid again.",
    );
  }
}

/** The service's answer to each line, without issuing anything. @throws Failure if it would refuse one */
async function check(
  session: Session,
  campaign: number,
  lines: readonly { line: WalletLine; key: string }[],
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let start = 0; start < lines.length; start += CALL_SIZE) {
    const part = lines.slice(start, start + CALL_SIZE);
    const data = await call(session, campaign, part, true);
    rows.push(...part.map((each, index) => ({ ...each, answer: data[index] as Answered })));
  }
  const troubled = rows.filter(({ answer }) => answer.error !== null || answer.mismatch);
  if (troubled.length === 0) return rows;
  session.print({ ...summaryOf(troubled), accepted: 0 }, () => troubleTable(troubled));
  throw new Failure(
    `${troubled.length} of ${rows.length} lines would be refused, so nothing was issued.`,
    "Correct them, or what the reasons name, and issue the list again.",
  );
}

async function call(
  session: Session,
  campaign_id: number,
  part: readonly { line: WalletLine; key: string }[],
  dry_run: boolean,
): Promise<Answered[]> {
  const rewards = part.map(({ line: { wallet_address, amount }, key }) => {
    return { idempotency_key: key, campaign_id, wallet_address, amount };
  });
  const request = { body: { rewards, ...(dry_run && { dry_run }) }, timeoutMs: LIST_TIMEOUT_MS };
  const answer = await namingLines(
    part.map(({ line }) => line),
    withinLimit(session, () => session.client.call("POST /rewards/issue/batch", request)),
  );
  return answer.body.data;
}

/** Sends the open rows. Prints and records what was accepted, also if a call fails. */
async function send(
  session: Session,
  campaign: number,
  rows: readonly Row[],
  { open, round, past }: { open: Row[]; round: string | undefined; past: ListRecord | undefined },
): Promise<void> {
  const inRecord = past?.find(round)?.accepted;
  past?.begin(round);
  past?.accept(round, rows.filter(({ key }) => !inRecord?.has(key)).flatMap(recorded));
  let start = 0;
  try {
    for (; start < open.length; start += CALL_SIZE) {
      const part = open.slice(start, start + CALL_SIZE);
      const data = await call(session, campaign, part, false);
      for (const [index, row] of part.entries()) row.answer = data[index] as Answered;
      past?.accept(round, part.flatMap(recorded));
    }
  } catch (error) {
    printAnswer(
      session,
      rows.filter((row) => !isOpen(row)),
    );
    const hint = stoppedHint(open, past, isLost(error) ? open.slice(start, start + CALL_SIZE) : []);
    if (error instanceof Failure) error.hint = error.hint === undefined ? hint : `${error.hint}\n${hint}`;
    throw error;
  }
  if (rows.every(({ answer: { id, mismatch } }) => id !== null && !mismatch)) past?.finish(round);
  printAnswer(session, rows);
}

const recorded = ({ line, key, answer: { id, mismatch } }: Row) =>
  id === null || mismatch ? [] : [{ ...line, idempotency_key: key, issuance_id: id }];

/** The check has found no reason against it, and no call has accepted it. */
const isOpen = ({ answer: { status_code, id } }: Row) => status_code === 202 && id === null;

function stoppedHint(open: readonly Row[], past: ListRecord | undefined, unknown: readonly Row[]): string {
  const accepted = open.filter((row) => !isOpen(row));
  const said = accepted.length > 0 ? `Accepted before that: ${span(accepted)}` : "Nothing was accepted before that";
  const where = accepted.length > 0 && past ? `, as ${past.path} says` : "";
  const doubt = unknown.length > 0 ? ` It isn't known of ${span(unknown)}.` : "";
  return `${said}${where}.${doubt}\nIssue the list again, corrected if need be: what was accepted is not paid again.`;
}

const span = (rows: readonly Row[]) => {
  const [first, last] = [rows[0]?.line.line, rows.at(-1)?.line.line];
  return rows.length === 1 ? `line ${first}` : `${rows.length} lines, from line ${first} to line ${last}`;
};

/** @throws UsageError for a new round while the last one may have lines that were not accepted */
function roundOf({ new: asked, file }: Options, past: ListRecord | undefined): string | undefined {
  const last = past?.rounds.at(-1);
  if (asked === undefined) return last?.round;
  if (asked !== true) return asked;
  const round = today();
  if (last && !last.isFinished && last.round !== round) {
    throw new UsageError(
      `${file} is not finished: ${last.accepted.size} of its lines were accepted since ${last.begun_at}.`,
      "Leave --new out to go on with it. To pay all lines once more, name the round: --new <round>.",
    );
  }
  return round;
}

/**
 * A list that was changed is paid only if it is clear which of its lines were paid before.
 * @throws Failure that says what was found
 */
function requireSameList(
  rows: readonly Row[],
  { known, round, file }: { known: PastRound | undefined; round: string | undefined; file: string },
): void {
  const choose = `If it is the same list, corrected or longer: --continue pays only the lines that were not accepted yet.\nIf it is another list: ${anotherRound(round)} pays all of its lines.`;
  const keys = new Set(rows.map(({ key }) => key));
  const gone = [...(known?.accepted.values() ?? [])].filter(
    ({ idempotency_key: key }) => isDerived(key) && !keys.has(key),
  );
  if (gone.length > 0) {
    const shown = gone.slice(0, SHOWN).map(({ line, wallet_address, amount, issuance_id }) => {
      return `  ${wallet_address},${amount} (then line ${line}, issuance ${issuance_id})`;
    });
    const more = gone.length > SHOWN ? [`  and ${gone.length - SHOWN} more`] : [];
    const head = `${gone.length} lines of ${file} that were accepted since ${known?.begun_at} are not in it any more, so nothing was issued:`;
    throw new Failure([head, ...shown, ...more].join("\n"), choose);
  }
  const repeated = rows.filter(wasAccepted);
  if (known || repeated.length === 0) return;
  const [first] = repeated;
  throw new Failure(
    `${repeated.length} of ${rows.length} lines were accepted before in this campaign, such as line ${first?.line.line} (issuance ${first?.answer.id}), but no record beside ${file} says that it was this list. So nothing was issued.`,
    choose,
  );
}

/** @throws UsageError if a new round is to be continued */
function requireBegun(rows: readonly Row[], known: PastRound | undefined, { new: asked, file }: Options): void {
  if (asked === undefined || known || rows.some(wasAccepted)) return;
  throw new UsageError(
    `No line of ${file} was accepted in this round yet, so --new, which begins it, and --continue contradict each other. Nothing was issued.`,
    "--new alone pays all lines. --continue alone pays those that were not accepted yet in the last round.",
  );
}

const isDerived = (key: string) => key.startsWith("list:");

/** Accepted before, under a key that says nothing about which list it was. */
const wasAccepted = ({ key, answer }: Row) => answer.status_code === 200 && isDerived(key);

const today = () => new Date().toISOString().slice(0, 10);

/** The option that pays a list once more than in this round. */
const anotherRound = (round: string | undefined) => (round === today() ? "--new <name>" : "--new");

async function noteRepeats(session: Session, rows: readonly Row[], round: string | undefined): Promise<void> {
  const repeated = rows.filter(({ answer }) => answer.status_code === 200);
  const [first] = repeated;
  if (!first || session.json) return;
  const id = first.answer.id ?? 0;
  const at = await session.client.call("GET /rewards/issuances/:id", { params: { id } }).then(
    ({ body }) => ` at ${body.created_at}`,
    () => "",
  );
  const all = repeated.length === rows.length ? "All" : `${repeated.length} of`;
  const where = round === undefined ? "" : `, in the round ${round}`;
  session.note(
    `${all} ${rows.length} lines were accepted before${where}, such as line ${first.line.line} (issuance ${id}${at}), and are not paid again. To pay them once more: ${anotherRound(round)}.`,
  );
}

function noteEqualLines(session: Session, lines: readonly WalletLine[], keys: readonly string[]): void {
  const equal = lines.filter(({ key }, index) => !key && !keys[index]?.endsWith(":1"));
  if (equal.length === 0) return;
  session.note(
    `${equal.length} lines repeat wallet and amount of an earlier line, such as line ${equal[0]?.line}. Each line is a payment of its own.`,
  );
}

/** Waits until none of the list's rewards is pending. @throws Failure if one failed */
async function settle(
  session: Session,
  campaign: number,
  { rows, timeoutSeconds }: { rows: readonly Row[]; timeoutSeconds: number },
): Promise<void> {
  const ids = new Set(rows.flatMap(({ answer: { id, mismatch } }) => (id === null || mismatch ? [] : id)));
  if (ids.size === 0) return;
  const oldest = [...ids].reduce((least, id) => Math.min(least, id));
  /** The list's rewards that have this status now. */
  const inStatus = async (status: Issuance["status"]) => {
    const found: Issuance[] = [];
    const query = { campaign_id: campaign, status };
    for await (const row of session.client.rows("GET /rewards/issuances", { query })) {
      // Newest first: what follows is older than the list.
      if (row.id < oldest) break;
      if (ids.has(row.id)) found.push(row);
    }
    return found;
  };
  await waitFor(session, {
    subject: `List of ${ids.size} rewards`,
    timeoutSeconds,
    read: () => inStatus("pending"),
    state: ({ length }) => (length === 0 ? "done" : `${length} pending`),
    done: ({ length }) => length === 0,
  });
  const failed = await inStatus("failed");
  if (failed.length === 0) return session.note(`All ${ids.size} accepted rewards are paid.`);
  const reasons = failed.slice(0, SHOWN).map(({ id, error_message }) => `issuance ${id}: ${error_message}`);
  throw new Failure(
    `${failed.length} of ${ids.size} rewards failed: ${reasons.join("; ")}`,
    `See all of them with \`merit reward list --campaign ${campaign} --status failed --all\`.`,
  );
}

/** Counts as the API does, but without keys that belong to another reward among those accepted before. */
function summaryOf(rows: readonly Row[]): BatchAnswer {
  const data = rows.map(({ answer }) => answer);
  const count = (wanted: (row: Answered) => boolean) => data.filter(wanted).length;
  return {
    accepted: count(({ status_code }) => status_code === 202),
    repeated: count(({ status_code, mismatch }) => status_code === 200 && !mismatch),
    refused: count(({ error, mismatch }) => error !== null || mismatch),
    data,
  };
}

function printAnswer(session: Session, rows: readonly Row[]): void {
  const answer = summaryOf(rows);
  const troubled = rows.filter(({ answer: { error, mismatch } }) => error !== null || mismatch);
  session.print(answer, () => {
    const summary = record([
      ["Accepted", answer.accepted],
      ["Accepted before", answer.repeated],
      ["Refused", answer.refused],
    ]);
    return troubled.length === 0 ? summary : `${summary}\n${troubleTable(troubled)}`;
  });
}

function troubleTable(rows: Row[]): string {
  const more = rows.length > SHOWN_ROWS ? `and ${rows.length - SHOWN_ROWS} more\n` : "";
  return (
    table<Row>(
      [
        { head: "Line", value: ({ line }) => line.line, right: true },
        { head: "Idempotency key", value: ({ key }) => key },
        { head: "Status", value: ({ answer }) => answer.status_code, right: true },
        {
          head: "Reason",
          value: ({ answer: { error, id } }) => error?.detail ?? `key was used for another reward, issuance ${id}`,
        },
      ],
      rows.slice(0, SHOWN_ROWS),
    ) + more
  );
}
