// The leaderboard of 1,000,000 users: how long a rebuild takes, and what other requests notice of it, beside the same
// requests without a rebuild in the same run. If the machine has other work, the processor's time is the better figure.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Order, Report } from "./leaderboard-service.ts";
import { type Latency, startLoad } from "./load.ts";

const USERS = 1_000_000;
const ROWS_PER_USER = 3;
/** New rows between two rebuilds: 33 awards a second for five minutes. */
const NEW_ROWS = 10_000;
const REBUILDS = 5;
const PER_SECOND = 100;
const QUIET_MS = 10_000;

export async function leaderboard(): Promise<void> {
  const service = fork(fileURLToPath(new URL("./leaderboard-service.ts", import.meta.url)), [
    String(USERS),
    String(ROWS_PER_USER),
  ]);
  console.log(`  ${USERS.toLocaleString("en")} users, ${ROWS_PER_USER} rows of the ledger each: seeding ...`);
  const { url, token } = (await report(service)) as { url: string; token: string };
  const load = () => {
    const paths = ["/api/leaderboard?period=week", "/api/auth/sessions", "/api/leaderboard?around=me"];
    const headers = { authorization: `Bearer ${token}` };
    return startLoad((index) => ({ url: `${url}${paths[index % paths.length]}` }), { headers, perSecond: PER_SECOND });
  };

  // Counted from the first row on, as after a start; then what came since.
  await under(
    () => startLoad(() => ({ url: `${url}/health` }), { headers: {}, perSecond: PER_SECOND }),
    "first rebuild",
    () => rebuild(service),
  );
  await under(load, `no rebuild, ${QUIET_MS / 1000} s`, () => pause(QUIET_MS, ""));
  for (let index = 0; index < REBUILDS; index += 1) {
    await ask(service, { do: "award", rows: NEW_ROWS });
    await under(load, "rebuild", () => rebuild(service));
  }
  service.send({ do: "stop" } satisfies Order);
  await once(service, "exit");
}

async function under(start: () => ReturnType<typeof startLoad>, name: string, work: () => Promise<string>) {
  const load = start();
  // Connections are open and code is compiled before it counts.
  await pause(500);
  const result = await work();
  print(`${name}${result}`, await load.stop());
}

async function rebuild(service: ChildProcess): Promise<string> {
  const answer = await ask(service, { do: "rebuild" });
  if (!("tookMs" in answer)) throw new Error(`no rebuild: ${JSON.stringify(answer)}`);
  const { tookMs, cpuMs, rows, users } = answer;
  const size = `${users.toLocaleString("en")} users, ${rows.toLocaleString("en")} new rows`;
  return ` of ${size}: ${tookMs} ms (goal: under 5,000), ${cpuMs} ms of them on a processor`;
}

async function ask(service: ChildProcess, order: Order): Promise<Report> {
  service.send(order);
  return report(service);
}

function report(service: ChildProcess): Promise<Report> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`the service ended with ${code}`));
    service.once("exit", ended);
    service.once("message", (message) => {
      service.off("exit", ended);
      resolve(message as Report);
    });
  });
}

function print(name: string, { requests, p50, p99, max }: Latency): void {
  console.log(`  ${name}`);
  console.log(
    `    ${requests} GET requests meanwhile, ${PER_SECOND}/s: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms (goal: at most 100), longest ${max.toFixed(1)} ms`,
  );
}
