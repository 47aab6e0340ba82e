import { Readable } from "node:stream";
import { mediaTypes } from "@merit/core/operations/reports/formats.ts";

/** Values of a list's `format`: the whole list as a file, instead of a page. */
const types = { csv: mediaTypes.csv, ndjson: "application/x-ndjson" };

export type FileFormat = keyof typeof types;

/** Values for a route's `files` and `headers`. */
export const FILE_TYPES = ["text/csv", types.ndjson];
export const FILE_HEADERS = { "Content-Disposition": "name of a file" };

/** @param chunks the file's text, which is sent while it is made */
export const fileAnswer = (name: string, format: FileFormat, chunks: AsyncIterable<string>) =>
  attachment(name, types[format], Readable.from(chunks));

/** An answer that browsers store under this name. @param more further headers */
export const attachment = (name: string, mediaType: string, body: Readable, more: Record<string, string> = {}) => ({
  status: 200 as const,
  body,
  headers: {
    "Content-Type": mediaType,
    "Content-Disposition": `attachment; filename="${name}"`,
    "Cache-Control": "private, no-store",
    ...more,
  },
});
