import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { filesOf, walks } from "../test/support/walks.ts";
import { root } from "./lib/run.ts";

// What a change costs, as CONTRIBUTING.md says. `npm run prove -- walks` makes these changes in copies of the repository.

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
