import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { loadSettings, variables } from "@merit/core/base/settings/settings.ts";
import { expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { createProgram } from "../cli/src/program.ts";
import { compose, composeText, dockerfile, type Service, unit, units } from "./lib/deployment-files.ts";
import { root } from "./lib/run.ts";

// Everything that the files below `deploy` name exists. test/e2e/deployment-files.test.ts runs their commands.

/** Fails unless `merit` has this command, with these options and arguments. */
function expectCommand(words: string[]): void {
  const program = createProgram({ out: () => {}, err: () => {} } as never, false);
  const [name = "", ...rest] = words;
  const command = program.commands.find((each) => [each.name(), ...each.aliases()].includes(name));
  if (!command) throw new Error(`merit has no command ${name}`);
  const { operands, unknown } = command.parseOptions(rest);
  expect(unknown, words.join(" ")).toEqual([]);
  for (const [index, operand] of operands.entries()) {
    expect(command.registeredArguments[index]?.argChoices, words.join(" ")).toContain(operand);
  }
}

/** Longest time for a process to stop, in seconds, with the settings' defaults. */
const stopSeconds = loadSettings({ MERIT_DATA_DIR: tmpdir() }).distributeTimeoutMs / 1000 + 150;

const services = Object.entries(compose().services);
const ours = services.filter(([, { image }]) => image === "merit");
const started = (...profiles: string[]) =>
  services
    .filter(([, service]) => service.profiles.some((profile) => profiles.includes(profile)))
    .map(([name]) => name);

it("starts a whole service on one machine, and on three machines two of each part and a standby", () => {
  expect(started("all")).toEqual(["api", "api-2", "worker", "indexer", "postgres"]);
  expect(started("app")).toEqual(["api", "worker", "indexer"]);
  expect(started("app", "standby")).toEqual(["api", "worker", "indexer", "standby"]);
  expect(started("database")).toEqual(["primary"]);
});

/** The keys of the Compose Specification that are used. */
const KEYS =
  "build cap_drop command entrypoint env_file environment healthcheck image init ports profiles read_only restart secrets security_opt shm_size stop_grace_period stop_signal tmpfs ulimits user volumes".split(
    " ",
  );

it.each(services)(
  "%s is started again after a failure, has time to stop, and uses keys of the specification",
  (_, service) => {
    expect(service.restart).toBe("unless-stopped");
    expect(Object.keys(service).filter((key) => !KEYS.includes(key))).toEqual([]);
  },
);

it.each(ours)("%s runs a command of merit with settings that exist", (_, service) => {
  expectCommand(service.command ?? []);
  expect(Number.parseInt(service.stop_grace_period, 10)).toBeGreaterThanOrEqual(stopSeconds);
  const settings = variables.partial().strict().safeParse(service.environment);
  expect(settings.error?.issues ?? []).toEqual([]);
});

it("has no secret in it, and mounts only files that are there", () => {
  expect(composeText()).not.toMatch(/\w:\/\/[^\s/]+:[^\s/]+@|(PASSWORD|SECRET|TOKEN|_PASS): /);
  for (const [, file = ""] of composeText().matchAll(/- \.\/(\S+?):/g)) {
    expect(existsSync(join(root, "deploy", file)), file).toBe(true);
  }
});

it("builds an image with the tested version of Node, which starts merit", () => {
  const { devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const images = [...dockerfile().matchAll(/^FROM node:([\d.]+)-/gm)].map(([, version]) => version);
  expect(new Set(images)).toEqual(new Set([devDependencies.node]));
  const words = (name: string): string[] =>
    JSON.parse(new RegExp(`^${name} (.*)$`, "m").exec(dockerfile())?.[1] ?? "[]");
  const [program, file = ""] = words("ENTRYPOINT");
  expect(program).toBe("node");
  expect(existsSync(join(root, file))).toBe(true);
  expectCommand(words("CMD"));
});

it("runs with the Node that the page asks for, and asks who has an older one for it", () => {
  const page = readFileSync(join(root, "docs", "deployment.md"), "utf8");
  const [asked, ...others] = new Set([...page.matchAll(/Node ([\d.]+) or newer/g)].map(([, version]) => version));
  expect(others).toEqual([]);
  // A copy, beside which no other Node is installed.
  const folder = mkdtempSync(join(tmpdir(), "merit-node-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "merit.mjs");
  copyFileSync(join(root, "cli", "bin", "merit.mjs"), file);
  const version = `${Number(asked) - 1}.99.0`;
  const older = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } })`;
  const { stderr } = spawnSync(process.execPath, ["--import", `data:text/javascript,${older}`, file], {
    encoding: "utf8",
  });
  expect(stderr).toContain(`merit needs Node ${asked} or newer; this is Node ${version}`);
});

const instances = { "merit@.service": ["worker", "indexer", "all"], "merit-api@.service": ["3000"] };

it.each(units)("%s runs a command of merit, has time to stop, and is valid to systemd", (name) => {
  const { command, timeoutStopSec, text } = unit(name);
  const [node, file = "", ...words] = command;
  expect(node).toBe("/usr/bin/node");
  expect(existsSync(join(root, file))).toBe(true);
  expect(timeoutStopSec).toBeGreaterThanOrEqual(stopSeconds);
  for (const instance of instances[name]) {
    expectCommand(words.map((word) => word.replace("%i", instance)));
  }
  // Every line is a section, a comment, or a setting; systemd itself says more where it is installed.
  expect(text.split("\n").filter((line) => !/^(\[\w+\]|#.*|[A-Z]\w+=.*|)$/.test(line))).toEqual([]);
  expect(verified(name)).toEqual([]);
});

/** The errors that systemd finds in a unit: it prints them and ends with 0. */
function verified(name: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), "merit-units-"));
  const copy = join(folder, name.replace("@", "@worker"));
  copyFileSync(join(root, "deploy/systemd", name), copy);
  const { stderr } = spawnSync("systemd-analyze", ["verify", copy], { encoding: "utf8" });
  rmSync(folder, { recursive: true });
  // Node may be elsewhere on this machine, and other units have faults of their own. Without systemd nothing is said.
  return (stderr ?? "").split("\n").filter((line) => line.includes(copy) && !line.includes("/usr/bin/node"));
}

it.each(ours as [string, Service][])("%s runs the command that a unit runs", (_, service) => {
  const commands = units.flatMap((name) =>
    instances[name].map((instance) =>
      unit(name)
        .command.slice(2)
        .map((word) => word.replace("%i", instance))
        .join(" ")
        .replace(" --port 3000", ""),
    ),
  );
  expect(commands).toContain(service.command?.join(" "));
});

it("raises alerts on metrics that exist", () => {
  const { groups } = parse(readFileSync(join(root, "deploy/prometheus/merit.yml"), "utf8"));
  const rules: { alert: string; expr: string }[] = groups.flatMap(({ rules }: { rules: [] }) => rules);
  const described = readFileSync(join(root, "docs/operations.md"), "utf8");
  const known = new Set([...described.matchAll(/^\| `(merit_\w+)`/gm)].map(([, name]) => name));
  for (const { alert, expr } of rules) {
    const used = [...expr.matchAll(/\bmerit_\w+/g)].map(([name]) => name.replace(/_count$/, ""));
    expect(
      used.filter((name) => !known.has(name)),
      alert,
    ).toEqual([]);
  }
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
});

/** What the documented gateway does with a path that one of its patterns takes. */
function locationOf(path: string): string | undefined {
  const page = readFileSync(join(root, "docs/deployment.md"), "utf8");
  for (const [, kind, pattern = "", content] of page.matchAll(/location (~\*?) (\S+) \{([^}]*)\}/g)) {
    if (new RegExp(pattern, kind === "~*" ? "i" : "").test(path)) return content;
  }
}

// The service's router ignores case and a slash at the end.
it.each(["/metrics", "/metrics/", "/METRICS", "/api/metrics", "/Api/Metrics/"])("the gateway hides %s", (path) => {
  expect(locationOf(path)).toContain("return 404;");
});

it.each(["/app/v/7KQ4M2XT", "/App/V/7KQ4M2XT", "/unsubscribe/rewards.m1.mac", "/Unsubscribe/rewards.m1.mac"])(
  "the gateway passes %s on without logging what it holds",
  (path) => {
    for (const setting of ["access_log off;", "error_log /dev/null", "proxy_pass http://merit;"]) {
      expect(locationOf(path)).toContain(setting);
    }
  },
);

it.each([".env.example", ".env.production.example"])("a shell reads %s as the service does", (name) => {
  const path = join(root, name);
  // Names that a shell has anyway would hide a difference.
  const { stdout, stderr } = spawnSync("env", ["-i", "/bin/sh", "-c", `set -a; . ${path}; exec /usr/bin/env`], {
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  expect(parseEnv(stdout)).toMatchObject(parseEnv(readFileSync(path, "utf8")));
});

it("runs a command of merit with the service's settings, which others may not read", () => {
  const folder = mkdtempSync(join(tmpdir(), "merit-command-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [command, settings, data] = ["merit", "merit.env", "data"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const script = readFileSync(join(root, "deploy/merit"), "utf8");
  writeFileSync(command, script.replace("/etc/merit/merit.env", settings).replace("/opt/merit", root), { mode: 0o755 });
  const merit = () => spawnSync(command, ["audit"], { encoding: "utf8" });
  expect(merit()).toMatchObject({ status: 1, stderr: expect.stringContaining(`${settings} can't be read`) });
  writeFileSync(settings, `MERIT_NETWORK=testnet\nMERIT_DATA_DIR='${data}'\nMAIL_FROM='Merit <merit@shop.example>'\n`);
  chmodSync(settings, 0o640);
  expect(merit()).toMatchObject({ status: 1, stderr: expect.stringContaining(`chmod 600 ${settings}`) });
  chmodSync(settings, 0o600);
  const { stderr } = merit();
  expect(stderr).toContain(join(data, "testnet"));
});
