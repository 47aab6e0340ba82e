import { presentOverview, presentPower } from "@merit/core/agreements/governance/presenter.ts";
import { parseAmount } from "@merit/core/base/money.ts";
import type { ContractCalls } from "@merit/core/ledger/contract-calls/calls.ts";
import { Argument, type Command, Option } from "commander";
import type { Io } from "../io.ts";
import { type MachineOptions, machineHelp, withMachine } from "../machine.ts";
import { jsonLine, record } from "../output.ts";
import { amount } from "../values.ts";
import { refuseSecrets, withCalls } from "./contract.ts";
import { delegateCommand, type VoteOptions, voteForDelegators } from "./governance-delegates.ts";
import { governanceLists } from "./governance-lists.ts";
import { proposeCommands } from "./governance-propose.ts";
import {
  agree,
  ID,
  inPlainWords,
  onProposal,
  ownCall,
  proposalId,
  requireProposal,
  type SigningOptions,
  sign,
  signerOf,
  withSigner,
} from "./governance-sign.ts";
import { overviewText, powerText, proposalJson, proposalText } from "./governance-text.ts";

export function governanceCommands(program: Command, io: Io): void {
  const governance = program
    .command("governance")
    .description("stake tokens, propose changes of the system, vote on them and carry them out")
    .hook("preAction", (_, action) => refuseSecrets([...action.args, ...Object.values(action.opts())]));

  withMachine(governance.command("status").description("show the sum of all votes, and the terms of new proposals"))
    .addHelpText("after", machineHelp("It needs no keys.", "merit governance status --network testnet"))
    .action((options: MachineOptions) =>
      withCalls(options, io, async ({ chain }) => {
        const { readOverview } = await import("@merit/core/agreements/governance/power.ts");
        const overview = await readOverview(chain);
        io.out(options.json ? jsonLine(presentOverview(overview)) : overviewText(overview));
      }),
    );

  withMachine(
    governance
      .command("power")
      .description("show the votes of a wallet, its delegate, and its tokens that warm up or cool down")
      .argument("<wallet>", "address (G... or C...), or a name from the deployment"),
  )
    .addHelpText("after", machineHelp("It needs no keys.", "merit governance power GABC..."))
    .action((wallet: string, options: MachineOptions) =>
      withCalls(options, io, async (calls) => {
        const { readPower } = await import("@merit/core/agreements/governance/power.ts");
        const power = await readPower(calls.chain, calls.addressOf(wallet));
        io.out(options.json ? jsonLine(presentPower(power)) : powerText(power));
      }),
    );

  for (const { name, description, effect } of amountSteps) {
    withSigner(
      governance.command(name).description(description).argument("<amount>", "tokens, such as 12.5", amount),
      `merit governance ${name} 1000 --as staker`,
    ).action((tokens: string, options: SigningOptions) =>
      sign(options, io, async (calls) => ({
        does: effect(tokens),
        call: await ownCall(calls, name, { staker: signerOf(calls, options), amount: parseAmount(tokens) }),
      })),
    );
  }

  for (const { name, description, effect } of plainSteps) {
    withSigner(governance.command(name).description(description), `merit governance ${name} --as staker`).action(
      (options: SigningOptions) =>
        sign(options, io, async (calls) => ({
          does: effect,
          call: await ownCall(calls, name, { staker: signerOf(calls, options) }),
        })),
    );
  }

  delegateCommand(governance, io);
  proposeCommands(governance, io);
  governanceLists(governance, io);

  withMachine(
    governance
      .command("show")
      .description("show what a proposal would do, its state and deadlines, as the ledger has them")
      .argument("<id>", ID, proposalId),
  )
    .addHelpText(
      "after",
      machineHelp(
        "It needs no keys. What the proposal does is read from its calls on the ledger, not from its description.",
        `merit governance show ${"ab".repeat(32)}`,
      ),
    )
    .action((id: string, options: MachineOptions) =>
      withCalls(options, io, async (calls) => {
        const proposal = await requireProposal(calls, id);
        io.out(options.json ? jsonLine(proposalJson(proposal)) : proposalText(proposal));
      }),
    );

  withSigner(
    governance
      .command("vote")
      .description("vote on a proposal, once")
      .argument("<id>", ID, proposalId)
      .addArgument(new Argument("<support>", "vote").choices(Object.keys(supports)))
      .option("--for-delegators", "vote for the wallets that let the account vote, not for the account itself")
      .addOption(
        new Option(
          "--url <url>",
          "base URL of the API that knows the delegators (MERIT_URL; default: as for `merit governance votes`)",
        ),
      ),
    `merit governance vote ${"ab".repeat(32)} for --as staker`,
    `It prints what will be done before it signs. With
--for-delegators it asks a service's API for the 100 delegators with most votes, and signs a call for each 25 of them;
with --json it prints a line for each call. A delegator that has voted itself keeps its own vote.`,
  ).action((id: string, name: string, { forDelegators, ...options }: VoteOptions) => {
    const support = supports[name] as number;
    const does = name === "abstain" ? "an abstention on the proposal" : `a vote ${name} the proposal`;
    if (forDelegators) return voteForDelegators({ id, support, does }, options, io);
    return sign(options, io, (calls) =>
      onProposal(calls, id, { method: "vote", does, args: { voter: signerOf(calls, options), support } }),
    );
  });

  for (const { name, description, does, actor } of proposalSteps) {
    withSigner(
      governance.command(name).description(description).argument("<id>", ID, proposalId),
      `merit governance ${name} ${"ab".repeat(32)} --as staker`,
    ).action((id: string, options: SigningOptions) =>
      sign(options, io, (calls) =>
        onProposal(calls, id, { method: name, does, args: actor ? { [actor]: signerOf(calls, options) } : {} }),
      ),
    );
  }

  withSigner(
    governance.command("hand-over").description("make governance the admin of the system; run it again to continue"),
    "merit governance hand-over --as staker",
    `It takes every
step that can be taken now: announce governance (signed by the admin's key), propose that governance accepts,
and vote for, queue and execute this proposal (signed by the staker of --as). At the end it says when to run it again.
The ledger shows which step is next.
See docs/governance.md.`,
  ).action((options: SigningOptions) => withCalls(options, io, (calls) => handOver(calls, options, io)));
}

