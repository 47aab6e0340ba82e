import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { Failure } from "./errors.ts";

/** SHA-256 of a file, hex. @throws Failure if it can't be read */
export function hashOfFile(path: string): string {
  try {
    return createHash("sha256").update(readFileSync(path)).digest("hex");
  } catch (error) {
    throw new Failure(`The file ${path} can't be read: ${(error as Error).message}`);
  }
}
