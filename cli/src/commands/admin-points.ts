import { randomUUID } from "node:crypto";
import type { Command } from "commander";
import type { Io } from "../io.ts";
import { withLogin } from "../login.ts";
import { record } from "../output.ts";
import { positiveInteger, signedInteger } from "../values.ts";

interface AdjustOptions {
  idempotencyKey?: string;
  points: number;
  reason: string;
  merchant?: number;
}

/** Corrections of users' points. */
export function adminPointCommands(admin: Command, io: Io): void {
  withLogin<AdjustOptions, [number]>(
    admin
      .command("adjust-points")
      .description("correct a user's points, up or down")
      .argument("<id>", "id of the user", positiveInteger)
      .requiredOption("--points <number>", "whole points; a negative number takes points away", signedInteger)
      .requiredOption("--reason <text>", "reason that the user can read")
      .option("--merchant <id>", "merchant whose points are corrected (default: the platform)", positiveInteger)
      .option(
        "--idempotency-key <key>",
        "makes the call safe to repeat: each key counts once (default: a new key, shown if the answer is lost)",
      )
      .addHelpText(
        "after",
        '\nExample:\n  $ merit admin adjust-points 7 --merchant 1 --points -20 --reason "Booked twice"',
      ),
    io,
    async (session, { points, reason, merchant, idempotencyKey = randomUUID() }, id) => {
      const body = { points, reason, ...(merchant !== undefined && { merchant_id: merchant }) };
      const request = { params: { id }, body, idempotencyKey };
      const { body: row } = await session.client.call("POST /admin/users/:id/points", request);
      session.print(row, () =>
        record([
          ["Id", row.id],
          ["User", row.user_id],
          ["Points of", row.merchant_id ?? "the platform"],
          ["Points", row.points],
          ["Reason", row.reason],
        ]),
      );
    },
  );
}
