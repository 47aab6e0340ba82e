import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { merit } from "@merit/cli/testing/cli.ts";
import { expect, inject, onTestFinished, test } from "vitest";
import { bundled } from "../support/bundle.ts";
import { Localnet } from "../support/localnet.ts";
import { freePort, Process, root, until } from "../support/processes.ts";

/** The program that `npm start` runs. */
const fromSources = join(root, "cli/bin/merit.mjs");

/** `merit start` with a ledger of its own. */
function start(folder: string, port: number, rpcPort: number, ...more: (string | Record<string, string>)[]): Process {
  return startWith(bundled, folder, port, rpcPort, ...more);
}

function startWith(
  program: string,
  folder: string,
  port: number,
  rpcPort: number,
  ...more: (string | Record<string, string>)[]
): Process {
  const flags = more.filter((one) => typeof one === "string");
  const env = Object.assign({}, ...more.filter((one) => typeof one === "object"));
  const args = ["start", "--data", folder, "--port", String(port), "--rpc-port", String(rpcPort), ...flags];
  const server = new Process("merit start", process.execPath, [program, ...args], env);
  onTestFinished(() => server.kill());
  return server;
}

function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "merit-start-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A data folder on which everything is deployed, so that a start is quick. */
function deployedFolder(): string {
  const folder = dataFolder();
  cpSync(inject("template"), folder, { recursive: true });
  return folder;
}

const listens = (port: number) =>
  fetch(`http://127.0.0.1:${port}`).then(
    () => true,
    () => false,
  );

/** All secret keys are in one file, which only its owner can read. */
function expectSecretsInOneFile(folder: string, output: string): void {
  const keys = join(folder, "local", "keys.json");
  expect(statSync(keys).mode & 0o777).toBe(0o600);
  const seeds = Object.values(JSON.parse(readFileSync(keys, "utf8"))) as string[];
  expect(seeds.length).toBeGreaterThan(5);
  const others = execFileSync("find", [folder, "-type", "f", "!", "-name", "keys.json"], { encoding: "utf8" });
  for (const file of others.trim().split("\n")) {
    const content = readFileSync(file, "latin1");
    for (const seed of seeds) expect(content.includes(seed), file).toBe(false);
  }
  for (const seed of seeds) expect(output).not.toContain(seed);
}

test("the first start pays a demo reward, Ctrl-C stops all, secrets are only in one file, the second start has the state", async () => {
  const folder = dataFolder();
  const [port, rpcPort] = [await freePort(), await freePort()];
  const first = startWith(fromSources, folder, port, rpcPort);
  await first.printed(/paid\s+transaction [0-9a-f]{64}/);
  const [, key] = await first.printed(/MERIT_API_KEY=(\S+)[\s\S]*Ctrl-C/);
  first.child.kill("SIGINT");
  await first.exited();
  expect(first.child.exitCode).toBe(0);
  expect(await listens(rpcPort)).toBe(false);
  expectSecretsInOneFile(folder, first.output);

  const second = start(folder, port, rpcPort);
  await second.printed(/ready on local/);
  const answer = await fetch(`http://127.0.0.1:${port}/api/rewards/issuances`, { headers: { "x-api-key": key ?? "" } });
  const { data } = (await answer.json()) as { data: { status: string }[] };
  expect(data.map(({ status }) => status)).toEqual(["confirmed"]);

  second.child.kill("SIGKILL");
  await second.exited();
  await until(async () => ((await listens(rpcPort)) ? undefined : true));
});

test("a first start that is killed during the demo is continued by the next ones", async () => {
  const folder = deployedFolder();
  const [port, rpcPort] = [await freePort(), await freePort()];
  const freed = () => until(async () => ((await listens(rpcPort)) ? undefined : true));
  for (const line of [/merchant\s+#1/, /reward\s+issuance #1/]) {
    const killed = start(folder, port, rpcPort);
    await killed.printed(line);
    await killed.kill();
    await freed();
  }
  const last = start(folder, port, rpcPort);
  const [, key] = await last.printed(/MERIT_API_KEY=(\S+)[\s\S]*Ctrl-C/);
  const list = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, { headers: { "x-api-key": key ?? "" } });
    return ((await answer.json()) as { data: { status: string }[] }).data.map(({ status }) => status);
  };
  expect(await list("/campaigns")).toEqual(["active"]);
  expect(await list("/rewards/issuances")).toEqual(["confirmed"]);
});

