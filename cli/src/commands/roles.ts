import type { Authority, AuthorityChange, Grant, Holder } from "@merit/core/deploy/authority.ts";
import { type RoleName, roleNames } from "@merit/core/deploy/role-names.ts";
import { Argument, type Command } from "commander";
import { orFailure } from "../errors.ts";
import type { Io } from "../io.ts";
import { type MachineOptions, settingsOf, withMachine } from "../machine.ts";
import { jsonLine, record, table } from "../output.ts";
import { instant } from "../values.ts";

interface GrantOptions extends MachineOptions {
  until?: string;
}

const ACCOUNT = "address (G... or C...), or a name of the deployment, such as treasury or governance";

export function roleCommands(program: Command, io: Io): void {
  const roles = program
    .command("roles")
    .description("who may do what in this machine's deployment, and handing its administration over");

  withMachine(roles.command("list").description("list the admin and the holders of all roles, as the ledger has them"))
    .addHelpText("after", help("It needs the manifest, and no keys.", "merit roles list --network testnet"))
    .action((options: MachineOptions) =>
      orFailure(async () => {
        const { readAuthority } = await import("@merit/core/deploy/authority.ts");
        print(await readAuthority(await settingsOf(options, io)), options, io);
      }),
    );

  withMachine(
    roles
      .command("grant")
      .description("give an account a role, or change until when it has it")
      .addArgument(new Argument("<role>", "role").choices(roleNames))
      .argument("<account>", ACCOUNT)
      .option("--until <time>", "when the role ends (default: never)", instant),
  )
    .addHelpText("after", help(SIGNED, "merit roles grant pauser GABC... --until 2027-01-31"))
    .action((role: RoleName, account: string, { until, ...options }: GrantOptions) =>
      change(options, io, (address) => ({
        kind: "grant",
        role,
        account: address(account),
        expires_at: until === undefined ? null : new Date(until),
      })),
    );

  withMachine(
    roles
      .command("revoke")
      .description("take a role from an account")
      .addArgument(new Argument("<role>", "role").choices(roleNames))
      .argument("<account>", ACCOUNT),
  )
    .addHelpText("after", help(SIGNED, "merit roles revoke freezer deployer"))
    .action((role: RoleName, account: string, options: MachineOptions) =>
      change(options, io, (address) => ({ kind: "revoke", role, account: address(account) })),
    );

  withMachine(
    roles
      .command("hand-over")
      .description("announce a new admin, who may accept after the deployment's delay and within 14 days from then")
      .argument("<account>", ACCOUNT),
  )
    .addHelpText(
      "after",
      help(
        `${SIGNED} Until it was accepted, \`merit roles cancel\` takes it back.`,
        "merit roles hand-over governance",
      ),
    )
    .action((account: string, options: MachineOptions) =>
      change(options, io, (address) => ({ kind: "begin_transfer", account: address(account) })),
    );

  withMachine(roles.command("accept").description("become the admin, as the one who was announced"))
    .addHelpText(
      "after",
      help(
        "The key file's deployer must be the announced account. Governance accepts by vote, an account with several signers by a transaction that they sign.",
        "MERIT_KEYS_FILE=new-admin.json merit roles accept --network testnet",
      ),
    )
    .action((options: MachineOptions) => change(options, io, () => ({ kind: "accept_transfer" })));

  withMachine(roles.command("cancel").description("take an announced hand-over back"))
    .addHelpText("after", help(SIGNED, "merit roles cancel --network testnet"))
    .action((options: MachineOptions) => change(options, io, () => ({ kind: "cancel_transfer" })));
}

const SIGNED =
  "It is signed by the deployer of the key file (MERIT_KEYS_FILE), who must be the admin, and pays its fee.";

const help = (what: string, example: string) => `
This command works on the data of this machine and asks its ledger. ${what}

Example:
  $ ${example}`;

/** Sends it, and shows its transaction and how things stand then. */
function change(
  options: MachineOptions,
  io: Io,
  ask: (address: (text: string) => string) => AuthorityChange,
): Promise<void> {
  return orFailure(async () => {
    const { accountOf, changeAuthority, readAuthority } = await import("@merit/core/deploy/authority.ts");
    const settings = await settingsOf(options, io);
    const tx_hash = await changeAuthority(
      settings,
      ask((text) => accountOf(settings, text)),
    );
    print({ tx_hash, ...(await readAuthority(settings)) }, options, io);
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
      ["Admin", admin ? shown(admin) : "nobody: what governance votes"],
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
