// The ledger's clock is an hour ahead of this machine's, and no ledger has closed since: the last close time doesn't show it.
import { onLedgerTime } from "@merit/bindings/ledger-time";
import { Client as Token } from "@merit/bindings/token";
import { build as buildTrustline } from "@merit/core/agreements/envelopes/trustline.ts";
import { Account, BASE_FEE, Keypair, Operation, type rpc, TransactionBuilder } from "@stellar/stellar-sdk";
import { KeypairSigner } from "@stellar/stellar-sdk/contract";
import { expect, onTestFinished, test, vi } from "vitest";
import { Deployed } from "../support/deployed.ts";
import { owner, submit } from "../support/envelopes.ts";
import { read, signingAs } from "../support/party.ts";
import { Service } from "../support/service.ts";
import { PASSPHRASE, Wallet } from "../support/wallet.ts";

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

test("a client on the ledger's time keeps the timeout of the single call", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_800_000_000_000 });
  onTestFinished(() => void vi.useRealTimers());
  const key = Keypair.random();
  const { signTransaction } = new KeypairSigner(key, PASSPHRASE);
  const ledger = { _getLatestLedger: async () => ({ nextCloseTime: "1900000000" }) } as unknown as rpc.Server;
  const options = { contractId: "", rpcUrl: "", networkPassphrase: PASSPHRASE, server: ledger, signTransaction };
  const timed = onLedgerTime({ ...options, timeoutInSeconds: 300 });
  const endOf = async (timeout: number) => {
    const built = new TransactionBuilder(new Account(key.publicKey(), "1"), {
      ...{ fee: BASE_FEE, networkPassphrase: PASSPHRASE },
    })
      .addOperation(Operation.bumpSequence({ bumpTo: "1" }))
      .setTimeout(timeout)
      .build();
    const { signedTxXdr } = await timed.signTransaction(built.toXdr());
    const signed = TransactionBuilder.fromXdr(signedTxXdr, PASSPHRASE);
    return "timeBounds" in signed ? Number(signed.timeBounds?.maxTime) : undefined;
  };
  expect(await endOf(30)).toBe(1_900_000_030);
  expect(await endOf(0)).toBe(0);
});
