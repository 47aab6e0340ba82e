import { randomUUID } from "node:crypto";
import type { Command } from "commander";
import { type Drop, LIST_TIMEOUT_MS } from "../client.ts";
import { Failure } from "../errors.ts";
import type { Io } from "../io.ts";
import { record } from "../output.ts";
import { type Session, withApi } from "../session.ts";
import { days, endAfter, fromOption, positiveInteger, requireFixedStart } from "../values.ts";
import { waitFor } from "../wait.ts";
import { namingLines, readWallets, sharesOf } from "../wallets-file.ts";
import { dropClaimCommands } from "./drop-claims.ts";
import { type PageOptions, printList, withPages } from "./pages.ts";

export function dropCommands(program: Command, io: Io): void {
  const drop = program.command("drop").description("airdrops: each wallet of a list can claim its share");

  withApi<CreateOptions, []>(
    drop
      .command("create")
      .description("create a drop; its total is reserved from the merchant's balance on the ledger")
      .requiredOption("--name <name>", "name of the drop")
      .requiredOption("--file <path>", "list of wallets, one `wallet,amount` per line, at most 10,000")
      .addOption(
        fromOption("--starts-at <time>", "time from which wallets can claim (default: as soon as the network lets it)"),
      )
      .option("--days <number>", "days to the end from --starts-at, or from now, at most 366", days, 90)
      .option("--idempotency-key <key>", "makes the call safe to repeat: each key counts once; needs --starts-at")
      .option("--wait", "wait for the ledger; fails if the drop fails")
      .option("--timeout <seconds>", "with --wait: give up waiting after this time", positiveInteger, 60)
      .addHelpText("after", '\nExample:\n  $ merit drop create --name "Thanks" --file winners.csv --days 30 --wait'),
    io,
    create,
  );

  withApi<PageOptions & { status?: Drop["status"] }, []>(
    withPages(
      drop
        .command("list")
        .description("list drops, newest first")
        .option("--status <status>", "drops with this status, such as active")
        .addHelpText("after", "\nExample:\n  $ merit drop list"),
    ),
    io,
    (session, query) => printList(session, "GET /drops", { query }, columns),
  );

  withApi<object, [number]>(
    drop
      .command("show")
      .description("show a drop")
      .argument("<id>", "id of the drop", positiveInteger)
      .addHelpText("after", "\nExample:\n  $ merit drop show 1"),
    io,
    async (session, _options, id) => session.print(await readDrop(session, id), dropText),
  );

  for (const { name, to, description } of closings) {
    withApi<WaitOptions, [number]>(
      drop
        .command(name)
        .description(description)
        .argument("<id>", "id of the drop", positiveInteger)
        .option("--wait", "wait for the ledger; fails if the ledger refuses it")
        .option("--timeout <seconds>", "with --wait: give up waiting after this time", positiveInteger, 60)
        .addHelpText("after", `\nExample:\n  $ merit drop ${name} 1 --wait`),
      io,
      async (session, options, id) => {
        const { body: asked } = await session.client.call("POST /drops/:id/steps", {
          params: { id },
          body: { step: name },
        });
        await settle(session, options, asked, to);
      },
    );
  }

  dropClaimCommands(drop, io);
}

const closings = [
  {
    name: "cancel",
    to: "cancelled",
    description: "cancel a drop before it opens; its total returns to the merchant's balance",
  },
  {
    name: "sweep",
    to: "swept",
    description: "return the unclaimed rest of an expired drop to the merchant's balance",
  },
] as const;

interface WaitOptions {
  wait?: boolean;
  timeout: number;
}

interface CreateOptions extends WaitOptions {
  name: string;
  file: string;
  startsAt?: string;
  days: number;
  idempotencyKey?: string;
}

async function create(session: Session, options: CreateOptions): Promise<void> {
  const { name, file, startsAt, days, idempotencyKey } = options;
  requireFixedStart("--starts-at", startsAt, idempotencyKey);
  const lines = readWallets(file, { hasKeys: false, once: "wallet" });
  const ends_at = endAfter(startsAt === undefined ? new Date() : new Date(startsAt), days);
  const body = { name, ends_at, shares: sharesOf(lines), ...(startsAt !== undefined && { starts_at: startsAt }) };
  const request = { body, idempotencyKey: idempotencyKey ?? randomUUID(), timeoutMs: LIST_TIMEOUT_MS };
  const { body: asked } = await namingLines(lines, session.client.call("POST /drops", request));
  await settle(session, options, asked, "active");
}

/** Shows the request, or with --wait its result. */
async function settle(session: Session, { wait, timeout }: WaitOptions, asked: Drop, wanted: Drop["status"]) {
  const isOpen = ({ status }: Drop) => ["pending", "sweeping", "cancelling"].includes(status);
  if (!wait) {
    session.print(asked, dropText);
    if (isOpen(asked)) session.note(`The ledger has not confirmed it yet. See: merit drop show ${asked.id}`);
    return;
  }
  const drop = await waitFor(session, {
    subject: `Drop ${asked.id}`,
    timeoutSeconds: timeout,
    read: () => readDrop(session, asked.id),
    state: ({ status }) => status,
    done: (current) => !isOpen(current),
  });
  session.print(drop, dropText);
  if (drop.status !== wanted) {
    throw new Failure(`Drop ${drop.id} is ${drop.status}: ${drop.error_message ?? "no reason given"}`);
  }
}

async function readDrop({ client }: Session, id: number): Promise<Drop> {
  return (await client.call("GET /drops/:id", { params: { id } })).body;
}

const dropText = (drop: Drop) =>
  record([
    ["Id", drop.id],
    ["Name", drop.name],
    ["Status", drop.status],
    ["Error", drop.error_message ?? undefined],
    ["Total", drop.total],
    ["Wallets", drop.wallets],
    ["Claimed", drop.claimed && `${drop.claimed.amount}, by ${drop.claimed.wallets} wallets`],
    ["Returned", drop.remainder ?? undefined],
    ["Next", drop.next_steps?.join(", ") || undefined],
    ["Starts", drop.starts_at],
    ["Ends", drop.ends_at],
    ["Root", drop.root],
    ["On-chain id", drop.contract_drop_id],
    ["Transaction", drop.tx_hash],
  ]);

const columns = [
  { head: "Id", value: (row: Drop) => row.id, right: true },
  { head: "Name", value: (row: Drop) => row.name },
  { head: "Status", value: (row: Drop) => row.status },
  { head: "Total", value: (row: Drop) => row.total, right: true },
  { head: "Wallets", value: (row: Drop) => row.wallets, right: true },
  { head: "Starts", value: (row: Drop) => row.starts_at },
  { head: "Ends", value: (row: Drop) => row.ends_at },
];
