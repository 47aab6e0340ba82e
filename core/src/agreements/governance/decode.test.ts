import { nativeToScVal, xdr } from "@stellar/stellar-sdk";
import { expect, it } from "vitest";
import { contractNames, upgradableContracts } from "../../ledger/chain/bindings.ts";
import { anyContract } from "../../ledger/chain/contracts.ts";
import { initialSettings } from "../../ledger/deploy/governance.ts";
import { createTestChain, newContract, newWallet } from "../../testing/chain.ts";
import { type Action, decodeCall, encodeCall, readActions } from "./decode.ts";
import { changedSettings } from "./settings.ts";
import { actionsOf, type Template } from "./templates.ts";

const { chain } = createTestChain();
const { contracts } = chain;
const self = contracts.governance.id;
const wallet = newWallet();
const HASH = "ab".repeat(32);

const wordsOf = (action: Action) => decodeCall(chain, action).words;
const ofTemplate = (template: Template) => actionsOf(contracts, template).map(wordsOf);
const address = (text: string) => nativeToScVal(text, { type: "address" });

it("says what each kind of proposal does", () => {
  const admin = contracts.admin.id;
  const limit = { template: "limit", limit: 2_000_000_000n } as const;
  expect(ofTemplate({ ...limit, merchant: null })[0]).toMatch(
    /^Set the pool's limit for all merchants together to 200 /,
  );
  expect(ofTemplate({ ...limit, merchant: 7 })[0]).toMatch(/^Set the pool's limit for merchant 7 to 200 tokens in 24 /);
  const role = { role: "pauser", account: wallet } as const;
  expect(ofTemplate({ template: "grant", ...role, expires_at: new Date("2060-01-31") })).toEqual([
    `Give the role "pauser" to ${wallet}, until 2060-01-31T00:00:00.000Z.`,
  ]);
  expect(ofTemplate({ template: "grant", ...role, expires_at: null })).toEqual([
    `Give the role "pauser" to ${wallet}, without an end.`,
  ]);
  expect(ofTemplate({ template: "revoke", ...role, account: admin })).toEqual([
    `Take the role "pauser" from admin (${admin}).`,
  ]);
  expect(ofTemplate({ template: "upgrade", contract: "pool", wasm_hash: HASH, migrate: true })).toEqual([
    `Replace the code of pool with the code whose SHA-256 is ${HASH}: new code can do anything that pool can.`,
    "Convert the stored data of pool to the layout of its code.",
  ]);
  const announce = encodeCall(contracts, "admin", "announce_upgrade", {
    contract: contracts.pool.id,
    new_wasm_hash: Buffer.from(HASH, "hex"),
    operator: self,
  });
  expect(wordsOf(announce)).toMatch(new RegExp(`^Announce the code whose SHA-256 is ${HASH} for pool`));
  expect(ofTemplate({ template: "unpause", contract: "state" })).toEqual(["Let the whole system run again."]);
  expect(ofTemplate({ template: "accept_administration" })[0]).toMatch(
    /^Make governance the admin of the whole system/,
  );
});

it("knows upgrades and stops of every contract, and governance's own calls, which name no operator", () => {
  const upgrades = upgradableContracts.map((contract): Template => {
    return { template: "upgrade", contract, wasm_hash: HASH, migrate: true };
  });
  const ends = contractNames.map((contract): Template => ({ template: "unpause", contract }));
  for (const template of [...upgrades, ...ends]) {
    const { contract } = template as { contract: string };
    for (const action of actionsOf(contracts, template)) {
      expect(decodeCall(chain, action)).toMatchObject({ contract, known: true });
      expect(action.args.length).toBeLessThan(contract === "governance" ? 2 : 3);
    }
  }
});

it("says what changes of governance's own settings and classes would be", () => {
  const present = initialSettings(1_800_000_000n);
  const changes = new Map([
    ["warm_up", "3628800"],
    ["upgrade.quorum_bps", "4000"],
  ]);
  const settings = changedSettings(present, changes);
  expect(settings).toEqual({ ...present, warm_up: 3_628_800n, upgrade: { quorum_bps: 4_000, threshold_bps: 6_667 } });
  const [words] = ofTemplate({ template: "settings", settings });
  expect(words).toMatch(
    /^Change governance's settings to: proposals need 100000 votes; votes begin after 34560 ledgers /,
  );
  expect(words).toMatch(/ stakes warm up for 42 days .*; class upgrade: quorum 40 %, majority 66\.67 %; /);
  expect(() => changedSettings(present, new Map([["warmup", "1"]]))).toThrow(
    /no setting "warmup"; there are proposal_/,
  );
  expect(() => changedSettings(present, new Map([["warm_up", "-1"]]))).toThrow(
    /must be a whole number, such as 1814400/,
  );

  const entry = { target: contracts.pool.id, function: "set_limit", class: 2 };
  expect(wordsOf(encodeCall(contracts, "governance", "set_class", { entry }))).toBe(
    `Require the agreement of the class Upgrade for later calls of set_limit of pool (${contracts.pool.id}).`,
  );
  expect(() => encodeCall(contracts, "governance", "stake", {})).toThrow("a vote can't call governance.stake");
});

it("says calls without a phrase of their own by the names of their arguments", () => {
  const values = { operator: self, name: "pool", interface: "0.3.0", expected: 5 };
  expect(wordsOf(encodeCall(contracts, "state", "set_interface", values))).toBe(
    'Call state.set_interface with name = "pool", interface = "0.3.0", expected = 5.',
  );
});

it("marks what it doesn't know, and shows it raw", () => {
  const foreign = { target: newContract(), function: "transfer", args: [address(wallet), nativeToScVal(5n)] };
  expect(decodeCall(chain, foreign)).toEqual({
    ...{ target: foreign.target, contract: null, function: "transfer", known: false },
    args: [
      { name: null, value: wallet },
      { name: null, value: "5" },
    ],
    words: expect.stringMatching(/^UNKNOWN CALL of C\w{55}: transfer\("G\w{55}", "5"\); .*nobody has checked/),
  });
  expect(wordsOf({ target: contracts.pool.id, function: "drain", args: [] })).toMatch(/^UNKNOWN CALL of pool \(C/);
});

it("marks a call whose arguments don't have the function's types, even if they look alike", () => {
  const [good] = actionsOf(contracts, { template: "limit", merchant: null, limit: 5n }) as [Action];
  const text = nativeToScVal("5", { type: "string" });
  for (const args of [
    [],
    good.args.slice(1),
    [...good.args.slice(0, 2), text],
    [...good.args.slice(0, 2), nativeToScVal(5, { type: "u32" })],
  ]) {
    expect(decodeCall(chain, { ...good, args })).toMatchObject({
      known: false,
      words: expect.stringMatching(/arguments don't fit/),
    });
  }
});

it("says that a call fails which names another acting account than governance", () => {
  const [{ args, ...good }] = actionsOf(contracts, { template: "revoke", role: "pauser", account: wallet }) as [Action];
  const words = wordsOf({ ...good, args: [...args.slice(0, 2), address(wallet)] });
  expect(words).toMatch(/^Take the role .* It would fail: it names G\w{55} as the acting account/);
});

it("reads any values that a proposer chooses", () => {
  const far = { account: wallet, role: "pauser", expires_at: 2n ** 64n - 1n, caller: self };
  expect(wordsOf(encodeCall(contracts, "admin", "grant_role_until", far))).toContain(
    "until second 18446744073709551615",
  );
  const lie = 'x" to nobody.\nWhat it does: nothing';
  const odd = {
    target: newContract(),
    function: "f",
    args: [nativeToScVal(lie), xdr.ScVal.scvBytes(Buffer.from("ff", "hex"))],
  };
  expect(wordsOf(odd)).toContain(JSON.stringify(lie));
});

it("reads the calls that the contract answers with", () => {
  const actions = [
    ...actionsOf(contracts, { template: "upgrade", contract: "pool", wasm_hash: HASH, migrate: true }),
    ...actionsOf(contracts, { template: "accept_administration" }),
  ];
  const { spec } = anyContract(contracts, "governance");
  const [, stored] = spec.funcArgsToScVals("propose", { proposer: wallet, actions, description: "" });
  const texts = ({ args, ...call }: Action) => ({ ...call, args: args.map((value) => value.toXdr("base64")) });
  expect(readActions(stored as xdr.ScVal).map(texts)).toEqual(actions.map(texts));
});
