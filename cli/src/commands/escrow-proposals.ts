import type { BodyOf, RequestOf } from "@merit/api/client/types.ts";
import type { Keypair } from "@stellar/stellar-sdk";
import type { Command } from "commander";
import { Failure } from "../errors.ts";
import type { Io } from "../io.ts";
import { record } from "../output.ts";
import type { Session } from "../session.ts";
import { hex32, instant, positiveInteger, wholeNumber } from "../values.ts";
import { signAndSubmit, signAuthorization, withWallet } from "../wallet-key.ts";
import { EXAMPLE_ID, ID, milestoneCommand, report } from "./escrow-steps.ts";

type Proposal = BodyOf<"POST /escrows/:id/proposals/:proposal_id/sign">;
type Body = RequestOf<"POST /escrows/:id/proposals">["body"];
type Step = Body extends infer Each ? (Each extends unknown ? Omit<Each, "wallet_address"> : never) : never;

/** Steps that depositor and beneficiary take together. */
export function escrowProposalCommands(escrow: Command, io: Io): void {
  const propose = escrow
    .command("propose")
    .description("propose a step that depositor and beneficiary take together; the other has seven days to agree");
  withWallet<{ share: number }, [string, number]>(
    milestoneCommand(propose, "split", "propose to pay a milestone in part and to return the rest")
      .requiredOption("--share <number>", "the beneficiary's share, basis points", wholeNumber)
      .addHelpText("after", `\nExample:\n  $ merit escrow propose split ${EXAMPLE_ID} 1 --share 5000`),
    io,
    (session, key, { share }, id, milestone) => offer(session, key, id, { action: "split", milestone, share }),
  );
  withWallet<{ deadline: string }, [string, number]>(
    milestoneCommand(propose, "extend", "propose a later deadline of a milestone")
      .requiredOption("--deadline <time>", "the new deadline", instant)
      .addHelpText("after", `\nExample:\n  $ merit escrow propose extend ${EXAMPLE_ID} 1 --deadline 2027-03-31`),
    io,
    (session, key, { deadline }, id, milestone) => offer(session, key, id, { action: "extend", milestone, deadline }),
  );
  withWallet<object, [string]>(
    propose
      .command("cancel")
      .description("propose to return all open milestones to the depositor")
      .argument("<id>", ID, hex32)
      .addHelpText("after", `\nExample:\n  $ merit escrow propose cancel ${EXAMPLE_ID}`),
    io,
    (session, key, _options, id) => offer(session, key, id, { action: "cancel" }),
  );
  withWallet<object, [string, number]>(
    escrow
      .command("agree")
      .description("agree to what the other party has proposed; it happens at once")
      .argument("<id>", ID, hex32)
      .argument("<proposal>", "number of the proposal, as `merit escrow show` lists it", positiveInteger)
      .addHelpText("after", `\nExample:\n  $ merit escrow agree ${EXAMPLE_ID} 3`),
    io,
    async (session, key, _options, id, proposal_id) => {
      const { body: escrow } = await session.client.call("GET /escrows/:id", { params: { id } });
      const proposal = escrow.proposals.find((each) => each.id === proposal_id);
      if (!proposal) throw new Failure(`Proposal ${proposal_id} isn't open.`, `See: merit escrow show ${id}`);
      const request = { params: { id, proposal_id } };
      const { body: envelope } = await session.client.call(
        "POST /escrows/:id/proposals/:proposal_id/envelope",
        request,
      );
      report(session, await signAndSubmit(session, key, envelope, { method: proposal.action }));
    },
  );
}

async function offer(session: Session, key: Keypair, id: string, step: Step): Promise<void> {
  const body = { wallet_address: key.publicKey(), ...step } as Body;
  const { body: proposal } = await session.client.call("POST /escrows/:id/proposals", { params: { id }, body });
  const signature = await signAuthorization(key, proposal.authorization, { method: step.action });
  const params = { id, proposal_id: proposal.id };
  const { body: signed } = await session.client.call("POST /escrows/:id/proposals/:proposal_id/sign", {
    params,
    body: { signature },
  });
  session.print(signed, () => text(signed));
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
