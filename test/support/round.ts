import { setTimeout as pause } from "node:timers/promises";
import { Book } from "./book.ts";
import { DatabaseCopy } from "./database-copy.ts";
import { until } from "./processes.ts";
import type { Lie } from "./rpc-proxy.ts";
import { World } from "./world.ts";

/** Something that happens to the system while it pays. */
export interface Step {
  /** The part that is killed (SIGKILL); a copy is made of the dead service's database, which is turned back to it later. */
  what: "service" | "ledger" | "both" | "copy" | "turn back";
  /** Milliseconds after the step before. */
  afterMs: number;
  /** Milliseconds for which a killed ledger stays away. */
  downMs: number;
}

/** Times at which ledgers close: at once, or every so often as on the public networks. */
export const closeModes = ["instant", "interval:1000", "interval:5000"] as const;

export interface Plan {
  closeMode: (typeof closeModes)[number];
  steps: Step[];
  /** The node's lies during the round. */
  lies: Lie[];
}

export interface Played {
  rewards: number;
  kills: number;
  /** Number of times that the service ended by itself, and was started again as a supervisor does. */
  exits: number;
}

/** Requests would fill what is kept of the log. */
const ENV = { LOG_LEVEL: "warn" };
/** Rewards per call, and the pause between two calls: a few hundred in the time of a plan. */
const BURST = 12;
const BURST_PAUSE_MS = 400;
const MAX_REWARDS = 900;
/** Longest wait for lies about calls that don't come. */
const LIES_MS = 8_000;

/**
 * One round: rewards are issued without a pause while the plan is carried out, then the node is honest and nothing is killed any
 * more, and everything has to be exact, also after one more normal restart.
 * @throws Error that says what wasn't exact
 */
export async function play(template: string, { closeMode, steps, lies }: Plan): Promise<Played> {
  await using world = await World.open(template, ENV, { proxied: true });
  const book = await Book.open(world);
  await world.ledger.setCloseMode(closeMode);
  await using round = new Round(world, book);
  world.proxy.tell(...lies);
  await round.carryOut(steps);
  await until(() => (world.proxy.isOver ? true : undefined), LIES_MS).catch(() => undefined);
  world.proxy.tell();
  await round.endLoad();

  const expectation = { unknownHashes: lies.length > 0 };
  await book.expectExact(expectation);
  await round.restart();
  await book.issue(BURST);
  await book.expectExact(expectation);
  return { rewards: book.rewards.length, kills: round.kills, exits: round.exits };
}

/** A world under load, with a supervisor that starts the service again whenever it has ended. */
class Round {
  /** Ends of the service and of the ledger that a step brought about. */
  kills = 0;
  /** Ends of the service without a cause. */
  exits = 0;
  readonly #world: World;
  readonly #book: Book;
  readonly #supervisor: NodeJS.Timeout;
  readonly #load: Promise<void>;
  #copy: DatabaseCopy | undefined;
  /** True while nobody but this class ends or starts the service. */
  #isHeld = false;
  #isOver = false;
  #isRepeatDue = false;

  constructor(world: World, book: Book) {
    this.#world = world;
    this.#book = book;
    this.#supervisor = setInterval(() => this.#supervise(), 50);
    this.#load = this.#issue();
    // Awaited at the end; until then a failure must not count as unhandled.
    this.#load.catch(() => undefined);
  }

  async carryOut(steps: Step[]): Promise<void> {
    for (const { what, afterMs, downMs } of steps) {
      await pause(afterMs);
      if (what === "copy") await this.#whileDown(() => this.#takeCopy());
      else if (what === "turn back") await this.#whileDown(() => this.#turnBack());
      else await this.#kill(what, downMs);
    }
  }

  /** The last rewards are sent, and after a turn back all of them once more, as merchants do. */
  async endLoad(): Promise<void> {
    this.#isOver = true;
    await this.#load;
  }

  async restart(): Promise<void> {
    this.#isHeld = true;
    await this.#world.server.kill("SIGTERM");
    await this.#world.startServer(ENV);
    this.#isHeld = false;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#supervisor);
    this.#isOver = true;
    this.#copy?.remove();
  }

  async #kill(what: "service" | "ledger" | "both", downMs: number): Promise<void> {
    const { ledger } = this.#world;
    this.kills += 1;
    await Promise.all([what === "ledger" ? undefined : this.#whileDown(() => {}), what === "service" || ledger.kill()]);
    if (what === "service") return;
    await pause(downMs);
    await ledger.start();
  }

  /** Kills the service, and starts it again when `act` is done. */
  async #whileDown(act: () => void): Promise<void> {
    this.#isHeld = true;
    await this.#world.server.kill();
    act();
    this.#world.spawnServer(ENV);
    this.#isHeld = false;
  }

  #takeCopy(): void {
    this.#copy?.remove();
    this.#copy = new DatabaseCopy(this.#world);
  }

  #turnBack(): void {
    if (!this.#copy) return;
    this.#copy.putBack();
    this.#isRepeatDue = true;
  }

  #supervise(): void {
    if (this.#isHeld || this.#world.server.running) return;
    this.exits += 1;
    this.#world.spawnServer(ENV);
  }

  async #issue(): Promise<void> {
    const book = this.#book;
    while (!this.#isOver) {
      await this.#repeat();
      if (book.rewards.length < MAX_REWARDS) await book.issue(BURST);
      await pause(BURST_PAUSE_MS);
    }
    await this.#repeat();
  }

  async #repeat(): Promise<void> {
    if (!this.#isRepeatDue) return;
    this.#isRepeatDue = false;
    await this.#book.send(this.#book.rewards);
  }
}
