import { randomUUID } from "node:crypto";
import { and, asc, count, eq, gt, gte, isNotNull, isNull, lt, lte, min, ne, or, type SQL, sql } from "drizzle-orm";
import { topics } from "../../base/wake.ts";
import { asRows } from "../db/columns.ts";
import {
  freeRowCount,
  insertedFrom,
  isGiven,
  isSelected,
  least,
  listed,
  listedPairs,
  rowCount,
  value,
} from "../db/dialect.ts";
import { deadLetterQueue, deadLetters, jobs, type QueueName, RECURRING } from "../db/schema/jobs.ts";
import { placeholders, prepared, type Store } from "../db/store.ts";

// Jobs live beside the records that they are about, so that a record and its job are one commit.
// A job waits, or a worker holds a lease on it, or it is gone: completed, or moved to the dead letters. There are two kinds of leases:
// - A recurring job's holder renews its lease. If it has been silent for a minute, another may take the job. The job may then run
//   twice, which does no more than one run.
// - In all other queues, leases don't expire: the holder ends its lease, or the next worker does when it takes the role. If they
//   expired, a clock that jumps could give a job to two holders, and both could send its mail or transaction. What is renewed, and
//   expires by the database's time, is the worker's role (db/leaders.ts).

export type Job = typeof jobs.$inferSelect;
export type DeadLetter = typeof deadLetters.$inferSelect;

export interface NewJob {
  queue: Job["queue"];
  /** Unique within the queue: adding a job again changes nothing. */
  key: string;
  /** Jobs of one group may be carried by one transaction. What stands before its first `/` is its tenant: see {@link tenantOf}. */
  group: string;
  payload: unknown;
  now: Date;
  runAt?: Date;
}

/** The tenant that caused the jobs of a group, such as a merchant by its id. Tenants share a queue, and none may hold up the others. */
export const tenantOf = (group: string): string => group.split("/", 1)[0] ?? "";

/** A tenant's group for the jobs of one record, which wait for nothing else of the tenant's. */
export const groupOf = (tenant: number | null, record: string): string => `${tenant ?? ""}/${record}`;

const insertJob = prepared((store) =>
  store
    .insert(jobs)
    .values({
      ...placeholders("queue", "key", "group", "payload", "run_at"),
      queued_at: sql.placeholder("now"),
      attempts: 0,
      failures: 0,
      created_at: sql.placeholder("now"),
    })
    .onConflictDoNothing()
    .returning({ id: jobs.id })
    .prepare(),
);

/** Adds a job and wakes its queue after the commit; false if the queue has one with this key already. */
export async function add(store: Store, job: NewJob): Promise<boolean> {
  const { runAt = job.now, ...rest } = job;
  const row = await insertJob(store).get({ ...rest, run_at: runAt });
  if (row) await store.notify(topics.queue(job.queue));
  return row !== undefined;
}

const insertJobs = prepared((store) =>
  store.insert(jobs).select(insertedFrom(jobs, "rows")).onConflictDoNothing().prepare(),
);

/** As {@link add} for many jobs of a queue, in one statement. */
export async function addAll(
  store: Store,
  {
    queue,
    jobs: added,
    now,
  }: { queue: Job["queue"]; jobs: Pick<NewJob, "key" | "group" | "payload" | "runAt">[]; now: Date },
): Promise<void> {
  const unclaimed = { attempts: 0, failures: 0, lease_owner: null, leased_until: null, last_error: null };
  const times = { run_at: now, queued_at: now, created_at: now };
  const rows = added.map(({ runAt = now, ...job }) => ({
    id: null,
    queue,
    ...job,
    ...times,
    run_at: runAt,
    ...unclaimed,
  }));
  await insertJobs(store).run({ rows: asRows(jobs, rows) });
  await store.notify(topics.queue(queue));
}

export async function byKey(store: Store, queue: Job["queue"], key: string): Promise<Job | undefined> {
  return store
    .select()
    .from(jobs)
    .where(and(eq(jobs.queue, queue), eq(jobs.key, key)))
    .get();
}

const isFree = isNull(jobs.lease_owner);

const inQueue = and(isGiven(jobs.queue), isFree);
const isDueIn = (group: SQL) =>
  sql`${inQueue} and ${jobs.group} = ${group} and ${lte(jobs.run_at, value(jobs.run_at, "now"))}`;
