import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import BetterSqlite3 from "better-sqlite3";
import { sql } from "drizzle-orm";
import ts from "typescript";
import { expect, it, vi } from "vitest";
import { TEST_POSTGRES } from "../../testing/postgres.ts";
import { createWorld } from "../../testing/world.ts";
import type { Store } from "./store.ts";

// The rules of core/README.md for functions that take a store, as far as the code's form shows them.

type Build = (store: Store, uses: () => boolean) => { getQuery(): { sql: string } };

const engine = process.env[TEST_POSTGRES] === undefined ? "sqlite" : "postgres";

const prepared = vi.hoisted(() => [] as Build[]);
vi.mock("./store.ts", async (importOriginal) => {
  const original = await importOriginal<typeof import("./store.ts")>();
  const noted = (prepare: (build: never) => unknown) => (build: Build) => {
    prepared.push(build);
    return prepare(build as never);
  };
  return { ...original, prepared: noted(original.prepared), preparedWith: noted(original.preparedWith) };
});

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const sources = ["core/src", "indexer/src", "api/src", "cli/src"]
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  )
  .filter((file) => file.endsWith(".ts") && !/\.test\.ts$|\/testing\/|^core\/src\/store\/db\//.test(file))
  .map((file) => ts.createSourceFile(file, readFileSync(join(root, file), "utf8"), ts.ScriptTarget.Latest, true));

const takesStore = (node: ts.Node) =>
  ts.isFunctionLike(node) && node.parameters.some(({ name }) => name.getText() === "store");

/** Places of the nodes for which `isWrong` is true; within functions that take a store, if `inUnits`. */
function places(isWrong: (node: ts.Node) => boolean, { inUnits = true } = {}): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node, source: ts.SourceFile, counts: boolean) => {
    if (counts && isWrong(node)) {
      found.push(`${source.fileName}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`);
    }
    ts.forEachChild(node, (child) => visit(child, source, counts || takesStore(node)));
  };
  for (const source of sources) visit(source, source, !inUnits);
  return found;
}

const has = (node: ts.Node, isIt: (node: ts.Node) => boolean): boolean =>
  isIt(node) || (ts.forEachChild(node, (child) => has(child, isIt)) ?? false);
const mentionsStore = (node: ts.Node) => has(node, (each) => ts.isIdentifier(each) && each.text === "store");

it("a function with a store awaits nothing else", () => {
  expect(places((node) => ts.isAwaitExpression(node) && !mentionsStore(node.expression))).toEqual([]);
});

it("a function with a store awaits each of its statements", () => {
  const isLoose = (node: ts.Node) =>
    ts.isExpressionStatement(node) && mentionsStore(node) && !has(node, ts.isAwaitExpression);
  expect(places(isLoose)).toEqual([]);
});

it("a function with a store catches nothing: a failed statement ends the transaction of some databases", () => {
  const isCatch = (node: ts.Node) =>
    ts.isCatchClause(node) || (ts.isPropertyAccessExpression(node) && node.name.text === "catch");
  expect(places(isCatch)).toEqual([]);
});

it("a function with a store can't commit by itself: it gets no database, and a context without one", () => {
  const commits = (node: ts.Node) =>
    takesStore(node) &&
    (node as ts.FunctionLike).parameters.some(({ type }) =>
      /^(Context|Database|Parts|Sending)$/.test(type?.getText() ?? ""),
    );
  expect(places(commits, { inUnits: false })).toEqual([]);
});

it("statements say through dialect.ts what databases say differently; an index of words numbers its rows", () => {
  const own = /json_each|->>|indexed by|instr\(|\b(max|min)\([^()]*,|\browid\b|insert or|pragma|\bis (not )?\$|\+\$/i;
  const isOwn = (node: ts.Node) =>
    ts.isTaggedTemplateExpression(node) &&
    node.tag.getText().startsWith("sql") &&
    !node.getSourceFile().fileName.startsWith("core/src/operations/search/") &&
    own.test(node.template.getText().replaceAll(/ \+ \$/g, ""));
  expect(places(isOwn, { inUnits: false })).toEqual([]);
});

it("only store/db knows drizzle's module for SQLite", () => {
  expect(
    sources.filter(({ text }) => text.includes("drizzle-orm/sqlite-core")).map(({ fileName }) => fileName),
  ).toEqual([]);
});

it("every prepared statement prepares", async () => {
  for (const { fileName, text } of sources) {
    // Test files share their modules: one that is loaded already has not been noted, and by another name it is loaded again.
    if (/prepared(With)?\(/.test(text)) await import(`${join(root, fileName)}?noted`);
  }
  expect(prepared.length).toBeGreaterThan(60);
  await using world = createWorld();
  const failed: string[] = [];
  const client = engine === "sqlite" ? new BetterSqlite3(world.path) : undefined;
  await world.context.db.read(async (store) => {
    for (const [index, build] of prepared.entries()) {
      for (const uses of [() => true, () => false]) {
        const { sql: text } = build(store, uses).getQuery();
        try {
          if (client) client.prepare(text);
          else await store.run(sql.raw(`prepare every_${index}_${uses()} as ${text}`));
        } catch (error) {
          failed.push(`${(error as Error).cause ?? error}: ${text}`);
        }
      }
    }
  });
  client?.close();
  expect(failed).toEqual([]);
});
