import { readdirSync } from "node:fs";
import { is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";

/** Every table of the schema. */
export async function schemaTables(): Promise<SQLiteTable[]> {
  const folder = new URL("../db/schema/", import.meta.url);
  const files = await Promise.all(readdirSync(folder).map((name) => import(new URL(name, folder).href)));
  return files.flatMap((file) => Object.values(file)).filter((value) => is(value, SQLiteTable));
}
