import type { Command } from "commander";
import type { Io } from "../io.ts";
import { record } from "../output.ts";
import type { Session } from "../session.ts";
import { amount, positiveInteger } from "../values.ts";
import { type Meant, type Submission, signAndSubmit, withWallet } from "../wallet-key.ts";

/** What the wallet of the owner of a merchant's balance signs. */
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
    async (session, key, { to }, merchant, amount) => {
      const wallet_address = key.publicKey();
      const body = { wallet_address, call: "pool.withdraw", merchant, amount, to: to ?? wallet_address } as const;
      const { body: envelope } = await session.client.call("POST /wallet/envelope", { body });
      show(session, await signAndSubmit(session, key, envelope, meant("withdraw")));
    },
  );

  withWallet<object, [number]>(
    merchant
      .command("apply-owner")
      .description("put a merchant's first owner in place, once it has waited; any wallet can do this")
      .argument("<id>", "id of the merchant", positiveInteger)
      .addHelpText("after", "\nExample:\n  $ merit merchant apply-owner 1 --wallet-key owner.key"),
    io,
    async (session, key, _options, merchant) => {
      const body = { wallet_address: key.publicKey(), call: "pool.apply_owner", merchant } as const;
      const { body: envelope } = await session.client.call("POST /wallet/envelope", { body });
      show(session, await signAndSubmit(session, key, envelope, meant("apply_owner")));
    },
  );

  withWallet<object, [number, string]>(
    merchant
      .command("set-owner")
      .description("hand a merchant's balance over to another owner at once, as its present owner")
      .argument("<id>", "id of the merchant", positiveInteger)
      .argument("<address>", "wallet that becomes the owner")
      .addHelpText("after", "\nExample:\n  $ merit merchant set-owner 1 GDEF... --wallet-key owner.key"),
    io,
    async (session, key, _options, merchant, owner) => {
      const body = { wallet_address: key.publicKey(), call: "pool.set_owner", merchant, owner } as const;
      const { body: envelope } = await session.client.call("POST /wallet/envelope", { body });
      show(session, await signAndSubmit(session, key, envelope, meant("set_owner")));
    },
  );
}

const meant = (method: string): Meant => ({ method });

const show = (session: Session, submission: Submission) =>
  session.print(submission, () =>
    record([
      ["Status", submission.status],
      ["Transaction", submission.tx_hash ?? undefined],
    ]),
  );
