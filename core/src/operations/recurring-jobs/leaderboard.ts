import { defineRecurringJob } from "../../context/recurring.ts";
import { refresh } from "../../programmes/leaderboard/board.ts";

export const leaderboardJob = defineRecurringJob({
  name: "leaderboard",
  title: "Computes the leaderboard and pushes its first places to connected clients",
  every: 300,
  async run(context) {
    const { rows, tookMs, boards } = await refresh(context);
    return { users: boards.all.ranking.users.length, rows, took_ms: tookMs };
  },
});
