import { type Command, Option } from "commander";
import { finishCall, type SigningOptions, type WalletCall, withSigning } from "../envelopes.ts";
import { Failure } from "../errors.ts";
import type { Io } from "../io.ts";
import { withLogin } from "../login.ts";
import type { Session } from "../session.ts";
import { type PageOptions, printList, withPages } from "./pages.ts";
import { STATUSES, scheduleColumns, scheduleText, type VestingStatus } from "./vesting-text.ts";

type Call = Extract<WalletCall["call"], `vesting.${string}`>;

const SCHEDULE = "id of the schedule, 64 hex digits";

/** For the people whose wallets get the tokens; their wallets are linked to the account that is logged in. */
export function vestingWalletCommands(vesting: Command, io: Io): void {
  const wallet = vesting
    .command("wallet")
    .description("for beneficiaries: see, claim and hand over, after merit login");

  withLogin<PageOptions & { status?: VestingStatus }, []>(
    withPages(
      wallet
        .command("list")
        .description("list the schedules that your wallets have or are offered, newest first")
        .addOption(new Option("--status <status>", "schedules with this status").choices(STATUSES))
        .addHelpText("after", "\nExample:\n  $ merit vesting wallet list"),
    ),
    io,
    (session, query) => printList(session, "GET /vesting", { query }, scheduleColumns),
  );

  withLogin<object, [string]>(
    wallet
      .command("show")
      .description("show a schedule: what has vested, and what you can do")
      .argument("<schedule>", SCHEDULE)
      .addHelpText("after", "\nExample:\n  $ merit vesting wallet show 7d3b...4b13"),
    io,
    (session, _options, schedule) =>
      session.printAnswer("GET /vesting/:schedule", { params: { schedule } }, scheduleText),
  );

  step(wallet, io, "claim", "pay out what has vested since the last claim", "vesting.claim");
  step(wallet, io, "cancel-offer", "take an offer to another wallet back", "vesting.cancel_transfer");
  step(wallet, io, "accept", "take over a schedule that is offered to your wallet", "vesting.accept_transfer");
  step(wallet, io, "give-up", "return to the funder what has not vested", "vesting.revoke");

  withLogin<SigningOptions & { to: string }, [string]>(
    withSigning(
      wallet
        .command("offer")
        .description("offer a schedule to another wallet, which can accept it for 14 days")
        .argument("<schedule>", SCHEDULE)
        .requiredOption("--to <address>", "wallet that may take it over"),
    ).addHelpText(
      "after",
      "\nExample:\n  $ merit vesting wallet offer 7d3b...4b13 --to GDEF... --wallet-key wallet.key",
    ),
    io,
    (session, options, schedule) =>
      take(session, options, { call: "vesting.begin_transfer", schedule, more: { to: options.to } }),
  );
}

function step(wallet: Command, io: Io, name: string, description: string, call: Call): void {
  withLogin<SigningOptions, [string]>(
    withSigning(wallet.command(name).description(description).argument("<schedule>", SCHEDULE)).addHelpText(
      "after",
      `\nExample:\n  $ merit vesting wallet ${name} 7d3b...4b13 --wallet-key wallet.key`,
    ),
    io,
    (session, options, schedule) => take(session, options, { call, schedule }),
  );
}

/** The schedule says which of the caller's wallets signs. */
async function take(
  session: Session,
  options: SigningOptions,
  { call, schedule, more }: { call: Call; schedule: string; more?: { to: string } },
): Promise<void> {
  const { body: shown } = await session.client.call("GET /vesting/:schedule", { params: { schedule } });
  const next = shown.next_steps.find((each) => each.call === call);
  if (!next) throw new Failure(`This isn't possible now with schedule ${schedule}.`, "See: merit vesting wallet show");
  const body = { wallet_address: next.wallet_address, call, schedule, ...more } as WalletCall;
  await finishCall(session, options, body);
}
