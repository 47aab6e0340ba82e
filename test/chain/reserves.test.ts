import { build } from "@merit/core/accounts/signing/build.ts";
import { giveBackJob } from "@merit/core/payouts/sponsoring/give-back.ts";
import { Asset, Operation } from "@stellar/stellar-sdk";
import { expect, test } from "vitest";
import { owner, submit } from "../support/envelopes.ts";
import { until } from "../support/processes.ts";
import { Service } from "../support/service.ts";
import { Wallet } from "../support/wallet.ts";

const XLM = 10_000_000n;

const trustline = ({ context }: Service, userId: number, { address }: Wallet) =>
  build(context, userId, address, { call: "trustline", args: {} });

/** Stroops of XLM that the fee account keeps for others, by the ledger. */
async function kept({ chain }: Service): Promise<bigint> {
  const account = await chain.account(chain.manifest.accounts.fee);
  return ((account?.sponsoring ?? 0n) * XLM) / 2n;
}

const giveBack = ({ context }: Service) =>
  giveBackJob.run(context, { signal: AbortSignal.timeout(60_000), progress: async () => undefined });

async function newcomer(service: Service): Promise<{ wallet: Wallet; userId: number }> {
  const wallet = new Wallet(service.ledger.url);
  return { wallet, userId: await owner(service, wallet) };
}

test("a wallet without an account is paid, and carries its reserves as soon as it can", async () => {
  const service = await Service.start({ on_missing_trustline: "hold" });
  const { wallet, userId } = await newcomer(service);
  const held = await service.issue([wallet], 30_000_000n);
  const opened = await submit(service, userId, wallet, await trustline(service, userId, wallet));
  expect(opened).toMatchObject({ status: "confirmed", error_message: null });
  expect(await service.settled(held)).toMatchObject([{ status: "confirmed" }]);
  expect(await service.received([wallet])).toEqual([30_000_000n]);
  expect(await service.chain.account(wallet.address)).toMatchObject({ spendable: 0n });
  expect(await kept(service)).toBe((3n * XLM) / 2n);

  expect(await giveBack(service)).toEqual({ locked_xlm: "1.5", wallets: 1, unlinked_xlm: "0", given_back: 0 });
  const friend = await service.wallet();
  // 4.5 XLM leave 3 to spend.
  await friend.pay(Asset.native(), wallet.address, "4.4999999");
  expect(await giveBack(service)).toMatchObject({ given_back: 0 });
  await friend.pay(Asset.native(), wallet.address, "0.0000001");
  expect(await giveBack(service)).toMatchObject({ given_back: 1 });
  await until(async () => ((await kept(service)) === 0n ? true : undefined));
  expect(await service.chain.account(wallet.address)).toMatchObject({ spendable: 3n * XLM });
  expect(await giveBack(service)).toEqual({ locked_xlm: "0", wallets: 0, unlinked_xlm: "0", given_back: 0 });
});

test("a wallet that has an account but not 0.5 XLM to spare has only its trustline sponsored; a richer one pays itself", async () => {
  const service = await Service.start();
  const { wallet, userId } = await newcomer(service);
  const friend = await service.wallet();
  await friend.submit(Operation.createAccount({ destination: wallet.address, startingBalance: "1.4999999" }));
  expect(await submit(service, userId, wallet, await trustline(service, userId, wallet))).toMatchObject({
    status: "confirmed",
  });
  expect(await kept(service)).toBe(XLM / 2n);
  expect(await service.chain.account(wallet.address)).toMatchObject({ spendable: 4_999_999n });

  const rich = await newcomer(service);
  await friend.submit(Operation.createAccount({ destination: rich.wallet.address, startingBalance: "1.5" }));
  const own = await trustline(service, rich.userId, rich.wallet);
  expect(await submit(service, rich.userId, rich.wallet, own)).toMatchObject({ status: "confirmed" });
  expect(await kept(service)).toBe(XLM / 2n);
});

test("nobody waits for a newcomer who thinks; who is overtaken asks again", async () => {
  const service = await Service.start();
  const [slow, quick] = [await newcomer(service), await newcomer(service)];
  const slowly = await trustline(service, slow.userId, slow.wallet);
  const quickly = await until(async () => {
    const built = await trustline(service, quick.userId, quick.wallet);
    return BigInt(built.sequence) > BigInt(slowly.sequence) ? built : undefined;
  });
  expect(await submit(service, quick.userId, quick.wallet, quickly)).toMatchObject({ status: "confirmed" });
  expect(await submit(service, slow.userId, slow.wallet, slowly)).toMatchObject({
    status: "failed",
    error_message: expect.stringMatching(/Another newcomer/),
  });
  const again = await trustline(service, slow.userId, slow.wallet);
  expect(await submit(service, slow.userId, slow.wallet, again)).toMatchObject({ status: "confirmed" });
  expect(await kept(service)).toBe(3n * XLM);
});

test("the ledger's count bounds what is kept, even if more was taken on", async () => {
  const service = await Service.start();
  const { reserves } = service.context.settings;
  const [first, second] = [await newcomer(service), await newcomer(service)];
  const early = await trustline(service, first.userId, first.wallet);
  const late = await until(async () => {
    const built = await trustline(service, second.userId, second.wallet);
    return BigInt(built.sequence) > BigInt(early.sequence) ? built : undefined;
  });
  reserves.budget = (3n * XLM) / 2n;
  expect(await submit(service, first.userId, first.wallet, early)).toMatchObject({ status: "confirmed" });
  expect(await submit(service, second.userId, second.wallet, late)).toMatchObject({
    status: "failed",
    error_message: expect.stringMatching(/as many reserves/),
  });
  expect(await kept(service)).toBe((3n * XLM) / 2n);
  await expect(trustline(service, second.userId, second.wallet)).rejects.toMatchObject({
    code: "account_missing",
    detail: expect.stringMatching(/as many reserves/),
  });
});

test("an account that somebody else created in the meantime isn't created again", async () => {
  const service = await Service.start();
  const { wallet, userId } = await newcomer(service);
  const built = await trustline(service, userId, wallet);
  const friend = await service.wallet();
  await friend.submit(Operation.createAccount({ destination: wallet.address, startingBalance: "5" }));
  await expect(submit(service, userId, wallet, built)).rejects.toMatchObject({ code: "envelope_expired" });
  expect(await kept(service)).toBe(0n);
});
