import { setTimeout as pause } from "node:timers/promises";
import { takeDatabase } from "@merit/core/testing/postgres.ts";
import { type PostgresServer, startPostgres } from "@merit/core/testing/postgres-server.ts";
import { Client } from "pg";
import { expect, inject, it, onTestFailed, onTestFinished } from "vitest";
import { postgres } from "../../scripts/lib/postgres.ts";
import { Address } from "../support/address.ts";
import { Book } from "../support/book.ts";
import { Fleet } from "../support/fleet.ts";
import { atLength, isLong } from "../support/long.ts";
import { freePort, PATIENCE_MS, until } from "../support/processes.ts";
import { World } from "../support/world.ts";

const WHOLE_MS = 600_000;
/** Pause between loads: more at a time proves nothing more, and takes long to compare. */
const LOAD_EVERY_MS = 200;
/** A take-over after a kill, as the documentation promises it for a machine that has nothing else to do. */
const MOVES_WITHIN_MS = 10_000;

it("three APIs, two workers and two indexers: processes and databases are killed, stopped, cut off and replaced under load, and each reward is paid once", {
  timeout: WHOLE_MS,
}, async () => {
  const bin = await postgres();
  const world = await World.open(inject("template"), {}, { unstarted: true });
  onTestFinished(() => world.end());
  const server = await startPostgres(bin, { isDurable: true });
  onTestFinished(() => server.stop());
  const name = new URL(await takeDatabase(server.folder).url).pathname;
  const socketOf = ({ folder }: PostgresServer) => `${folder}/.s.PGSQL.5432`;
  const database = await Address.open(await freePort(), [socketOf(server)]);
  onTestFinished(() => database.close());
  world.databaseUrl = `postgres://merit@127.0.0.1:${database.port}${name}`;

  const fleet = new Fleet({
    ...{ DATABASE_URL: world.databaseUrl, MERIT_RPC_URL: world.ledger.url },
    ...{ MERIT_DATA_DIR: world.folder, MERIT_NETWORK: "local" },
  });
  onTestFinished(() => fleet.end());
  onTestFailed(() => console.error(fleet.output.slice(-20_000)));
  for (const role of ["api", "api", "api", "worker", "worker", "indexer", "indexer"] as const) await fleet.add(role);
  const apis = fleet.members.flatMap(({ role, port }) => (role === "api" ? port : []));
  const balancer = await Address.open(world.port, apis);
  onTestFinished(() => balancer.close());
  await until(async () => ((await world.api.get("/ready")).status === 200 ? true : undefined));

  /** The first row, on the server that is the primary now. */
  async function row<T>(text: string, ...values: unknown[]): Promise<T> {
    const client = new Client({ connectionString: world.databaseUrl ?? "" });
    client.on("error", () => {});
    await client.connect();
    try {
      return (await client.query(text, values)).rows[0];
    } finally {
      await client.end();
    }
  }
  const eventually = <T>(probe: () => Promise<T | undefined>) => until(() => probe().catch(() => undefined));
  const leaderOf = async (role: string) => {
    const led = await row<{ pid: number; term: number } | undefined>(
      "select p.pid::int, l.term::int from leaders l join processes p on p.id = l.process_id where l.role = $1",
      role,
    );
    const member = fleet.members.find(({ process }) => process.child.pid === led?.pid);
    return led && member && { member, process: member.process, term: led.term };
  };
  const led = (role: string) => eventually(() => leaderOf(role));
  const took: Record<string, number> = {};
  /** Waits until another process leads the role. */
  async function moves(what: string, role: string, before: Awaited<ReturnType<typeof led>>) {
    const began = performance.now();
    const next = await eventually(async () => {
      const now = await leaderOf(role);
      return now && now.term > before.term ? now : undefined;
    });
    took[what] = Math.round(performance.now() - began);
    return next;
  }

  const book = await Book.open(world, { campaigns: 1, wallets: 38 });
  let isLoaded = true;
  const load = (async () => {
    for (; isLoaded; await pause(LOAD_EVERY_MS)) await book.issue(6);
  })();
  load.catch(() => {});
  onTestFinished(() => {
    isLoaded = false;
  });
  /** Waits until rewards are accepted and paid that were requested from now on. */
  async function goesOn() {
    const { id } = await eventually(() =>
      row<{ id: number }>("select coalesce(max(id), 0)::int as id from reward_issuances"),
    );
    const newer = "select count(*)::int as n from reward_issuances where status = 'confirmed' and id > $1";
    await Promise.race([
      load,
      eventually(async () => ((await row<{ n: number }>(newer, id)).n > 10 ? true : undefined)),
    ]);
    if (!isLoaded) throw new Error("the load has ended");
  }
  const expectNoDeadlock = async () =>
    expect(await row("select deadlocks::int from pg_stat_database where datname = current_database()")).toEqual({
      deadlocks: 0,
    });
  await goesOn();

  // Processes are killed, several at once.
  const [worker, indexer] = [await led("worker"), await led("indexer")];
  for (const { process } of [worker, indexer, { process: fleet.members[0]?.process }]) void process?.kill("SIGKILL");
  await Promise.all([moves("worker killed", "worker", worker), moves("indexer killed", "indexer", indexer)]);
  await goesOn();

  // Every other connection is cut.
  for (let turn = 0; turn < atLength(1, 2); turn++) {
    await row(
      "select count(pg_terminate_backend(pid)) from pg_stat_activity where application_name like 'merit%' and pid % 2 = $1",
      turn,
    );
    await goesOn();
  }

  // The leader stops, and an API: nobody hears that they are gone.
  const stopping = await led("worker");
  const [, api] = fleet.members;
  for (const { child } of [stopping.process, api?.process].flatMap((each) => each ?? [])) child.kill("SIGSTOP");
  balancer.move(apis.filter((port) => port !== api?.port));
  await moves("worker stopped", "worker", stopping);
  await goesOn();
  for (const { child } of [stopping.process, api?.process].flatMap((each) => each ?? [])) child.kill("SIGCONT");
  await stopping.process.printed(/has lost this work/);
  balancer.move(apis);

  if (isLong) {
    // The database's server crashes, and starts again.
    await expectNoDeadlock();
    await server.crash();
    await server.start();
    await goesOn();
  }

  // The database's server is lost, and its synchronous standby takes its place.
  const standby = await server.standby("second");
  onTestFinished(() => standby.stop());
  await row("alter system set synchronous_standby_names = 'second'");
  await row("select pg_reload_conf()");
  await eventually(async () =>
    (await row<{ n: number }>("select count(*)::int as n from pg_stat_replication where sync_state = 'sync'")).n === 1
      ? true
      : undefined,
  );
  await goesOn();
  await expectNoDeadlock();
  await server.crash();
  database.move([socketOf(standby)]);
  const operator = new Client({ host: standby.folder, user: "merit", database: "postgres" });
  await operator.connect();
  await operator.query("select pg_promote()");
  await operator.query("alter system set synchronous_standby_names = ''");
  await operator.query("select pg_reload_conf()");
  await operator.end();
  await goesOn();
  await expectNoDeadlock();

  if (isLong) {
    expect(took["worker killed"]).toBeLessThan(MOVES_WITHIN_MS);
    expect(took["indexer killed"]).toBeLessThan(MOVES_WITHIN_MS);
  }
  // Ledgers close with each transaction here. The opening of an epoch settles what was open, and its payouts follow.
  const late = await row<{ n: number }>(`select count(*)::int as n from submissions e
    join lateral (select ledger, kind from submissions s where s.kind in ('payout', 'epoch') and s.ledger > e.ledger
      order by ledger limit 1) next on next.kind = 'payout'
    where e.kind = 'epoch' and e.state = 'confirmed' and next.ledger > e.ledger + 3
      and e.id > (select min(id) from submissions where kind = 'payout')`);
  expect(late.n).toBe(0);
  expect(
    (
      await row<{ n: number }>(
        "select count(*)::int as n from submissions where kind = 'epoch' and state = 'confirmed'",
      )
    ).n,
  ).toBeGreaterThan(atLength(2, 5));
  // Neither ids nor the numbers of a campaign's rewards have gaps.
  const gaps = `select count(*) as n from (select max(id) - min(id) + 1 - count(*) as missing from reward_issuances
    union all select max(number) - min(number) + 1 - count(*) from reward_issuances group by campaign_id) g where missing <> 0`;
  expect(await row(gaps)).toEqual({ n: "0" });
  const living = async () => {
    const { body } = await world.api.get("/health");
    return (body.processes as { role: string; status: string }[]).flatMap(({ role, status }) =>
      status === "ok" ? role : [],
    );
  };
  const all = ["api", "api", "api", "indexer", "indexer", "worker", "worker"];
  await expect.poll(async () => (await living()).toSorted(), { timeout: PATIENCE_MS }).toEqual(all);

  /** The next standby isn't synchronous, and is behind when it takes the place: what was accepted since is lost there. */
  async function loseWhatIsNewest() {
    const third = await standby.standby("third");
    onTestFinished(() => third.stop());
    const behind = new Client({ host: third.folder, user: "merit", database: "postgres" });
    behind.on("error", () => {});
    await behind.connect();
    await eventually(async () =>
      (await behind.query("select 1 from pg_stat_wal_receiver")).rowCount === 1 ? true : undefined,
    );
    await behind.query("alter system set primary_conninfo = ''");
    await behind.query("select pg_reload_conf()");
    await eventually(async () =>
      (await behind.query("select 1 from pg_stat_wal_receiver")).rowCount === 0 ? true : undefined,
    );
    await goesOn();
    expect(await row(gaps)).toEqual({ n: "0" });
    await standby.crash();
    database.move([socketOf(third)]);
    await behind.query("select pg_promote()");
    await behind.end();
    await goesOn();
  }

  if (isLong) await loseWhatIsNewest();

  isLoaded = false;
  await load;
  // Merchants send again what they issued since.
  await book.send(book.rewards);
  await book.expectExact();
  await expectNoDeadlock();
  console.log("rewards", book.rewards.length, "take-over in ms", took);
});
