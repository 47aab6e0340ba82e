import type { Command } from "commander";
import type { Health } from "../client.ts";
import { Failure } from "../errors.ts";
import type { Io } from "../io.ts";
import { table } from "../output.ts";
import { withApi } from "../session.ts";

export function healthCommand(program: Command, io: Io): void {
  withApi(
    program
      .command("health")
      .description("show the service's health; exit code 1 unless it is ok")
      .addHelpText("after", "\nExample:\n  $ merit health --url https://rewards.example/api"),
    io,
    async (session) => {
      // A service that can't serve answers 503 with the same body.
      const { body } = await session.client.call("GET /health", { accept: [503] });
      // It may be another server than the one that was meant: without --url, that of the key saved last.
      const { url } = session.client;
      session.print(body, () => healthText(body, url));
      if (body.status !== "ok") throw new Failure(`The service at ${url} is ${body.status}.`);
    },
  );
}

type Process = Health["processes"][number];

const led = (terms: unknown) =>
  Object.entries(terms ?? {})
    .map(([role, term]) => `${role} (term ${term})`)
    .join(", ");

type Check = Health["checks"]["database"] & { name: string };

function healthText({ version, checks, processes }: Health, url: string): string {
  const rows = Object.entries(checks).map(([name, check]) => ({ ...check, name }));
  const columns = [
    { head: "Check", value: (row: Check) => row.name },
    { head: "Status", value: (row: Check) => row.status },
    { head: "Details", value: details },
  ];
  const ofProcess = [
    { head: "Process", value: ({ id }: Process) => String(id) },
    { head: "Role", value: ({ role }: Process) => String(role) },
    { head: "Status", value: ({ status }: Process) => status },
    { head: "Leads", value: ({ terms }: Process) => led(terms) },
    { head: "Last sign of life", value: ({ seen_at }: Process) => String(seen_at) },
  ];
  return `Merit ${version} at ${url}\n\n${table<Check>(columns, rows)}\n${table<Process>(ofProcess, processes)}`;
}

function details({ name: _name, status: _status, detail, ...facts }: Check): string {
  const known = Object.entries(facts).map(([fact, value]) => `${fact}=${value}`);
  return [detail, ...known].filter((text) => text !== undefined).join(" ");
}
