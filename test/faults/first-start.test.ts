import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { bundled } from "../support/bundle.ts";
import { freePort, Process } from "../support/processes.ts";

/** Output of a first start at these points; after most of them a transaction is on its way. */
const points = [
  /ledger +http/,
  /deploy +fund the deployer/,
  /deploy +create the service's accounts/,
  /deploy +upload the code of pool/,
  /deploy +create campaign/,
  /deploy +grant the roles/,
  /deploy +register the contracts/,
  /deploy +verify that mint/,
  /deploy +lock the issuer/,
  /deploy +mint the initial supply/,
];

/** A kill comes at a random time within this many milliseconds after its point. */
const SPREAD_MS = 150;

test("a first start that is killed again and again is continued by the next ones, until the service is ready", async () => {
  const folder = mkdtempSync(join(tmpdir(), "merit-first-start-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  // Its own port each time: a ledger ends a moment after the process that started it.
  const start = async () => {
    const ports = ["--port", "0", "--rpc-port", String(await freePort())];
    const args = [bundled, "start", "--no-demo", "--data", folder, ...ports];
    const server = new Process("merit start", process.execPath, args);
    onTestFinished(() => server.kill());
    return server;
  };
  let kills = 0;
  for (const index of points.keys()) {
    const server = await start();
    // The previous kill may have come after the next point already, so the first remaining point counts.
    const left = points.slice(index).map(({ source }) => source);
    const [line] = await server.printed(new RegExp([...left, "Merit is ready"].join("|")), 120_000);
    await pause(Math.random() * SPREAD_MS);
    await server.kill();
    kills++;
    if (line === "Merit is ready") break;
  }
  expect(kills).toBeGreaterThan(4);
  const last = await start();
  const [, url] = await last.printed(/Merit is ready[\s\S]*API +(http\S+)\/api[\s\S]*Ctrl-C/, 120_000);
  expect((await fetch(`${url}/ready`)).status).toBe(200);
  expect(JSON.parse(readFileSync(join(folder, "local", "deployment.json"), "utf8"))).toMatchObject({
    status: "complete",
  });
  await last.kill("SIGTERM");
});