test("a service whose node is away says so, and that it is ready only once it is", async () => {
  const folder = dataFolder();
  const data = join(folder, "quickstart");
  cpSync(join(inject("template"), "local"), data, { recursive: true });
  // Localnet has quickstart's passphrase; on `local` the service would ask its node first.
  const manifest = join(data, "deployment.json");
  writeFileSync(manifest, JSON.stringify({ ...JSON.parse(readFileSync(manifest, "utf8")), network: "quickstart" }));
  const [port, rpcPort] = [await freePort(), await freePort()];
  // The newest ledger of a network is seconds old. The template's may be minutes old: too old for the time bounds of a transaction.
  const past = new Localnet(rpcPort, join(data, "ledger"));
  await past.start();
  await past.call("localnet_closeLedger");
  await past.stop();
  const args = ["start", "--network", "quickstart", "--data", folder, "--port", String(port)];
  const server = new Process("merit start", process.execPath, [bundled, ...args], {
    MERIT_RPC_URL: `http://127.0.0.1:${rpcPort}`,
    JWT_SECRET: "a secret of tests, long enough for HMAC-SHA256",
    INDEXER_POLL_MS: "100",
  });
  onTestFinished(() => server.kill());
  await server.printed(/waiting +.*rpc \(http:\/\/127\.0\.0\.1:\d+\): the Stellar RPC does not answer/);
  expect((await fetch(`http://127.0.0.1:${port}/ready`)).status).toBe(503);
  expect(server.output).not.toContain("Merit is ready");

  // As on that network, time passes also without transactions.
  const ledger = new Localnet(rpcPort, join(data, "ledger"), ["--close-mode", "interval:1000"]);
  onTestFinished(() => ledger.kill());
  await ledger.start();
  await server.printed(/Merit is ready on quickstart/);
  expect((await fetch(`http://127.0.0.1:${port}/ready`)).status).toBe(200);
});

test("a log that can't be written doesn't stop the service", async () => {
  const [port, rpcPort] = [await freePort(), await freePort()];
  const ports = ["--port", String(port), "--rpc-port", String(rpcPort)];
  const command = [process.execPath, bundled, "start", "--no-demo", "--data", deployedFolder()];
  // As on a full disk.
  const server = new Process("merit start", "sh", ["-c", 'exec "$@" 2> /dev/full', "sh", ...command, ...ports]);
  onTestFinished(() => server.kill());
  await server.printed(/Ctrl-C/);
  expect((await fetch(`http://127.0.0.1:${port}/api/campaigns`)).status).toBe(401);
  expect((await fetch(`http://127.0.0.1:${port}/ready`)).status).toBe(200);
});

test("port 0 takes free ports and says which; a demo that can't be done doesn't stop the service", async () => {
  const folder = deployedFolder();
  writeFileSync(join(folder, "local", "demo.json"), "{broken");
  const server = start(folder, 0, 0);
  await server.printed(/The demo failed: .*demo\.json is broken\. Remove it/);
  const [, api, ledger] = await server.printed(/API\s+(http:\S+)[\s\S]*ledger\s+http:\S+:(\d+)[\s\S]*Ctrl-C/);
  expect((await fetch(`${api}/ready`)).status).toBe(200);
  expect(await listens(Number(ledger))).toBe(true);
  // Commands find the ledger by the data folder.
  const listed = await merit(["contract", "list", "--data", folder], { env: {} });
  expect(listed).toMatchObject({ code: 0, out: expect.stringMatching(/^pool +C/m) });
});

const bootstrap = [process.execPath, join(root, "scripts/bootstrap.mjs"), "start"];

/** The code that runs before `merit start` is part of the test. */
function startBy([command = "", ...front]: string[], ...args: string[]): Process {
  const server = new Process("npm start", command, [...front, ...args]);
  onTestFinished(() => server.kill());
  return server;
}

