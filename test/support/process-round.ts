import { setTimeout as pause } from "node:timers/promises";
import fc from "fast-check";
import { Book } from "./book.ts";
import { Cluster, eventually } from "./cluster.ts";
import type { Member } from "./fleet.ts";
import { type Playable, some, upTo } from "./plans.ts";
import type { Played } from "./round.ts";

/** A process by its role and number. Number 0 of the workers, and of the indexers, is the leader. */
type Target = ["api", number] | ["worker" | "indexer", number];

/** Something that happens to the processes and their database while they pay. */
export type ProcessStep = { /** Milliseconds after the step before. */ afterMs: number } & (
  | { what: "kill"; who: Target[] }
  /** Stopped with SIGSTOP; it goes on by itself, while the next steps happen. */
  | { what: "stop"; who: Target[]; forMs: number }
  /** Ends the database's sessions whose process ids are odd or even. */
  | { what: "cut"; remainder: number }
  /** The database's server crashes, and starts again; or its synchronous standby takes its place. */
  | { what: "restart" | "promote" }
);

export interface ProcessPlan {
  steps: ProcessStep[];
  /** True if in the end a standby that is behind takes the database's place. */
  losesNewest: boolean;
}

const ROLES = ["api", "api", "api", "worker", "worker", "indexer", "indexer"] as const;
/** Pause between loads: more at a time proves nothing more, and takes long to compare. */
const LOAD_EVERY_MS = 200;

const who = fc.uniqueArray(
  fc.oneof(
    fc.tuple(fc.constant("api" as const), upTo(2, 0)),
    fc.tuple(fc.constantFrom("worker" as const, "indexer" as const), upTo(1, 0)),
  ),
  { minLength: 1, maxLength: 4, selector: String },
);
const afterMs = upTo(3_000, 0);
const step: fc.Arbitrary<ProcessStep> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ what: fc.constant("kill" as const), who, afterMs }) },
  // Others take the role after 10 seconds.
  { weight: 2, arbitrary: fc.record({ what: fc.constant("stop" as const), who, forMs: upTo(15_000, 100), afterMs }) },
  fc.record({ what: fc.constant("cut" as const), remainder: upTo(1, 0), afterMs }),
  fc.record({ what: fc.constantFrom("restart" as const, "promote" as const), afterMs }),
);

/** @param steps least and most */
export function processPlans(steps: [number, number], losesNewest: boolean): Playable<ProcessPlan> {
  const plans = fc.record({ steps: some(step, ...steps), losesNewest: fc.constant(losesNewest) });
  return { plans, play: playProcesses };
}

/**
 * Rewards are issued without a pause while the plan is carried out on three APIs, two workers and two indexers. In the end everything
 * has to be exact.
 * @throws Error that says what wasn't exact
 */
