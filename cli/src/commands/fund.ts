import { randomUUID } from "node:crypto";
import type { Command } from "commander";
import type { Io } from "../io.ts";
import { withLogin } from "../login.ts";
import { record } from "../output.ts";
import { amount, positiveInteger } from "../values.ts";

export function fundCommand(merchant: Command, io: Io): void {
  withLogin<{ idempotencyKey?: string }, [number, string]>(
    merchant
      .command("fund")
      .description("move tokens from the treasury to a merchant's balance (administrators only)")
      .argument("<id>", "id of the merchant", positiveInteger)
      .argument("<amount>", "tokens", amount)
      .option(
        "--idempotency-key <key>",
        "makes the call safe to repeat: each key pays once (default: a new key, shown if the answer is lost)",
      )
      .addHelpText("after", "\nExample:\n  $ merit merchant fund 1 50000 --idempotency-key invoice-2027-001"),
    io,
    async (session, { idempotencyKey = randomUUID() }, id, tokens) => {
      const request = { params: { id }, body: { amount: tokens }, idempotencyKey };
      const { body: grant } = await session.client.call("POST /admin/merchants/:id/fund", request);
      session.print(grant, () =>
        record([
          ["Grant", grant.id],
          ["Merchant", grant.merchant_id],
          ["Amount", grant.amount],
          ["Status", grant.status],
          ["Transaction", grant.tx_hash],
          ["Idempotency key", idempotencyKey],
        ]),
      );
    },
  );
}
