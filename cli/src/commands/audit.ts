import type { AuditResult } from "@merit/core/operations/reconciliation/audit.ts";
import type { Difference, Kind, kinds as Kinds } from "@merit/core/operations/reconciliation/differences.ts";
import type { Compared } from "@merit/core/operations/reconciliation/run.ts";
import type { Command } from "commander";
import { Failure, NotCompared, UsageError } from "../errors.ts";
import type { Io } from "../io.ts";
import { askingNode, type MachineOptions, openDatabase, settingsOf, withMachine } from "../machine.ts";
import { jsonLine, table } from "../output.ts";
import { fromOption, untilOption } from "../values.ts";

interface AuditOptions extends MachineOptions {
  from?: string;
  to?: string;
}

export function auditCommand(program: Command, io: Io): void {
  withMachine(
    program
      .command("audit")
      .description(
        "compare this machine's database with the ledger and the indexed events; a healthy service has no differences",
      )
      .addOption(fromOption("--from <time>", "compare rewards and events from this time on (default: all)"))
      .addOption(untilOption("--to <time>", "compare rewards and events before this time (default: now)")),
  )
    .addHelpText(
      "after",
      `
This command reads this machine's data and asks its ledger, whether or not the service runs. It changes nothing.
--from and --to limit only rewards and events. What campaigns have spent and reserved, and what the pool and the service's
accounts hold, is always compared as of now.
Exit codes: 0 no difference, 1 differences, 2 wrong command line, 3 could not compare.

Examples:
  $ merit audit
  $ merit audit --from 2027-01-01 --to 2027-02-01 --json`,
    )
    .action((options: AuditOptions) => run(options, io));
}

async function run(options: AuditOptions, io: Io): Promise<void> {
  const { kinds } = await import("@merit/core/operations/reconciliation/differences.ts");
  const result = await compare(options, io).catch((error: unknown) => {
    if (error instanceof UsageError) throw error;
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    const isMistake = error instanceof TypeError || error instanceof ReferenceError;
    throw new NotCompared(
      io.signal.aborted ? "The audit was interrupted." : isMistake ? `${stack}` : message,
      error instanceof Failure ? error.hint : undefined,
    );
  });
  const { differences, total, compared, notCompared } = result;
  const explained = differences.map((difference) => ({ ...difference, ...kinds[difference.kind] }));
  if (options.json) io.out(jsonLine({ differences: explained, total, compared, not_compared: notCompared }));
  else io.out(text(result, kinds));
  if (total > 0) {
    throw new Failure(
      `${total} difference${total === 1 ? "" : "s"} found.`,
      "docs/operations.md says what to do next.",
    );
  }
}

async function compare({ from, to, ...options }: AuditOptions, io: Io): Promise<AuditResult> {
  const { openChain } = await import("@merit/core/ledger/chain/chain.ts");
  const { audit } = await import("@merit/core/operations/reconciliation/audit.ts");
  const settings = await settingsOf(options, io);
  const chain = openChain(settings);
  const db = await openDatabase(settings);
  const period = {
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
  };
  try {
    const how = { signal: io.signal, ...(!options.json && { progress: progressTo(io) }) };
    return await askingNode(settings, () => audit({ db, chain }, period, how));
  } finally {
    await db.close();
  }
}

const PROGRESS_MS = 5_000;

function progressTo(io: Io): (compared: Readonly<Compared>) => void {
  let said = performance.now();
  return (compared) => {
    if (performance.now() - said < PROGRESS_MS) return;
    said = performance.now();
    io.err(`Compared so far: ${counts(compared)}.\n`);
  };
}

const counts = ({ campaigns, rewards, marks, events }: Compared) =>
  `${campaigns} campaigns, ${rewards} rewards, ${marks} marks of payments, ${events} reward events`;

function text({ differences, total, compared, notCompared }: AuditResult, kinds: typeof Kinds): string {
  const found = [...new Set(differences.map(({ kind }) => kind))];
  const parts = [
    ...(total > 0 ? [table<Difference>(columns, differences), explanations(found, kinds)] : ["No differences.\n"]),
    `Compared: ${counts(compared)}.\n`,
    ...notCompared.map((each) => `Not compared: ${each}.\n`),
  ];
  return parts.join("");
}

const explanations = (found: Kind[], kinds: typeof Kinds) =>
  `\n${found.map((kind) => `${kind}: ${kinds[kind].meaning}.\n  ${kinds[kind].advice}\n`).join("")}\n`;

const pairs = (fields: Record<string, string | number>) =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${value}`)
    .join(" ");

const columns = [
  { head: "Difference", value: ({ kind }: Difference) => kind },
  { head: "Where", value: ({ where }: Difference) => pairs(where) },
  { head: "Records", value: ({ sides }: Difference) => sides.records },
  { head: "Ledger", value: ({ sides }: Difference) => sides.ledger },
  { head: "Events", value: ({ sides }: Difference) => sides.events },
];
