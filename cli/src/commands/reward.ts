import { randomUUID } from "node:crypto";
import { type Command, Option } from "commander";
import type { Issuance } from "../client.ts";
import { Failure } from "../errors.ts";
import { type Io, plain } from "../io.ts";
import { type Column, record } from "../output.ts";
import { type Session, withApi } from "../session.ts";
import { amount, positiveInteger } from "../values.ts";
import { waitFor } from "../wait.ts";
import { issueBatchCommand } from "./issue-batch.ts";
import { type PeriodOptions, printWhole, type WholeOptions, withPeriod, withWhole } from "./pages.ts";
import { timelineCommand } from "./reward-timeline.ts";

export function rewardCommands(program: Command, io: Io): void {
  const reward = program.command("reward").description("pay rewards to wallets and track them");
  issueCommand(reward, io);
  issueBatchCommand(reward, io);
  distributeCommand(reward, io);
  statusCommand(reward, io);
  timelineCommand(reward, io);
  listCommand(reward, io);
}

interface PaymentOptions {
  campaign: number;
  wallet: string;
  amount: string;
  idempotencyKey?: string;
  wait?: boolean;
  timeout: number;
}

function paymentOptions(command: Command): Command {
  return command
    .requiredOption("--campaign <id>", "campaign that pays", positiveInteger)
    .requiredOption("--wallet <address>", "recipient: an account (G...) with a trustline, or a contract (C...)")
    .requiredOption("--amount <amount>", 'tokens, such as "12.5"; at most 7 decimals', amount)
    .option("--idempotency-key <key>", "makes the call safe to repeat: each key is paid once (default: a new UUID)")
    .option("--timeout <seconds>", "with --wait: give up waiting after this time", positiveInteger, 180);
}

function issueCommand(reward: Command, io: Io): void {
  withApi<PaymentOptions, []>(
    paymentOptions(reward.command("issue"))
      .description("queue a reward; the worker pays it, and retries if needed")
      .option("--wait", "wait until it is confirmed; fails if the reward fails")
      .addHelpText(
        "after",
        `
If the key was used before, nothing is issued: the command shows the existing reward. If that reward has other content,
the command fails (exit code 1).

Examples:
  $ merit reward issue --campaign 1 --wallet GABC... --amount 12.5 --wait
  $ merit reward issue --campaign 1 --wallet GABC... --amount 5 --idempotency-key order-1001 --json`,
      ),
    io,
    issue,
  );
}

async function issue(session: Session, options: PaymentOptions): Promise<void> {
  const key = keyOf(session, options);
  const { campaign: campaign_id, wallet: wallet_address, amount } = options;
  const body = { idempotency_key: key, campaign_id, wallet_address, amount };
  const answer = await session.client.call("POST /rewards/issue", { body });
  const { id } = answer.body;
  if (answer.headers.get("idempotency-mismatch") === "true") {
    throw new Failure(
      `Nothing was issued: the key ${key} belongs to issuance ${id}, which has other content.`,
      `See it with \`merit reward status ${id}\`, or use another key.`,
    );
  }
  if (answer.status === 200) session.note(`This key was used before: issuance ${id} is ${answer.body.status}.`);
  if (options.wait) return settle(session, id, options.timeout);
  session.print(answer.body, () =>
    record([
      ["Id", id],
      ["Status", answer.body.status],
      ["Idempotency key", answer.body.idempotency_key],
    ]),
  );
}

function distributeCommand(reward: Command, io: Io): void {
  withApi<PaymentOptions, []>(
    paymentOptions(reward.command("distribute"))
      .description(
        "pay a reward at once and wait for the ledger; refused if the campaign can't pay or the wallet can't receive",
      )
      .option("--wait", "keep waiting when the service answers before the payment is confirmed")
      .addHelpText(
        "after",
        `
The command always sends a key. If the answer is lost, repeat the command with the key that it printed.

Example:
  $ merit reward distribute --campaign 1 --wallet GABC... --amount 12.5 --idempotency-key order-1003`,
      ),
    io,
    distribute,
  );
}

async function distribute(session: Session, options: PaymentOptions): Promise<void> {
  const key = keyOf(session, options);
  const body = { campaign_id: options.campaign, wallet_address: options.wallet, amount: options.amount };
  const { body: result } = await session.client.call("POST /rewards/distribute", { body, idempotencyKey: key });
  if (options.wait && result.status === "pending") return settle(session, result.id, options.timeout);
  session.print(result, () =>
    record([
      ["Id", result.id],
      ["Status", result.status],
      ["Transaction", result.tx_hash ?? undefined],
      ["Idempotency key", result.idempotency_key],
    ]),
  );
  if (result.status === "pending") session.note(`It is not confirmed yet: merit reward status ${result.id} --wait`);
}

