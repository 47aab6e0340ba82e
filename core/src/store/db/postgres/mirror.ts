import { type Column, is, SQL, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  type AnyPgTable,
  bigint,
  check,
  customType,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { getTableConfig, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { newId, postgresType } from "../dialect.ts";
import { textFor } from "./text.ts";

// Tables of PostgreSQL, made from those of `schema`, for drizzle-kit alone: statements are built on the definition itself.

const custom = (type: string) => customType<{ data: unknown }>({ dataType: () => type });
const types = {
  bytea: custom("bytea"),
  json: custom("json"),
  // Sorts and compares by bytes, as SQLite does.
  text: custom('text collate "C"'),
};

/** @param others gives the mirror of another table, by its name */
export function mirror(table: SQLiteTable, others: (name: string) => AnyPgTable): AnyPgTable {
  const config = getTableConfig(table);
  const columns = Object.fromEntries(config.columns.map((column) => [column.name, columnOf(column)]));
  return pgTable(config.name, columns, (own) => {
    const named = (list: readonly { name: string }[], from: object = own) =>
      list.map(({ name }) => (from as Record<string, AnyPgColumn>)[name]) as [AnyPgColumn, ...AnyPgColumn[]];
    return [
      ...config.indexes.map(({ config: { name, unique, columns, where } }) => {
        const on = columns.map((column) =>
          is(column, SQL) ? sql`(${expression(column)})` : named([column])[0],
        ) as never[];
        const built = (unique ? uniqueIndex(name) : index(name)).on(...(on as [never]));
        return where ? built.where(expression(where)) : built;
      }),
      ...config.columns
        .filter(({ isUnique }) => isUnique)
        .map((column) => unique(column.uniqueName).on(...named([column]))),
      ...config.uniqueConstraints.map((each) => unique(each.getName()).on(...named(each.columns))),
      ...config.primaryKeys.map((key) => primaryKey({ columns: named(key.columns) })),
      ...config.checks.map(({ name, value }) => check(name, expression(value))),
      ...config.foreignKeys.map((key) => {
        const { columns, foreignTable, foreignColumns } = key.reference();
        const { name } = getTableConfig(foreignTable);
        const built = foreignKey({ columns: named(columns), foreignColumns: named(foreignColumns, others(name)) });
        return key.onDelete ? built.onDelete(key.onDelete) : built;
      }),
    ];
  });
}

function columnOf(column: Column) {
  const type = postgresType(column);
  let built: { notNull(): unknown; primaryKey(): unknown; default(value: unknown): unknown };
  if (type !== "bigint") built = types[type](column.name) as never;
  else if (column.defaultFn === newId) {
    built = bigint(column.name, { mode: "bigint" }).generatedByDefaultAsIdentity() as never;
  } else built = bigint(column.name, { mode: "bigint" }) as never;
  if (column.notNull) built.notNull();
  if (column.primary) built.primaryKey();
  if (column.default !== undefined) built.default(sql.raw(literal(column.mapToDriverValue(column.default))));
  return built as never;
}

const literal = (value: unknown) => (typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value));

/** A condition or an expression of the schema; members of JSON have another path there. */
const expression = (value: SQL): SQL => sql.raw(textFor(value).replaceAll("->> '$.", "->> '"));
