import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { bundled } from "../support/bundle.ts";
import { diesAt } from "../support/dies-at.ts";
import { freePort, Process } from "../support/processes.ts";

/** Steps of a first start, which is killed before them, or when the ledger has the transaction and nobody has read the outcome. */
const steps = [
  "print ledger +http",
  "print deploy +fund the deployer",
  "send deploy +create the service's accounts",
  "send deploy +upload the code of pool",
  "send deploy +create campaign",
  "send deploy +register the contracts",
  "send deploy +lock the issuer",
  "send deploy +mint the initial supply",
];

test("a first start that is killed again and again is continued by the next ones, until the service is ready", async () => {
  const folder = mkdtempSync(join(tmpdir(), "merit-first-start-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  // Its own port each time: a ledger ends a moment after the process that started it.
  const start = async (env = {}) => {
    const ports = ["--port", "0", "--rpc-port", String(await freePort())];
    const args = [bundled, "start", "--no-demo", "--data", folder, ...ports];
    const server = new Process("merit start", process.execPath, args, env);
    onTestFinished(() => server.kill());
    return server;
  };
  for (const step of steps) {
    const server = await start(diesAt(step));
    await server.exited();
    expect(server.child.signalCode, `${step}: ${server.output}`).toBe("SIGKILL");
  }
  const last = await start();
  const [, url] = await last.printed(/Merit is ready[\s\S]*API +(http\S+)\/api[\s\S]*Ctrl-C/);
  expect((await fetch(`${url}/ready`)).status).toBe(200);
  expect(JSON.parse(readFileSync(join(folder, "local", "deployment.json"), "utf8"))).toMatchObject({
    status: "complete",
  });
  await last.kill("SIGTERM");
});
