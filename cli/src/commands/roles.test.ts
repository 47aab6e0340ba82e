import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { merit } from "../testing/cli.ts";

// test/chain/roles.test.ts changes roles on a ledger.

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "merit-roles-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

it("asks before it changes anything on a public network, and names the flag for scripts", async () => {
  const grant = ["roles", "grant", "pauser", "treasury", "--data", folder, "--network"];
  const piped = await merit([...grant, "testnet"]);
  expect(piped).toMatchObject({ code: 2, err: expect.stringContaining("--yes") });
  const refused = await merit([...grant, "testnet"], { isTTY: true, stdin: "n\n" });
  expect(refused).toMatchObject({
    code: 1,
    err: expect.stringMatching(/Give treasury the role pauser on testnet\? \[y\/N\].*Nothing was changed/s),
  });
  // Both go on, and find no deployment.
  for (const network of [["testnet", "--yes"], ["local"]]) {
    expect((await merit([...grant, ...network])).err).toContain("No deployment manifest at");
  }
});
