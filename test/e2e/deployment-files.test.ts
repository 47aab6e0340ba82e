import { execFileSync } from "node:child_process";
import { chownSync, cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
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

/** A primary and its synchronous standby, made by the scripts of the compose file. */
async function startServers() {
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
  const settings = (ownPort: number) => ["-c", `port=${ownPort}`, "-c", `unix_socket_directories=${folder}`];

  execFileSync(
    "initdb",
    ["-U", "merit", "--auth-local=trust", "--auth-host=scram-sha-256", "--encoding=UTF8", "--locale=C", "--no-sync"],
    primary,
  );
  const control = (action: string) =>
    execFileSync("pg_ctl", [action, "--wait", "--mode=fast", "-o", settings(port).join(" ")], primary);
  control("start");
  const stopPrimary = () => existsSync(join(folder, "primary/postmaster.pid")) && control("stop");
  onTestFinished(() => void stopPrimary());
  execFileSync(script("primary.sh"), primary);
  control("restart");

  const connect = async (port: number) => {
    const client = new Client({ host: folder, port, user: "merit", database: "postgres" });
    await client.connect();
    onTestFinished(() => client.end());
    // Servers end before their clients.
    return client.on("error", () => {});
  };
  /** Resolves when each commit on that primary waits for this standby. */
  const startStandby = async (name: string, ownPort: number, primaryPort: number) => {
    const its = { PGDATA: join(folder, name), PRIMARY_HOST: "127.0.0.1", PRIMARY_PORT: `${primaryPort}` };
    const server = new Process(name, script("standby.sh"), settings(ownPort), { ...env, ...its }, user);
    onTestFinished(() => server.kill("SIGINT"));
    await server.printed(/ready to accept read-only connections/);
    const client = await connect(primaryPort);
    await until(async () => {
      const { rows } = await client.query("select sync_state from pg_stat_replication");
      return rows[0]?.sync_state === "sync" ? true : undefined;
    });
    return client;
  };
  const client = await startStandby("standby", standbyPort, port);
  // Returns once the standby has it too.
  await client.query("create database merit");
  const databaseUrl = `postgres://merit@localhost/merit?host=${folder}&port=${port}`;
  return { databaseUrl, folder, user, standbyPort, stopPrimary, connect, startStandby };
}

it("a promoted standby gets one of its own, also after a copy that was interrupted", async () => {
  const { folder, user, standbyPort, stopPrimary, connect, startStandby } = await startServers();
  stopPrimary();
  const promoted = await connect(standbyPort);
  await promoted.query("select pg_promote()");
  // What the interrupted copy leaves.
  await promoted.query("select pg_create_physical_replication_slot('merit_standby')");
  const half = join(folder, "second/copying");
  execFileSync("sh", ["-c", `mkdir -p ${half} && echo 15 >${half}/PG_VERSION`], user);

  const secondPort = await freePort();
  await startStandby("second", secondPort, standbyPort);
  await promoted.query("create database stored");
  const second = await connect(secondPort);
  await until(async () => {
    const { rowCount } = await second.query("select from pg_database where datname in ('merit', 'stored')");
    return rowCount === 2 ? true : undefined;
  });
  const { rows } = await promoted.query("select wal_status, safe_wal_size > 0 as has_limit from pg_replication_slots");
  expect(rows).toEqual([{ wal_status: "reserved", has_limit: true }]);
});

it("the commands of the units start a service on a primary with a standby, which is ready, and end at SIGTERM in time", async () => {
  const { databaseUrl } = await startServers();
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
