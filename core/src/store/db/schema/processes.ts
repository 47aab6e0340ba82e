import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant, int, json } from "../columns.ts";

/** Work that one process at a time does: it leads the role, and others stand by. */
export const ledRoles = ["worker", "indexer"] as const;
export type LedRole = (typeof ledRoles)[number];

/** The process that does the work of each role (db/leaders.ts). Times are the database's. */
export const leaders = sqliteTable("leaders", {
  role: text("role", { enum: ledRoles }).primaryKey(),
  /** Raised each time that a process takes the role: commits of the one before are refused from then on. */
  term: int("term").notNull(),
  process_id: text("process_id").notNull(),
  taken_at: instant("taken_at").notNull(),
  seen_at: instant("seen_at").notNull(),
});

/** Roles of the service's processes. */
const processRoles = ["all", "api", ...ledRoles] as const;
export type ProcessRole = (typeof processRoles)[number];

/** The processes that work on this database. Times are the database's. */
export const processes = sqliteTable("processes", {
  id: text("id").primaryKey(),
  host: text("host").notNull(),
  pid: int("pid").notNull(),
  role: text("role", { enum: processRoles }).notNull(),
  version: text("version").notNull(),
  /** State of its work, for the health checks of the others (processes/presence.ts). */
  state: json("state"),
  started_at: instant("started_at").notNull(),
  seen_at: instant("seen_at").notNull(),
});

/** The last commit of each process, on PostgreSQL alone: it tells whether one was stored whose answer was lost (postgres/lane.ts). */
export const lastCommits = sqliteTable("last_commits", {
  id: text("id").primaryKey(),
  /** Counts the process's commits. */
  number: int("number").notNull(),
  committed_at: instant("committed_at").notNull(),
});
