import type { LedRole, ProcessRole } from "@merit/core/store/db/schema/processes.ts";
import { takeDatabase } from "@merit/core/testing/postgres.ts";
import { type PostgresServer, startPostgres } from "@merit/core/testing/postgres-server.ts";
import { Client } from "pg";
import { postgres } from "../../scripts/lib/postgres.ts";
import { Address } from "./address.ts";
import { Fleet, type Member } from "./fleet.ts";
import { freePort, type Process, until } from "./processes.ts";
import { World } from "./world.ts";

/** The process that leads a role. */
export interface Leader {
  member: Member;
  process: Process;
  term: number;
}

const socketOf = ({ folder }: PostgresServer) => `${folder}/.s.PGSQL.5432`;

/** A service of several processes on PostgreSQL, behind a load balancer. Its database has an address that can move to another server. */
export class Cluster implements AsyncDisposable {
  readonly world: World;
  readonly fleet: Fleet;
  readonly #ends: AsyncDisposableStack;
  readonly #database: Address;
  readonly #balancer: Address;
  /** Ports of the APIs that the balancer leaves out. */
  readonly #away = new Set<number>();
  #primary: PostgresServer;
  #standbys = 0;

  private constructor(
    ends: AsyncDisposableStack,
    parts: { world: World; fleet: Fleet; database: Address; balancer: Address; primary: PostgresServer },
  ) {
    this.#ends = ends;
    this.world = parts.world;
    this.fleet = parts.fleet;
    this.#database = parts.database;
    this.#balancer = parts.balancer;
    this.#primary = parts.primary;
  }

  /** Resolves when it is ready. @param template folder of a ledger with the contracts */
  static async open(template: string, roles: readonly ProcessRole[]): Promise<Cluster> {
    await using ends = new AsyncDisposableStack();
    const bin = await postgres();
    const world = await World.open(template, {}, { unstarted: true });
    ends.defer(() => world.end());
    const primary = await startPostgres(bin, { isDurable: true });
    ends.defer(() => primary.stop());
    const name = new URL(await takeDatabase(primary.folder).url).pathname;
    const database = await Address.open(await freePort(), [socketOf(primary)]);
    ends.defer(() => database.close());
    world.databaseUrl = `postgres://merit@127.0.0.1:${database.port}${name}`;
    const fleet = new Fleet({
      ...{ DATABASE_URL: world.databaseUrl, MERIT_RPC_URL: world.ledger.url },
      ...{ MERIT_DATA_DIR: world.folder, MERIT_NETWORK: "local" },
    });
    ends.defer(() => fleet.end());
    for (const role of roles) await fleet.add(role);
    const balancer = await Address.open(world.port, fleet.ports);
    ends.defer(() => balancer.close());
    await until(async () => ((await world.api.get("/ready")).status === 200 ? true : undefined)).catch((cause) => {
      throw new Error(`it isn't ready:\n${fleet.output}`, { cause });
    });
    return new Cluster(ends.move(), { world, fleet, database, balancer, primary });
  }

  /** The first row, on the server that is the primary now. */
  async row<T>(text: string, ...values: unknown[]): Promise<T> {
    const client = new Client({ connectionString: this.world.databaseUrl ?? "" });
    client.on("error", () => {});
    await client.connect();
    try {
      return (await client.query(text, values)).rows[0];
    } finally {
      await client.end();
    }
  }

  /** The leader of a role, once there is one that runs. @param after the term before it */
  leader(role: LedRole, after = 0): Promise<Leader> {
    return eventually(async () => {
      const led = await this.row<{ pid: number; term: number } | undefined>(
        "select p.pid::int, l.term::int from leaders l join processes p on p.id = l.process_id where l.role = $1",
        role,
      );
      const member = this.fleet.members.find(({ process }) => process.child.pid === led?.pid);
      return led && member && led.term > after ? { member, process: member.process, term: led.term } : undefined;
    });
  }

  /** The balancer leaves an API out, or has it again. Its connections are cut. */
  route({ port }: Member, isAway: boolean): void {
    if (isAway) this.#away.add(port);
    else this.#away.delete(port);
    this.#balancer.move(this.fleet.ports.filter((each) => !this.#away.has(each)));
  }

  /** The database's server crashes, and starts again. */
  async restartDatabase(): Promise<void> {
    await this.#primary.crash();
    await this.#primary.start();
  }

  /** The database's server is lost, and its synchronous standby takes its place. @param meanwhile is awaited before, and is in both */
  async promoteStandby(meanwhile: () => Promise<void>): Promise<void> {
    const { name, standby } = await this.#addStandby();
    await this.row(`alter system set synchronous_standby_names = '${name}'`);
    await this.row("select pg_reload_conf()");
    const count = "select count(*)::int as n from pg_stat_replication where sync_state = 'sync'";
    await eventually(async () => ((await this.row<{ n: number }>(count)).n === 1 ? true : undefined));
    await meanwhile();
    await this.#primary.crash();
    this.#lead(standby);
    await onServer(standby, "select pg_promote()", "alter system set synchronous_standby_names = ''", RELOAD);
  }

  /** The database's server is lost, and a standby that doesn't follow any more takes its place. @param meanwhile is missing there */
  async loseNewest(meanwhile: () => Promise<void>): Promise<void> {
    const { standby } = await this.#addStandby();
    const follows = (count: number) =>
      eventually(async () => {
        const [rows] = await onServer(standby, "select 1 from pg_stat_wal_receiver");
        return rows === count ? true : undefined;
      });
    await follows(1);
    await onServer(standby, "alter system set primary_conninfo = ''", RELOAD);
    await follows(0);
    await meanwhile();
    await this.#primary.crash();
    this.#lead(standby);
    await onServer(standby, "select pg_promote()");
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#ends.disposeAsync();
  }

  async #addStandby() {
    this.#standbys += 1;
    const name = `standby${this.#standbys}`;
    const standby = await this.#primary.standby(name);
    this.#ends.defer(() => standby.stop());
    return { name, standby };
  }

  #lead(server: PostgresServer): void {
    this.#primary = server;
    this.#database.move([socketOf(server)]);
  }
}

const RELOAD = "select pg_reload_conf()";

/** Runs statements on a server itself. @returns number of rows of each */
async function onServer({ folder }: PostgresServer, ...statements: string[]): Promise<(number | null)[]> {
  const operator = new Client({ host: folder, user: "merit", database: "postgres" });
  operator.on("error", () => {});
  await operator.connect();
  try {
    const counts = [];
    for (const statement of statements) counts.push((await operator.query(statement)).rowCount);
    return counts;
  } finally {
    await operator.end();
  }
}

/** As `until`; the database may be away meanwhile. */
export const eventually = <T>(probe: () => Promise<T | undefined>) => until(() => probe().catch(() => undefined));
