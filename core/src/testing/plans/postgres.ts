import { truncateSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { TEMPLATE, urlOf } from "../postgres.ts";
import type { Plan } from "./refused.ts";
import { entriesOf, hasFew, type Table, tablesInSize } from "./tables.ts";

const DATABASE = "plans";
const PAGE_BYTES = 8_192;
const ROWS_OF_PAGE = { table: 100, index: 200 };

/** Plans by which PostgreSQL carries out statements on tables with many rows, as far as statistics and the sizes of its files say. */
export async function plansOnPostgres(server: string, statements: readonly string[]): Promise<Plan[]> {
  const admin = await connect(server, "postgres");
  await admin.query(`create database ${DATABASE} template ${TEMPLATE}`);
  const client = await connect(server, DATABASE);
  try {
    await grow(client, server, await tablesInSize());
    // A plan for any values, as one for unknown values would be.
    await client.query("set plan_cache_mode = force_generic_plan");
    const plans: Plan[] = [];
    for (const statement of statements) plans.push(await planOf(client, statement));
    return plans;
  } finally {
    await client.end();
    await admin.query(`drop database ${DATABASE}`);
    await admin.end();
  }
}

async function connect(server: string, database: string): Promise<Client> {
  const client = new Client({ connectionString: urlOf(server, database) });
  await client.connect();
  return client;
}

/** PostgreSQL takes the pages of a table from its file, which has a hole here, and the rows of a page from the statistics. */
async function grow(client: Client, server: string, tables: readonly Table[]): Promise<void> {
  const { rows: files } = await client.query<{
    oid: string;
    table: string;
    path: string;
    kind: "table" | "index";
    name: string;
  }>(
    `select c.oid, c.relname as name, coalesce(t.relname, c.relname) as table, pg_relation_filepath(c.oid) as path,
       case c.relkind when 'i' then 'index' else 'table' end as kind
     from pg_class c left join pg_index on indexrelid = c.oid left join pg_class t on t.oid = indrelid
     where c.relkind in ('r', 'i') and c.relnamespace = 'public'::regnamespace`,
  );
  const sizes = files.flatMap(({ oid, table, path, kind, name }) => {
    const size = tables.find(({ name }) => name === table);
    if (!size) return [];
    const rows = entriesOf(name, size.rows);
    const pages = Math.ceil(rows / ROWS_OF_PAGE[kind]) + 1;
    truncateSync(join(server, "data", path), pages * PAGE_BYTES);
    return [{ oid, rows, pages }];
  });
  await client.query(
    `update pg_class set reltuples = rows, relpages = pages, relallvisible = case when relkind = 'r' then pages else 0 end
     from json_to_recordset($1) as size(oid oid, rows real, pages int) where pg_class.oid = size.oid`,
    [JSON.stringify(sizes)],
  );
  const columns = tables.flatMap(({ name, rows, columns }) =>
    columns.map((column) => ({
      table: name,
      column: column.name,
      nulls: column.nulls,
      most: column.most ?? null,
      distinct: column.distinct === rows ? -1 : column.distinct,
    })),
  );
  // The columns of pg_statistic after the first six are five kinds of statistics; the first may have the value that most rows have.
  const four = (value: string) => Array(4).fill(value).join();
  await client.query(
    `insert into pg_statistic
     select attrelid, attnum, false, nulls, 8, "distinct", (most is not null)::int, ${four("0")},
       case when most is null then 0 else '=(text,text)'::regoperator end, ${four("0")}, case when most is null then 0 else attcollation end, ${four("0")},
       case when most is not null then '{0.999}'::real[] end, ${four("null")},
       case when most is not null then array_in(textout('{' || most || '}'), 'text'::regtype, -1) end, ${four("null")}
     from json_to_recordset($1) as stat("table" text, "column" text, nulls real, "distinct" real, most text)
     join pg_attribute on attrelid = format('%I', "table")::regclass and attname = "column"`,
    [JSON.stringify(columns)],
  );
}

interface Node {
  "Node Type": string;
  "Relation Name"?: string;
  Alias?: string;
  "Index Name"?: string;
  "Index Cond"?: string;
  Filter?: string;
  "Plan Rows": number;
  Plans?: Node[];
}

async function planOf(client: Client, statement: string): Promise<Plan> {
  await client.query("begin");
  try {
    await client.query(`prepare it as ${withLimits(statement)}`);
    const { rows: types } = await client.query<{ count: number }>(
      "select cardinality(parameter_types) as count from pg_prepared_statements where name = 'it'",
    );
    const values = Array(types[0]?.count ?? 0).fill("null");
    const call = values.length > 0 ? `it(${values})` : "it";
    const { rows } = await client.query(`explain (format json) execute ${call}`);
    const steps: string[] = [];
    const scanned: string[] = [];
    const walk = (node: Node) => {
      const { "Relation Name": table, "Index Name": index = "", "Index Cond": condition, Filter } = node;
      const parts = [node["Node Type"], table, index, condition && `on ${condition}`, Filter && `filter ${Filter}`];
      steps.push(`${parts.filter(Boolean).join(" ")} rows ${node["Plan Rows"]}`);
      // All of an index, and what it finds may be left out again.
      const isWhole = node["Node Type"].startsWith("Index") && !condition && Filter !== undefined;
      if (table && (node["Node Type"] === "Seq Scan" || (isWhole && !hasFew(index)))) scanned.push(table);
      node.Plans?.forEach(walk);
    };
    walk(rows[0]["QUERY PLAN"][0].Plan);
    return { statement, steps, scanned };
  } catch (error) {
    throw new Error(`PostgreSQL can't plan it: ${statement}`, { cause: error });
  } finally {
    await client.query("rollback; deallocate all");
  }
}

/** Without a number, PostgreSQL would plan for a tenth of all rows; it has one when it runs a statement. The other parameters move up. */
function withLimits(statement: string): string {
  const numbers = new Map<string, string>();
  return statement
    .replace(/\b(limit|offset) \$\d+/g, (_, word) => `${word} ${word === "limit" ? 100 : 0}`)
    .replace(/\$\d+/g, (name) => {
      numbers.set(name, numbers.get(name) ?? `$${numbers.size + 1}`);
      return numbers.get(name) as string;
    });
}
