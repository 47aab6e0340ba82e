import type { SQL } from "drizzle-orm";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";
import { buildFor } from "../dialect.ts";

/** Drizzle names the table of each column, which PostgreSQL refuses here: the columns can be of no other one. */
const CONFLICT_TARGET = /(?<= on conflict )\([^)]*\)/;

/** Builds the text of drizzle's statements as PostgreSQL reads it. Names, lists and joins are the same in both. */
export class PostgresDialect extends SQLiteAsyncDialect {
  override escapeParam(index: number): string {
    return `$${index + 1}`;
  }

  override sqlToQuery(...[query, source]: Parameters<SQLiteAsyncDialect["sqlToQuery"]>) {
    const { sql, ...rest } = buildFor("postgres", () => super.sqlToQuery(query, source));
    return { ...rest, sql: sql.replace(CONFLICT_TARGET, (columns) => columns.replaceAll(/"[^".]+"\./g, "")) };
  }
}

const dialect = new PostgresDialect();

/** The text of an expression without placeholders. */
export const textFor = (expression: SQL): string => dialect.sqlToQuery(expression.inlineParams()).sql;
