import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { root } from "./processes.ts";

/** Besides our own modules, the packages of hundreds of modules. The others may need files of their own. */
const INLINE = /^([./]|@merit\/|@stellar\/|@opentelemetry\/|drizzle-orm|zod)/;

/** Folder below node_modules, where it finds the packages that it needs. */
const bundleOf = (repository: string) => join(repository, "node_modules", ".cache", "merit", "merit.mjs");

/** File that `bundleMerit` writes. */
export const bundled = bundleOf(root);

/**
 * Builds `merit` as a few files instead of more than a thousand: the tests start the service hundreds of times, and most of a start is the
 * search for modules.
 * @param repository this one, or a copy of another version
 * @returns the file to start
 */
export async function bundleMerit(repository = root): Promise<string> {
  const file = bundleOf(repository);
  const build = await rolldown({
    input: join(repository, "cli/src/main.ts"),
    platform: "node",
    external: (id, importer) => id === "better-sqlite3" || (!INLINE.test(id) && !importer?.includes("/node_modules/")),
    plugins: [sourcePlaces],
    // Warnings are about other people's code.
    logLevel: "silent",
  });
  const { output } = await build.generate({ entryFileNames: basename(file), chunkFileNames: "[name].mjs" });
  await build.close();
  for (const made of output) {
    if (made.type === "chunk") writeIfOther(join(dirname(file), made.fileName), made.code);
  }
  return file;
}

/** Another run of tests, which builds the same, may be starting services from these files: it must see each of them whole. */
function writeIfOther(path: string, content: string): void {
  if (existsSync(path) && readFileSync(path, "utf8") === content) return;
  mkdirSync(dirname(path), { recursive: true });
  const written = `${path}.${process.pid}`;
  writeFileSync(written, content);
  renameSync(written, path);
}

/** Modules find their files, such as migrations and pages, where their sources are. */
const sourcePlaces = {
  name: "source-places",
  transform(code: string, id: string) {
    if (id.includes("/node_modules/") || !code.includes("import.meta.")) return null;
    return code
      .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id).href))
      .replaceAll("import.meta.dirname", JSON.stringify(join(id, "..")));
  },
};
