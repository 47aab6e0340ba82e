import BetterSqlite3 from "better-sqlite3";

/** Plan by which SQLite would carry out a statement, such as `SEARCH jobs USING INDEX jobs_due (queue=?)`. @param path of the database */
export function queryPlan(path: string, { sql, params }: { sql: string; params: unknown[] }): string {
  const client = new BetterSqlite3(path, { readonly: true });
  try {
    const steps = client.prepare<unknown[], { detail: string }>(`explain query plan ${sql}`);
    return steps
      .all(params.map(() => null))
      .map(({ detail }) => detail)
      .join();
  } finally {
    client.close();
  }
}