async function playProcesses(template: string, { steps, losesNewest }: ProcessPlan): Promise<Played> {
  await using cluster = await Cluster.open(template, ROLES);
  const book = await Book.open(cluster.world, { campaigns: 1, wallets: 38 });
  await using round = new ProcessRound(cluster, book);
  try {
    await round.goesOn();
    for (const each of steps) await round.carryOut(each);
    await round.comesToLife();
    await round.goesOn();
    await round.expectDense();
    if (losesNewest) await round.losesNewest();
    await round.endLoad();
    await book.expectExact();
    await round.expectNoDeadlock();
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${cluster.fleet.output.slice(-20_000)}`, { cause: error });
  }
  return { rewards: book.rewards.length, kills: round.kills, exits: 0 };
}

class ProcessRound implements AsyncDisposable {
  kills = 0;
  #promotions = 0;
  readonly #cluster: Cluster;
  readonly #book: Book;
  readonly #load: Promise<void>;
  /** Ends of the stops. */
  readonly #stopped: Promise<void>[] = [];
  #isOver = false;

  constructor(cluster: Cluster, book: Book) {
    this.#cluster = cluster;
    this.#book = book;
    this.#load = this.#issue();
    // Awaited at the end; until then a failure must not count as unhandled.
    this.#load.catch(() => undefined);
  }

  async carryOut(step: ProcessStep): Promise<void> {
    const cluster = this.#cluster;
    await pause(step.afterMs);
    if (step.what === "kill") {
      for (const { process } of await this.#find(step.who)) void process.kill();
      this.kills += step.who.length;
    } else if (step.what === "stop") {
      for (const member of await this.#find(step.who)) this.#stopped.push(this.#stop(member, step.forMs));
    } else if (step.what === "cut") {
      const sessions = "from pg_stat_activity where application_name like 'merit%' and pid % 2 = $1";
      await eventually(() => cluster.row(`select count(pg_terminate_backend(pid)) ${sessions}`, step.remainder));
    } else {
      // The server forgets the count.
      await this.expectNoDeadlock();
      if (step.what === "restart") await cluster.restartDatabase();
      else {
        await cluster.promoteStandby(() => this.goesOn());
        this.#promotions += 1;
      }
    }
  }

  /** Waits until rewards are accepted and paid that were requested from now on. */
  async goesOn(): Promise<void> {
    const newest = "select coalesce(max(id), 0)::text as id from reward_issuances";
    const { id } = await eventually(() => this.#cluster.row<{ id: string }>(newest));
    const paid = "select count(*)::int as n from reward_issuances where status = 'confirmed' and id > $1";
    const goesOn = async () => ((await this.#cluster.row<{ n: number }>(paid, id)).n > 10 ? true : undefined);
    await Promise.race([this.#load, eventually(goesOn)]);
    if (this.#isOver) throw new Error("the load has ended");
  }

  /** Waits until all that were stopped go on, and all processes show that they live. */
  async comesToLife(): Promise<void> {
    await Promise.all(this.#stopped);
    await eventually(async () => {
      const { body } = await this.#cluster.world.api.get("/health");
      const processes = body.processes as { role: string; status: string }[];
      const living = processes.filter(({ status }) => status === "ok").map(({ role }) => role);
      return String(living.toSorted()) === String(ROLES.toSorted()) ? true : undefined;
    });
  }

  /** The numbers of a campaign's rewards have no gaps, and their ids none but one after each promotion. */
  async expectDense(): Promise<void> {
    const gaps = (column: string, group = "") =>
      `(select count(*) from (select ${column} - lag(${column}) over (${group} order by ${column}) as step from reward_issuances) s where step > 1)::int`;
    const counts = `select ${gaps("id")} as ids, ${gaps("number", "partition by campaign_id")} as numbers`;
    const { ids, numbers } = await eventually(() => this.#cluster.row<{ ids: number; numbers: number }>(counts));
    if (ids > this.#promotions)
      throw new Error(`ids of rewards have ${ids} gaps, after ${this.#promotions} promotions`);
    if (numbers > 0) throw new Error(`the numbers of a campaign's rewards have ${numbers} gaps`);
  }

  async expectNoDeadlock(): Promise<void> {
    const count = "select deadlocks::int as n from pg_stat_database where datname = current_database()";
    const { n } = await eventually(() => this.#cluster.row<{ n: number }>(count));
    if (n > 0) throw new Error(`${n} deadlocks`);
  }

  async losesNewest(): Promise<void> {
    await this.expectNoDeadlock();
    await this.#cluster.loseNewest(async () => {
      await this.goesOn();
      await this.expectDense();
    });
    await this.goesOn();
  }

  /** No rewards are issued any more. Merchants send all of them again: what was lost is accepted once more. */
  async endLoad(): Promise<void> {
    this.#isOver = true;
    await this.#load;
    await this.#book.send(this.#book.rewards);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
  }

  async #find(who: readonly Target[]): Promise<Member[]> {
    const found = [];
    for (const [role, number] of who) {
      const all = this.#cluster.fleet.members.filter((member) => member.role === role);
      const first = role === "api" ? all[0] : (await this.#cluster.leader(role)).member;
      const member = role === "api" ? all[number] : number === 0 ? first : all.find((each) => each !== first);
      if (member) found.push(member);
    }
    return found;
  }

  /** A balancer notices that an API doesn't answer. */
  async #stop(member: Member, forMs: number): Promise<void> {
    const { child } = member.process;
    child.kill("SIGSTOP");
    if (member.role === "api") this.#cluster.route(member, true);
    await pause(forMs);
    child.kill("SIGCONT");
    if (member.role === "api") this.#cluster.route(member, false);
  }

  async #issue(): Promise<void> {
    for (; !this.#isOver; await pause(LOAD_EVERY_MS)) await this.#book.issue(6);
  }
}
