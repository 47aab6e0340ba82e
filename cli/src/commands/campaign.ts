import { randomUUID } from "node:crypto";
import type { Command } from "commander";
import { type Campaign, ownCampaign } from "../client.ts";
import { Failure, UsageError } from "../errors.ts";
import type { Io } from "../io.ts";
import type { Column } from "../output.ts";
import { type Session, withApi } from "../session.ts";
import { amount, days, endAfter, fromOption, positiveInteger, requireFixedStart, untilOption } from "../values.ts";
import { waitFor } from "../wait.ts";
import { campaignStepCommands, missingTrustlineOption } from "./campaign-steps.ts";
import { campaignStatus, campaignText } from "./campaign-text.ts";
import { dryRunCommand } from "./dry-run.ts";
import { type PageOptions, printPage, withPages } from "./pages.ts";

export function campaignCommands(program: Command, io: Io): void {
  const campaign = program.command("campaign").description("create and manage campaigns");

  withApi<CreateOptions, []>(
    campaign
      .command("create")
      .description("create a campaign; its budget is reserved from the merchant's balance on the ledger")
      .requiredOption("--name <name>", "name of the campaign")
      .requiredOption("--budget <amount>", 'tokens that it may pay, such as "1000" or "12.5"', amount)
      .addOption(fromOption("--starts-at <time>", "start of the campaign (default: now)"))
      .addOption(untilOption("--ends-at <time>", "end of the campaign, such as 2027-01-31 or 2027-01-31T12:00:00Z"))
      .option("--days <number>", "days from start to end (default: 30)", days)
      .option("--per-wallet-cap <amount>", "most that one wallet can get in total", amount)
      .addOption(missingTrustlineOption())
      .addOption(
        untilOption("--hold-until <time>", "how long rewards wait for trustlines (default: until the campaign ends)"),
      )
      .option(
        "--idempotency-key <key>",
        "makes the call safe to repeat: each key counts once; needs --starts-at (default: a new UUID)",
      )
      .option("--draft", "create a draft: no budget is reserved until `merit campaign fund`")
      .option("--wait", "wait for the ledger; fails if the campaign fails")
      .option("--timeout <seconds>", "with --wait: give up waiting after this time", positiveInteger, 60)
      .addHelpText(
        "after",
        `
Examples:
  $ merit campaign create --name "Spring" --budget 1000 --days 90 --wait
  $ merit campaign create --name "January" --budget 500.5 --starts-at 2027-01-01 --ends-at 2027-02-01 --per-wallet-cap 20
  $ merit campaign create --name "New customers" --budget 1000 --on-missing-trustline hold --wait`,
      ),
    io,
    create,
  );

  withApi<ListOptions, []>(
    withPages(
      campaign
        .command("list")
        .description("list the merchant's campaigns, or the public ones of another merchant")
        .option("--merchant <id>", "another merchant; needs no key", positiveInteger)
        .option("--status <status>", "campaigns with this status, such as active")
        .addHelpText("after", "\nExamples:\n  $ merit campaign list\n  $ merit campaign list --merchant 3 --json"),
    ),
    io,
    list,
  );

  withApi<object, [number]>(
    campaign
      .command("show")
      .description("show one of the merchant's campaigns")
      .argument("<id>", "id of the campaign", positiveInteger)
      .addHelpText("after", "\nExample:\n  $ merit campaign show 1"),
    io,
    async (session, _options, id) => session.print(await ownCampaign(session.client, id), campaignText),
  );

  campaignStepCommands(campaign, io);
  dryRunCommand(campaign, io);
}

interface CreateOptions {
  name: string;
  budget: string;
  startsAt?: string;
  endsAt?: string;
  days?: number;
  perWalletCap?: string;
  onMissingTrustline?: "fail" | "hold";
  holdUntil?: string;
  draft?: boolean;
  idempotencyKey?: string;
  wait?: boolean;
  timeout: number;
}

async function create(session: Session, options: CreateOptions): Promise<void> {
  const { client } = session;
  const { body: created } = await client.call("POST /campaigns", {
    body: {
      name: options.name,
      budget: options.budget,
      ...window(options),
      ...(options.perWalletCap !== undefined && { per_wallet_cap: options.perWalletCap }),
      ...(options.onMissingTrustline !== undefined && { on_missing_trustline: options.onMissingTrustline }),
      ...(options.holdUntil !== undefined && { hold_until: options.holdUntil }),
      ...(options.draft && { draft: true }),
    },
    idempotencyKey: options.idempotencyKey ?? randomUUID(),
  });
  if (!options.wait || options.draft) {
    session.print(created, campaignText);
    if (created.status === "draft")
      session.note(`No budget is reserved yet. To reserve it: merit campaign fund ${created.id}`);
    if (created.status === "pending") {
      session.note(`The ledger has not confirmed it yet. See: merit campaign show ${created.id}`);
    }
    return;
  }
  const campaign = await waitFor(session, {
    subject: `Campaign ${created.id}`,
    timeoutSeconds: options.timeout,
    read: () => ownCampaign(client, created.id),
    state: (value) => value.status,
    done: (value) => value.status !== "pending",
  });
  session.print(campaign, campaignText);
  if (campaign.status === "failed") {
    throw new Failure(`Campaign ${campaign.id} failed: ${campaign.error_message ?? "no reason given"}`);
  }
}

function window({ startsAt, endsAt, days, idempotencyKey }: CreateOptions): { starts_at: string; ends_at: string } {
  requireFixedStart("--starts-at", startsAt, idempotencyKey);
  if (endsAt !== undefined && days !== undefined) throw new UsageError("Give --ends-at or --days, not both.");
  const start = startsAt === undefined ? new Date() : new Date(startsAt);
  return { starts_at: start.toISOString(), ends_at: endsAt ?? endAfter(start, days ?? 30) };
}

interface ListOptions extends PageOptions {
  merchant?: number;
  status?: Campaign["status"];
}

async function list(session: Session, { merchant, status, cursor, limit }: ListOptions): Promise<void> {
  const { client } = session;
  const query = { cursor, limit, status };
  const { body: page } =
    merchant === undefined
      ? await client.call("GET /campaigns", { query })
      : await client.call("GET /campaigns/:merchant_id", { params: { merchant_id: merchant }, query });
  printPage<Campaign>(session, page, campaignColumns);
}

export const campaignColumns: Column<Campaign>[] = [
  { head: "Id", value: (row) => row.id, right: true },
  { head: "Name", value: (row) => row.name },
  { head: "Status", value: campaignStatus },
  { head: "Budget", value: (row) => row.budget, right: true },
  { head: "Spent", value: (row) => row.spent, right: true },
  { head: "Starts", value: (row) => row.starts_at },
  { head: "Ends", value: (row) => row.ends_at },
];
