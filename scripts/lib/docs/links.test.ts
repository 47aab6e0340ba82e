import { globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../run.ts";
import { anchorsOf, deadLinks } from "./links.ts";

const AWAY = ["node_modules", "target", "data", "dist"];
const pages = globSync("**/*.md", { cwd: root, exclude: (name) => AWAY.includes(name.split("/").at(-1) ?? "") });

function read(path: string): string | undefined {
  const found = statSync(join(root, path), { throwIfNoEntry: false });
  if (!found) return undefined;
  return found.isFile() && path.endsWith(".md") ? readFileSync(join(root, path), "utf8") : "";
}

it("every link of the documentation leads to a file and a heading that exist", () => {
  expect(pages).toContain("README.md");
  expect(pages).toContain("docs/architecture.md");
  expect(pages.flatMap((page) => deadLinks(page, read).map((target) => `${page}: ${target}`))).toEqual([]);
});

it("finds links to files, headings and pictures that don't exist, and looks at no code", () => {
  const files: Record<string, string> = {
    "docs/a.md": [
      '# A\n[b](b.md) [one](b.md#one-and-two) [self](#a) <img src="b.png"> [web](https://example.com/none)',
      "[gone](c.md) [no heading](b.md#three) [not\nhere](#b) ![](c.png)",
      "`[code](d.md)`\n```md\n# In code\n[code](e.md)\n```\n[in code](#in-code)",
    ].join("\n\n"),
    "docs/b.md": "# B\n\n## One, and `two`\n\n## One and two\n",
    "docs/b.png": "",
  };
  const dead = deadLinks("docs/a.md", (path) => files[path]);
  expect(dead).toEqual(["c.md", "b.md#three", "#b", "c.png", "#in-code"]);
  expect([...anchorsOf(files["docs/b.md"] ?? "")]).toEqual(["b", "one-and-two", "one-and-two-1"]);
});
