import type { Command } from "commander";
import { printSubmission, take, withWallet } from "../envelopes.ts";
import type { Io } from "../io.ts";
import { amount, positiveInteger } from "../values.ts";

/** Commands that the wallet of the owner of a merchant's balance signs. */
export function ownerCommands(merchant: Command, io: Io): void {
  withWallet<{ to?: string }, [number, string]>(
    merchant
      .command("withdraw")
      .description("send some of a merchant's free balance to a wallet, as the balance's owner")
      .argument("<id>", "id of the merchant", positiveInteger)
      .argument("<amount>", "tokens", amount)
      .option("--to <address>", "wallet that gets them (default: the owner's)")
      .addHelpText("after", "\nExample:\n  $ merit merchant withdraw 1 250 --wallet-key owner.key"),
    io,
    async (session, signer, { to = signer.key.publicKey() }, merchant, amount) =>
      printSubmission(session, await take(session, signer, { call: "pool.withdraw", merchant, amount, to })),
  );

  withWallet<object, [number]>(
    merchant
      .command("apply-owner")
      .description(
        "accept a merchant's balance as its owner, with the wallet that was named; a first owner waits 24 hours",
      )
      .argument("<id>", "id of the merchant", positiveInteger)
      .addHelpText("after", "\nExample:\n  $ merit merchant apply-owner 1 --wallet-key owner.key"),
    io,
    async (session, signer, _options, merchant) =>
      printSubmission(session, await take(session, signer, { call: "pool.apply_owner", merchant })),
  );

  withWallet<object, [number, string]>(
    merchant
      .command("set-owner")
      .description("offer a merchant's balance to another owner, who accepts with apply-owner, as its present owner")
      .argument("<id>", "id of the merchant", positiveInteger)
      .argument("<address>", "wallet that is to become the owner")
      .addHelpText("after", "\nExample:\n  $ merit merchant set-owner 1 GDEF... --wallet-key owner.key"),
    io,
    async (session, signer, _options, merchant, owner) =>
      printSubmission(session, await take(session, signer, { call: "pool.set_owner", merchant, owner })),
  );
}
