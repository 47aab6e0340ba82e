import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { targetFolder } from "@merit/core/base/paths.ts";
import { urlOf } from "@merit/core/testing/postgres.ts";
import { startPostgres } from "@merit/core/testing/postgres-server.ts";
import { expect, it, onTestFinished } from "vitest";
import { postgres } from "../../scripts/lib/postgres.ts";
import { Book } from "../support/book.ts";
import { bundled, bundleMerit } from "../support/bundle.ts";
import { startWorld } from "../support/fixture.ts";
import { type Process, root, until } from "../support/processes.ts";
import { linkPackages } from "../support/repository-copy.ts";
import type { World } from "../support/world.ts";

/** The first commit of this repository's history with which the service runs on PostgreSQL. */
const OLD = "9e140ddf45389e5a2294325f2c4d9f7d3b56156a";

const git = (...args: string[]) => execFileSync("git", args, { cwd: root, maxBuffer: 2 ** 28, stdio: "pipe" });
function hasOld(): boolean {
  try {
    git("cat-file", "-e", `${OLD}^{commit}`);
    return true;
  } catch (error) {
    // Only a shallow clone may lack it: else the commit was lost, and nobody would notice that this tests nothing.
    if (git("rev-parse", "--is-shallow-repository").toString().trim() !== "true") throw error;
    console.warn(
      `The rolling upgrade is not tested: this clone has no commit ${OLD}. \`git fetch --unshallow\` fetches it.`,
    );
    return false;
  }
}

it.runIf(hasOld())(
  "processes are replaced one by one, and one is put back, while both versions pay rewards: each is paid once, and no call fails",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "merit-old-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    execFileSync("tar", ["x", "-C", folder], { input: git("archive", OLD) });
    linkPackages(folder);
    // Without CARGO_TARGET_DIR it looks for the contracts in its own folder.
    symlinkSync(targetFolder, join(folder, "target"));
    const old = [await bundleMerit(folder), "start", "--no-demo"];
    const today = (...command: string[]) => [bundled, ...command];

    const bin = await postgres();
    const server = await startPostgres(bin);
    onTestFinished(() => server.stop());
    // Without the schema of today, which those from the template have.
    execFileSync(join(bin, "createdb"), ["-h", server.folder, "-U", "merit", "merit"]);

    const one = await startWorld({}, { databaseUrl: urlOf(server.folder, "merit"), program: old });
    const two = await one.clone();
    onTestFinished(() => two.end());
    two.program = old;
    // Only where they lead are they ready: the old version doesn't show others that it does.
    await two.startServer({}, "health");
    await leads(one.server);

    const book = await Book.open(one, { merchants: 1, campaigns: 1, wallets: 12 });
    let isBusy = true;
    const load = [one, two].map(async (machine) => {
      while (isBusy) {
        await book.issue(3, {}, machine);
        await pause(200);
      }
    });
    const newest = async (at: World) =>
      (await book.merchant(0, at).get("/rewards/issuances?status=confirmed&limit=1")).body.data[0]?.id ?? 0;
    async function paysOn(at: World): Promise<void> {
      const before = await newest(at);
      await until(async () => ((await newest(at)) > before ? true : undefined));
    }
    async function stop(process: Process): Promise<void> {
      await process.kill("SIGTERM");
      expect(process.child.exitCode).toBe(0);
    }
    async function replace(
      machine: World,
      program: readonly string[],
      takeOver: readonly Process[] = [],
    ): Promise<void> {
      await stop(machine.server);
      // Whoever starts next would want the role too.
      for (const process of takeOver) await leads(process);
      machine.program = program;
      await machine.startServer({}, "health");
    }

    await paysOn(one);
    // Today's version migrates the schema, while the old one pays.
    await replace(two, today("start", "--no-demo"));
    await paysOn(two);
    await replace(one, today("serve", "api"));
    await leads(two.server);
    await paysOn(one);
    const others = ["worker", "indexer"].map((role) => one.spawn(role, today("serve", role)));
    onTestFinished(() => void others.map((process) => process.kill()));
    for (const process of others) await process.printed(/is ready on local/);

    // Back to the old version, which finds the newer schema, and pays with it.
    await replace(two, old, others);
    await paysOn(two);
    for (const process of others) await stop(process);
    await leads(two.server);
    await paysOn(one);

    isBusy = false;
    await Promise.all(load);
    await book.expectExact({ at: two });
    expect(book.unavailable).toEqual([]);
  },
);

const leads = (process: Process) => process.printed(/this process does this work/);
