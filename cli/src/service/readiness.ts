import { setTimeout as pause } from "node:timers/promises";
import type { Context } from "@merit/core/context/context.ts";
import { rpcUrl } from "@merit/core/ledger/chain/chain.ts";
import { checkHealth, type Health } from "@merit/core/operations/health/service.ts";
import type { Say } from "./welcome.ts";

const FIRST_PAUSE_MS = 50;
const PAUSE_FACTOR = 1.5;
const LONGEST_PAUSE_MS = 2_000;

/** A part that isn't ready after this time is reported; a normal start takes less. */
const PATIENCE_MS = 1_500;

/** Resolves once /ready would answer 200, or when the service stops; reports what it waits for, and each change of it. */
export async function untilReady(context: Context, say: Say, stopped: AbortSignal): Promise<void> {
  const began = performance.now();
  let told: string | undefined;
  for (let wait = FIRST_PAUSE_MS; !stopped.aborted; wait = Math.min(wait * PAUSE_FACTOR, LONGEST_PAUSE_MS)) {
    const { ok, checks } = await checkHealth(context);
    if (ok) return;
    const missing = missingParts(checks, new URL(rpcUrl(context.settings)).origin);
    // Seconds and ledger numbers that count up are not a change.
    const news = missing.replaceAll(/\d+/g, "");
    if (news !== told && performance.now() - began > PATIENCE_MS) {
      told = news;
      say(`waiting    ${missing}`);
    }
    await pause(wait, undefined, { signal: stopped }).catch(() => undefined);
  }
}

/** @param node the URL of the ledger's node, without what may be a key in it; GET /ready, which everybody reads, leaves it out */
function missingParts(checks: Health["checks"], node: string): string {
  const failed = Object.entries(checks).filter(([, { status }]) => status === "failed");
  return failed.map(([part, { detail }]) => `${part === "rpc" ? `rpc (${node})` : part}: ${detail}`).join("; ");
}