const supports: Record<string, number> = { against: 0, for: 1, abstain: 2 };

const amountSteps = [
  {
    name: "stake",
    description: "lock tokens in governance; they give votes once they have warmed up and are activated",
    effect: (tokens: string) => `a stake of ${tokens} tokens; tokens that already warm up start their warm-up again`,
  },
  {
    name: "unstake",
    description: "take tokens out: first those that warm up, then votes; withdraw them after the cool-down",
    effect: (tokens: string) =>
      `the unstaking of ${tokens} tokens; tokens that already cool down start their cool-down again`,
  },
] as const;

const plainSteps = [
  {
    name: "activate",
    description: "turn tokens that have warmed up into votes",
    effect: "the activation of the tokens that have warmed up",
  },
  {
    name: "withdraw",
    description: "get back the tokens that have cooled down",
    effect: "the withdrawal of the tokens that have cooled down",
  },
] as const;

const proposalSteps = [
  {
    name: "queue",
    description: "start the delay of a won proposal; anyone may do this",
    does: "the start of the proposal's delay, after which anyone may execute it",
    actor: null,
  },
  {
    name: "execute",
    description: "run a queued proposal after its delay; anyone may do this",
    does: "the execution of the proposal",
    actor: null,
  },
  {
    name: "cancel",
    description: "withdraw your own proposal, unless it is winning",
    does: "the withdrawal of the proposal, which then never runs",
    actor: "proposer",
  },
  {
    name: "veto",
    description: "stop a proposal before it runs (role vetoer)",
    does: "a veto of the proposal, which then never runs",
    actor: "guardian",
  },
] as const;

function handOver(calls: ContractCalls, options: SigningOptions, io: Io): Promise<void> {
  return inPlainWords(async () => {
    const { handOver, handOverSteps } = await import("@merit/core/agreements/governance/hand-over.ts");
    const ask = async (step: keyof typeof handOverSteps, signer: string) => {
      if (!options.json) io.err(`${handOverSteps[step]}, signed by ${calls.named(signer)}\n`);
      await agree(calls, options, io);
    };
    const { done, taken, proposal, continue_from } = await handOver(calls, options.as, ask, io.signal);
    if (options.json) {
      return io.out(jsonLine({ done, taken, continue_from, proposal: proposal && proposalJson(proposal) }));
    }
    io.out(record(taken.map(({ step, tx_hash }): [string, string] => [handOverSteps[step], tx_hash])));
    if (proposal) io.out(`\n${proposalText(proposal)}`);
    io.out(
      done
        ? "Governance is the admin. `merit roles list` shows the roles that keys still hold.\n"
        : `\nRun this command again from ${continue_from?.toISOString()} on.\n`,
    );
  });
}
