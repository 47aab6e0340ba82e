import { z } from "zod";
import { whole } from "./types.ts";

/** A tier begins at `from` lifetime points; points earned in it are multiplied by `percent` / 100. */
export interface Tier {
  name: string;
  from: number;
  percent: number;
}

const MAX_BONUS = 1_000_000;
const TIER = /^([\p{L}\p{N} _-]{1,40}):(0|[1-9]\d{0,11}):([1-9]\d{1,2}|1000)$/u;
const SHAPE = 'must be tiers such as "bronze:0:100,silver:1000:125": name, lifetime points, percent (10 to 1000)';

const tiers = z
  .string()
  .transform((text, issue): Tier[] => {
    const parts = text.split(",").map((part) => TIER.exec(part.trim()));
    if (parts.some((part) => part === null)) {
      issue.addIssue(SHAPE);
      return z.NEVER;
    }
    return parts.map((part) => ({ name: part?.[1] ?? "", from: Number(part?.[2]), percent: Number(part?.[3]) }));
  })
  .refine(([first]) => first?.from === 0, "must begin with a tier at 0 points")
  .refine(
    (all) => all.every(({ from }, index) => index === 0 || from > (all[index - 1]?.from ?? 0)),
    "must list the tiers in order of their points",
  );

/** Variables of the users' points. */
export const pointVariables = {
  DAILY_BONUS_POINTS: whole(10, 0, MAX_BONUS),
  REFERRAL_BONUS_POINTS: whole(100, 0, MAX_BONUS),
  POINTS_TIERS: tiers.prefault("bronze:0:100,silver:1000:125,gold:5000:150,platinum:20000:200"),
};

export interface PointSettings {
  points: {
    /** Points for the first login of a UTC day; 0: none. */
    dailyBonus: number;
    /** Points for referring a user; 0: none. */
    referralBonus: number;
    /** In rising order; the first begins at 0. */
    tiers: readonly Tier[];
  };
}

export const pointSettings = (v: z.infer<z.ZodObject<typeof pointVariables>>): PointSettings => ({
  points: { dailyBonus: v.DAILY_BONUS_POINTS, referralBonus: v.REFERRAL_BONUS_POINTS, tiers: v.POINTS_TIERS },
});
