import { statfs } from "node:fs/promises";
import { Gauge, type Registry } from "prom-client";
import type { Context } from "../../context/context.ts";
import { databaseBytes } from "../../store/db/dialect.ts";
import { facts } from "../../store/db/schema/facts.ts";
import { databaseFileBytes } from "../../store/db/sqlite/copy.ts";
import { isAhead, listBackups } from "../backups/manifest.ts";
import { storedGauge } from "./stored-gauge.ts";

type Needs = Pick<Context, "db" | "clock" | "settings">;

/** Adds metrics that show a full disk and a missing backup. */
export function registerDisks(registry: Registry, { db, clock, settings }: Needs): void {
  const registers = [registry];
  new Gauge({
    name: "merit_disk_free_bytes",
    help: "Bytes that the service may still write to the disk of the data folder (data) and of the backups (backups).",
    labelNames: ["folder"],
    registers,
    async collect() {
      this.reset();
      const folders = { data: settings.dataDir, backups: settings.backup.folder };
      for (const [folder, path] of Object.entries(folders)) {
        const disk = await statfs(path).catch(() => undefined);
        if (disk) this.set({ folder }, disk.bavail * disk.bsize);
      }
    },
  });
  storedGauge(
    {
      name: "merit_database_bytes",
      help: "Size of the database: of the file with its log, or of the database on its server.",
      registers,
    },
    async (gauge) => {
      const source = await db.source();
      if ("path" in source) return gauge.set(databaseFileBytes(source.path));
      const bytes = await db.read(async (store) => store.select({ bytes: databaseBytes() }).from(facts).limit(1).get());
      if (bytes) gauge.set(bytes.bytes);
    },
  );
  new Gauge({
    name: "merit_backup_age_seconds",
    help: "Seconds since the newest backup in BACKUP_DIR was made; infinite if there is none, and NaN on PostgreSQL.",
    registers,
    collect() {
      if (db.engine !== "sqlite") return this.set(Number.NaN);
      const now = clock.now();
      const [newest] = listBackups(settings.backup.folder, now);
      const isKnown = newest && !isAhead(newest, now);
      this.set(isKnown ? (now.getTime() - Date.parse(newest.created_at)) / 1000 : Number.POSITIVE_INFINITY);
    },
  });
}
