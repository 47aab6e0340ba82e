import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "./lib/run.ts";

// Commands that a reader pastes from the pages.

const pages = globSync(["*.md", "docs/**/*.md", "client/*.md", "web/*.md", "localnet/rpc/*.md"], { cwd: root }).map(
  (name) => ({ name, text: readFileSync(join(root, name), "utf8") }),
);

it("calls merit in a way that never fetches a package of this name from npm", () => {
  expect(pages.length).toBeGreaterThan(30);
  expect(pages.filter(({ text }) => /npx (-\S+ )*merit\b/.test(text)).map(({ name }) => name)).toEqual([]);
});

it("registers no address in two sessions", () => {
  const registers = /--email (\S+)|"email":"([^"]+)"/g;
  const used = pages.flatMap(({ name, text }) =>
    [...new Set([...text.matchAll(/```(?:bash|console|sh)\n([\s\S]*?)```/g)].map(([, block = ""]) => block))]
      .flatMap((block) => [...block.matchAll(registers)].map(([, option, field]) => option ?? field ?? ""))
      .filter((address) => !address.includes("$RANDOM"))
      .map((address) => `${address} in ${name}`),
  );
  const addresses = [...new Set(used)].map((use) => use.split(" in ")[0]);
  expect(new Set(addresses).size, used.join(", ")).toBe(addresses.length);
});
