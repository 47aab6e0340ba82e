import { randomBytes } from "node:crypto";
import type { BodyOf } from "@merit/client/types.ts";
import { formatAmount, parseAmount } from "@merit/core/base/money.ts";
import type { Command } from "commander";
import type { Redemption } from "../client.ts";
import { printSubmission, take, withWallet } from "../envelopes.ts";
import { Failure } from "../errors.ts";
import { type Io, plain } from "../io.ts";
import type { Session } from "../session.ts";
import { amount, hex32, positiveInteger } from "../values.ts";
import { waitFor } from "../wait.ts";
import { redemptionText } from "./redemption-text.ts";

const ID = "id of the redemption";

interface RedeemOptions {
  quantity: number;
  maxPrice: string;
  reference?: string;
}

/** For users who redeem for tokens; their wallets are linked to the account that is logged in. */
export function redemptionWalletCommands(redemption: Command, io: Io): void {
  withWallet<RedeemOptions, [number]>(
    redemption
      .command("redeem")
      .description(
        "redeem an item for tokens of your wallet, on the terms that are printed before it signs (for points: merit points redeem)",
      )
      .argument("<item>", "id of the item in the catalogue", positiveInteger)
      .option("--quantity <units>", "units to redeem", positiveInteger, 1)
      .requiredOption("--max-price <amount>", "the most that you pay per unit, in tokens", amount)
      .option("--reference <hex>", "your name for it (64 hex digits); the wallet redeems each once", hex32)
      .addHelpText("after", "\nExample:\n  $ merit redemption redeem 4 --quantity 2 --max-price 20"),
    io,
    async (session, signer, options, id) => {
      const { body: item } = await session.client.call("GET /catalogue/:id", { params: { id } });
      const { reference = randomBytes(32).toString("hex"), quantity, maxPrice: max_price } = options;
      const terms = termsOf(item);
      const { ledgerTime } = await import("../wallet-signature.ts");
      explain(session, item.name, terms, { ...options, now: await ledgerTime(session, signer.key) });
      const { item: number, fulfil_within, cancel_within } = terms;
      const order = { item: number, quantity, max_price, fulfil_within, cancel_within, reference };
      await take(session, signer, { call: "redemption.redeem", ...order });
      session.print(await seen(session, reference, signer.timeout), redemptionText);
    },
  );

  withWallet<object, [number]>(
    redemption
      .command("cancel")
      .description("cancel a redemption for tokens on your own, before its time to cancel is over")
      .argument("<id>", ID, positiveInteger)
      .addHelpText("after", "\nExample:\n  $ merit redemption cancel 5"),
    io,
    async (session, signer, _options, id) => {
      const { wallet_address, reference } = await lockedOf(session, id);
      if (wallet_address !== signer.key.publicKey()) {
        throw new Failure(`Redemption ${id} was made by the wallet ${wallet_address}.`, "Sign with that wallet's key.");
      }
      printSubmission(session, await take(session, signer, { call: "redemption.cancel", reference }));
    },
  );

  withWallet<object, [number]>(
    redemption
      .command("expire")
      .description(
        "return the tokens of a redemption to its wallet, from the deadline on; any of your wallets can sign",
      )
      .argument("<id>", ID, positiveInteger)
      .addHelpText("after", "\nExample:\n  $ merit redemption expire 5"),
    io,
    async (session, signer, _options, id) => {
      const { wallet_address: redeemed_by, reference } = await lockedOf(session, id);
      printSubmission(session, await take(session, signer, { call: "redemption.expire", redeemed_by, reference }));
    },
  );

  withWallet<object, []>(
    redemption
      .command("withdraw")
      .description("receive tokens that came back and that the contract owes your wallet")
      .addHelpText("after", "\nExample:\n  $ merit redemption withdraw"),
    io,
    async (session, signer) => printSubmission(session, await take(session, signer, { call: "redemption.withdraw" })),
  );
}

interface Terms {
  /** Number of the item in the contract. */
  item: number;
  /** Tokens per unit. */
  price: string;
  /** Seconds. */
  fulfil_within: number;
  cancel_within: number;
}

/** @throws Failure if the ledger has no such offer */
function termsOf({ id, token }: BodyOf<"GET /catalogue/:id">): Terms {
  const { contract_item_id, active, price, fulfil_within, cancel_within } = token ?? {};
  if (!active || price == null || fulfil_within == null || cancel_within == null) {
    throw new Failure(`Item ${id} isn't on offer for tokens now.`, `For points: merit points redeem ${id}`);
  }
  return { item: Number(contract_item_id), price, fulfil_within, cancel_within };
}

/** Says what the wallet is about to sign. The exact times count from the ledger that includes it. */
function explain(
  session: Session,
  name: string,
  terms: Terms,
  { quantity, maxPrice, now }: RedeemOptions & { now: number },
): void {
  const { price, fulfil_within, cancel_within } = terms;
  const within = (seconds: number) =>
    `within ${seconds} seconds, until about ${new Date(now + seconds * 1000).toISOString()}`;
  const sum = formatAmount(parseAmount(price) * BigInt(quantity));
  session.note(
    `You redeem ${quantity} x ${plain(name)} for ${price} tokens each, ${sum} in all; at most ${maxPrice} each.`,
  );
  session.note(
    cancel_within === 0
      ? "You can't cancel on your own."
      : `You can cancel on your own ${within(cancel_within)} (cancel_until), unless it is fulfilled before.`,
  );
  session.note(`The merchant has to fulfil it ${within(fulfil_within)} (deadline). From then on you can take it back.`);
}

/** The redemption as soon as the indexer has read it from the ledger. */
async function seen(session: Session, reference: string, timeoutSeconds: number): Promise<Redemption> {
  const query = { kind: "on_chain", limit: 100 } as const;
  const found = await waitFor(session, {
    subject: "Redemption",
    timeoutSeconds,
    read: async () => {
      const { body } = await session.client.call("GET /redemptions", { query });
      return body.data.find(({ on_chain }) => on_chain?.reference === reference) ?? null;
    },
    state: (redemption) => redemption?.status ?? "on the ledger, waiting for the indexer",
    done: (redemption) => redemption !== null,
  });
  return found as Redemption;
}

/** The ledger's names for a redemption of the user's. @throws Failure if it isn't there */
async function lockedOf({ client }: Session, id: number) {
  const { on_chain } = (await client.call("GET /redemptions/:id", { params: { id } })).body;
  if (on_chain) return on_chain;
  throw new Failure(`Redemption ${id} was paid with points, so no wallet signs for it.`);
}
