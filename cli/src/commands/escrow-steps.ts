import type { Command } from "commander";
import { printSubmission, take, withWallet } from "../envelopes.ts";
import { hashOfFile } from "../hash.ts";
import type { Io } from "../io.ts";
import { hex32, wholeNumber } from "../values.ts";

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
      async (session, signer, _options, escrow) =>
        printSubmission(session, await take(session, signer, { call: `escrow.${name}`, escrow })),
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
      async (session, signer, _options, escrow, milestone) =>
        printSubmission(session, await take(session, signer, { call: `escrow.${name}`, escrow, milestone })),
    );
  ofMilestone("release", "pay a milestone to the beneficiary, as depositor");
  ofMilestone("expire", "end a milestone whose deadline has passed: refund it, or split it if it is disputed");

  const withEvidence = (name: "dispute" | "evidence", call: "dispute" | "submit_evidence", description: string) =>
    withWallet<{ evidence: string }, [string, number]>(
      milestoneCommand(escrow, name, description)
        .requiredOption("--evidence <file>", "what you put forward; only its SHA-256 leaves this machine")
        .addHelpText("after", `\nExample:\n  $ merit escrow ${name} ${EXAMPLE_ID} 1 --evidence photos.zip`),
      io,
      async (session, signer, options, escrow, milestone) => {
        const evidence = hashOfFile(options.evidence);
        printSubmission(session, await take(session, signer, { call: `escrow.${call}`, escrow, milestone, evidence }));
      },
    );
  withEvidence("dispute", "dispute", "ask the arbiter to decide on a milestone, before its deadline");
  withEvidence("evidence", "submit_evidence", "add evidence to a dispute that isn't decided yet");

  withWallet<{ share: number }, [string, number]>(
    milestoneCommand(escrow, "resolve", "split a disputed milestone, as arbiter")
      .requiredOption("--share <number>", "the beneficiary's share, basis points", wholeNumber)
      .addHelpText("after", `\nExample:\n  $ merit escrow resolve ${EXAMPLE_ID} 1 --share 7500`),
    io,
    async (session, signer, { share }, escrow, milestone) =>
      printSubmission(session, await take(session, signer, { call: "escrow.resolve", escrow, milestone, share })),
  );
  withWallet<object, []>(
    escrow
      .command("withdraw")
      .description("receive what arbiters and deadlines have given to your wallet")
      .addHelpText("after", "\nExample:\n  $ merit escrow withdraw"),
    io,
    async (session, signer) => printSubmission(session, await take(session, signer, { call: "escrow.withdraw" })),
  );
}

export const milestoneCommand = (parent: Command, name: string, description: string): Command =>
  parent
    .command(name)
    .description(description)
    .argument("<id>", ID, hex32)
    .argument("<milestone>", MILESTONE, wholeNumber);
