import type { RequestOf } from "@merit/api/client/types.ts";
import type { Keypair } from "@stellar/stellar-sdk";
import type { Command } from "commander";
import { hashOfFile } from "../hash.ts";
import type { Io } from "../io.ts";
import { record } from "../output.ts";
import type { Session } from "../session.ts";
import { hex32, wholeNumber } from "../values.ts";
import { type Meant, type Submission, signAndSubmit, withWallet } from "../wallet-key.ts";

type Call = RequestOf<"POST /wallet/envelope">["body"];
/** A call as a command gives it: the wallet is that of the key. */
export type Step = Call extends infer Each ? (Each extends unknown ? Omit<Each, "wallet_address"> : never) : never;

export const ID = "id of the escrow, 64 hex digits";
const MILESTONE = "number of the milestone, from 0";
export const EXAMPLE_ID = "ab".repeat(32);

/** Steps of one party alone. */
export function escrowStepCommands(escrow: Command, io: Io): void {
  const whole = (name: "accept" | "cancel", description: string) =>
    withWallet<object, [string]>(
      escrow
        .command(name)
        .description(description)
        .argument("<id>", ID, hex32)
        .addHelpText("after", `\nExample:\n  $ merit escrow ${name} ${EXAMPLE_ID}`),
      io,
      async (session, key, _options, id) =>
        report(session, await take(session, key, { call: `escrow.${name}`, escrow: id }, { method: name })),
    );
  whole("accept", "accept the terms, as beneficiary or arbiter");
  whole("cancel", "take everything back, as depositor, until beneficiary and arbiter have accepted");

  const ofMilestone = (name: "release" | "expire", description: string) =>
    withWallet<object, [string, number]>(
      milestoneCommand(escrow, name, description).addHelpText(
        "after",
        `\nExample:\n  $ merit escrow ${name} ${EXAMPLE_ID} 0`,
      ),
      io,
      async (session, key, _options, id, milestone) =>
        report(session, await take(session, key, { call: `escrow.${name}`, escrow: id, milestone }, { method: name })),
    );
  ofMilestone("release", "pay a milestone to the beneficiary, as depositor");
  ofMilestone("expire", "end a milestone whose deadline has passed: refund it, or split it if it is disputed");

  const withEvidence = (name: "dispute" | "evidence", call: "dispute" | "submit_evidence", description: string) =>
    withWallet<{ evidence: string }, [string, number]>(
      milestoneCommand(escrow, name, description)
        .requiredOption("--evidence <file>", "what you put forward; only its SHA-256 leaves this machine")
        .addHelpText("after", `\nExample:\n  $ merit escrow ${name} ${EXAMPLE_ID} 1 --evidence photos.zip`),
      io,
      async (session, key, options, id, milestone) => {
        const step: Step = { call: `escrow.${call}`, escrow: id, milestone, evidence: hashOfFile(options.evidence) };
        report(session, await take(session, key, step, { method: call }));
      },
    );
  withEvidence("dispute", "dispute", "ask the arbiter to decide on a milestone, before its deadline");
  withEvidence("evidence", "submit_evidence", "add evidence to a dispute that isn't decided yet");

  withWallet<{ share: number }, [string, number]>(
    milestoneCommand(escrow, "resolve", "split a disputed milestone, as arbiter")
      .requiredOption("--share <number>", "the beneficiary's share, basis points", wholeNumber)
      .addHelpText("after", `\nExample:\n  $ merit escrow resolve ${EXAMPLE_ID} 1 --share 7500`),
    io,
    async (session, key, { share }, id, milestone) => {
      const step: Step = { call: "escrow.resolve", escrow: id, milestone, share };
      report(session, await take(session, key, step, { method: "resolve" }));
    },
  );
  withWallet<object, []>(
    escrow
      .command("withdraw")
      .description("receive what arbiters and deadlines have given to your wallet")
      .addHelpText("after", "\nExample:\n  $ merit escrow withdraw"),
    io,
    async (session, key) =>
      report(session, await take(session, key, { call: "escrow.withdraw" }, { method: "withdraw" })),
  );
}

export const milestoneCommand = (parent: Command, name: string, description: string): Command =>
  parent
    .command(name)
    .description(description)
    .argument("<id>", ID, hex32)
    .argument("<milestone>", MILESTONE, wholeNumber);

export async function take(session: Session, key: Keypair, step: Step, meant: Meant): Promise<Submission> {
  const body = { wallet_address: key.publicKey(), ...step } as Call;
  const { body: envelope } = await session.client.call("POST /wallet/envelope", { body });
  return signAndSubmit(session, key, envelope, meant);
}

export const report = (session: Session, submission: Submission) =>
  session.print(submission, () =>
    record([
      ["Escrow", submission.escrow_id ?? undefined],
      ["Step", submission.kind],
      ["Status", submission.status],
      ["Transaction", submission.tx_hash],
    ]),
  );
