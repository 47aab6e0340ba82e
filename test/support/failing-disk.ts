import { execFileSync } from "node:child_process";
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const SOURCE = fileURLToPath(new URL("./failing-disk.c", import.meta.url));

type DiskError = "ENOSPC" | "EIO" | "EROFS";

/** The disk below the files of one process: it fails on demand, and works again afterwards. Linux, with a C compiler. */
export class FailingDisk {
  readonly #folder = mkdtempSync(join(tmpdir(), "merit-disk-"));
  readonly #library = join(this.#folder, "failing-disk.so");
  readonly #trigger = join(this.#folder, "fails");

  constructor() {
    execFileSync("cc", ["-shared", "-fPIC", "-Wall", "-Werror", "-O1", "-o", this.#library, SOURCE, "-ldl"]);
  }

  /** Environment of the process whose files are on this disk. */
  get env(): Record<string, string> {
    return { LD_PRELOAD: this.#library, FAILING_DISK: this.#trigger };
  }

  /** Makes writing files, or syncing written ones, fail from now on. */
  fail(call: "write" | "sync", error: DiskError): void {
    // Replaced as a whole, so that a reader never sees a part.
    writeFileSync(`${this.#trigger}.new`, `${call} ${constants.errno[error]}`);
    renameSync(`${this.#trigger}.new`, this.#trigger);
  }

  work(): void {
    rmSync(this.#trigger, { force: true });
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
