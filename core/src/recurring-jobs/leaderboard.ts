import { defineRecurringJob } from "../jobs/recurring.ts";
import { refresh } from "../leaderboard/board.ts";

export const leaderboardJob = defineRecurringJob({
  name: "leaderboard",
  title: "Counts the points that users have earned and pushes the first places",
  every: 300,
  async run(context) {
    const { rows, tookMs, boards } = await refresh(context);
    return { users: boards.all.ranking.users.length, rows, took_ms: tookMs };
  },
});
