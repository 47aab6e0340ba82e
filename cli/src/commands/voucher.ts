import { randomUUID } from "node:crypto";
import { closeSync, fstatSync, rmSync, writeFileSync } from "node:fs";
import { type Command, Option } from "commander";
import type { HeldVoucher, MadeVouchers, Voucher, VoucherBatch } from "../client.ts";
import { Failure } from "../errors.ts";
import type { Io } from "../io.ts";
import { type Column, record, table } from "../output.ts";
import { type Session, withApi } from "../session.ts";
import { amount, positiveInteger, untilOption } from "../values.ts";
import { csvOf, openNew, pdfOf, type Sheet } from "../voucher-files.ts";
import { type PageOptions, printList, withPages } from "./pages.ts";

const STATUSES = ["open", "redeemed", "cancelled", "expired"] as const;

export function voucherCommands(program: Command, io: Io): void {
  const voucher = program
    .command("voucher")
    .description("codes that pay whoever redeems them, for customers whose wallets aren't known");

  withApi<CreateOptions, []>(
    voucher
      .command("create")
      .description("make vouchers; their codes are shown once, and their budget is reserved")
      .requiredOption("--campaign <id>", "campaign that pays them", positiveInteger)
      .requiredOption("--count <number>", "how many, at most 1,000", positiveInteger)
      .requiredOption("--amount <tokens>", "what each of them pays", amount)
      .addOption(untilOption("--expires <time>", "until when they can be redeemed (default: when the campaign ends)"))
      .option("--csv <path>", "write the codes to this file as CSV")
      .option("--pdf <path>", "write a sheet of QR codes to print and cut to this file")
      .option("--idempotency-key <key>", "makes the call safe to repeat; a repeat doesn't show the codes")
      .addHelpText(
        "after",
        "\nExample:\n  $ merit voucher create --campaign 1 --count 50 --amount 5 --csv vouchers.csv --pdf vouchers.pdf",
      ),
    io,
    create,
  );

  withApi<ListOptions, []>(
    withPages(
      voucher
        .command("list")
        .description("list a campaign's vouchers without their codes, newest first")
        .requiredOption("--campaign <id>", "the campaign", positiveInteger)
        .option("--batch <id>", "only those of one batch", positiveInteger)
        .addOption(new Option("--status <status>", "only those with this status").choices(STATUSES))
        .addHelpText("after", "\nExample:\n  $ merit voucher list --campaign 1 --status open"),
    ),
    io,
    (session, { campaign: id, batch: batch_id, ...query }) =>
      printList(session, "GET /campaigns/:id/vouchers", { params: { id }, query: { batch_id, ...query } }, columns),
  );

  withApi<PageOptions & { campaign: number }, []>(
    withPages(
      voucher
        .command("batches")
        .description("list a campaign's batches of vouchers, with how many are open and redeemed")
        .requiredOption("--campaign <id>", "the campaign", positiveInteger)
        .addHelpText("after", "\nExample:\n  $ merit voucher batches --campaign 1"),
    ),
    io,
    (session, { campaign: id, ...query }) =>
      printList(session, "GET /campaigns/:id/voucher-batches", { params: { id }, query }, batchColumns),
  );

  withApi<object, [number]>(
    voucher
      .command("show")
      .description("show a voucher and its payment")
      .argument("<id>", "id of the voucher", positiveInteger)
      .addHelpText("after", "\nExample:\n  $ merit voucher show 7"),
    io,
    (session, _options, id) => session.printAnswer("GET /vouchers/:id", { params: { id } }, voucherText),
  );

  withApi<{ batch?: true }, [number]>(
    voucher
      .command("cancel")
      .description("cancel a voucher, or with --batch the open ones of a batch: they pay nothing more")
      .argument("<id>", "id of the voucher, or of the batch", positiveInteger)
      .option("--batch", "the id is a batch's")
      .addHelpText("after", "\nExamples:\n  $ merit voucher cancel 7\n  $ merit voucher cancel --batch 1"),
    io,
    async (session, { batch }, id) => {
      if (batch) return session.printAnswer("POST /vouchers/cancel", { body: { batch_id: id } }, batchRecord);
      await session.client.call("POST /vouchers/cancel", { body: { voucher_id: id } });
      await session.printAnswer("GET /vouchers/:id", { params: { id } }, voucherText);
    },
  );

  withApi<object, [string]>(
    voucher
      .command("check")
      .description("what a code pays, whether it can be redeemed, and how far its payment is")
      .argument("<code>", "the voucher's code")
      .addHelpText("after", "\nExample:\n  $ merit voucher check 7KQ4-M2XT-9C0V-HWPE-3ZJN-R8AD-5YGQ"),
    io,
    (session, _options, code) => session.printAnswer("POST /vouchers/check", { body: { code } }, heldText),
  );

  withApi<{ wallet: string }, [string]>(
    voucher
      .command("redeem")
      .description("pay a code to a wallet, once")
      .argument("<code>", "the voucher's code")
      .requiredOption("--wallet <address>", "wallet (G... or C...) that is paid")
      .addHelpText("after", "\nExample:\n  $ merit voucher redeem 7KQ4-M2XT-9C0V-HWPE-3ZJN-R8AD-5YGQ --wallet G..."),
    io,
    (session, { wallet: wallet_address }, code) =>
      session.printAnswer("POST /vouchers/redeem", { body: { code, wallet_address } }, heldText),
  );
}

