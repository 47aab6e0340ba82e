import type { Authority, AuthorityChange, Grant, Holder } from "@merit/core/ledger/deploy/authority.ts";
import { type RoleName, roleNames } from "@merit/core/ledger/deploy/role-names.ts";
import { Argument, type Command } from "commander";
import { confirm } from "../confirm.ts";
import { Failure, orFailure } from "../errors.ts";
import type { Io } from "../io.ts";
import { askingNode, type MachineOptions, machineHelp, settingsOf, withMachine } from "../machine.ts";
import { jsonLine, record, table } from "../output.ts";
import { untilOption } from "../values.ts";

interface ChangeOptions extends MachineOptions {
  yes?: boolean;
}

interface GrantOptions extends ChangeOptions {
  until?: string;
}

const withChange = (command: Command): Command =>
  withMachine(command).option("--yes", "change it without asking; the command asks only on public networks");

const ACCOUNT = "address (G... or C...), or a name from the deployment, such as treasury or governance";

export function roleCommands(program: Command, io: Io): void {
  const roles = program
    .command("roles")
    .description("list and change the roles of this machine's deployment, and hand over its administration");

  withMachine(roles.command("list").description("list the admin and the holders of all roles, as stored on the ledger"))
    .addHelpText("after", machineHelp("It needs the manifest, but no keys.", "merit roles list --network testnet"))
    .action((options: MachineOptions) =>
      orFailure(async () => {
        const { readAuthority } = await import("@merit/core/ledger/deploy/authority.ts");
        const settings = await settingsOf(options, io);
        print(await askingNode(settings, () => readAuthority(settings)), options, io);
      }),
    );

  withChange(
    roles
      .command("grant")
      .description("give an account a role, or change when the role ends")
      .addArgument(new Argument("<role>", "role").choices(roleNames))
      .argument("<account>", ACCOUNT)
      .addOption(untilOption("--until <time>", "when the role ends (default: never)")),
  )
    .addHelpText("after", machineHelp(SIGNED, "merit roles grant pauser GABC... --until 2027-01-31"))
    .action((role: RoleName, account: string, { until, ...options }: GrantOptions) =>
      change(options, io, `Give ${account} the role ${role}`, (address) => ({
        kind: "grant",
        role,
        account: address(account),
        expires_at: until === undefined ? null : new Date(until),
      })),
    );

  withChange(
    roles
      .command("revoke")
      .description("take a role from an account")
      .addArgument(new Argument("<role>", "role").choices(roleNames))
      .argument("<account>", ACCOUNT),
  )
    .addHelpText("after", machineHelp(SIGNED, "merit roles revoke freezer deployer"))
    .action((role: RoleName, account: string, options: ChangeOptions) =>
      change(options, io, `Take the role ${role} from ${account}`, (address) => ({
        kind: "revoke",
        role,
        account: address(account),
      })),
    );

  withChange(
    roles
      .command("hand-over")
      .description("announce a new admin, who may accept after the deployment's delay and within 14 days from then")
      .argument("<account>", ACCOUNT),
  )
    .addHelpText(
      "after",
      machineHelp(
        `${SIGNED} \`merit roles cancel\` takes the announcement back, as long as nobody has accepted it.`,
        "merit roles hand-over governance",
      ),
    )
    .action((account: string, options: ChangeOptions) =>
      change(options, io, `Announce ${account} as the new admin`, (address) => ({
        kind: "begin_transfer",
        account: address(account),
      })),
    );

  withChange(roles.command("accept").description("become the admin, if you were announced"))
    .addHelpText(
      "after",
      machineHelp(
        "The key named deployer in the key file must be that of the announced account. Governance accepts by a vote, and an account with several signers accepts with a transaction that they sign.",
        "MERIT_KEYS_FILE=new-admin.json merit roles accept --network testnet",
      ),
    )
    .action((options: ChangeOptions) => change(options, io, "Become the admin", () => ({ kind: "accept_transfer" })));

  withChange(roles.command("cancel").description("cancel an announced hand-over"))
    .addHelpText("after", machineHelp(SIGNED, "merit roles cancel --network testnet"))
    .action((options: ChangeOptions) =>
      change(options, io, "Cancel the hand-over", () => ({ kind: "cancel_transfer" })),
    );
}

const SIGNED =
  "The key named deployer in the key file (MERIT_KEYS_FILE) must be the admin's. It signs the change and pays its fee.";

/** Sends the change, on a public network after asking, then shows its transaction and the new state. */
function change(
  { yes, ...options }: ChangeOptions,
  io: Io,
  what: string,
  ask: (address: (text: string) => string) => AuthorityChange,
): Promise<void> {
  return orFailure(async () => {
    const { accountOf, changeAuthority, readAuthority } = await import("@merit/core/ledger/deploy/authority.ts");
    const { networks } = await import("@merit/core/ledger/chain/networks.ts");
    const settings = await settingsOf(options, io);
    const { network } = settings;
    if (networks[network].public && !yes && !(await confirm(io, `${what} on ${network}?`))) {
      throw new Failure("Nothing was changed.");
    }
    const wanted = ask((text) => accountOf(settings, text));
    const view = await askingNode(settings, async () => {
      const tx_hash = await changeAuthority(settings, wanted);
      return { tx_hash, ...(await readAuthority(settings)) };
    });
    print(view, options, io);
  });
}

function print(view: Authority & { tx_hash?: string }, { json }: MachineOptions, io: Io): void {
  if (json) {
    io.out(jsonLine(view));
    return;
  }
  const { tx_hash, admin, transfer, grants } = view;
  io.out(
    record([
      ["Transaction", tx_hash],
      ["Admin", admin ? shown(admin) : "nobody: only governance can change it"],
      ["Announced admin", transfer ? shown(transfer) : "none"],
      ["May accept", transfer ? `from ${transfer.from.toISOString()} to ${transfer.until.toISOString()}` : undefined],
    ]),
  );
  io.out(`\n${table(columns, grants)}`);
}

const shown = ({ account, name }: Holder) => (name === null ? account : `${name} ${account}`);

const columns = [
  { head: "Role", value: (row: Grant) => row.role },
  { head: "Holder", value: (row: Grant) => row.name },
  { head: "Account", value: (row: Grant) => row.account },
  { head: "Until", value: (row: Grant) => row.expires_at?.toISOString() ?? "forever" },
];
