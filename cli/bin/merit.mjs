#!/usr/bin/env node
// Runs with any Node: it finds one that can run the TypeScript sources, or says which one to install.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import module from "node:module";
import { fileURLToPath } from "node:url";

const main = new URL("../src/main.ts", import.meta.url);
const REEXECUTED = "MERIT_REEXECUTED";
/** The first version whose syntax the sources use. */
const MINIMUM = 24;
const resolved = new Map();

const isNew = Number.parseInt(process.versions.node, 10) >= MINIMUM;
if (isNew && process.features.typescript) {
  module.registerHooks?.({ resolve });
  // Compiled modules are kept, so that the next command starts three times as fast.
  module.enableCompileCache?.(fileURLToPath(new URL("../../target/node-compile-cache", import.meta.url)));
  await import(main.href);
} else {
  reexecute();
}

// Node parses a package's whole package.json again for each import of the package and for each of its own modules. These two
// list hundreds of exports and have hundreds of modules: answering in Node's place saves a third of the CPU time of a start.
function resolve(specifier, context, nextResolve) {
  const { conditions, parentURL } = context;
  if (!conditions.includes("import")) return nextResolve(specifier, context);
  if (!parentURL?.includes("/node_modules/")) {
    if (!/^(drizzle-orm|@stellar\/stellar-sdk)(\/|$)/.test(specifier)) return nextResolve(specifier, context);
    if (!resolved.has(specifier)) resolved.set(specifier, nextResolve(specifier, context));
    return { ...resolved.get(specifier), shortCircuit: true };
  }
  const isOwnModule = /^\.\.?\/.*\.js$/.test(specifier);
  if (!isOwnModule || !/\/node_modules\/(drizzle-orm|@stellar\/stellar-sdk)\/(?!.*\/node_modules\/)/.test(parentURL)) {
    return nextResolve(specifier, context);
  }
  return { url: new URL(specifier, parentURL).href, format: "module", shortCircuit: true };
}

function reexecute() {
  const pinned = fileURLToPath(
    new URL(`../../node_modules/node/bin/node${process.platform === "win32" ? ".exe" : ""}`, import.meta.url),
  );
  if (!process.env[REEXECUTED] && existsSync(pinned)) return run(pinned);
  refuse(isNew ? "it has type stripping switched off" : "it is too old");
}

function refuse(reason) {
  console.error(
    `merit needs Node ${MINIMUM} or newer; this is Node ${process.versions.node}, and ${reason}.\n` +
      "Run `npm install` in the repository, which brings a suitable Node along, or install a newer one.",
  );
  process.exit(1);
}

function run(node) {
  const args = ["--disable-warning=ExperimentalWarning", fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  const child = spawn(node, args, { stdio: "inherit", env: { ...process.env, [REEXECUTED]: "1" } });
  // The terminal sends Ctrl-C to both, and a second one means more than the first: this process only waits.
  process.on("SIGINT", () => {});
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : 1)));
}
