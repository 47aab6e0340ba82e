import type { ContractCall, ContractCalls } from "@merit/core/ledger/contract-calls/calls.ts";
import { type Command, InvalidArgumentError } from "commander";
import { confirm } from "../confirm.ts";
import { Failure, UsageError } from "../errors.ts";
import type { Io } from "../io.ts";
import { type MachineOptions, machineHelp, withMachine } from "../machine.ts";
import { record } from "../output.ts";
import { printSent, withCalls } from "./contract.ts";
import { linesText } from "./governance-text.ts";

// How the commands of `merit governance` sign.

export interface SigningOptions extends MachineOptions {
  as: string;
  yes?: boolean;
}

/** The options of a command that signs. */
export function withSigner(command: Command, example: string, more?: string): Command {
  return withMachine(command)
    .requiredOption("--as <account>", "account that acts and signs: its name or address in the key file")
    .option("--yes", "send it without asking; it asks only on public networks")
    .addHelpText(
      "after",
      machineHelp(
        `${more ?? "It prints what will be done before it signs."}
The key file (MERIT_KEYS_FILE) must hold the key of --as.`,
        example,
      ),
    );
}

export const signerOf = (calls: ContractCalls, { as }: SigningOptions) => calls.signer(as).publicKey;

/** A call of governance itself. */
export async function ownCall(
  { chain }: ContractCalls,
  method: string,
  args: Record<string, unknown>,
): Promise<ContractCall> {
  const { anyContract } = await import("@merit/core/ledger/chain/contracts.ts");
  return { contract: anyContract(chain.contracts, "governance"), method, args };
}

export interface Planned {
  /** The effect of the call, for the person who signs. */
  does: string;
  /** Effects of the proposal that the call is about. */
  proposal?: string[];
  call: ContractCall;
}

/** Shows what will be done, asks on a public network, signs and sends. */
export function sign(options: SigningOptions, io: Io, plan: (calls: ContractCalls) => Promise<Planned>): Promise<void> {
  return withCalls(options, io, (calls) =>
    inPlainWords(async () => {
      const { does, proposal = [], call } = await plan(calls);
      const signer = calls.signer(options.as);
      // The ledger's refusal comes before any question.
      await calls.preview(call);
      if (!options.json) {
        io.err(
          record([
            ["You sign", does],
            ...linesText("The proposal", proposal),
            ["Signed by", calls.named(signer.publicKey)],
          ]),
        );
      }
      await agree(calls, options, io);
      printSent(await calls.send(call, signer, io.signal), options, io);
    }),
  );
}

export async function agree({ isPublic }: ContractCalls, { json, yes }: SigningOptions, io: Io): Promise<void> {
  if (!isPublic || yes) return;
  if (json) throw new UsageError("With --json, a call that changes something needs --yes.");
  if (!(await confirm(io, "Sign and send it?"))) throw new Failure("Nothing was sent.");
}

/** Says what a refusal of the contract means. */
export async function inPlainWords(work: () => Promise<void>): Promise<void> {
  const { CallRefused } = await import("@merit/core/ledger/chain/errors.ts");
  const { refusalWords } = await import("@merit/core/agreements/governance/refusals.ts");
  try {
    await work();
  } catch (error) {
    const words = error instanceof CallRefused ? refusalWords(error.code) : undefined;
    throw words === undefined ? error : new Failure(words);
  }
}

export const ID = "id of the proposal (64 hex digits)";

/** @throws InvalidArgumentError */
export function proposalId(text: string): string {
  if (/^[0-9a-f]{64}$/.test(text)) return text;
  throw new InvalidArgumentError("An id has 64 hex digits; merit governance list shows it.");
}

export async function requireProposal({ chain }: ContractCalls, id: string) {
  const { readProposal } = await import("@merit/core/agreements/governance/proposals.ts");
  const proposal = await readProposal(chain, id);
  if (proposal) return proposal;
  throw new Failure(`There is no proposal ${id}.`, "merit governance list lists them.");
}

/** A step of a proposal, with what the proposal would do. */
export async function onProposal(
  calls: ContractCalls,
  id: string,
  { method, does, args }: { method: string; does: string; args: Record<string, unknown> },
): Promise<Planned> {
  const proposal = await requireProposal(calls, id);
  return {
    does,
    proposal: proposal.calls.map(({ words }) => words),
    call: await ownCall(calls, method, { ...args, id: Buffer.from(id, "hex") }),
  };
}
