import { NoAnswer } from "@merit/client/errors.ts";

/** Says what to do if a call gets no answer. @param advice what may have happened, and what to do */
export async function answered<T>(call: Promise<T>, advice: string): Promise<T> {
  try {
    return await call;
  } catch (cause) {
    if (!(cause instanceof NoAnswer)) throw cause;
    throw new Error(`The service did not answer. ${advice}`, { cause });
  }
}
