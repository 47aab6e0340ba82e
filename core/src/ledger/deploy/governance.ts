import { Class, type ClassEntry, type Settings } from "@merit/bindings/governance";
import { LEDGERS_PER_DAY } from "../../base/days.ts";
import { parseAmount } from "../../base/money.ts";
import { bindings, contractNames } from "../chain/bindings.ts";
import type { Site } from "./site.ts";

const DAY = 86_400n;

/** How long the guardian may veto after the deployment; a vote can end it earlier. */
const VETO_SECONDS = 180n * DAY;

/**
 * Settings that governance starts with; it changes them itself by vote.
 * @param now Unix seconds of the ledger
 */
export function initialSettings(now: bigint): Settings {
  return {
    proposal_threshold: parseAmount("100000"),
    quorum_floor: parseAmount("1000000"),
    warm_up: 21n * DAY,
    voting_delay: 2 * LEDGERS_PER_DAY,
    voting_period: 3 * LEDGERS_PER_DAY,
    late_extension: LEDGERS_PER_DAY,
    delay: 2n * DAY,
    grace: 7n * DAY,
    cooldown: 31n * DAY,
    veto_until: now + VETO_SECONDS,
    parameter: { quorum_bps: 1_000, threshold_bps: 5_000 },
    treasury: { quorum_bps: 2_000, threshold_bps: 6_000 },
    upgrade: { quorum_bps: 3_000, threshold_bps: 6_667 },
  };
}

/** Calls that need less agreement than an upgrade. A call that isn't listed needs as much as an upgrade. */
export function classTable({ ids }: Pick<Site, "ids">): ClassEntry[] {
  return contractNames.flatMap((name) => {
    const contract = bindings[name];
    return "parameter" in contract ? { target: ids[name], function: contract.parameter, class: Class.Parameter } : [];
  });
}
