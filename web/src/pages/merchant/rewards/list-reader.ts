import type { Reward } from "./list-file.ts";
import type { Preview, Question } from "./list-worker.ts";

type Without<T, Name extends string> = T extends unknown ? Omit<T, Name> : never;

/** A file with rewards that a worker has read. End it when it isn't needed any more. */
export class ListReader {
  readonly #worker = new Worker(new URL("./list-worker.ts", import.meta.url), { type: "module" });
  readonly #waiting = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>();
  #asked = 0;

  constructor() {
    this.#worker.addEventListener("message", ({ data: { id, answer, error } }) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) waiting?.resolve(answer);
      else waiting?.reject(new Error(`The file ${error}.`));
    });
    this.#worker.addEventListener("error", ({ message }) => {
      for (const { reject } of this.#waiting.values()) reject(new Error(message || "The file can't be read."));
      this.#waiting.clear();
    });
  }

  open(file: File, campaignId: number, round: string | undefined): Promise<Preview> {
    return this.#ask<Preview>({ ask: "open", file, campaignId, round });
  }

  /** Rows without errors, from the first index up to the second. */
  rows(from: number, to: number): Promise<Reward[]> {
    return this.#ask<Reward[]>({ ask: "rows", from, to });
  }

  end(): void {
    this.#worker.terminate();
  }

  #ask<Answer>(question: Without<Question, "id">): Promise<Answer> {
    const id = ++this.#asked;
    return new Promise<Answer>((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (answer: unknown) => void, reject });
      this.#worker.postMessage({ ...question, id });
    });
  }
}
