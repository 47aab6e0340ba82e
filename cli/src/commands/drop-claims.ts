import type { BodyOf, RowOf } from "@merit/client/types.ts";
import type { Command } from "commander";
import { Failure } from "../errors.ts";
import type { Io } from "../io.ts";
import { withLogin } from "../login.ts";
import { record } from "../output.ts";
import type { Session } from "../session.ts";
import { positiveInteger } from "../values.ts";
import { waitFor } from "../wait.ts";
import { type PageOptions, printList, withPages } from "./pages.ts";

type Share = RowOf<"GET /drops/eligible">;

interface ClaimOptions {
  wallet?: string;
  wait?: boolean;
  timeout: number;
}

/** For users, whose wallets have shares in drops. */
export function dropClaimCommands(drop: Command, io: Io): void {
  withLogin<PageOptions, []>(
    withPages(
      drop
        .command("eligible")
        .description("list the shares of your wallets in drops that pay now or later, after merit login")
        .addHelpText("after", "\nExample:\n  $ merit drop eligible"),
    ),
    io,
    (session, query) => printList(session, "GET /drops/eligible", { query }, columns),
  );

  withLogin<ClaimOptions, [number]>(
    drop
      .command("claim")
      .description(
        "have your share of a drop paid to your wallet, after merit login; the service signs and pays the fee",
      )
      .argument("<id>", "id of the drop", positiveInteger)
      .option("--wallet <address>", "which of your wallets, if several have a share")
      .option("--wait", "wait for the ledger; fails if the claim fails")
      .option("--timeout <seconds>", "with --wait: give up waiting after this time", positiveInteger, 60)
      .addHelpText("after", "\nExample:\n  $ merit drop claim 1 --wait"),
    io,
    claim,
  );
}

async function claim(session: Session, { wallet, wait, timeout }: ClaimOptions, id: number): Promise<void> {
  const body = { ...(wallet !== undefined && { wallet_address: wallet }) };
  const { body: asked } = await session.client.call("POST /drops/:id/claim", { params: { id }, body });
  if (!wait) {
    session.print(asked, shareText);
    if (asked.claim_status === "pending")
      session.note(`The ledger has not paid it yet. See: merit drop claim ${id} --wait`);
    return;
  }
  const share = await waitFor(session, {
    subject: `The claim of drop ${id}`,
    timeoutSeconds: timeout,
    read: async () => {
      const { body: drop } = await session.client.call("GET /drops/:id", { params: { id } });
      return drop.shares?.find(({ wallet_address }) => wallet_address === asked.wallet_address) ?? asked;
    },
    state: ({ claim_status }) => claim_status ?? "not requested",
    done: ({ claim_status }) => claim_status !== "pending",
  });
  session.print(share, shareText);
  if (share.claim_status !== "claimed")
    throw new Failure(`The claim failed: ${share.claim_error ?? "no reason given"}`);
}

const shareText = (share: BodyOf<"POST /drops/:id/claim">) =>
  record([
    ["Drop", share.drop_id],
    ["Name", share.name],
    ["Wallet", share.wallet_address],
    ["Amount", share.amount],
    ["Claim", share.claim_status ?? undefined],
    ["Error", share.claim_error ?? undefined],
    ["Transaction", share.claim_tx_hash ?? undefined],
  ]);

const columns = [
  { head: "Drop", value: (row: Share) => row.drop_id, right: true },
  { head: "Name", value: (row: Share) => row.name },
  { head: "Amount", value: (row: Share) => row.amount, right: true },
  { head: "Wallet", value: (row: Share) => row.wallet_address },
  { head: "Claim", value: (row: Share) => row.claim_status ?? (row.claimable ? "possible" : "later") },
  { head: "Starts", value: (row: Share) => row.starts_at },
  { head: "Ends", value: (row: Share) => row.ends_at },
];
