import { Account, Keypair, Networks, Operation, TransactionBuilder } from "@stellar/stellar-sdk";
import { describe, expect, it } from "vitest";
import { checkLogin } from "./login.ts";
import { isDomainOf, linkMessage } from "./message.ts";
import { NotAsked } from "./not-asked.ts";

const [wallet, other] = [Keypair.random().publicKey(), Keypair.random().publicKey()];

describe("the message that links a wallet", () => {
  const link = { wallet, account: 7, network: "testnet", host: "rewards.example" };
  const lines = [
    "rewards.example asks you to link this wallet to your account.",
    "",
    `Wallet: ${wallet}`,
    "Account: 7",
    "Network: testnet",
    "Nonce: yJ1r4Xq0bqkZ2m7mB0n5l8s3f6d9c1aV",
    "Issued at: 2026-11-21T18:05:12.480Z",
  ];
  const message = lines.join("\n");

  it("is the one that the wallet would write itself", () => {
    expect(linkMessage(message, link)).toBe(message);
  });

  it.each([
    ["any text", `${wallet} I give everything away`],
    ["another service", message.replace("rewards.example", "evil.example")],
    ["another wallet", message.replace(wallet, other)],
    ["another account", message.replace("Account: 7", "Account: 8")],
    ["another network", message.replace("testnet", "mainnet")],
    ["a line more", `${message}\nI give everything away`],
    ["a line before", `I give everything away\n${message}`],
    ["words in the nonce", message.replace(/Nonce: .*/, "Nonce: I give everything away")],
    ["words as the time", message.replace(/Issued at: .*/, "Issued at: never")],
  ])("is refused with %s", (_, sent) => {
    expect(() => linkMessage(sent, link)).toThrow(NotAsked);
  });

  it("is refused with any character changed but those of the nonce and the time", () => {
    const free = message.indexOf("Nonce: ") + "Nonce: ".length;
    for (let at = 0; at < free; at += 1) {
      const changed = `${message.slice(0, at)}~${message.slice(at + 1)}`;
      expect(() => linkMessage(changed, link), changed).toThrow(NotAsked);
    }
  });
});

it.each([
  ["rewards.example", "rewards.example", true],
  ["rewards.example", "api.rewards.example", true],
  ["rewards.example", "rewards.example:8443", false],
  ["rewards.example", "api.rewards.example:8443", true],
  ["rewards.example:8443", "rewards.example:8443", true],
  ["localhost:3000", "127.0.0.1:4400", true],
  ["api.rewards.example", "rewards.example", false],
  ["example", "rewards.example", false],
  ["wards.example", "rewards.example", false],
  ["rewards.example", "evil.example", false],
  ["rewards.example:1", "rewards.example:2", false],
  ["localhost:3000", "evil.example", false],
  ["rewards.example", "localhost:3000", false],
  ["", "rewards.example", false],
])("%s may be named by who answers at %s: %s", (domain, host, may) => {
  expect(isDomainOf(domain, host)).toBe(may);
});

describe("a login", () => {
  const service = Keypair.random();
  const asked = { wallet, passphrase: Networks.TESTNET, host: "rewards.example" };

  function login({ sequence = "-1", source = wallet, domain = "rewards.example", more = [] as string[] } = {}) {
    const builder = new TransactionBuilder(new Account(service.publicKey(), sequence), {
      ...{ fee: "100", networkPassphrase: Networks.TESTNET, timebounds: { minTime: 0, maxTime: 300 } },
    })
      .addOperation(Operation.manageData({ source, name: "brand.example auth", value: "x".repeat(64) }))
      .addOperation(Operation.manageData({ source: service.publicKey(), name: "web_auth_domain", value: domain }));
    for (const destination of more) {
      builder.addOperation(Operation.accountMerge({ destination, source: wallet }));
    }
    return builder.build().toXdr();
  }

  it("is let through if it can't run and is to the service that was called", () => {
    expect(() => checkLogin(login(), asked)).not.toThrow();
  });

  it.each([
    ["could run", login({ sequence: "1" })],
    ["is another wallet's", login({ source: other })],
    ["is to another service, which is asked behind the back", login({ domain: "honest.example" })],
    ["does more", login({ more: [other] })],
  ])("is refused if it %s", (_, transaction) => {
    expect(() => checkLogin(transaction, asked)).toThrow(NotAsked);
  });
});
