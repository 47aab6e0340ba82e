import type { Action } from "@merit/core/agreements/governance/decode.ts";
import type { Template } from "@merit/core/agreements/governance/templates.ts";
import { parseAmount } from "@merit/core/base/money.ts";
import { fixedContracts, type UpgradableContract, upgradableContracts } from "@merit/core/ledger/chain/bindings.ts";
import type { ContractCalls } from "@merit/core/ledger/contract-calls/calls.ts";
import { type RoleName, roleNames } from "@merit/core/ledger/deploy/role-names.ts";
import { Argument, type Command, InvalidArgumentError } from "commander";
import type { Io } from "../io.ts";
import { amount, positiveInteger, untilOption } from "../values.ts";
import { pairs } from "./contract.ts";
import { ownCall, type SigningOptions, sign, signerOf, withSigner } from "./governance-sign.ts";

interface ProposeOptions extends SigningOptions {
  description: string;
}

const ACCOUNT = "address (G... or C...), or a name from the deployment";
const CONTRACT = "name of the contract, such as pool";

export function proposeCommands(governance: Command, io: Io): void {
  const propose = governance.command("propose").description("propose a change of the system, for stakers to vote on");

  /** A kind of proposal; `actions` makes its calls. */
  const kind = <Options extends ProposeOptions, Args extends unknown[]>(
    command: Command,
    example: string,
    actions: (calls: ContractCalls, options: Options, ...args: Args) => Promise<Action[]>,
  ) =>
    withSigner(
      command.requiredOption("--description <text>", "why, for the voters; at most 1,024 bytes"),
      `merit governance propose ${example} --description "As agreed in May" --as staker`,
    ).action((...given: unknown[]) => {
      const options = given.at(-2) as Options;
      const args = given.slice(0, -2) as Args;
      return sign(options, io, async (calls) => {
        const { decodeCall } = await import("@merit/core/agreements/governance/decode.ts");
        const made = await actions(calls, options, ...args);
        const content = { proposer: signerOf(calls, options), actions: made, description: options.description };
        return {
          does: "a new proposal, for the stakers to vote on",
          proposal: made.map((action) => decodeCall(calls.chain, action).words),
          call: await ownCall(calls, "propose", content),
        };
      });
    });

  kind<ProposeOptions & { merchant?: number }, [string]>(
    propose
      .command("limit")
      .description("set the pool's limit per 24 hours; a raise then waits for the pool's own delay")
      .argument("<amount>", "tokens", amount)
      .option("--merchant <number>", "the limit of one merchant, by its number on the ledger", positiveInteger),
    "limit 200000000",
    (calls, { merchant }, tokens) =>
      fromTemplate(calls, { template: "limit", merchant: merchant ?? null, limit: parseAmount(tokens) }),
  );

  kind<ProposeOptions & { until?: string }, [RoleName, string]>(
    propose
      .command("grant")
      .description("give an account a role, or change when the role ends")
      .addArgument(new Argument("<role>", "role").choices(roleNames))
      .argument("<account>", ACCOUNT)
      .addOption(untilOption("--until <time>", "when the role ends (default: never)")),
    "grant pauser GABC...",
    (calls, { until }, role, account) => {
      const expires_at = until === undefined ? null : new Date(until);
      return fromTemplate(calls, { template: "grant", role, account: calls.addressOf(account), expires_at });
    },
  );

  kind<ProposeOptions, [RoleName, string]>(
    propose
      .command("revoke")
      .description("take a role from an account")
      .addArgument(new Argument("<role>", "role").choices(roleNames))
      .argument("<account>", ACCOUNT),
    "revoke pauser deployer",
    (calls, _options, role, account) =>
      fromTemplate(calls, { template: "revoke", role, account: calls.addressOf(account) }),
  );

  kind<ProposeOptions & { migrate?: boolean }, [UpgradableContract, string]>(
    propose
      .command("upgrade")
      .description("replace the code of a contract by code that is on the ledger already")
      .addArgument(
        new Argument("<contract>", `${CONTRACT}; the code of ${fixedContracts.join(" and ")} is fixed`).choices(
          upgradableContracts,
        ),
      )
      .argument("<hash>", "SHA-256 of the code, as `npm run contracts` prints it", codeHash)
      .option("--migrate", "also convert the stored data to the new code's layout, in the same proposal"),
    `upgrade pool ${"ab".repeat(32)} --migrate`,
    (calls, { migrate = false }, contract, wasm_hash) =>
      fromTemplate(calls, { template: "upgrade", contract, wasm_hash, migrate }),
  );

  kind<ProposeOptions, [string]>(
    propose
      .command("unpause")
      .description("let a stopped contract run again; `state` does that for the whole system")
      .argument("<contract>", CONTRACT),
    "unpause pool",
    (calls, _options, contract) => fromTemplate(calls, { template: "unpause", contract: calls.contractName(contract) }),
  );

  kind<ProposeOptions, [string[]]>(
    propose
      .command("settings")
      .description("change settings of governance itself, such as the warm-up of stakes")
      .argument("<settings...>", "each as name=value; times in seconds or ledgers, amounts in stroops"),
    "settings warm_up=3628800",
    async (calls, _options, given) => {
      const { changedSettings } = await import("@merit/core/agreements/governance/settings.ts");
      const { value: present } = await calls.chain.contracts.governance.view("settings");
      return fromTemplate(calls, { template: "settings", settings: changedSettings(present, pairs(given)) });
    },
  );

  kind<ProposeOptions, [string, string, string[]]>(
    propose
      .command("call")
      .description("propose any other call of a contract of the deployment")
      .argument("<contract>", CONTRACT)
      .argument("<function>", "function, as `merit contract functions` lists it")
      .argument("[arguments...]", "arguments of the function, each as name=value; governance is the acting account"),
    "call token set_quota minter=treasury daily=0",
    async (calls, _options, name, method, given) => {
      const { encodeCall } = await import("@merit/core/agreements/governance/decode.ts");
      const contract = calls.contractName(name);
      const { args } = calls.call(await calls.find(name), method, pairs(given), "governance");
      return [encodeCall(calls.chain.contracts, contract, method, args)];
    },
  );
}

async function fromTemplate({ chain }: ContractCalls, template: Template): Promise<Action[]> {
  const { actionsOf } = await import("@merit/core/agreements/governance/templates.ts");
  return actionsOf(chain.contracts, template);
}

function codeHash(text: string): string {
  if (/^[0-9a-f]{64}$/.test(text)) return text;
  throw new InvalidArgumentError("It must be 64 hex digits in lower case.");
}
