import type { Tier } from "../settings/points.ts";

export interface Standing {
  tier: Tier;
  /** Null in the highest tier. */
  next: Tier | null;
}

/** `tiers` rise, and the first one starts at 0. */
export function standingOf(tiers: readonly Tier[], lifetime: number): Standing {
  const index = tiers.findLastIndex(({ from }) => from <= lifetime);
  const tier = tiers[index];
  if (!tier) throw new Error(`no tier for ${lifetime} lifetime points`);
  return { tier, next: tiers[index + 1] ?? null };
}

/** Rounds down, so that never more points are given than the tier says. */
export const multiplied = (points: number, { percent }: Tier): number =>
  Number((BigInt(points) * BigInt(percent)) / 100n);