// npm runs the bootstrap.
test.each([
  ["SIGTERM", "npm", ["npm", "--prefix", root, "start", "--"]],
  ["SIGHUP", "the bootstrap", bootstrap],
  ["SIGINT", "the bootstrap", bootstrap],
] as const)("%s to %s ends service and ledger", async (signal, _, command) => {
  const [port, rpcPort] = [await freePort(), await freePort()];
  const ports = ["--port", String(port), "--rpc-port", String(rpcPort)];
  const server = startBy([...command], "--no-demo", "--data", deployedFolder(), ...ports);
  await server.printed(/Ctrl-C/);
  await server.kill(signal);
  expect(server.child.exitCode).toBe(0);
  expect([await listens(port), await listens(rpcPort)]).toEqual([false, false]);
});

test("npm start keeps the service's exit status and adds nothing to its message", async () => {
  const wrong = startBy(bootstrap, "--no-such-option");
  await wrong.exited();
  expect(wrong.child.exitCode).toBe(2);
  expect(wrong.output).toContain("--no-such-option");
  expect(wrong.output).not.toMatch(/ended with/);
});

test.each([
  [
    "a taken port",
    "TAKEN",
    [],
    /^error: Port \d+ on 127\.0\.0\.1 is taken: stop what listens there, or set PORT .*\n$/,
  ],
  ["a host of another machine", "FREE", ["--host", "203.0.113.9"], /^error: 203\.0\.113\.9 is no .*: set HOST .*\n$/],
  ["a port for API and ledger", "LEDGER", [], /^error: API and ledger can't share port \d+: set PORT .*\n$/],
] as const)("%s is found before anything is deployed, and said in one line", async (_, which, more, said) => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  onTestFinished(() => void taken.close());
  const rpcPort = await freePort();
  const port = { TAKEN: (taken.address() as AddressInfo).port, FREE: await freePort(), LEDGER: rpcPort }[which];
  const folder = dataFolder();
  const refused = start(folder, port, rpcPort, ...more);
  await refused.exited();
  expect(refused.child.exitCode).toBe(1);
  expect(refused.output).toMatch(said);
  expect(readdirSync(join(folder, "local"))).toEqual(["backups", "lock.db"]);
});

test("a mistyped MERIT_KEYS_FILE makes no keys and deploys nothing, and the folder still works without it", async () => {
  const folder = deployedFolder();
  const manifest = readFileSync(join(folder, "local", "deployment.json"), "utf8");
  const [port, rpcPort] = [await freePort(), await freePort()];
  const mistyped = join(folder, "kyes.json");
  const refused = start(folder, port, rpcPort, "--no-demo", { MERIT_KEYS_FILE: mistyped });
  await refused.exited();
  expect(refused.child.exitCode).toBe(1);
  expect(refused.output).toMatch(new RegExp(`error: No key file at ${mistyped}: set MERIT_KEYS_FILE .*\n$`));
  expect(existsSync(mistyped)).toBe(false);
  expect(readFileSync(join(folder, "local", "deployment.json"), "utf8")).toBe(manifest);
  await start(folder, port, rpcPort, "--no-demo").printed(/Ctrl-C/);
});

test("a taken port, a folder in use and a broken folder are explained", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  onTestFinished(() => void taken.close());
  const port = (taken.address() as { port: number }).port;

  const noLedgerPort = start(deployedFolder(), await freePort(), port, "--no-demo");
  await noLedgerPort.printed(new RegExp(`port ${port} .*taken.*--rpc-port`));
  await noLedgerPort.exited();
  expect(noLedgerPort.child.exitCode).toBe(1);

  const folder = deployedFolder();
  const running = start(folder, await freePort(), await freePort(), "--no-demo");
  await running.printed(/Ctrl-C/);
  const second = start(folder, await freePort(), await freePort(), "--no-demo");
  await second.printed(/in use by another Merit process/);
  await running.kill("SIGINT");

  writeFileSync(join(folder, "local", "deployment.json"), "{broken");
  const broken = start(folder, await freePort(), await freePort(), "--no-demo");
  await broken.printed(/deployment\.json is not valid JSON/);
});
