import { closeSync, fsyncSync, openSync } from "node:fs";
import { dirname } from "node:path";
import writeFileAtomic from "write-file-atomic";
import { makePrivateFolder } from "./data-folder.ts";

/**
 * Writes a whole file or nothing: a crash leaves the old or the new content, and after the return it is the new one. Creates
 * parent folders.
 * @param mode permissions of the file, also where it was there with others
 */
export function writeFileAtomically(path: string, content: string, mode: number): void {
  const folder = dirname(path);
  makePrivateFolder(folder);
  writeFileAtomic.sync(path, content, { mode });
  // The library syncs only the file. Unless its folder is synced too, a power failure could undo the rename and lose a new key.
  if (process.platform === "win32") return; // It can't sync folders.
  const parent = openSync(folder, "r");
  try {
    fsyncSync(parent);
  } finally {
    closeSync(parent);
  }
}
