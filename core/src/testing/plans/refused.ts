import { tablesInSize } from "./tables.ts";

/** How a database carries out a statement. */
export interface Plan {
  statement: string;
  steps: string[];
  /** The tables of which it reads all rows, or all entries of an index. */
  scanned: string[];
}

/** Statements that may read all rows of a table that grows, each with the reason. No request of a user or a merchant has one. */
const WHOLE: [statement: RegExp, reason: string][] = [
  [/\bwhere false\b|\(false( or false)*( and|\))/, "an empty list: the database reads nothing"],
  [
    / from "contract_events" where \("contract_events"."contract" = 'escrow' and "contract_events"."data" ->> 'id' in /,
    "PostgreSQL has statistics of this member, by the index of it; the check has none, and takes it for common",
  ],
  [
    / from "(users|merchants)" where .*"email" >= .* and "\w+"."email" < .* order by "\w+"."id" desc limit/,
    "administrators look for an address: PostgreSQL decides by its beginning, which the check doesn't know",
  ],
  [/^select count\(\*\) from "\w+"$/, "`merit migrate sqlite-to-postgres` compares all rows"],
  [/ from "jobs" group by "jobs"."queue"$/, "counts what waits, for administrators"],
  [/^update "jobs" set .* where "jobs"."lease_owner" is not null$/, "once, when a worker takes its role"],
  [/^update "jobs" set .* where \("jobs"."queued_at" > /, "when a worker takes its role, or the clock is set back"],
  [
    /^select .* from "users" where "users"."deleted_at" is null order by "users"."id" desc/,
    "a page of users: few are deleted",
  ],
  [/^select "reference", "status" from "campaigns"$/, "once, when payouts open"],
  [/^update "campaigns" set "next_number" = /, "once, when payouts open"],
  [
    / from "campaigns" where "campaigns"."spent" > /,
    "once, when payouts open: it ends with the first one that has paid",
  ],
  [/^select sum\("campaigns"."budget" - /, "`merit audit` adds up what all may pay"],
  [/ from "reward_issuances" where "reward_issuances"."status" in /, "after a restore, before records are rebuilt"],
  [/^update "sessions" set "revoked_at" = .* where "sessions"."revoked_at" is null$/, "a restore ends all sessions"],
  [/^delete from "browser_sessions"$/, "a restore ends all sessions"],
  [/^delete from "one_time_tokens" where "one_time_tokens"."purpose" <> \?$/, "a restore ends links"],
];

/** All rows of one table without a condition: of tests that open a database without a world, where `collect.ts` doesn't see them. */
const OF_TESTS =
  /^(select ([^()]*|search_users::text) from "?\w+"?( order by [^()]*)?|update "?\w+"? set "?\w+"? = \S+|delete from "?\w+"?)$/;

/** Databases and connections of a server are few. */
const isOfPostgres = (table: string) => table.startsWith("pg_");

/** The plans that read all rows of a table that grows, as text. */
export async function refused(plans: readonly Plan[]): Promise<string[]> {
  const small = new Set((await tablesInSize()).flatMap(({ name, isSmall }) => (isSmall ? [name] : [])));
  const grows = (table: string) => !small.has(table) && !isOfPostgres(table);
  return plans
    .filter(({ scanned }) => scanned.some(grows))
    .filter(({ statement }) => !OF_TESTS.test(statement) && !WHOLE.some(([known]) => known.test(statement)))
    .map(({ statement, steps, scanned }) =>
      [`reads all of ${[...new Set(scanned)].join(", ")}: ${statement}`, ...steps].join("\n    "),
    );
}
