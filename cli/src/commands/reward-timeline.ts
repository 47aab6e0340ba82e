import type { Command } from "commander";
import type { TimelineStep } from "../client.ts";
import type { Io } from "../io.ts";
import { table } from "../output.ts";
import { withApi } from "../session.ts";
import { positiveInteger } from "../values.ts";

export function timelineCommand(reward: Command, io: Io): void {
  withApi<object, [number]>(
    reward
      .command("timeline")
      .description("show what happened to an issuance, step by step, and what it waits for")
      .argument("<id>", "id of the issuance", positiveInteger)
      .addHelpText(
        "after",
        `
"After" is the time since the previous step. It is empty for in_ledger, whose time comes from the ledger's own clock.
A step without a time has happened, but its time is not known.

Example:
  $ merit reward timeline 7`,
      ),
    io,
    (session, _options, id) => {
      const request = { params: { id }, query: { timeline: true } };
      return session.printAnswer("GET /rewards/issuances/:id", request, ({ timeline = [] }) =>
        table<Row>(columns, rowsOf(timeline)),
      );
    },
  );
}

type Row = TimelineStep & { after: string | null };

function rowsOf(steps: TimelineStep[]): Row[] {
  let last: number | undefined;
  return steps.map((step) => {
    if (step.at === null || step.step === "in_ledger") return { ...step, after: null };
    const at = Date.parse(step.at);
    const after = last === undefined ? null : `${((at - last) / 1000).toFixed(3)} s`;
    last = at;
    return { ...step, after };
  });
}

const columns = [
  { head: "Step", value: (row: Row) => row.step },
  { head: "Time", value: (row: Row) => row.at },
  { head: "After", value: (row: Row) => row.after, right: true },
  { head: "Details", value: (row: Row) => details(row).join(", ") },
];

function details({ attempt, ledger, tx_hash, event_id, dead_letter_id, next_attempt_at, detail }: TimelineStep) {
  return [
    attempt && `attempt ${attempt}`,
    ledger && `ledger ${ledger}`,
    tx_hash && `transaction ${tx_hash}`,
    event_id && `event ${event_id}`,
    dead_letter_id && `dead letter ${dead_letter_id}`,
    next_attempt_at && `next attempt due at ${next_attempt_at}`,
    detail,
  ].filter((text) => text !== undefined);
}
