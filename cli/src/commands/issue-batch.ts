import { listKeys } from "@merit/client/list-keys.ts";
import type { Command } from "commander";
import { type BatchAnswer, type Issuance, LIST_TIMEOUT_MS } from "../client.ts";
import { Failure } from "../errors.ts";
import type { Io } from "../io.ts";
import { record, table } from "../output.ts";
import { type Session, withApi } from "../session.ts";
import { positiveInteger } from "../values.ts";
import { waitFor, withinLimit } from "../wait.ts";
import { readWallets } from "../wallets-file.ts";

/** What the server takes in one call. */
const CALL_SIZE = 1000;

const SHOWN_FAILURES = 5;

interface Options {
  campaign: number;
  file: string;
  wait?: boolean;
  timeout: number;
}

export function issueBatchCommand(reward: Command, io: Io): void {
  withApi<Options, []>(
    reward
      .command("issue-batch")
      .description("queue the rewards of a list, 1,000 per call")
      .requiredOption("--campaign <id>", "campaign that pays", positiveInteger)
      .requiredOption("--file <path>", "list of rewards, one `wallet,amount` or `wallet,amount,key` per line")
      .option("--wait", "wait until every reward is confirmed or failed; fails if one fails")
      .option("--timeout <seconds>", "with --wait: give up waiting after this time", positiveInteger, 600)
      .addHelpText(
        "after",
        `
A line without a key gets one derived from the campaign, the whole list and the line's number. So issuing the same list
again pays nobody twice, but a changed list counts as a new list and pays all its lines. If a list grows, give its lines
keys of your own, such as order numbers.

Examples:
  $ merit campaign dry-run 1 --file winners.csv
  $ merit reward issue-batch --campaign 1 --file winners.csv --wait`,
      ),
    io,
    issueBatch,
  );
}

async function issueBatch(session: Session, { campaign, file, wait, timeout }: Options): Promise<void> {
  const lines = readWallets(file);
  const keys = await listKeys(campaign, lines);
  const rewards = lines.map(({ wallet_address, amount }, index) => ({
    idempotency_key: keys[index] ?? "",
    campaign_id: campaign,
    wallet_address,
    amount,
  }));
  const answer: BatchAnswer = { accepted: 0, repeated: 0, refused: 0, data: [] };
  for (let start = 0; start < rewards.length; start += CALL_SIZE) {
    const body = { rewards: rewards.slice(start, start + CALL_SIZE) };
    const request = { body, timeoutMs: LIST_TIMEOUT_MS };
    const { body: part } = await withinLimit(session, () => session.client.call("POST /rewards/issue/batch", request));
    answer.accepted += part.accepted;
    answer.repeated += part.repeated;
    answer.refused += part.refused;
    answer.data.push(...part.data);
  }
  session.print(answer, () => answerText(answer));
  const mismatches = answer.data.filter(({ mismatch }) => mismatch).length;
  if (answer.refused + mismatches > 0) {
    throw new Failure(
      `${answer.refused} of ${rewards.length} rewards were refused; ${mismatches} keys were used before for other rewards.`,
      "The others are queued. When the cause is gone, issue the same list again.",
    );
  }
  if (wait) await settle(session, campaign, { answer, timeoutSeconds: timeout });
}

/** Waits until none of the list's rewards is pending. @throws Failure if one failed */
async function settle(
  session: Session,
  campaign: number,
  { answer, timeoutSeconds }: { answer: BatchAnswer; timeoutSeconds: number },
): Promise<void> {
  const ids = new Set(answer.data.flatMap(({ id }) => id ?? []));
  const oldest = Math.min(...ids);
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
  if (failed.length === 0) return session.note(`All ${ids.size} rewards are paid.`);
  const reasons = failed.slice(0, SHOWN_FAILURES).map(({ id, error_message }) => `issuance ${id}: ${error_message}`);
  throw new Failure(
    `${failed.length} of ${ids.size} rewards failed: ${reasons.join("; ")}`,
    `See all of them with \`merit reward list --campaign ${campaign} --status failed --all\`.`,
  );
}

function answerText({ accepted, repeated, refused, data }: BatchAnswer): string {
  const summary = record([
    ["Accepted", accepted],
    ["Accepted before", repeated],
    ["Refused", refused],
  ]);
  const troubled = data.filter(({ error, mismatch }) => error !== null || mismatch);
  if (troubled.length === 0) return summary;
  const list = table<BatchAnswer["data"][number]>(
    [
      { head: "Idempotency key", value: (row) => row.idempotency_key },
      { head: "Status", value: (row) => row.status_code, right: true },
      { head: "Reason", value: (row) => row.error?.detail ?? `key was used for another reward, issuance ${row.id}` },
    ],
    troubled,
  );
  return `${summary}\n${list}`;
}
