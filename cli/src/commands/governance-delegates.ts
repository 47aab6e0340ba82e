import { formatAmount } from "@merit/core/base/money.ts";
import type { Command } from "commander";
import { openClient } from "../client.ts";
import { Failure } from "../errors.ts";
import type { Io } from "../io.ts";
import { record } from "../output.ts";
import { serverOf } from "../session.ts";
import { printSent, withCalls } from "./contract.ts";
import {
  agree,
  inPlainWords,
  onProposal,
  ownCall,
  type SigningOptions,
  sign,
  signerOf,
  withSigner,
} from "./governance-sign.ts";
import { linesText } from "./governance-text.ts";

/** Most delegators that the contract takes in one call. */
const PER_CALL = 25;
/** Most rows that the service lists at once. */
const LISTED = 100;

export function delegateCommand(governance: Command, io: Io): void {
  withSigner(
    governance
      .command("delegate")
      .description("let another wallet vote for the account, on proposals whose vote hasn't begun")
      .argument("<wallet>", "address (G... or C...), or a name from the deployment; none: nobody any more"),
    "merit governance delegate GABC... --as staker",
    `The tokens stay with the account, which can take the right
back at any time, and can vote itself as long as the delegate hasn't voted for it. It prints what will be done before it signs.`,
  ).action((wallet: string, options: SigningOptions) =>
    sign(options, io, async (calls) => {
      const account = signerOf(calls, options);
      const delegatee = wallet === "none" ? account : calls.addressOf(wallet);
      const does =
        delegatee === account
          ? "that nobody may vote for the account any more"
          : `that ${calls.named(delegatee)} may vote for the account, on every proposal whose vote hasn't begun, until you take this back`;
      return { does, call: await ownCall(calls, "delegate", { account, delegatee }) };
    }),
  );
}

export interface VoteOptions extends SigningOptions {
  forDelegators?: boolean;
  url?: string;
}

/** Votes for those for whom the account can, in as many calls as that takes. The service only says who they are: the ledger counts. */
export function voteForDelegators(
  { id, support, does }: { id: string; support: number; does: string },
  options: VoteOptions,
  io: Io,
): Promise<void> {
  return withCalls(options, io, (calls) =>
    inPlainWords(async () => {
      const delegate = signerOf(calls, options);
      const client = openClient({ url: serverOf(options, io).url, signal: io.signal });
      const request = { params: { wallet_address: delegate }, query: { proposal: id, limit: LISTED } };
      const { delegators: found } = (await client.call("GET /governance/wallets/:wallet_address", request)).body;
      if (found.data.length === 0) {
        throw new Failure(
          "There is nobody for whom the account can vote on this proposal.",
          "A wallet must have named it before the vote began, and not have voted. `merit governance delegators` lists all who named it.",
        );
      }
      const plans = [];
      for (let at = 0; at < found.data.length; at += PER_CALL) {
        const delegators = found.data.slice(at, at + PER_CALL).map(({ wallet_address }) => wallet_address);
        plans.push(await onProposal(calls, id, { method: "vote_for", does, args: { delegate, support, delegators } }));
      }
      // The ledger's refusal comes before any question.
      const previews = await Promise.all(plans.map(({ call }) => calls.preview(call)));
      const votes = previews.reduce((sum, { value }) => sum + BigInt(String(value)), 0n);
      const left = found.count - found.data.length;
      if (!options.json) {
        io.err(
          record([
            ["You sign", `${does}, with ${formatAmount(votes)} votes of ${found.data.length} wallets`],
            ...linesText("The proposal", plans[0]?.proposal ?? []),
            ...linesText(
              "For",
              found.data.map(({ wallet_address, votes }) => `${wallet_address} (${votes} votes now)`),
            ),
            ["Signed by", calls.named(delegate)],
          ]),
        );
      }
      await agree(calls, options, io);
      for (const { call } of plans) printSent(await calls.send(call, calls.signer(options.as), io.signal), options, io);
      if (left > 0 && !options.json) io.err(`${left} more wallets have fewer votes: run the command again for them.\n`);
    }),
  );
}
