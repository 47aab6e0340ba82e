import { Keypair } from "@stellar/stellar-sdk";
import { expect, it } from "vitest";
import { contractNames } from "../chain/bindings.ts";
import { type Network, networks } from "../chain/networks.ts";
import { assignments } from "./roles.ts";

const ids = Object.fromEntries(contractNames.map((name) => [name, name])) as Parameters<typeof assignments>[0]["ids"];
const keys = { signer: () => Keypair.random() } as never;
const deployer = { publicKey: "deployer" } as never;

const holders = (network: Network, role: string) =>
  assignments({ facts: networks[network], ids, keys, deployer }).flatMap(([name, holder]) =>
    name === role ? [holder] : [],
  );

it("the keys that the service uses name no owners", () => {
  expect(holders("mainnet", "appointer")).toEqual(["deployer"]);
});

it("no key may take tokens back from any holder", () => {
  expect(holders("local", "clawback")).toEqual(["distribution"]);
  expect(holders("mainnet", "revoker")).toEqual(["deployer"]);
});

it("only governance may upgrade where money is real", () => {
  expect(holders("mainnet", "upgrader")).toEqual(["governance"]);
  expect(holders("testnet", "upgrader")).toEqual(["governance"]);
  expect(holders("local", "upgrader")).toEqual(["deployer", "governance"]);
});
