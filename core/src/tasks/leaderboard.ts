import { refresh } from "../leaderboard/board.ts";
import { defineTask } from "../schedule/task.ts";

export const leaderboardTask = defineTask({
  name: "leaderboard",
  title: "Counts the points that users have earned and pushes the first places",
  every: 300,
  async run(context) {
    const { rows, tookMs, boards } = await refresh(context);
    return { users: boards.all.ranking.users.length, rows, took_ms: tookMs };
  },
});
