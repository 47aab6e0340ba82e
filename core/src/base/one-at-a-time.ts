import PQueue from "p-queue";

/** Work of many callers: each caller's runs one after the other, beside that of the others. */
export class OneAtATime {
  readonly #queues = new Map<string, PQueue>();

  /** Runs `work` when nothing else of this caller runs. */
  async run<T>(caller: string, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(caller) ?? new PQueue({ concurrency: 1 });
    this.#queues.set(caller, queue);
    try {
      return await queue.add(work);
    } finally {
      if (queue.size + queue.pending === 0) this.#queues.delete(caller);
    }
  }
}
