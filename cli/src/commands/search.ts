import type { Command } from "commander";
import type { SearchHit } from "../client.ts";
import type { Io } from "../io.ts";
import { withApi } from "../session.ts";
import { limit } from "../values.ts";
import { type PageOptions, printPage, withPages } from "./pages.ts";

interface SearchOptions extends PageOptions {
  type?: SearchHit["type"];
}

export function searchCommand(program: Command, io: Io): void {
  withApi<SearchOptions, [string[]]>(
    withPages(
      program
        .command("search")
        .description("find campaigns, catalogue items, drops and the merchant's own issuances by words in them")
        .argument(
          "<words...>",
          "beginnings of words in the result; for an issuance, the beginning of its idempotency key or its whole wallet address",
        )
        .option("--type <type>", "campaign, item, drop or issuance")
        .addHelpText("after", "\nExamples:\n  $ merit search spring roast\n  $ merit search order-10 --type issuance"),
      limit,
    ),
    io,
    async (session, { type, limit, cursor }, words) => {
      const query = { q: words.join(" "), type, limit, cursor };
      const { body: page } = await session.client.call("GET /search", { query });
      printPage<SearchHit>(session, page, columns);
    },
  );
}

const columns = [
  { head: "Type", value: (row: SearchHit) => row.type },
  { head: "Id", value: (row: SearchHit) => row.id, right: true },
  { head: "Title", value: (row: SearchHit) => row.title },
  { head: "Of", value: (row: SearchHit) => row.subtitle },
];