const firstGroup = (behind: SQL) =>
  sql`(select min(${jobs.group}) from ${jobs} where ${inQueue} and ${jobs.group} > ${behind})`;

/** All groups behind one, for `with recursive`. From one to the next: as fast with 100,000 jobs in each group as with one. */
const groupsBehind = (group: SQL) => sql`groups(name) as (
  select ${firstGroup(group)}
  union all
  select ${firstGroup(sql`name`)} from groups where name is not null
)`;

/** Jobs of a group that are counted. A worker has fewer under way: 64 batches of 60 rewards at most. */
const MOST_COUNTED = sql.raw("4000");

const selectDueGroups = prepared((store) =>
  store
    .select({
      group: sql<string>`name`,
      due: sql`(select count(*) from (select 1 from ${jobs} where ${isDueIn(sql`name`)} limit ${MOST_COUNTED}) counted)`.mapWith(
        Number,
      ),
      oldest: sql<Date>`oldest`.mapWith(jobs.run_at),
    })
    .from(sql`(
      with recursive ${groupsBehind(sql`''`)},
      dated as materialized (select name, (select min(${jobs.run_at}) from ${jobs} where ${isDueIn(sql`name`)}) as oldest from groups)
      select name, oldest from dated where oldest is not null
    ) due`)
    .orderBy(sql`oldest`, sql`name`)
    .prepare(),
);

/** Groups with jobs to do now, longest waiting first, and how many, counted up to 4,000. */
export async function dueGroups(store: Store, queue: QueueName, now: Date) {
  return selectDueGroups(store).all({ queue, now });
}

// PostgreSQL joins `exists` in an order of its own; a value it looks up for one group after the other.
const selectNextGroups = prepared((store) =>
  store
    .select({ group: sql<string>`name` })
    .from(sql`(
      with recursive ${groupsBehind(sql`${sql.placeholder("after")}`)}
      select name from groups where name not in ${listed("except")} and (select 1 from ${jobs} where ${isDueIn(sql`name`)} limit 1) = 1
      limit ${sql.placeholder("limit")}
    ) due`)
    .prepare(),
);

/** Groups with jobs to do now, in the order of their names, behind `after`: for queues that have many groups, or many jobs in one. */
export async function nextGroups(
  store: Store,
  { except, ...place }: { queue: QueueName; now: Date; after: string; except: readonly string[]; limit: number },
): Promise<string[]> {
  const rows = await selectNextGroups(store).all({ ...place, except: JSON.stringify(except) });
  return rows.map(({ group }) => group);
}

const countWaiting = prepared((store) => {
  const { group } = jobs;
  const counted = or(
    eq(group, value(group, "group")),
    and(gte(group, value(group, "from")), lt(group, value(group, "to"))),
  );
  const waiting = store.select({ id: jobs.id }).from(jobs).where(and(inQueue, counted)).limit(rowCount("most"));
  return store.select({ waiting: count() }).from(waiting.as("waiting")).prepare();
});

/** Number of jobs that wait in a group, and in all groups that begin with `prefix` and a colon, counted up to `most`. */
export async function waitingOf(
  store: Store,
  { prefix, ...of }: { queue: QueueName; group: string; prefix: string; most: number },
): Promise<number> {
  // The semicolon is the character after the colon.
  const row = await countWaiting(store).get({ ...of, from: `${prefix}:`, to: `${prefix};` });
  return Number(row?.waiting ?? 0);
}

const leaseJobs = prepared((store) =>
  store
    .update(jobs)
    .set({ attempts: sql`${jobs.attempts} + 1`, lease_owner: sql`${sql.placeholder("owner")}` })
    .where(
      isSelected(
        jobs.id,
        store
          .select({ id: jobs.id })
          .from(jobs)
          .where(
            and(
              isGiven(jobs.queue),
              eq(jobs.group, value(jobs.group, "group")),
              lte(jobs.run_at, value(jobs.run_at, "now")),
              isFree,
            ),
          )
          .orderBy(asc(jobs.run_at), asc(jobs.id))
          .limit(freeRowCount("limit")),
      ),
    )
    .returning()
    .prepare(),
);

export interface Claim {
  queue: QueueName;
  group: string;
  now: Date;
  limit: number;
}

/**
 * Leases up to `limit` due jobs of a group, oldest first, and counts the attempt. The claim has a name of its own, and what
 * ends it works under that name only: a claim that came to its end late can't touch another one's, or a new job of the same id.
 */
