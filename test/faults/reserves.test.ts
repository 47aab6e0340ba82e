import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readAccount } from "@merit/core/ledger/chain/accounts.ts";
import { openRpc } from "@merit/core/ledger/chain/rpc.ts";
import type { FaultPoint } from "@merit/core/ledger/sending/fault.ts";
import { expect, test } from "vitest";
import { startWorld } from "../support/fixture.ts";
import { atLength } from "../support/long.ts";
import { signIn } from "../support/signed-in.ts";
import { copyOf, turnBack } from "../support/turned-back.ts";
import { Wallet } from "../support/wallet.ts";
import type { World } from "../support/world.ts";

// Reserves of wallets without an account: each is 1.5 XLM, which is three units of the ledger's count.

const newcomer = (world: World) => signIn(world, new Wallet(world.ledger.url));

/** Reserves that the fee account keeps, by the ledger. */
async function kept(world: World): Promise<bigint | undefined> {
  const { accounts } = JSON.parse(readFileSync(join(world.folder, "local", "deployment.json"), "utf8"));
  return (await readAccount(openRpc(world.ledger.url), accounts.fee))?.sponsoring;
}

for (const point of atLength<FaultPoint[]>(["after-sent"], ["after-sent", "after-closed"])) {
  test(`killed ${point} of a newcomer's trustline: sponsored once, and counted once`, async () => {
    const env = { SPONSORED_RESERVES_DAILY_XLM: "3" };
    const world = await startWorld(env);
    const [first, second, third] = [await newcomer(world), await newcomer(world), await newcomer(world)];
    const { body: built } = await first.envelope("trustline");
    await world.server.kill("SIGTERM");
    await world.startServer({ ...env, MERIT_FAULT: point });
    first.send(built).catch(() => undefined);
    await world.killedItself();
    expect(await kept(world)).toBe(3n);

    await world.startServer(env);
    const submission = await first.send(built);
    expect(submission).toMatchObject({ status: "confirmed", tx_hash: expect.any(String), error_message: null });
    expect(await kept(world)).toBe(3n);
    // 1.5 XLM of the day's 3 are left.
    expect(await second.call("trustline")).toMatchObject({ status: "confirmed" });
    expect((await third.envelope("trustline")).body).toMatchObject({ code: "account_missing" });
    expect(await kept(world)).toBe(6n);
  });
}

test("turned back to before two newcomers: the ledger's count holds, and nobody is sponsored twice", async () => {
  const env = { SPONSORED_RESERVES_XLM: "3" };
  const world = await startWorld(env, { proxied: true });
  const [first, second, third] = [await newcomer(world), await newcomer(world), await newcomer(world)];
  const [{ body: one }, { body: three }] = [await first.envelope("trustline"), await third.envelope("trustline")];
  await world.server.kill("SIGTERM");
  const copy = copyOf(world);
  await world.startServer(env);
  expect(await first.send(one)).toMatchObject({ status: "confirmed" });
  expect(await second.call("trustline")).toMatchObject({ status: "confirmed" });
  expect(await kept(world)).toBe(6n);

  await turnBack(world, copy, [], env);
  await world.answers();
  // The service has forgotten both, and built the third's while there was room. Its number is overtaken, too.
  expect(await third.send(three)).toMatchObject({ status: "failed" });
  expect((await third.envelope("trustline")).body).toMatchObject({ code: "account_missing" });
  expect((await first.envelope("trustline")).body).toMatchObject({ code: "trustline_exists" });
  expect(await kept(world)).toBe(6n);
});
