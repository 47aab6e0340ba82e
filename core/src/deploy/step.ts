import type { Site } from "./site.ts";

/** One step of a deployment; whether it is done is read from the ledger, never from a file. */
export interface Step {
  title: string;
  isDone(site: Site): Promise<boolean>;
  run(site: Site): Promise<unknown>;
}
