import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Process } from "../support/processes.ts";

/** Clock ticks per second of /proc, the same on every Linux machine. */
const TICKS = 100;

/** CPU seconds that a process has used, user and system. */
export const cpuSeconds = ({ child }: Process): number => statOf(child.pid).own;

/** The same for a PostgreSQL server, with all its processes, also those that have ended. @param folder of its socket */
export function cpuSecondsOfServer(folder: string): number {
  const [first] = readFileSync(join(folder, "data/postmaster.pid"), "utf8").split("\n");
  const server = statOf(Number(first));
  const children = readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const { own, parent } = statOf(Number(name));
      return parent === Number(first) ? [own] : [];
    } catch {
      // It has ended since.
      return [];
    }
  });
  return server.own + server.ended + children.reduce((sum, seconds) => sum + seconds, 0);
}

function statOf(pid: number | undefined) {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
  const sum = (...places: number[]) => places.reduce((total, place) => total + (fields[place] ?? 0), 0) / TICKS;
  return { parent: fields[1], own: sum(11, 12), ended: sum(13, 14) };
}

export function residentMegabytes({ child }: Process): number {
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024);
}

/** Files whose code, with all that it calls, makes up a stage of a payout. */
const stages: [string, RegExp][] = [
  ["accept", /\/core\/src\/payouts\/rewards\/(accept|batch)|\/api\/src\//],
  ["claim", /\/core\/src\/(payouts\/batches\/(claim|plan|run)|store\/jobs\/)/],
  ["check", /\/core\/src\/(payouts\/batches\/check|ledger\/chain\/trustlines)/],
  ["select", /\/core\/src\/(payouts\/batches\/(select|limits|build)|ledger\/chain\/transaction)/],
  ["submit", /\/core\/src\/ledger\/(sending\/|chain\/(sender|submissions|delivery|outcome|fees|rpc))/],
  [
    "settle",
    /\/core\/src\/(payouts\/(batches\/(settle|pay)|rewards\/settle)|programmes\/campaigns\/budget|ledger\/chain\/rewards)/,
  ],
  ["index", /\/indexer\/src\//],
  ["commit", /\/core\/src\/store\/db\//],
];

interface Profile {
  nodes: { id: number; callFrame: { url: string }; children?: number[] }[];
  samples: number[];
  timeDeltas: number[];
}

/** Microseconds of CPU per payout of each stage: a sample counts for the stage whose code called it most directly. */
export function cpuByStage(folder: string, payouts: number): [string, number][] {
  const micros = new Map<string, number>();
  for (const file of readdirSync(folder)) {
    const profile: Profile = JSON.parse(readFileSync(join(folder, file), "utf8"));
    const stageOf = stagesOfNodes(profile);
    for (const [index, sample] of profile.samples.entries()) {
      const stage = stageOf.get(sample);
      if (stage) micros.set(stage, (micros.get(stage) ?? 0) + (profile.timeDeltas[index] ?? 0));
    }
  }
  return stages.map(([stage]) => [stage, (micros.get(stage) ?? 0) / payouts]);
}

function stagesOfNodes({ nodes }: Profile): Map<number, string> {
  const parents = new Map<number, number>();
  for (const { id, children = [] } of nodes) for (const child of children) parents.set(child, id);
  const own = new Map(
    nodes.map(({ id, callFrame }) => [id, stages.find(([, files]) => files.test(callFrame.url))?.[0]]),
  );
  const found = new Map<number, string>();
  for (const { id } of nodes) {
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const stage = own.get(at);
      if (stage === undefined) continue;
      found.set(id, stage);
      break;
    }
  }
  return found;
}
