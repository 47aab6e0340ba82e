import { expect, it } from "vitest";
import { checkPage, checkReferences, checkThreats, contractsWithoutPage, type Facts } from "./check.ts";

const page = `# pool

Holds money.

## How money moves

## Roles

| who | may call |
|---|---|
| \`limiter\` | \`set_limit\` |
| anyone | \`deposit\` |
| anyone, reading | \`limit\` |

## States

| from | by | to |
|---|---|---|
| nothing | \`deposit\` | \`Open\` |

## Invariants

| invariant | held by |
|---|---|
| Nothing is lost | \`pool/tests/money.rs\`: \`nothing_is_lost\`, \`nothing_is_made\` |

## Decisions
`;

const point = (acts: boolean, ...roles: string[]) => ({ acts, roles: new Set(roles) });
const facts: Facts = {
  functions: ["set_limit", "deposit", "limit"],
  cases: ["Open"],
  entryPoints: new Map([
    ["set_limit", point(true, "limiter")],
    ["deposit", point(true)],
    ["limit", point(false)],
  ]),
  roles: ["limiter", "pauser"],
  read: (path) => (path === "pool/tests/money.rs" ? "fn nothing_is_lost() {}\nfn nothing_is_made() {}" : undefined),
};

it("finds nothing wrong with a page that matches the code", () => expect(checkPage(page, facts)).toEqual([]));

it.each([
  ["a role that doesn't exist", "`limiter`", "`boss`", "there is no role `boss`"],
  ["a function that doesn't exist", "`deposit` |\n| anyone, r", "`pay` |\n| anyone, r", "there is no function `pay`"],
  ["a function that nobody is said to call", "| anyone | `deposit` |\n", "", "doesn't say who may call `deposit`"],
  ["the wrong role", "| `limiter` |", "| `pauser` |", "`set_limit` doesn't ask for `pauser`"],
  ["a role left out", "| `limiter` |", "| anyone |", "doesn't give `set_limit` to `limiter`"],
  ["a view that acts", "anyone |", "anyone, reading |", "`deposit` does more than read"],
  ["a step that doesn't exist", "| nothing | `deposit`", "| nothing | `open`", "there is no step `open`"],
  ["a state that doesn't exist", "`Open`", "`Shut`", "there is no state `Shut`"],
  ["a test that doesn't exist", "nothing_is_made", "all_is_well", 'has no "fn all_is_well("'],
  ["a test file that doesn't exist", "money.rs", "other.rs", 'other.rs has no "fn nothing_is_lost("'],
  ["an invariant without a test", "`: `nothing_is_lost`, `nothing_is_made`", "`", 'no test holds "Nothing is lost"'],
  ["a missing section", "## Decisions", "## Thoughts", 'the section "Decisions" is missing'],
])("reports %s", (_, from, to, problem) => {
  expect(page).toContain(from);
  expect(checkPage(page.replace(from, to), facts).join("\n")).toContain(problem);
});

it("reports files, calls and test titles that don't exist, also across lines", () => {
  const functions = new Map([["pool", ["deposit"]]]);
  const read = (path: string) => (path === "core/a.test.ts" ? 'it("pays once", ...)' : undefined);
  const good = 'Call `pool.deposit`, as `core/a.test.ts` ("pays\nonce") does; `i64.max` is no call.';
  expect(checkReferences(good, functions, read)).toEqual([]);
  expect(checkReferences("Call `pool.steal`.", functions, read)).toEqual(["there is no function `pool.steal`"]);
  expect(checkReferences("See `core/b.ts`.", functions, read)).toEqual(["there is no file `core/b.ts`"]);
  expect(checkReferences('`core/a.test.ts` ("pays\ntwice")', functions, read)).toEqual([
    'core/a.test.ts has no "pays twice"',
  ]);
});

it("reports roles that the threat model leaves out or invents", () => {
  const text = "## Each role\n\n| role | at most |\n|---|---|\n| `limiter` | x |\n| `boss` | y |\n";
  expect(checkThreats(text, facts)).toEqual(["the table of roles leaves out `pauser`", "there is no role `boss`"]);
});

it("reports claims of the threat model without a test that exists", () => {
  const roles = "## Each role\n\n| role | at most |\n|---|---|\n| `limiter` | x |\n| `pauser` | y |\n";
  const row = (test: string) => `${roles}\n## Tests\n\n| claim | test |\n|---|---|\n| Limits hold | ${test} |\n`;
  expect(checkThreats(row("`pool/tests/money.rs`: `nothing_is_lost`"), facts)).toEqual([]);
  expect(checkThreats(row("`pool/tests/money.rs`"), facts)).toEqual(['no test holds "Limits hold"']);
  expect(checkThreats(row("`pool/tests/money.rs`: `limits_hold`"), facts)).toEqual([
    'pool/tests/money.rs has no "fn limits_hold("',
  ]);
});

it("finds contracts of the workspace that have no page", () => {
  const manifests: Record<string, string> = {
    "contracts/pool/Cargo.toml": 'crate-type = ["cdylib", "rlib"]',
    "contracts/stamps/Cargo.toml": 'crate-type = ["cdylib", "rlib"]',
    "contracts/common/Cargo.toml": '[package]\nname = "merit-common"',
  };
  const folders = ["common", "pool", "released", "stamps"];
  expect(contractsWithoutPage(folders, ["pool"], (path) => manifests[path])).toEqual(["stamps"]);
});
