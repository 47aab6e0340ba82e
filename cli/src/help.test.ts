import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { contractNames } from "@merit/core/ledger/chain/bindings.ts";
import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import type { Io } from "./io.ts";
import { createProgram } from "./program.ts";
import { merit } from "./testing/cli.ts";

// Every command shows how it is called, and what it shows is a call that it takes.

const silent: Io = { ...({} as Io), out: () => {}, err: () => {} };

function leaves(command: Command, path: string[] = []): { path: string[]; options: (string | undefined)[] }[] {
  if (command.commands.length === 0) return [{ path, options: command.options.map(({ long }) => long) }];
  return command.commands.flatMap((sub) => leaves(sub, [...path, sub.name()]));
}

/** Parses as the program does, with commands that do nothing. */
async function parse(args: string[]): Promise<void> {
  const program = createProgram(silent, true);
  const disarm = (command: Command): void => {
    if (command.commands.length === 0) command.action(() => {});
    command.commands.forEach(disarm);
  };
  disarm(program);
  await program.parseAsync(args, { from: "user" });
}

/** The calls of `merit` in a line of a shell: in a pipe, in $(...), behind variables. */
function callsIn(line: string): string[][] {
  const words = [...line.matchAll(/"([^"]*)"|([^\s"()|&]+)|([()|&]+)/g)].map(([, quoted, word, operator]) =>
    operator === undefined ? { text: quoted ?? word ?? "", ends: false } : { text: "", ends: true },
  );
  const calls: string[][] = [];
  let isCall = false;
  for (const { text, ends } of words) {
    if (isCall && !ends) calls.at(-1)?.push(text);
    else if (text === "merit") calls.push([]);
    isCall = !ends && (isCall || text === "merit");
  }
  return calls;
}

const examplesOf = async (path: string[]) => {
  const { out } = await merit([...path, "--help"], { env: {} });
  return [...out.matchAll(/^ {2}\$ (.*)$/gm)].map(([, line = ""]) => line);
};

/** The shell asks these, and reads their answers. */
const forShells = ["completion", "complete"];
/** These lists end with --limit: the service has the largest, and the node the latest. */
const withoutPages = ["governance delegators", "contract events"];

describe.each(leaves(createProgram(silent, true)))("merit $path", ({ path, options }) => {
  it("shows valid examples of itself", async () => {
    const examples = await examplesOf(path);
    const calls = examples.flatMap(callsIn);
    expect(calls.map((args) => args.slice(0, path.length))).toContainEqual(path);
    for (const args of calls) await parse(args);
  });

  it("has the options that all have: --json, and for the pages of a list --limit and --cursor", () => {
    const name = path.join(" ");
    expect(options.includes("--json")).toBe(!forShells.includes(name));
    expect(options.includes("--limit")).toBe(options.includes("--cursor") || withoutPages.includes(name));
  });
});

it("merit begins with ten commands for newcomers, and has all others in groups", async () => {
  const { out } = await merit(["--help"], { env: {} });
  const [begin = "", rest = ""] = out.split("Usage:");
  const first = [...begin.matchAll(/^ {2}merit ((?:[a-z-]+ )+)/gm)].map(([, words = ""]) => words.trim().split(" "));
  expect(first).toHaveLength(10);
  const paths = leaves(createProgram(silent, true)).map(({ path }) => path.join(" "));
  for (const path of first) expect(paths).toContain(path.filter((word) => !word.startsWith("-")).join(" "));
  const groups = rest.split("\n").filter((line) => /^For .*:$/.test(line));
  expect(groups).toEqual(
    ["merchants", "wallets and users", "contract developers", "operators"].map((who) => `For ${who}:`),
  );
  expect(rest.slice(rest.indexOf("\nOther:"))).toMatch(/Other:\n {2}completion .*\n(?: {3,}.*\n)* {2}help /);
});

const examples: Record<string, string> = {
  network: "local",
  contract: "pool",
  time: "2027-01-31T00:00:00Z",
  url: "https://node.example",
  "outcome.txHash": "ab".repeat(32),
};

/** The commands in quotes; what the service fills in stands as an example. */
const commandsIn = (source: string) =>
  [...source.matchAll(/[`"](merit [^`"\\]+)\\?[`"]/g)].map(([, text = ""]) =>
    text.replace(/\$\{([^}]*)\}|<(\w+)>/g, (_, filled, given) => examples[filled ?? given] ?? "1"),
  );

const core = fileURLToPath(new URL("../../core/src/", import.meta.url));
const messages = globSync("**/*.ts", { cwd: core, exclude: ["**/*.test.ts"] }).flatMap((file) =>
  commandsIn(readFileSync(`${core}${file}`, "utf8")).map((command) => ({ file, command })),
);

it.each(messages)("$file names a valid command: $command", async ({ command }) => {
  for (const args of callsIn(command)) {
    await parse(args);
    if (args[0] === "contract" && args[1] !== "trace" && args.length > 2) expect(contractNames).toContain(args[2]);
  }
});

it("reads the commands of refused payouts", () => {
  const commands = messages.filter(({ file }) => file === "payouts/batches/refusals.ts").map(({ command }) => command);
  expect(commands).toEqual(expect.arrayContaining(["merit contract unpause pool", "merit deploy"]));
});

it("detects invalid commands", async () => {
  expect(callsIn('export K=$(merit merchant show --jsn "a b" | jq .) && merit health')).toEqual([
    ["merchant", "show", "--jsn", "a b"],
    ["health"],
  ]);
  await expect(parse(["merchant", "show", "--jsn"])).rejects.toThrow(/unknown option/);
});
