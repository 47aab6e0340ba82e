import { expect, it } from "vitest";
import { TEST_POSTGRES } from "../postgres.ts";
import { plansOnPostgres } from "./postgres.ts";
import { refused } from "./refused.ts";
import { plansOnSqlite } from "./sqlite.ts";

const server = process.env[TEST_POSTGRES];
const value = server === undefined ? "?" : "$1";
const limit = server === undefined ? "?" : "$2";

const whole = [
  `select id from reward_issuances where error_message = ${value}`,
  `select id from jobs where payload ->> 'x' = ${value} limit ${limit}`,
  `select id from reward_issuances where error_message = ${value} order by id desc limit ${limit}`,
  `select count(*) from events e join users u on u.id = e.user_id where e.object_id = u.email or u.first_name = ${value}`,
  `delete from sessions where user_agent = ${value}`,
  "select sum(created_at) from users",
];
const byIndex = [
  `select id from reward_issuances where id = ${value}`,
  `select id from reward_issuances where merchant_id = ${value} order by id desc limit ${limit}`,
  `select "id" from "users" order by "users"."id" desc limit ${value}`,
  `delete from sessions where (id) in (select id from sessions where expires_at < ${value} order by expires_at limit ${limit})`,
  // A small table.
  "select * from payout_epoch",
];

it("refuses statements that read all rows of a table that grows, and no others", async () => {
  const statements = [...whole, ...byIndex];
  const plans = await (server === undefined ? plansOnSqlite(statements) : plansOnPostgres(server, statements));
  const found = await refused(plans);
  expect(found).toEqual(whole.map((statement) => expect.stringContaining(statement)));
});
