import { expect, it } from "vitest";
import { contracts, walletCallNames, walletCallsOf } from "./contracts.ts";
import { contractNames } from "./ledger/chain/bindings.ts";
import { contractSpec } from "./ledger/contract-events/names.ts";
import type { Site } from "./ledger/deploy/site.ts";
import { defaultTerms } from "./ledger/deploy/terms.ts";

const ids = Object.fromEntries(contractNames.map((name) => [name, name])) as Site["ids"];
const site = { ids, asset: { contract_id: "SAC", issuer: "GISSUER" }, deployer: { publicKey: "GDEPLOYER" } } as Site;
const typesOf = (name: (typeof contractNames)[number]) =>
  contractSpec(name)
    .events()
    .map((event) => ({
      type: String(event.prefixTopics[0] ?? event.name),
      fields: event.params.map((param) => String(param.name)),
    }));

it.each(contractNames)("gives the constructor of %s the arguments that its code takes, and no other", (name) => {
  const terms = { ...defaultTerms, mintQuota: 1n };
  const given = contracts[name].create({ ...site, terms } as Site, 1_800_000_000n);
  const taken = contractSpec(name)
    .getFunc("__constructor")
    .inputs.map((input) => String(input.name));
  expect(Object.keys(given).sort()).toEqual(taken.sort());
});

it.each(contractNames)("names only events and fields that %s has, where late events need care", (name) => {
  const known = typesOf(name);
  for (const { types, key, creation } of contracts[name].things ?? []) {
    const about = known.filter(({ type, fields }) =>
      types ? types.includes(type) : key.every((field) => fields.includes(field)),
    );
    expect(about.length).toBeGreaterThan(0);
    for (const type of types ?? []) expect(about.map((event) => event.type)).toContain(type);
    for (const { fields } of about) expect(fields).toEqual(expect.arrayContaining([...key]));
    if (creation !== undefined) expect(about.map((event) => event.type)).toContain(creation);
  }
});

it("finds the rules of a wallet's call by its contract, whose code has the function", () => {
  for (const call of walletCallNames) {
    const [name, method = ""] = call.split(".") as [(typeof contractNames)[number], string];
    expect(contractSpec(name).getFunc(method)).toBeDefined();
    expect(walletCallsOf(call)).toBe(contracts[name].walletCalls);
  }
  expect(() => walletCallsOf("escrow.agree")).toThrow("no contract has the call escrow.agree");
  expect(() => walletCallsOf("constructor.call")).toThrow("no contract has the call");
});
