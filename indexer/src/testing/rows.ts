/** Rows without ids, to compare them with rows that are made again after deletion: PostgreSQL gives no id twice. */
export const withoutIds = (rows: readonly object[]) => rows.map((row) => ({ ...row, id: undefined }));
