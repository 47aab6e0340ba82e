import { parseAmount } from "@merit/core/base/money.ts";
import type { Manifest } from "@merit/core/ledger/chain/manifest.ts";
import type { Terms } from "@merit/core/ledger/deploy/terms.ts";
import { type Command, Option } from "commander";
import { orFailure } from "../errors.ts";
import type { Io } from "../io.ts";
import { askingNode, networkChoices, settingsOf } from "../machine.ts";
import { jsonLine, record } from "../output.ts";
import { amount, assetCode } from "../values.ts";

interface DeployOptions {
  network?: string;
  data?: string;
  assetCode?: string;
  homeDomain?: string;
  cap?: string;
  supply?: string;
  poolLimit?: string;
  merchantLimit?: string;
  lockIssuer?: boolean;
  json?: boolean;
}

export function deployCommand(program: Command, io: Io): void {
  program
    .command("deploy")
    .description("deploy the contracts and the reward asset to a network, or finish a deployment that was interrupted")
    .addOption(new Option("--network <name>", "network (MERIT_NETWORK; default: local)").choices(networkChoices))
    .option("--data <folder>", "folder for data (MERIT_DATA_DIR; default: ./data of the repository)")
    .option("--asset-code <code>", "code of the reward asset, 1 to 12 letters or digits (default: MERIT)", assetCode)
    .option("--home-domain <domain>", "domain that serves the issuer's stellar.toml")
    .option("--cap <amount>", "most tokens that may ever exist", amount)
    .option("--supply <amount>", "tokens minted to the treasury, once", amount)
    .option("--pool-limit <amount>", "most that the pool pays in any 24 hours", amount)
    .option("--merchant-limit <amount>", "most that the pool pays for one merchant in any 24 hours", amount)
    .option("--lock-issuer", "agree that the issuer's account is locked for good; required on public networks")
    .option("--json", "print the manifest as JSON")
    .addHelpText(
      "after",
      `
This command works on this machine's data: it reads the keys and writes the manifest in <data>/<network>. It skips
steps that are done already, so you can repeat it. Until it is complete, the manifest keeps the terms of the first run:
leave their options out then. Only --home-domain can still be changed, until the issuer is locked. On the network local, \`merit start\` deploys by itself.

Examples:
  $ merit deploy --network testnet --lock-issuer
  $ MERIT_RPC_URL=https://rpc.example MERIT_KEYS_FILE=keys.json merit deploy --network mainnet --asset-code BEANS`,
    )
    .action((options: DeployOptions) => orFailure(() => deployTo(options, io)));
}

async function deployTo(options: DeployOptions, io: Io): Promise<void> {
  const { deploy } = await import("@merit/core/ledger/deploy/deploy.ts");
  const { contracts } = await import("@merit/core/contracts.ts");
  const settings = await settingsOf(options, io);
  const note = options.json ? () => {} : io.err;
  note(`Deploying to ${settings.network}; keys and manifest are in ${settings.dataDir}.\n`);
  const { lockIssuer = false } = options;
  const tell = ({ title, done }: { title: string; done: boolean }) =>
    note(`${done ? "already done" : "now"}: ${title}\n`);
  const request = { settings, contracts, lockIssuer, terms: termsOf(options) };
  const manifest = await askingNode(settings, () => deploy(request, tell));
  io.out(options.json ? jsonLine(manifest) : manifestText(manifest));
}

function termsOf({ assetCode, homeDomain, cap, supply, poolLimit, merchantLimit }: DeployOptions): Partial<Terms> {
  return {
    ...(assetCode !== undefined && { assetCode }),
    ...(homeDomain !== undefined && { homeDomain }),
    ...(cap !== undefined && { cap: parseAmount(cap) }),
    ...(supply !== undefined && { initialSupply: parseAmount(supply) }),
    ...(poolLimit !== undefined && { poolLimit: parseAmount(poolLimit) }),
    ...(merchantLimit !== undefined && { merchantLimit: parseAmount(merchantLimit) }),
  };
}

function manifestText({ network, asset, contracts }: Manifest): string {
  const ids = Object.entries(contracts).map(([name, { id }]): [string, string] => [name, id]);
  return record([
    ["network", network],
    ["asset", `${asset.code}:${asset.issuer}`],
    ["asset contract", asset.contract_id],
    ...ids,
  ]);
}
