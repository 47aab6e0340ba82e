import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../run.ts";
import { mutated } from "./mutants.ts";

test(".cargo/mutants.toml names files that are there, of each package that has mutants", () => {
  const [, globs = ""] =
    /examine_globs = \[([^\]]*)\]/.exec(readFileSync(join(root, ".cargo/mutants.toml"), "utf8")) ?? [];
  const named = [...globs.matchAll(/"(.*)\/(?:\{(.*)\}|(\w+))\.rs"/g)].flatMap(([, folder, several, one]) =>
    (several?.split(",") ?? [one]).map((name) => `${folder}/${name}.rs`),
  );
  const there = new Set(globSync("contracts/*/src/*.rs", { cwd: root }));
  expect(named.filter((path) => !there.has(path))).toEqual([]);
  expect([...new Set(named.map((path) => path.split("/")[1]))].toSorted()).toEqual(mutated.toSorted());
});
