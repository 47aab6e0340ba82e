// Licences and origins of the Rust dependencies. The advisory database is fetched from GitHub: the release does that.
import { capture, step } from "../run.ts";
import type { Row } from "./record.ts";
import { tool } from "./tools.ts";

export async function dependencies(): Promise<Row[]> {
  const deny = await tool("cargo-deny");
  step("Licences, bans and sources of the dependencies");
  const checks = ["licenses", "bans", "sources"];
  const rows: Row[] = [];
  for (const check of checks) {
    const { passed, text } = await capture(deny, ["--all-features", "check", check]);
    const warnings = text.match(/^warning/gm)?.length ?? 0;
    rows.push({ subject: check, measured: `cargo deny check ${check}: ${warnings} warnings`, passed });
  }
  return rows;
}