export async function claim(store: Store, claim: Claim): Promise<Job[]> {
  const rows = await leaseJobs(store).all({ ...claim, owner: randomUUID() });
  return rows.sort((a, b) => a.run_at.getTime() - b.run_at.getTime() || a.id - b.id);
}

/** The facts by which a holder knows its job. */
export type Held = Pick<Job, "id" | "key" | "lease_owner">;

/** SQLite gives the id of a deleted row to a new one, so key and owner are compared too. */
const isHeld = ({ id, key, lease_owner }: Held) =>
  and(
    eq(jobs.id, id),
    eq(jobs.key, key),
    lease_owner === null ? isNull(jobs.lease_owner) : eq(jobs.lease_owner, lease_owner),
  );

// Leases that are renewed.

const LEASE_MS = 60_000;
const leaseFrom = (now: Date) => new Date(now.getTime() + LEASE_MS);

/** True if somebody holds the job. A lease that ends later than one given now is from before the clock was set back, and has ended. */
export const isLeased = (
  { lease_owner, leased_until }: Pick<Job, "lease_owner" | "leased_until">,
  now: Date,
): boolean => lease_owner !== null && (leased_until === null || (leased_until > now && leased_until <= leaseFrom(now)));

/** The opposite of {@link isLeased}, as a condition. */
const isFreeAt = (now: Date) => or(isFree, lte(jobs.leased_until, now), gt(jobs.leased_until, leaseFrom(now)));

interface Place {
  queue: Job["queue"];
  key: string;
  now: Date;
}

const isFreeIn = ({ queue, key, now }: Place) => and(eq(jobs.queue, queue), eq(jobs.key, key), isFreeAt(now));

/** Leases a due job for a minute; {@link renew} prolongs that. Undefined if it isn't due, or somebody holds it. */
export async function claimRenewable(store: Store, place: Place): Promise<Job | undefined> {
  const { now } = place;
  return store
    .update(jobs)
    .set({ attempts: sql`${jobs.attempts} + 1`, lease_owner: randomUUID(), leased_until: leaseFrom(now) })
    .where(and(isFreeIn(place), lte(jobs.run_at, now)))
    .returning()
    .get();
}

/** False if the job is no longer this holder's. */
export async function renew(store: Store, job: Held, now: Date): Promise<boolean> {
  const row = await store
    .update(jobs)
    .set({ leased_until: leaseFrom(now) })
    .where(isHeld(job))
    .returning({ id: jobs.id })
    .get();
  return row !== undefined;
}

/** Makes a job due at `latest` or earlier. Undefined if somebody holds it, or it doesn't exist. */
export async function bringForward(
  store: Store,
  { latest, ...place }: Place & { latest: Date },
): Promise<Job | undefined> {
  return store
    .update(jobs)
    .set({ run_at: least(jobs.run_at, latest.getTime()) })
    .where(isFreeIn(place))
    .returning()
    .get();
}

/** Removes a job that nobody holds. */
export async function removeFree(store: Store, place: Place): Promise<void> {
  await store.delete(jobs).where(isFreeIn(place));
}

const isHeldAsGiven = and(
  isGiven(jobs.id),
  eq(jobs.key, sql.placeholder("key")),
  sql`${jobs.lease_owner} is not distinct from ${sql.placeholder("lease_owner")}`,
);

const deleteJob = prepared((store) => store.delete(jobs).where(isHeldAsGiven).returning({ id: jobs.id }).prepare());

/** Removes a finished job; false if it is no longer this holder's. */
export async function complete(store: Store, { id, key, lease_owner }: Held): Promise<boolean> {
  return (await deleteJob(store).get({ id, key, lease_owner })) !== undefined;
}

const deleteJobs = prepared((store) =>
  store
    .delete(jobs)
    .where(
      and(
        sql`(${jobs.id}, ${jobs.key}) in ${listedPairs("held", jobs.id, jobs.key)}`,
        sql`${jobs.lease_owner} is not distinct from ${sql.placeholder("lease_owner")}`,
      ),
    )
    .prepare(),
);

/** As {@link complete} for many jobs, in one statement for each claim. */
export async function completeAll(store: Store, held: readonly Held[]): Promise<void> {
  for (const [lease_owner, claimed] of Map.groupBy(held, (job) => job.lease_owner)) {
    await deleteJobs(store).run({ held: JSON.stringify(claimed.map(({ id, key }) => [id, key])), lease_owner });
  }
}

