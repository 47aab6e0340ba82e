import { AsyncLocalStorage } from "node:async_hooks";

/** A statement was made after its unit had ended. */
export class UnitOver extends Error {
  override name = "UnitOver";
  constructor() {
    super("The unit of work that this store was given to is over.");
  }
}

const running = new AsyncLocalStorage<RunningUnit>();

/** A unit while it runs: which statements are its own, and whether it awaits anything else. */
export class RunningUnit {
  #statements = 0;
  #isOver = false;
  #hasFailed = false;
  #statementEnded = () => {};

  /** The unit that the calling code is part of, as long as that unit runs. */
  static get current(): RunningUnit | undefined {
    const unit = running.getStore();
    return unit === undefined || unit.#isOver ? undefined : unit;
  }

  /** True if one of its statements failed: the transaction is given up unless the unit has undone it. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** Runs a statement of the unit that the calling code is part of. @throws UnitOver if there is none */
  static async statement<Result>(run: () => Promise<Result>): Promise<Result> {
    const unit = RunningUnit.current;
    if (!unit) throw new UnitOver();
    return unit.#count(run);
  }

  async #count<Result>(run: () => Promise<Result>): Promise<Result> {
    this.#statements += 1;
    try {
      return await run();
    } catch (error) {
      this.#hasFailed = true;
      throw error;
    } finally {
      this.#statements -= 1;
      this.#statementEnded();
    }
  }

  /** How the unit ended; undefined if it waits without any statement of its own under way, and so for something else. */
  async outcome(run: () => Promise<unknown>): Promise<PromiseSettledResult<unknown> | undefined> {
    let outcome: PromiseSettledResult<unknown> | undefined;
    let settled = () => {};
    void Promise.allSettled([running.run(this, async () => run())]).then(([first]) => {
      outcome = first;
      settled();
    });
    for (;;) {
      await microtasks();
      if (outcome !== undefined) this.#isOver = true;
      // Statements that the unit didn't await end with it.
      if (this.#statements === 0) break;
      await new Promise<void>((resolve) => {
        this.#statementEnded = resolve;
        settled = resolve;
      });
    }
    this.#isOver = true;
    return outcome;
  }
}

/** A tick that a microtask asks for comes when no microtask is left. */
const microtasks = () => new Promise<void>((resolve) => queueMicrotask(() => process.nextTick(resolve)));