function statusCommand(reward: Command, io: Io): void {
  withApi<{ wait?: boolean; timeout: number }, [number]>(
    reward
      .command("status")
      .description("show an issuance (`timeline` shows its history)")
      .argument("<id>", "id of the issuance", positiveInteger)
      .option("--wait", "wait until it is confirmed; fails if the reward fails")
      .option("--timeout <seconds>", "with --wait: give up waiting after this time", positiveInteger, 180)
      .addHelpText("after", "\nExample:\n  $ merit reward status 7 --wait"),
    io,
    async (session, { wait, timeout }, id) => {
      if (wait) return settle(session, id, timeout);
      session.print(await readIssuance(session, id), issuanceText);
    },
  );
}

interface ListOptions extends WholeOptions, PeriodOptions {
  campaign?: number;
  status?: Issuance["status"];
  wallet?: string;
  idempotencyKey?: string;
}

function listCommand(reward: Command, io: Io): void {
  withApi<ListOptions, []>(
    withWhole(
      withPeriod(reward.command("list"), "rewards issued")
        .description("list issuances")
        .option("--campaign <id>", "rewards of one campaign", positiveInteger)
        .addOption(statusOption())
        .option("--wallet <address>", "rewards to one wallet")
        .option("--idempotency-key <key>", "the reward with this key")
        .addHelpText(
          "after",
          "\nExamples:\n  $ merit reward list --status failed\n  $ merit reward list --campaign 1 --all --csv",
        ),
      { csv: true },
    ),
    io,
    (session, { campaign: campaign_id, wallet: wallet_address, idempotencyKey: idempotency_key, ...options }) =>
      printWhole(
        session,
        "GET /rewards/issuances",
        { campaign_id, wallet_address, idempotency_key, ...options },
        { columns: rewardColumns, fields },
      ),
  );
}

export const statusOption = () =>
  new Option("--status <status>", "rewards with this status").choices(["pending", "confirmed", "failed"]);

export const rewardColumns: Column<Issuance>[] = [
  { head: "Id", value: (row) => row.id, right: true },
  { head: "Campaign", value: (row) => row.campaign_id, right: true },
  { head: "Wallet", value: (row) => row.wallet_address },
  { head: "Amount", value: (row) => row.amount, right: true },
  { head: "Status", value: (row) => row.status },
  { head: "Attempts", value: (row) => row.attempts, right: true },
  { head: "Created", value: (row) => row.created_at },
  { head: "Transaction or reason", value: (row) => row.tx_hash ?? row.error_message },
];

const fields: (keyof Issuance)[] = [
  ...(["id", "idempotency_key", "campaign_id", "user_id", "wallet_address", "amount", "status"] as const),
  ...(["tx_hash", "error_message", "attempts", "created_at", "updated_at", "voucher_id"] as const),
];

/** The key is shown before the call (to scripts, at its end): if the answer gets lost, the same call with it is safe. */
function keyOf(session: Session, { idempotencyKey }: PaymentOptions): string {
  if (idempotencyKey !== undefined) return idempotencyKey;
  const key = randomUUID();
  session.note(`Idempotency key: ${key}`);
  return key;
}

async function settle(session: Session, id: number, timeoutSeconds: number): Promise<void> {
  const issuance = await waitFor(session, {
    subject: `Issuance ${id}`,
    timeoutSeconds,
    read: () => readIssuance(session, id),
    state: (value) => stateText(value),
    done: (value) => value.status !== "pending",
  });
  session.print(issuance, issuanceText);
  if (issuance.status === "failed") {
    throw new Failure(`Issuance ${id} failed: ${issuance.error_message ?? "no reason given"}`);
  }
}

async function readIssuance({ client }: Session, id: number): Promise<Issuance> {
  return (await client.call("GET /rewards/issuances/:id", { params: { id } })).body;
}

function stateText({ status, attempts, error_message }: Issuance): string {
  const reason = error_message ? `: ${plain(error_message)}` : "";
  return status === "pending" && attempts > 0 ? `pending, attempt ${attempts}${reason}` : `${status}${reason}`;
}

function issuanceText(issuance: Issuance): string {
  return record([
    ["Id", issuance.id],
    ["Status", issuance.status],
    ["Error", issuance.error_message ?? undefined],
    ["Campaign", issuance.campaign_id],
    ["Wallet", issuance.wallet_address],
    ["Amount", issuance.amount],
    ["User", issuance.user_id ?? undefined],
    ["Transaction", issuance.tx_hash],
    ["Attempts", issuance.attempts],
    ["Idempotency key", issuance.idempotency_key],
    ["Created", issuance.created_at],
    ["Updated", issuance.updated_at],
  ]);
}