interface CreateOptions {
  campaign: number;
  count: number;
  amount: string;
  expires?: string;
  csv?: string;
  pdf?: string;
  idempotencyKey?: string;
}

interface ListOptions extends PageOptions {
  campaign: number;
  batch?: number;
  status?: Voucher["status"];
}

async function create(session: Session, { csv, pdf, ...options }: CreateOptions): Promise<void> {
  const files: { path: string; file: number; content: (sheet: Sheet) => string | Promise<Buffer> }[] = [];
  try {
    if (csv !== undefined) files.push({ path: csv, file: openNew(csv), content: csvOf });
    if (pdf !== undefined) files.push({ path: pdf, file: openNew(pdf), content: (sheet) => pdfOf(session, sheet) });
    const sheet = await make(session, options, files.length > 0);
    if (sheet) for (const { file, content } of files) writeFileSync(file, await content(sheet));
  } finally {
    for (const { path, file } of files) {
      // A file with codes is kept whatever failed afterwards: codes are shown once. An empty one is removed.
      if (fstatSync(file).size === 0) rmSync(path);
      closeSync(file);
    }
  }
}

/** Makes the vouchers and shows them, first of all: nobody can ask for the codes again. @throws Failure without codes for a file */
async function make(session: Session, options: CreateOptions, forFile: boolean): Promise<Sheet | undefined> {
  const { campaign: id, count, amount, expires, idempotencyKey = randomUUID() } = options;
  const body = { count, amount, ...(expires !== undefined && { expires_at: expires }) };
  const request = { params: { id }, body, idempotencyKey };
  const { body: made } = await session.client.call("POST /campaigns/:id/vouchers", request);
  session.print(made, madeText);
  const { vouchers } = made;
  if (vouchers === null) {
    const shown = "They were made before, and their codes shown then.";
    const lost = `If these are lost: merit voucher cancel --batch ${made.id}`;
    if (forFile) throw new Failure(`No file was written. ${shown}`, lost);
    session.note(`${shown} ${lost}`);
    return undefined;
  }
  session.note("The codes are shown this once. Whoever has one can be paid for it.");
  return { ...made, vouchers };
}

const madeText = (made: MadeVouchers) =>
  [
    batchRecord(made),
    table(
      [
        { head: "ID", value: ({ id }) => id, right: true },
        { head: "CODE", value: ({ code }) => code },
        { head: "PAGE", value: ({ url }) => url },
      ],
      made.vouchers ?? [],
    ),
  ].join("\n");

const batchRecord = (batch: VoucherBatch) =>
  record([
    ["Batch", batch.id],
    ["Campaign", batch.campaign_id],
    ["Amount", batch.amount],
    ["Vouchers", batch.count],
    ["Open", batch.open],
    ["Redeemed", batch.redeemed],
    ["Cancelled", batch.cancelled],
    ["Expired", batch.expired],
    ["Reserved", batch.reserved],
    ["Expires", batch.expires_at],
  ]);

const voucherText = (voucher: Voucher) =>
  record([
    ["Id", voucher.id],
    ["Batch", voucher.batch_id],
    ["Campaign", voucher.campaign_id],
    ["Amount", voucher.amount],
    ["Status", voucher.status],
    ["Issuance", voucher.issuance_id],
    ["Payment", voucher.issuance_status],
    ["Wallet", voucher.wallet_address],
    ["Transaction", voucher.tx_hash],
    ["Expires", voucher.expires_at],
  ]);

const heldText = (held: HeldVoucher) =>
  record([
    ["Status", held.status],
    ["Why not", held.status === "redeemed" ? undefined : (held.reason ?? undefined)],
    ["Amount", `${held.amount} ${held.asset.code}`],
    ["Merchant", held.merchant_name],
    ["Campaign", held.campaign_name],
    ["Expires", held.expires_at],
    ["Payment", held.payment?.status],
    ["Waits", held.payment?.error_message ?? undefined],
    ["Transaction", held.payment?.tx_hash ?? undefined],
  ]);

const columns: Column<Voucher>[] = [
  { head: "ID", value: ({ id }) => id, right: true },
  { head: "BATCH", value: ({ batch_id }) => batch_id, right: true },
  { head: "STATUS", value: ({ status }) => status },
  { head: "AMOUNT", value: ({ amount }) => amount, right: true },
  { head: "PAYMENT", value: ({ issuance_status }) => issuance_status },
  { head: "WALLET", value: ({ wallet_address }) => wallet_address },
  { head: "EXPIRES", value: ({ expires_at }) => expires_at },
];

const batchColumns: Column<VoucherBatch>[] = [
  { head: "ID", value: ({ id }) => id, right: true },
  { head: "AMOUNT", value: ({ amount }) => amount, right: true },
  { head: "COUNT", value: ({ count }) => count, right: true },
  { head: "OPEN", value: ({ open }) => open, right: true },
  { head: "REDEEMED", value: ({ redeemed }) => redeemed, right: true },
  { head: "CANCELLED", value: ({ cancelled }) => cancelled, right: true },
  { head: "EXPIRED", value: ({ expired }) => expired, right: true },
  { head: "EXPIRES", value: ({ expires_at }) => expires_at },
];
