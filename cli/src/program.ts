import { version } from "@merit/core/base/version.ts";
import { Command } from "commander";
import { adminCommands } from "./commands/admin.ts";
import { auditCommand } from "./commands/audit.ts";
import { backupCommands } from "./commands/backup.ts";
import { campaignCommands } from "./commands/campaign.ts";
import { catalogueCommands } from "./commands/catalogue.ts";
import { channelCommands } from "./commands/channels.ts";
import { contractCommands } from "./commands/contract.ts";
import { contractEventsCommand } from "./commands/contract-events.ts";
import { deadLetterCommands } from "./commands/dead-letters.ts";
import { deployCommand } from "./commands/deploy.ts";
import { dropCommands } from "./commands/drop.ts";
import { escrowCommands } from "./commands/escrow.ts";
import { eventCommand } from "./commands/event.ts";
import { governanceCommands } from "./commands/governance.ts";
import { healthCommand } from "./commands/health.ts";
import { indexerCommands } from "./commands/indexer.ts";
import { leaderboardCommand } from "./commands/leaderboard.ts";
import { loginCommands } from "./commands/login.ts";
import { mailCommands } from "./commands/mail.ts";
import { merchantCommands } from "./commands/merchant.ts";
import { migrateCommands } from "./commands/migrate.ts";
import { pointCommands } from "./commands/points.ts";
import { redemptionCommands } from "./commands/redemption.ts";
import { referralCommands } from "./commands/referral.ts";
import { rewardCommands } from "./commands/reward.ts";
import { roleCommands } from "./commands/roles.ts";
import { searchCommand } from "./commands/search.ts";
import { startCommand } from "./commands/start.ts";
import { transactionCommands } from "./commands/transaction.ts";
import { trustlineCommands } from "./commands/trustline.ts";
import { vestingCommands } from "./commands/vesting.ts";
import { voucherCommands } from "./commands/voucher.ts";
import { walletCommands } from "./commands/wallet.ts";
import { webhookCommand } from "./commands/webhook.ts";
import { reportError } from "./errors.ts";
import { harmless, type Io } from "./io.ts";

/** Runs a command line (without node and script). @returns one of `exitCodes` */
export async function run(args: string[], terminal: Io): Promise<number> {
  const io = harmless(terminal);
  const json = args.includes("--json");
  try {
    await createProgram(io, json).parseAsync(args, { from: "user" });
    return 0;
  } catch (error) {
    return reportError(error, io, json);
  }
}

export function createProgram(io: Io, json: boolean): Command {
  const program = new Command("merit")
    .description("Loyalty rewards on Stellar")
    .version(version)
    .exitOverride()
    // Scripts get commander's messages as JSON, from `reportError`.
    .configureOutput({ writeOut: io.out, writeErr: json ? () => {} : io.err })
    .showHelpAfterError("(add --help for the options and examples)")
    .addHelpText(
      "after",
      `
These commands work on this machine's data: start, deploy, channels, indexer (except list, add and remove), roles, contract,
governance (except its lists), audit, backup, restore, reconcile, migrate, admin create, admin new-key, mail list and mail show.
wallet create only writes a file. All others call the API.
  Address of the API: --url, else MERIT_URL, else the server of the key saved last, else http://localhost:3000/api
  Merchant's key: --api-key, else MERIT_API_KEY, else the key saved for that server
  Administrators' and users' commands use a token instead: --token, else MERIT_TOKEN, else the session of merit login
Exit codes: 0 done, 1 failed, 2 wrong command line. The help of merit audit has its own list.

Examples:
  $ merit start
  $ merit merchant register --name "Corner Coffee" --email owner@corner.example
  $ merit campaign create --name Spring --budget 1000 --wait
  $ merit reward issue --campaign 1 --wallet GABC... --amount 12.5 --wait
  $ merit contract-events --follow`,
    );
  startCommand(program, io);
  deployCommand(program, io);
  adminCommands(program, io);
  backupCommands(program, io);
  migrateCommands(program, io);
  auditCommand(program, io);
  channelCommands(program, io);
  indexerCommands(program, io);
  roleCommands(program, io);
  contractCommands(program, io);
  governanceCommands(program, io);
  loginCommands(program, io);
  merchantCommands(program, io);
  campaignCommands(program, io);
  rewardCommands(program, io);
  dropCommands(program, io);
  voucherCommands(program, io);
  pointCommands(program, io);
  catalogueCommands(program, io);
  redemptionCommands(program, io);
  vestingCommands(program, io);
  referralCommands(program, io);
  transactionCommands(program, io);
  trustlineCommands(program, io);
  walletCommands(program, io);
  escrowCommands(program, io);
  searchCommand(program, io);
  leaderboardCommand(program, io);
  eventCommand(program, io);
  webhookCommand(program, io);
  contractEventsCommand(program, io);
  mailCommands(program, io);
  deadLetterCommands(program, io);
  healthCommand(program, io);
  return program;
}
