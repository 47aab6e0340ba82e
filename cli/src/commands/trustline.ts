import type { BodyOf } from "@merit/client/types.ts";
import type { Command } from "commander";
import type { Io } from "../io.ts";
import { record } from "../output.ts";
import { withApi } from "../session.ts";

type Trustline = BodyOf<"POST /trustline/verify">;

function stateOf({ account_exists, exists }: Trustline): string {
  if (exists) return "exists";
  return account_exists
    ? "missing: the wallet can be paid once its owner adds one"
    : "missing: the account isn't on the ledger; its owner has to create it with some XLM, and then to add a trustline";
}

export function trustlineCommands(program: Command, io: Io): void {
  const trustline = program.command("trustline").description("check whether a wallet can receive rewards");
  withApi<object, [string]>(
    trustline
      .command("verify")
      .description("look up a wallet's trustline to the reward asset on the ledger")
      .argument("<wallet>", "account (G...) or contract (C...)")
      .addHelpText("after", "\nExample:\n  $ merit trustline verify GABC..."),
    io,
    (session, _options, wallet_address) =>
      session.printAnswer("POST /trustline/verify", { body: { wallet_address } }, (trustline) =>
        record([
          ["Wallet", trustline.wallet_address],
          ["Asset", trustline.asset],
          ["Trustline", stateOf(trustline)],
          ["Authorized", trustline.exists ? (trustline.authorized ? "yes" : "no: frozen by the issuer") : undefined],
          ["Limit", trustline.limit],
          ["Balance", trustline.balance],
        ]),
      ),
  );
}
