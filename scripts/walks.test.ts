import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { filesOf, walks } from "../test/support/walks.ts";
import { root } from "./lib/run.ts";

// These tests hold the files that CONTRIBUTING.md says a change costs. `npm run prove -- walks` makes these changes in copies of the repository.

const page = readFileSync(join(root, "CONTRIBUTING.md"), "utf8");

describe.each(walks)("$title", ({ title, patch, mostFiles }) => {
  it(`takes at most ${mostFiles} files by hand`, () => {
    expect(filesOf(patch).length).toBeLessThanOrEqual(mostFiles);
    expect(filesOf(patch).filter((file) => file.includes("/migrations/"))).toEqual([]);
  });

  it("is described with exactly these files", () => {
    const [, section = ""] = page.split(`## ${title}\n`);
    const rows = section.split(/\n###? /, 1)[0]?.matchAll(/^\| `([^`]+)` \|/gm) ?? [];
    expect([...rows].map(([, file]) => file).sort()).toEqual(filesOf(patch).sort());
  });
});

describe("A contract of the system, with a route and a command", () => {
  // Compared with vesting, a contract of this kind.
  const [, section = ""] = page.split("### A contract of the system, with a route and a command\n");
  const listed = [...(section.split("\n## ", 1)[0]?.matchAll(/^\| `([^`]+)` \|/gm) ?? [])].map(([, file = ""]) =>
    file.replaceAll("stamps", "vesting"),
  );
  const isOwn = (file: string) => /(^|\/)vesting[/.-]/.test(file);
  const names = (file: string) => /\bvesting\b/i.test(readFileSync(join(root, file), "utf8"));

  it("takes as many files as the page says", () => {
    expect(listed.length).toBe(Number(/These are (\d+) files beside the 8/.exec(section)?.[1]));
    expect(listed.length).toBeLessThanOrEqual(31);
  });

  it("lists files that are there, and that name the contract", () => {
    expect(listed.filter((file) => !existsSync(join(root, file)))).toEqual([]);
    expect(listed.filter((file) => !isOwn(file) && !names(file))).toEqual([]);
  });

  it("lists all files that name the contract outside its own folders", () => {
    // Vesting has these beyond such a contract, and tests have it as an example.
    const beyond = [
      /^core\/src\/store\/event-log\/types\.ts$|^api\/src\/routes\/events\/schema\.ts$/, // its events for webhooks
      /^api\/src\/routes\/wallets\/routes\.ts$/, // a merchant revokes as well
      /^cli\/src\/client\.ts$|^web\/src\/pages\//, // names for its bodies; its pages
      /^core\/src\/ledger\/chain\/reference-id\.ts$|^api\/src\/openapi\/field-texts\.ts$/, // words
      /\/upgrade\/(beside|interface)\.rs$/, // it was released, and its code is fixed
      /\/src\/testing\//,
      /^contracts\/(token|costs)\/tests\/.*(freeze|state)\.rs$/,
      /\.test\.ts$/,
    ];
    const sources = [
      "{api,cli,client,core,indexer,web}/src/**/*.{ts,tsx}",
      "contracts/**/*.{rs,toml}",
      ".cargo/*.toml",
    ];
    const found = globSync(sources, { cwd: root })
      .filter((file) => !isOwn(file) && file !== "client/src/description.ts" && names(file))
      .filter((file) => !listed.includes(file) && !beyond.some((pattern) => pattern.test(file)));
    expect(found).toEqual([]);
  });

  it("names all files that know more of escrow, the contract with most", () => {
    const isIts = /escrows?[/.-]|\.test\.ts$|\/testing\/|^client\/src\/description\.ts$/;
    const found = globSync("{core,api,indexer}/src/**/*.ts", { cwd: root })
      .filter((file) => !isIts.test(file) && /\bescrows?\b|escrow[_.A-Z]/i.test(readFileSync(join(root, file), "utf8")))
      .filter((file) => !listed.includes(file) && !section.includes(`\`${file}\``));
    expect(found).toEqual([]);
  });
});
