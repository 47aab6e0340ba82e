#!/usr/bin/env node
// Runs with any Node: it finds one that can run the TypeScript sources, or says which one to install.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const main = new URL("../src/main.ts", import.meta.url);
const REEXECUTED = "MERIT_REEXECUTED";

if (process.features.typescript) {
  await import(main.href);
} else {
  reexecute();
}

function reexecute() {
  const pinned = fileURLToPath(
    new URL(`../../node_modules/node/bin/node${process.platform === "win32" ? ".exe" : ""}`, import.meta.url),
  );
  if (process.env[REEXECUTED]) return refuse("it has type stripping switched off");
  if (existsSync(pinned)) return run(pinned, []);
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > 22 || (major === 22 && minor >= 12)) return run(process.execPath, ["--experimental-strip-types"]);
  refuse("it is too old");
}

function refuse(reason) {
  console.error(
    `merit needs Node 22.12 or later (24 is best); this is Node ${process.versions.node}, and ${reason}.\n` +
      "Run `npm install` in the repository, which brings a suitable Node along, or install a newer one.",
  );
  process.exit(1);
}

function run(node, flags) {
  const args = [...flags, "--disable-warning=ExperimentalWarning", fileURLToPath(main), ...process.argv.slice(2)];
  const child = spawn(node, args, { stdio: "inherit", env: { ...process.env, [REEXECUTED]: "1" } });
  // The terminal sends Ctrl-C to both, and a second one means more than the first: this process only waits.
  process.on("SIGINT", () => {});
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : 1)));
}
