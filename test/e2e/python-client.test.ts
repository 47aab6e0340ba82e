import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { pythonTools } from "../../scripts/lib/python.ts";
import { startWorld } from "../support/fixture.ts";
import { root } from "../support/processes.ts";

const run = promisify(execFile);

/** The program that docs/api.md shows. */
function shown(): string {
  const [, code] = /```python\n(.+?)```/s.exec(readFileSync(join(root, "docs/api.md"), "utf8")) ?? [];
  if (code === undefined) throw new Error("docs/api.md shows no program in Python");
  return code;
}

// Setting up the generator takes most of the time, once.
test("the client that openapi-python-client generates has fewer than 400 models, and issues a reward", async () => {
  const tools = await pythonTools("clients");
  const world = await startWorld();
  const folder = mkdtempSync(join(tmpdir(), "merit-python-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const description = join(folder, "openapi.json");
  writeFileSync(description, JSON.stringify((await world.api.get("/docs/openapi.json")).body));
  const source = ["--path", description, "--output-path", join(folder, "merit"), "--meta", "none"];
  // The generator formats what it has written with ruff, which it looks for in PATH.
  const env = { ...process.env, PATH: `${tools}:${process.env.PATH}` };
  const { stdout } = await run(join(tools, "openapi-python-client"), ["generate", ...source], { cwd: folder, env });
  // It leaves out what it can't generate, with a warning.
  expect(stdout).not.toMatch(/warning|error/i);
  const models = readdirSync(join(folder, "merit/models")).filter((file) => file !== "__init__.py");
  expect(models.length).toBeGreaterThan(100);
  expect(models.length).toBeLessThan(400);

  const registered = await world.api.post("/merchants/register", { name: "Snake", email: "snake@example.com" });
  const key = registered.body.api_key;
  const wallet = await world.wallet();
  const settings = {
    ...{ MERIT_API_URL: world.api.base, MERIT_API_KEY: key, WALLET: wallet.address },
    CAMPAIGN: String(await world.campaign(world.api.as(key))),
  };
  const program = (more = {}) =>
    run(join(tools, "python"), ["-c", shown()], { cwd: folder, env: { ...env, ...settings, ...more } });
  await expect(program({ WALLET: "nobody" })).rejects.toMatchObject({
    stderr: expect.stringMatching(/^validation_failed: /),
  });
  expect((await program()).stdout).toMatch(/^confirmed [0-9a-f]{64}\n$/);
  expect(await wallet.balance(world.asset)).toBe(125_000_000n);
});
