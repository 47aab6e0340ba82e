import { expect, it } from "vitest";
import { checkHolders, checkTerms, rolesTable, terms } from "./deployment.ts";

it("reports a quoted term with another value than the deployment's", () => {
  const value = terms().get("poolLimit")?.value;
  expect(checkTerms(`at most \`poolLimit\` (${value})`)).toEqual([]);
  expect(checkTerms("at most `poolLimit` (5 tokens)")).toEqual([`\`poolLimit\` (5 tokens) should be ${value}`]);
});

it("reports a key that is said to hold other roles than it gets", () => {
  expect(checkHolders("### treasury\n\nIt holds `minter` and\n`treasurer`, and tokens.\n")).toEqual([]);
  expect(checkHolders("### treasury\n\nIt holds `minter`.\n")).toEqual(["the key treasury holds minter, treasurer"]);
  expect(checkHolders("### issuer\n\nIt holds `minter`.\n")).toEqual(["the key issuer holds no role"]);
});

it("gives the upgrader to a key on networks without real money only", () => {
  expect(rolesTable()).toMatch(/\| key `deployer` \|.*`vetoer` \| `upgrader` \|/);
});
