import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";

/**
 * Most bytes that a page may load before it can be used, gzipped: scripts and style sheets. A voucher's holder opens it on a phone.
 * Listed by build. All pages of a build load its first module.
 */
const MOST_BYTES: Record<string, Record<string, number>> = {
  client: {
    "/src/main.tsx": 140_000,
    "/src/pages/voucher/voucher.tsx": 140_000,
    "/src/pages/merchant/area.tsx": 180_000,
  },
  start: { "/src/start.ts": 6_000 },
};

/**
 * For V8, which then compiles all functions while the file loads, beside the page. To compile each when it is first called took a third of
 * the time until a phone could use the page. Other browsers ignore it.
 */
const COMPILE = "//# allFunctionsCalledOnLoad\n";

/** Has the first files compiled while they load, and fails the build if one of the first pages has become too large. */
export function firstLoad(): Plugin {
  return {
    name: "first-load",
    generateBundle: {
      // After Vite has put its own first line in.
      order: "post",
      handler(_, bundle) {
        const sizeOf = (name: string) => {
          const file = bundle[name];
          if (!file) return 0;
          return gzipSync(file.type === "chunk" ? file.code : file.source).length;
        };
        const reach = (name: string, found: Set<string>) => {
          const file = bundle[name];
          if (found.has(name) || file?.type !== "chunk") return found;
          found.add(name);
          for (const style of file.viteMetadata?.importedCss ?? []) found.add(style);
          for (const imported of file.imports) reach(imported, found);
          return found;
        };
        const fileOf = (module: string): string => {
          const has = (file: (typeof bundle)[string]) =>
            file.type === "chunk" && file.moduleIds.some((id) => id.endsWith(module));
          return (
            Object.values(bundle).find(has)?.fileName ??
            this.error(`${module} was not found: web/first-load.ts bounds what it loads`)
          );
        };
        const pages = Object.entries(MOST_BYTES[this.environment.name] ?? {});
        const [[first = ""] = []] = pages;
        const app = reach(fileOf(first), new Set());
        for (const [module, most] of pages) {
          const bytes = [...reach(fileOf(module), new Set(app))].reduce((sum, name) => sum + sizeOf(name), 0);
          const size = `${module} loads ${(bytes / 1000).toFixed(0)} kB first, gzipped`;
          if (bytes > most) this.error(`${size}: at most ${most / 1000} kB. Load something later.`);
          this.info(size);
        }
        for (const name of app) {
          const file = bundle[name];
          if (file?.type === "chunk") file.code = COMPILE + file.code;
        }
      },
    },
  };
}
