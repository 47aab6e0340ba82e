// The ledger's clock is an hour ahead of this machine's, and no ledger has closed since: the last close time doesn't show it.
import { onLedgerTime } from "@merit/bindings/ledger-time";
import { Client as Token } from "@merit/bindings/token";
import { build as buildTrustline } from "@merit/core/agreements/envelopes/trustline.ts";
import { expect, test } from "vitest";
import { Deployed } from "../support/deployed.ts";
import { owner, submit } from "../support/envelopes.ts";
import { read, signingAs } from "../support/party.ts";
import { Service } from "../support/service.ts";
import { Wallet } from "../support/wallet.ts";

const HOUR = 3_600;

test("an envelope of the service is signed and lands after time travel", async () => {
  const service = await Service.start();
  const wallet = await new Wallet(service.ledger.url).fund();
  const userId = await owner(service, wallet);
  await service.ledger.call("localnet_increaseTime", { seconds: HOUR });
  const trustline = await buildTrustline(service.context, userId, wallet.address);
  expect(await submit(service, userId, wallet, trustline)).toMatchObject({ status: "confirmed", error_message: null });
});

test("a generated client on the ledger's time sends after time travel, one without is too late", async () => {
  const system = await Deployed.start();
  const deployer = system.role("deployer");
  const { timeoutInSeconds: _, ...options } = signingAs(deployer, system.id("token"), system.ledger.url);
  const [plain, timed] = [new Token(options), new Token(onLedgerTime(options))];
  const quota = { operator: deployer.publicKey(), minter: deployer.publicKey(), daily: 7n };
  await system.ledger.call("localnet_increaseTime", { seconds: HOUR });
  await expect((await plain.set_quota(quota)).signAndSend()).rejects.toThrow("tx_too_late");
  await (await timed.set_quota(quota)).signAndSend();
  expect(await read(timed.quota({ minter: deployer.publicKey() }))).toMatchObject({ daily: 7n });
});
