import { join } from "node:path";
import { root } from "./run.ts";

// Two compilers, by their paths: `tsc` may be either of them.

/**
 * TypeScript 7, whose compiler is a native program: it takes less than half of the processor's time.
 */
export const checkTypes = join(root, "node_modules/typescript-native/bin/tsc");

/** TypeScript 6, for what is written, and for packages that use the compiler from JavaScript, such as dependency-cruiser. */
export const compile = join(root, "node_modules/typescript/bin/tsc");
