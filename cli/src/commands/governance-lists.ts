import { proposalStates } from "@merit/core/agreements/governance/states.ts";
import { type Command, Option } from "commander";
import type { Delegators, ListedProposal, Stake, Vote } from "../client.ts";
import type { Io } from "../io.ts";
import { table } from "../output.ts";
import { withApi } from "../session.ts";
import { limit } from "../values.ts";
import { ID, proposalId } from "./governance-sign.ts";
import { type PageOptions, printList, printPage, withPages } from "./pages.ts";

const SUPPORTS: Vote["support"][] = ["for", "against", "abstain"];

/** Lists come from the events that a service has indexed. */
export function governanceLists(governance: Command, io: Io): void {
  withApi<PageOptions & { state?: ListedProposal["state"]; proposer?: string }, []>(
    withPages(
      governance
        .command("list")
        .description("list proposals, newest first, as the service's API has them")
        .addOption(new Option("--state <state>", "proposals in this state").choices(proposalStates))
        .option("--proposer <wallet>", "proposals of one account")
        .addHelpText("after", "\nExample:\n  $ merit governance list --state active"),
    ),
    io,
    (session, query) => printList(session, "GET /governance/proposals", { query }, proposalColumns),
  );

  withApi<PageOptions & { support?: Vote["support"] }, [string]>(
    withPages(
      governance
        .command("votes")
        .description("list the votes on a proposal, newest first, as the service's API has them")
        .argument("<id>", "id of the proposal (64 hex digits)")
        .addOption(new Option("--support <support>", "only these votes").choices(SUPPORTS))
        .addHelpText("after", `\nExample:\n  $ merit governance votes ${"ab".repeat(32)} --support against`),
    ),
    io,
    async (session, { support, limit, cursor }, id) => {
      const request = { params: { id }, query: { support, limit, cursor } };
      const { votes } = (await session.client.call("GET /governance/proposals/:id", request)).body;
      printPage<Vote>(session, votes, voteColumns);
    },
  );

  withApi<{ proposal?: string; limit?: number }, [string]>(
    governance
      .command("delegators")
      .description("list the wallets that let a wallet vote for them, most votes first, as the service's API has them")
      .argument("<wallet>", "address of the wallet")
      .option("--proposal <id>", `${ID}: only those for whom the wallet can still vote on it`, proposalId)
      .option("--limit <number>", "entries, 1 to 100 (default: 20)", limit)
      .addHelpText("after", "\nExample:\n  $ merit governance delegators GABC... --limit 100"),
    io,
    async (session, query, address) => {
      const { proposal, limit } = query;
      const request = { params: { wallet_address: address }, query: { proposal, limit } };
      const { delegators } = (await session.client.call("GET /governance/wallets/:wallet_address", request)).body;
      session.print(delegators, () => table<Delegators["data"][number]>(delegatorColumns, delegators.data));
      session.note(`${delegators.count} wallets with ${delegators.votes} votes in all.`);
    },
  );

  withApi<PageOptions & { wallet?: string }, []>(
    withPages(
      governance
        .command("stakes")
        .description("list everybody's stakes, newest staker first, as the service's API has them")
        .option("--wallet <wallet>", "the stake of one account")
        .addHelpText("after", "\nExample:\n  $ merit governance stakes --limit 100"),
    ),
    io,
    async (session, { wallet: wallet_address, limit, cursor }) => {
      const query = { wallet_address, limit, cursor };
      const { stakes } = (await session.client.call("GET /governance", { query })).body;
      printPage<Stake>(session, stakes, stakeColumns);
    },
  );
}

const proposalColumns = [
  { head: "Id", value: (row: ListedProposal) => row.id },
  { head: "State", value: (row: ListedProposal) => row.state },
  { head: "Calls", value: (row: ListedProposal) => row.calls.join(", ") },
  { head: "For", value: (row: ListedProposal) => row.in_favour, right: true },
  { head: "Against", value: (row: ListedProposal) => row.against, right: true },
  { head: "Last ledger", value: (row: ListedProposal) => row.vote_end, right: true },
  { head: "Proposed", value: (row: ListedProposal) => row.created_at },
];

const voteColumns = [
  { head: "Voter", value: (row: Vote) => row.voter },
  { head: "Vote", value: (row: Vote) => row.support },
  { head: "Weight", value: (row: Vote) => row.weight, right: true },
  { head: "Voted", value: (row: Vote) => row.created_at },
  { head: "Cast by", value: (row: Vote) => row.delegate ?? row.voter },
];

const delegatorColumns = [
  { head: "Wallet", value: (row: Delegators["data"][number]) => row.wallet_address },
  { head: "Votes", value: (row: Delegators["data"][number]) => row.votes, right: true },
  { head: "Since", value: (row: Delegators["data"][number]) => row.since },
];

const stakeColumns = [
  { head: "Wallet", value: (row: Stake) => row.wallet_address },
  { head: "Votes", value: (row: Stake) => row.votes, right: true },
  { head: "Warming up", value: (row: Stake) => row.warming, right: true },
  { head: "Cooling down", value: (row: Stake) => row.cooling, right: true },
  { head: "Changed", value: (row: Stake) => row.updated_at },
];
