// The Python SDK's two servers against the real node.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { pythonTools } from "../../../scripts/lib/python.ts";
import { Localnet } from "../../../test/support/localnet.ts";
import { freePort, Process, root } from "../../../test/support/processes.ts";

test.each([
  ["Server reads accounts, pays, pages and streams", "server.py"],
  ["Server answers the calls of its own tests", "server_cases.py"],
  ["SorobanServer simulates, sends, pages and names errors", "soroban_server.py"],
])("the Python SDK's %s", async (_, file) => {
  const python = join(await pythonTools("stellar-sdk"), "python");
  const folder = mkdtempSync(join(tmpdir(), "localnet-python-"));
  const node = new Localnet(await freePort(), folder);
  await node.start();
  onTestFinished(async () => {
    await node.kill();
    rmSync(folder, { recursive: true, force: true });
  });
  const program = new Process("python", python, ["-uB", join(root, "localnet/rpc/tests/python", file), node.url]);
  onTestFinished(() => program.kill("SIGKILL"));
  await program.printed(/^all checks passed$/m);
  expect(program.output).not.toMatch(/Traceback/);
});