/** Frees a job whose attempt failed for a reason of its own; it is due again at `runAt`. False if it is no longer this holder's. */
export async function retry(
  store: Store,
  job: Held,
  { now, runAt, error }: { now: Date; runAt: Date; error: string },
): Promise<boolean> {
  return free(store, job, { now, runAt, reason: error, failures: 1 });
}

/** Frees a job that could not be tried for no fault of its own. False if it is no longer this holder's. */
export async function wait(
  store: Store,
  job: Held,
  { now, runAt, reason }: { now: Date; runAt: Date; reason: string | null },
): Promise<boolean> {
  return free(store, job, { now, runAt, reason, failures: 0 });
}

const freeJob = prepared((store) =>
  store
    .update(jobs)
    .set({
      run_at: value(jobs.run_at, "runAt"),
      queued_at: value(jobs.queued_at, "now"),
      last_error: sql`${sql.placeholder("reason")}`,
      failures: sql`${jobs.failures} + ${sql.placeholder("failures")}`,
      lease_owner: null,
      leased_until: null,
    })
    .where(isHeldAsGiven)
    .returning({ id: jobs.id })
    .prepare(),
);

async function free(
  store: Store,
  { id, key, lease_owner }: Held,
  change: { now: Date; runAt: Date; reason: string | null; failures: number },
): Promise<boolean> {
  return (await freeJob(store).get({ id, key, lease_owner, ...change })) !== undefined;
}

/** True if one more failure uses up the attempts that its queue allows. */
export const isExhausted = ({ failures }: Pick<Job, "failures">, maxAttempts: number): boolean =>
  failures + 1 >= maxAttempts;

/**
 * Moves a job to the dead letters of its queue, with the cause; `rewards.redrive` brings a reward back. Undefined if it is no
 * longer this holder's.
 */
export async function deadLetter(store: Store, job: Job, reason: string, now: Date): Promise<DeadLetter | undefined> {
  if (!(await complete(store, job))) return undefined;
  const { queue, key, group, payload, attempts } = job;
  const letter = { queue: deadLetterQueue(queue), job_key: key, group, payload, attempts, reason, failed_at: now };
  return store.insert(deadLetters).values(letter).returning().get();
}

/** Frees all leases. Only when a worker takes its role: all are of workers before it, whose commits are refused by now. */
export async function releaseAll(store: Store): Promise<void> {
  await store.update(jobs).set({ lease_owner: null, leased_until: null }).where(isNotNull(jobs.lease_owner));
}

/**
 * Makes due what was queued later than `now`: the clock was set back since, and it would wait until the clock is there again.
 * Recurring jobs go by their schedule instead (recurring-jobs/run.ts).
 * @returns how many
 */
export async function makeDue(store: Store, now: Date): Promise<number> {
  const rows = await store
    .update(jobs)
    .set({ run_at: now, queued_at: now })
    .where(and(gt(jobs.queued_at, now), ne(jobs.queue, RECURRING)))
    .returning({ id: jobs.id });
  return rows.length;
}

const updateKeysDue = prepared((store) =>
  store
    .update(jobs)
    .set({ run_at: sql`${value(jobs.run_at, "now")}` })
    .where(and(isGiven(jobs.queue), sql`${jobs.key} in ${listed("keys")}`))
    .prepare(),
);

/** Makes jobs due now, and wakes their queue. */
export async function makeKeysDue(store: Store, queue: QueueName, keys: readonly string[], now: Date): Promise<void> {
  if (keys.length === 0) return;
  await updateKeysDue(store).run({ queue, keys: JSON.stringify(keys), now });
  await store.notify(topics.queue(queue));
}

export interface Depth {
  queue: Job["queue"];
  waiting: number;
  leased: number;
  oldest: Date | null;
}

/** Jobs per queue, and since when the oldest of them is due. */
export async function depth(store: Store): Promise<Depth[]> {
  const rows = await store
    .select({ queue: jobs.queue, all: count(), leased: count(jobs.lease_owner), oldest: min(jobs.run_at) })
    .from(jobs)
    .groupBy(jobs.queue);
  return rows.map(({ queue, all, leased, oldest }) => ({
    queue,
    waiting: Number(all) - Number(leased),
    leased: Number(leased),
    oldest,
  }));
}
