import { readFileSync } from "node:fs";
import { version } from "@merit/core/base/version.ts";
import { expect, it } from "vitest";

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
const json = (path: string) => JSON.parse(read(path));
const { workspaces } = json("package.json") as { workspaces: string[] };

interface Package {
  version: string;
  dependencies?: Record<string, string>;
}

/** The version of a package, and those in which it asks for others of this repository. */
const versionsOf = ({ version: own, dependencies = {} }: Package) => [
  own,
  ...Object.keys(dependencies).flatMap((name) => (name.startsWith("@merit/") ? dependencies[name] : [])),
];

it.each(["", ...workspaces])("package %j has the project's version, in its manifest and in the lockfile", (folder) => {
  const versions = [json(`./${folder}/package.json`), json("package-lock.json").packages[folder]].flatMap(versionsOf);
  expect(new Set(versions)).toEqual(new Set([version]));
});

it("the Rust workspace has the project's version, in its manifest and in the lockfile", () => {
  expect(/^\[workspace\.package\]\nversion = "(.+)"$/m.exec(read("Cargo.toml"))?.[1]).toBe(version);
  // Packages of this repository are those without a source.
  const own = [...read("Cargo.lock").matchAll(/^name = "(.+)"\nversion = "(.+)"\n(?!source)/gm)];
  expect(own.length).toBeGreaterThan(10);
  for (const [, name, locked] of own) expect(locked, name).toBe(version);
});
