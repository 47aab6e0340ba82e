// The API's description by the validators that its readers have. They find what a server that keeps to it can't show.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openApi } from "../../api/src/openapi/document.ts";
import { resources } from "../../api/src/routes/index.ts";
import { run } from "../../scripts/lib/run.ts";

/** Redocly asks for nothing on the network and tells nobody. */
const QUIET = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };

/** @param tools folder of the Python tools */
export async function validateDescription(tools: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "merit-description-"));
  try {
    const path = join(folder, "openapi.json");
    writeFileSync(path, JSON.stringify(await openApi(resources)));
    await run(join(tools, "openapi-spec-validator"), [path]);
    await run("redocly", ["lint", path, "--config", "test/schemathesis/redocly.yaml"], QUIET);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
