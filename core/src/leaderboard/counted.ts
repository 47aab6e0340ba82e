import type { PointKind } from "../db/schema.ts";

/** Earned by what a user did with merchants. Bonuses, refunds and corrections are no achievement, and move nobody up. */
export const countedKinds = ["award", "earning", "reward"] as const satisfies readonly PointKind[];
