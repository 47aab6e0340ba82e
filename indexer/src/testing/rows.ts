/** To compare rows with those that are made again after they were deleted: PostgreSQL gives no id twice. */
export const withoutIds = (rows: readonly object[]) => rows.map((row) => ({ ...row, id: undefined }));
