import { type Command, Option } from "commander";
import type { LeaderboardPlace } from "../client.ts";
import type { Io } from "../io.ts";
import { withLogin } from "../login.ts";
import { table } from "../output.ts";
import { moreNote, type PageOptions, withPages } from "./pages.ts";

interface LeaderboardOptions extends PageOptions {
  period?: "all" | "week" | "month";
  aroundMe?: boolean;
}

export function leaderboardCommand(program: Command, io: Io): void {
  withLogin<LeaderboardOptions, []>(
    withPages(
      program
        .command("leaderboard")
        .description("show who has earned the most points, as users see it")
        .addOption(new Option("--period <period>", "all (default), week or month").choices(["all", "week", "month"]))
        .option("--around-me", "the ranks around your own")
        .addHelpText(
          "after",
          "\nExamples:\n  $ merit leaderboard --period week\n  $ MERIT_TOKEN=eyJ... merit leaderboard --around-me",
        ),
    ),
    io,
    async (session, { period, aroundMe, limit, cursor }) => {
      const around = aroundMe ? ("me" as const) : undefined;
      const { body: page } = await session.client.call("GET /leaderboard", {
        query: { period, around, limit, cursor },
      });
      session.print(page, () => table<LeaderboardPlace>(columns, page.data));
      const { me, ranked_users } = page;
      session.note(
        me ? `You: rank ${me.rank} of ${ranked_users}, ${me.points} points` : "You: no points in this period",
      );
      moreNote(session, page);
    },
  );
}

const columns = [
  { head: "Rank", value: (row: LeaderboardPlace) => row.rank, right: true },
  { head: "Points", value: (row: LeaderboardPlace) => row.points, right: true },
  { head: "Name", value: (row: LeaderboardPlace) => row.display_name },
];
