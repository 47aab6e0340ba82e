import type { Command } from "commander";
import type { SearchHit } from "../client.ts";
import type { Io } from "../io.ts";
import { withApi } from "../session.ts";
import { type PageOptions, printList, withPages } from "./pages.ts";

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
    ),
    io,
    (session, query, words) => printList(session, "GET /search", { query: { q: words.join(" "), ...query } }, columns),
  );
}

const columns = [
  { head: "Type", value: (row: SearchHit) => row.type },
  { head: "Id", value: (row: SearchHit) => row.id, right: true },
  { head: "Title", value: (row: SearchHit) => row.title },
  { head: "Of", value: (row: SearchHit) => row.subtitle },
];
