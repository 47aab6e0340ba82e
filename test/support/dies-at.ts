import { join } from "node:path";
import { root } from "./processes.ts";

/** Environment of a process of Node that kills itself at this step; test/support/dies-at.mjs says what steps there are. */
export const diesAt = (step: string): Record<string, string> => ({
  DIES_AT: step,
  NODE_OPTIONS: `--import=${join(root, "test/support/dies-at.mjs")}`,
});
