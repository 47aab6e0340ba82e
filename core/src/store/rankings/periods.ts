export const periods = ["all", "week", "month"] as const;
export type Period = (typeof periods)[number];

/** First moment of the period that `now` lies in, UTC; a week starts on Monday (ISO 8601). 1970 for `all`. */
export function startOf(period: Period, now: Date): Date {
  if (period === "all") return new Date(0);
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  if (period === "month") return new Date(Date.UTC(year, month, 1));
  const daysSinceMonday = (now.getUTCDay() + 6) % 7;
  return new Date(Date.UTC(year, month, day - daysSinceMonday));
}
