import { randomUUID } from "node:crypto";
import type { BodyOf } from "@merit/client/types.ts";
import type { Command } from "commander";
import { Failure } from "../errors.ts";
import type { Io } from "../io.ts";
import { withLogin } from "../login.ts";
import { record } from "../output.ts";
import type { Session } from "../session.ts";
import { amount, positiveInteger } from "../values.ts";
import { waitFor } from "../wait.ts";

interface FundOptions {
  idempotencyKey?: string;
  wait?: true;
  timeout: number;
}

type Grant = BodyOf<"POST /admin/merchants/:id/fund">;

export function fundCommand(merchant: Command, io: Io): void {
  withLogin<FundOptions, [number, string]>(
    merchant
      .command("fund")
      .description("move tokens from the treasury to a merchant's balance (administrators only)")
      .argument("<id>", "id of the merchant", positiveInteger)
      .argument("<amount>", "tokens", amount)
      .option(
        "--idempotency-key <key>",
        "makes the call safe to repeat: each key pays once (default: a new key, shown if the answer is lost)",
      )
      .option("--wait", "wait for the ledger; fails if the funding fails")
      .option("--timeout <seconds>", "with --wait: give up waiting after this time", positiveInteger, 60)
      .addHelpText("after", "\nExample:\n  $ merit merchant fund 1 50000 --idempotency-key invoice-2027-001 --wait"),
    io,
    async (session, { idempotencyKey = randomUUID(), wait, timeout }, id, tokens) => {
      const request = { params: { id }, body: { amount: tokens }, idempotencyKey };
      const { body: asked } = await session.client.call("POST /admin/merchants/:id/fund", request);
      const grant = wait ? await settled(session, asked, timeout) : asked;
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

/** @throws Failure if the ledger refuses it */
async function settled(session: Session, { id, merchant_id }: Grant, timeoutSeconds: number): Promise<Grant> {
  const read = async () => {
    const { body } = await session.client.call("GET /admin/merchants/:id", { params: { id: merchant_id } });
    const grant = body.grants.data.find((each) => each.id === id);
    if (grant === undefined) throw new Failure(`Grant ${id} is no longer among the newest of merchant ${merchant_id}.`);
    return grant;
  };
  const grant = await waitFor(session, {
    subject: `Grant ${id}`,
    timeoutSeconds,
    read,
    state: ({ status }) => status,
    done: ({ status }) => status !== "pending",
  });
  if (grant.status === "failed") throw new Failure(`Grant ${id} failed: ${grant.error_message}`);
  return grant;
}
