import completion from "@bomb.sh/tab/commander";
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

const BEGIN = `Begin with:
  merit start                     the whole service on this machine, with a ledger of its own
  merit merchant register         a merchant, and the key that the other commands use
  merit campaign create           a budget for rewards
  merit reward issue              tokens for a wallet
  merit reward issue-batch        tokens for the wallets of a file
  merit voucher create            codes for customers whose wallets aren't known
  merit wallet create             a key file for a wallet of your own
  merit webhook create            events for your server
  merit contract list             the contracts on the ledger, to call and test against
  merit contract-events --follow  what they do
`;

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
    .addHelpText("before", BEGIN)
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
`,
    );
  const groups: Record<string, ((program: Command, io: Io) => void)[]> = {
    "For merchants:": [
      ...[merchantCommands, campaignCommands, rewardCommands, dropCommands, voucherCommands, pointCommands],
      ...[catalogueCommands, redemptionCommands, referralCommands, vestingCommands, transactionCommands],
      ...[eventCommand, webhookCommand, searchCommand],
    ],
    "For wallets and users:": [
      ...[loginCommands, walletCommands, trustlineCommands, escrowCommands, governanceCommands, leaderboardCommand],
    ],
    "For contract developers:": [contractCommands, contractEventsCommand],
    "For operators:": [
      ...[startCommand, healthCommand, deployCommand, adminCommands, mailCommands, deadLetterCommands, auditCommand],
      ...[indexerCommands, channelCommands, roleCommands, backupCommands, migrateCommands],
    ],
  };
  for (const [title, commands] of Object.entries(groups)) {
    program.commandsGroup(title);
    for (const add of commands) add(program, io);
  }
  program.commandsGroup("Other:").helpCommand("help [command]", "display help for command");
  // Last, since it completes the commands that are there.
  completion(program, { completionCommandName: "completion" });
  const examples = {
    completion: "merit completion bash",
    // The script of `completion` calls it.
    complete: "merit complete -- reward is",
  };
  for (const command of program.commands.slice(-2)) {
    command.addHelpText("after", `\nExamples:\n  $ ${examples[command.name() as keyof typeof examples]}`);
  }
  return program;
}
