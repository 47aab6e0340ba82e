import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { createTemplate, urlOf } from "./postgres.ts";

/** User id of the server: PostgreSQL doesn't run as root. */
const NOBODY = 65_534;

/** Settings for data that is gone with the test run. */
const FAST = {
  ...{ fsync: "off", full_page_writes: "off", synchronous_commit: "off", autovacuum: "off" },
  ...{ wal_level: "minimal", max_wal_senders: "0", max_wal_size: "4GB", checkpoint_timeout: "1d" },
};

export interface PostgresServer {
  /** Folder of its socket; it listens on no port. */
  folder: string;
  /** Ends it at once, as a machine that is gone. */
  crash(): Promise<void>;
  /** Starts it again after that. */
  start(): Promise<void>;
  /** Another server that follows this one under a name of its own, until it is promoted. */
  standby(name: string): Promise<PostgresServer>;
  stop(): Promise<void>;
}

const isRoot = process.getuid?.() === 0;
const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {};

/**
 * Starts a server of its own, with a template for the databases of tests.
 * @param bin folder of PostgreSQL's programs
 * @param isDurable whether a commit survives a crash of the server
 */
export async function startPostgres(bin: string, { isDurable = false } = {}): Promise<PostgresServer> {
  const folder = makeFolder();
  const all = ["-U", "merit", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"];
  execFileSync(join(bin, "initdb"), ["-D", join(folder, "data"), ...all], {
    ...user,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const server = createServer(bin, folder, isDurable ? {} : FAST);
  try {
    await server.start();
    await createTemplate(folder);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "merit-postgres-"));
  if (isRoot) chownSync(folder, NOBODY, NOBODY);
  chmodSync(folder, 0o700);
  return folder;
}

function createServer(bin: string, folder: string, more: Record<string, string>): PostgresServer {
  const data = join(folder, "data");
  const settings = {
    listen_addresses: "",
    unix_socket_directories: folder,
    max_connections: "200",
    log_min_messages: "panic",
    ...more,
  };
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}='${value}'`);
  // The shell ends the server when the pipe to it closes: also when this process is killed.
  const script = `'${join(bin, "postgres")}' -D '${data}' ${options.join(" ")} <&- & server=$!; cat >/dev/null; kill -INT $server 2>/dev/null; wait $server`;
  let end = async () => {};
  const server: PostgresServer = {
    folder,
    async start() {
      const shell = spawn("sh", ["-c", script], { ...user, stdio: ["pipe", "ignore", "inherit"] });
      const ended = once(shell, "exit");
      end = async () => {
        shell.stdin.end();
        await ended;
      };
      await ready(folder);
    },
    async crash() {
      const [pid = "", , , , , , memory = ""] = readFileSync(join(data, "postmaster.pid"), "utf8").split("\n");
      process.kill(Number(pid), "SIGKILL");
      await end();
      // Its other processes end by themselves as soon as they notice. Until then no server starts on its files.
      while (isAttached(memory)) await sleep(20);
    },
    async standby(name) {
      const other = makeFolder();
      const from = `host=${folder} user=merit application_name=${name}`;
      const copy = ["-D", join(other, "data"), "-d", from, "--write-recovery-conf", "--checkpoint=fast", "--no-sync"];
      execFileSync(join(bin, "pg_basebackup"), copy, { ...user, stdio: ["ignore", "ignore", "inherit"] });
      const standby = createServer(bin, other, more);
      await standby.start();
      return standby;
    },
    async stop() {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return server;
}

/** True while a process uses this shared memory. @param memory its key and its id */
function isAttached(memory: string): boolean {
  const [key, id] = memory.trim().split(/\s+/);
  const segments = readFileSync("/proc/sysvipc/shm", "utf8").split("\n");
  const [, , , , , , attached] =
    segments.map((line) => line.trim().split(/\s+/)).find((each) => each[0] === key && each[1] === id) ?? [];
  return Number(attached ?? 0) > 0;
}

const START_MS = 30_000;

async function ready(folder: string): Promise<void> {
  const limit = performance.now() + START_MS;
  for (;;) {
    const client = new Client(urlOf(folder, "postgres"));
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      if (performance.now() > limit) throw error;
      await sleep(20);
    }
  }
}
