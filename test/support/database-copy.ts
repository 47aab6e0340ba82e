import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { World } from "./world.ts";

const FILES = ["merit.db", "merit.db-wal", "merit.db-shm"];

/** The database file and its write-ahead log as they lie on the disk, as a disk snapshot has them. The service must not run. */
export class DatabaseCopy {
  readonly #data: string;
  readonly #folder = mkdtempSync(join(tmpdir(), "merit-copy-"));

  constructor({ folder }: World) {
    this.#data = join(folder, "local");
    for (const file of FILES) {
      if (existsSync(join(this.#data, file))) copyFileSync(join(this.#data, file), join(this.#folder, file));
    }
  }

  /** Turns the database back to the copy. */
  putBack(): void {
    for (const file of FILES) {
      rmSync(join(this.#data, file), { force: true });
      if (existsSync(join(this.#folder, file))) copyFileSync(join(this.#folder, file), join(this.#data, file));
    }
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
