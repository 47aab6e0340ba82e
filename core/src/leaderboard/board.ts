export const periods = ["all", "week", "month"] as const;
export type Period = (typeof periods)[number];

/** Place of a user; `points` are whole. */
export interface Place {
  rank: number;
  points: number;
  display_name: string;
  user_id: number;
}

/** Pushed after each rebuild: the first ten of each period. */
export interface LeaderboardUpdate {
  updated_at: string;
  periods: Record<Period, Place[]>;
}
