import { askedStep, type JointStep } from "@merit/client/signing/asked.ts";
import type { BodyOf } from "@merit/client/types.ts";
import type { Command } from "commander";
import { printSubmission, type Signer, signAndSend, withKey, withWallet } from "../envelopes.ts";
import { Failure } from "../errors.ts";
import type { Io } from "../io.ts";
import { record } from "../output.ts";
import type { Session } from "../session.ts";
import { hex32, positiveInteger, untilOption, wholeNumber } from "../values.ts";
import { EXAMPLE_ID, ID, milestoneCommand } from "./escrow-steps.ts";

type Proposal = BodyOf<"POST /escrows/:id/proposals">;

/** Steps that depositor and beneficiary take together. */
export function escrowProposalCommands(escrow: Command, io: Io): void {
  const propose = escrow
    .command("propose")
    .description("propose a step that depositor and beneficiary take together; the other has seven days to agree");
  withKey<{ share: number }, [string, number]>(
    milestoneCommand(propose, "split", "propose to pay a milestone in part and to return the rest")
      .requiredOption("--share <number>", "the beneficiary's share, basis points", wholeNumber)
      .addHelpText("after", `\nExample:\n  $ merit escrow propose split ${EXAMPLE_ID} 1 --share 5000`),
    io,
    (session, signer, { share }, id, milestone) => offer(session, signer, id, { action: "split", milestone, share }),
  );
  withKey<{ deadline: string }, [string, number]>(
    milestoneCommand(propose, "extend", "propose a later deadline of a milestone")
      .addOption(untilOption("--deadline <time>", "the new deadline").makeOptionMandatory())
      .addHelpText("after", `\nExample:\n  $ merit escrow propose extend ${EXAMPLE_ID} 1 --deadline 2027-03-31`),
    io,
    (session, signer, { deadline }, id, milestone) =>
      offer(session, signer, id, { action: "extend", milestone, deadline }),
  );
  withKey<object, [string]>(
    propose
      .command("cancel")
      .description("propose to return all open milestones to the depositor")
      .argument("<id>", ID, hex32)
      .addHelpText("after", `\nExample:\n  $ merit escrow propose cancel ${EXAMPLE_ID}`),
    io,
    (session, signer, _options, id) => offer(session, signer, id, { action: "cancel" }),
  );
  withWallet<object, [string, number]>(
    escrow
      .command("agree")
      .description("agree to what the other party has proposed; the step is taken at once")
      .argument("<id>", ID, hex32)
      .argument("<proposal>", "number of the proposal, as `merit escrow show` lists it", positiveInteger)
      .addHelpText("after", `\nExample:\n  $ merit escrow agree ${EXAMPLE_ID} 3`),
    io,
    async (session, signer, _options, id, proposal_id) => {
      const { body: escrow } = await session.client.call("GET /escrows/:id", { params: { id } });
      const proposal = escrow.proposals.find((each) => each.id === proposal_id);
      if (!proposal) throw new Failure(`Proposal ${proposal_id} isn't open.`, `See: merit escrow show ${id}`);
      const wallet_address = signer.key.publicKey();
      const body = { wallet_address, call: "escrow.agree", escrow: id, proposal: proposal_id } as const;
      const { body: envelope } = await session.client.call("POST /wallet/envelope", { body });
      const asked = askedStep(wallet_address, id, proposal as JointStep);
      printSubmission(session, await signAndSend(session, signer, envelope, asked));
    },
  );
}

async function offer(session: Session, { key }: Signer, id: string, step: JointStep): Promise<void> {
  const body = { wallet_address: key.publicKey(), ...step };
  const params = { id };
  const { status, body: proposal } = await session.client.call("POST /escrows/:id/proposals", { params, body });
  if (status !== 201) throw new Failure("The answer held nothing to sign.");
  const { signAuthorization } = await import("../wallet-signature.ts");
  const signature = await signAuthorization(session, key, proposal, askedStep(key.publicKey(), id, step));
  const { body: signed } = await session.client.call("POST /escrows/:id/proposals", {
    params,
    body: { action: "sign", proposal_id: proposal.id, signature },
  });
  session.print(signed, text);
}

const text = (proposal: Proposal) =>
  record([
    ["Proposal", proposal.id],
    ["Step", proposal.action],
    ["Milestone", proposal.milestone ?? undefined],
    ["Share", proposal.share ?? undefined],
    ["Deadline", proposal.deadline ?? undefined],
    ["Until", proposal.expires_at],
  ]);
