// Entry of every `npm run` task on a fresh clone. Runs on any Node from 20 on, with built-in modules only:
// installs the npm packages when they are missing or stale, then hands over to scripts/<task>.ts on the pinned Node.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [task, ...args] = process.argv.slice(2);

function stop(message) {
  process.stderr.write(`\nmerit: ${message}\n`);
  process.exit(1);
}

function checkNode() {
  const major = Number(process.versions.node.split(".")[0]);
  if (major < 20)
    stop(`Node ${process.versions.node} is too old to begin with. Install Node 20 or newer: https://nodejs.org`);
}

function installPackages() {
  const lock = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
  const stamp = join(root, "node_modules", ".merit-lock");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  process.stdout.write("merit: installing npm packages (about half a minute) ...\n");
  // Servers and lines have short faults.
  for (let left = 2; !installed(); left--) {
    if (left === 0)
      stop("`npm ci` failed three times: see its output above. Fix the cause and run the same command again.");
    process.stdout.write("merit: `npm ci` failed; trying again in 10 s\n");
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10_000);
  }
  writeFileSync(stamp, lock);
}

function installed() {
  const npm = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (npm.error) stop("npm was not found. It comes with Node: https://nodejs.org");
  return npm.status === 0;
}

function pinnedNode() {
  const path = join(root, "node_modules", ".bin", "node");
  if (existsSync(path)) return path;
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath;
  return stop(
    `the npm package \`node\` brought no binary for this platform. Install Node 24 and run the same command again.`,
  );
}

function run(node) {
  const child = spawn(node, [join(root, "scripts", `${task}.ts`), ...args], {
    stdio: "inherit",
    env: { ...process.env, PATH: `${join(root, "node_modules", ".bin")}:${process.env.PATH}` },
  });
  // The child shuts down by itself, and its exit status becomes ours.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

checkNode();
installPackages();
run(pinnedNode());
