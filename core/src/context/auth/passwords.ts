import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import PQueue from "p-queue";
import { loginsBusy } from "./problems.ts";

/** OWASP's first choice for argon2id; about 20 ms. Memory in KiB. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashing runs in Node's four shared threads, which files and name look-ups need as well. */
const running = new PQueue({ concurrency: 2 });
/** Most passwords that wait, some seconds of work: beyond that, refusing is better than a long wait. */
const MAX_WAITING = 200;

let decoy: Promise<string> | undefined;

/** argon2id in PHC format, with parameters and salt. @throws Problem 503 when too many wait */
export const hashPassword = (password: string): Promise<string> => take(() => hash(password.normalize("NFC"), COST));

/**
 * Checks a password. Without a hash (no such account) it takes just as long and fails, so that timing doesn't reveal which accounts
 * exist.
 * @throws Problem 503 when too many wait
 */
export async function checkPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hash(randomBytes(32).toString("hex"), COST);
  const against = stored ?? (await decoy);
  const matches = await take(() => verify(against, password.normalize("NFC")));
  return matches && stored !== null && stored !== undefined;
}

function take<T>(work: () => Promise<T>): Promise<T> {
  if (running.size >= MAX_WAITING) throw loginsBusy();
  return running.add(work);
}
