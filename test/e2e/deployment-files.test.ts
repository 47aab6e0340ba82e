import { execFileSync } from "node:child_process";
import { chownSync, cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { Client } from "pg";
import { expect, inject, it, onTestFinished } from "vitest";
import { compose, unit } from "../../scripts/lib/deployment-files.ts";
import { postgres } from "../../scripts/lib/postgres.ts";
import { Http } from "../support/http.ts";
import { Localnet } from "../support/localnet.ts";
import { freePort, Process, root, until } from "../support/processes.ts";

/** PostgreSQL doesn't run as root. */
const NOBODY = 65_534;

const temporary = (name: string) => {
  const folder = mkdtempSync(join(tmpdir(), `merit-${name}-`));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** A primary and its synchronous standby, made by the scripts of the compose file. @returns the URL of the database */
async function startServers(): Promise<string> {
  const bin = await postgres();
  const folder = temporary("servers");
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const passwords = join(folder, "replication_password");
  writeFileSync(passwords, "only for this test\n");
  const [port, standbyPort] = [await freePort(), await freePort()];
  const env = {
    PATH: `${bin}:${process.env.PATH}`,
    REPLICATION_PASSWORD_FILE: passwords,
    ...{ POSTGRES_USER: "merit", PGHOST: folder, PGPORT: String(port) },
  };
  // The repository may lie where only its owner may read.
  cpSync(join(root, "deploy/postgres"), folder, { recursive: true });
  const script = (name: string) => join(folder, name);
  const options = { ...user, cwd: folder, stdio: "ignore" } as const;
  const primary = { ...options, env: { ...env, PGDATA: join(folder, "primary") } };
  const standby = {
    ...options,
    env: { ...env, PGDATA: join(folder, "standby"), PRIMARY_HOST: "127.0.0.1", PRIMARY_PORT: `${port}` },
  };
  const settings = (ownPort: number) => ["-c", `port=${ownPort}`, "-c", `unix_socket_directories=${folder}`];

  execFileSync(
    "initdb",
    ["-U", "merit", "--auth-local=trust", "--auth-host=scram-sha-256", "--encoding=UTF8", "--locale=C", "--no-sync"],
    primary,
  );
  const control = (action: string) =>
    execFileSync("pg_ctl", [action, "--wait", "--mode=fast", "-o", settings(port).join(" ")], primary);
  control("start");
  onTestFinished(() => void control("stop"));
  execFileSync(script("primary.sh"), primary);
  control("restart");
  const server = new Process("standby", script("standby.sh"), settings(standbyPort), standby.env, user);
  onTestFinished(() => server.kill("SIGINT"));

  const client = new Client({ host: folder, port, user: "merit", database: "postgres" });
  await client.connect();
  const isInStep = async () => {
    const { rows } = await client.query("select sync_state from pg_stat_replication");
    if (!server.running) throw new Error(`the standby has ended:\n${server.output}`);
    return rows[0]?.sync_state === "sync" ? true : undefined;
  };
  await until(isInStep);
  // Returns once the standby has it too.
  await client.query("create database merit");
  await client.end();
  return `postgres://merit@localhost/merit?host=${folder}&port=${port}`;
}

it("the commands of the units start a service on a primary with a standby, which is ready, and end at SIGTERM in time", async () => {
  const databaseUrl = await startServers();
  const folder = temporary("data");
  cpSync(inject("template"), folder, { recursive: true });
  const ledger = new Localnet(await freePort(), join(folder, "local", "ledger"));
  onTestFinished(() => ledger.kill());
  await ledger.start();
  const file = `MERIT_NETWORK=local
    MERIT_RPC_URL=${ledger.url}
    MERIT_DATA_DIR=${folder}
    DATABASE_URL="${databaseUrl}"`;

  const port = await freePort();
  const start = (name: Parameters<typeof unit>[0], instance: string) => {
    const { command, timeoutStopSec } = unit(name);
    const [, program = "", ...words] = command.map((word) => word.replace("%i", instance));
    const started = new Process(
      instance,
      process.execPath,
      [join(root, program), ...words],
      parseEnv(file) as Record<string, string>,
    );
    onTestFinished(() => started.kill());
    return { started, timeoutStopSec };
  };
  const all = [
    start("merit-api@.service", String(port)),
    start("merit@.service", "worker"),
    start("merit@.service", "indexer"),
  ];
  const api = new Http(`http://127.0.0.1:${port}/api`);
  await until(async () => {
    const ended = all.find(({ started }) => !started.running);
    if (ended) throw new Error(`a process has ended:\n${ended.started.output}`);
    return (await api.get("/ready")).status === 200 ? true : undefined;
  });

  // The check of the compose file, of this process.
  const [, ...check] = compose().services.api?.healthcheck?.test ?? [];
  const isHealthy = (at: number) => {
    const [, ...words] = check.map((word) => word.replace("3000", String(at)));
    try {
      execFileSync(process.execPath, words, { stdio: "ignore" });
      return true;
    } catch {
      return false;
    }
  };
  expect(isHealthy(port)).toBe(true);
  expect(isHealthy(await freePort())).toBe(false);

  await Promise.all(
    all.map(async ({ started, timeoutStopSec }) => {
      started.child.kill("SIGTERM");
      await started.exited(timeoutStopSec * 1000);
      expect(started.child.exitCode, started.output).toBe(0);
    }),
  );
});
