import { Client as Governance } from "@merit/bindings/governance";
import { Client as Pool } from "@merit/bindings/pool";
import { nativeToScVal, xdr } from "@stellar/stellar-sdk";
import { expect, test } from "vitest";
import { Deployed } from "../support/deployed.ts";
import { send } from "../support/party.ts";

const DAY = 86_400;
const LEDGERS_PER_DAY = 17_280;

test("stakers raise the pool's limit by vote, through governance's timelock and the pool's own delay", async () => {
  const system = await Deployed.start();
  const voter = await system.holder("2000000");
  const governance = system.as(Governance, "governance", voter.keypair);
  const pool = system.as(Pool, "pool", voter.keypair);
  const limit = (await pool.limit({ merchant: null })).result.limit;
  const raised = 2n * limit;

  await send(governance.stake({ staker: voter.address, amount: 20_000_000_000_000n }));
  await system.travel(5);
  const args = [
    nativeToScVal(system.id("governance"), { type: "address" }),
    xdr.ScVal.scvVoid(),
    nativeToScVal(raised, { type: "i128" }),
  ];
  const id = await send(
    governance.propose({
      proposer: voter.address,
      actions: [{ target: system.id("pool"), function: "set_limit", args }],
      description: "Twice the daily limit",
    }),
  );
  await system.travel(5);
  await send(governance.vote({ voter: voter.address, id, support: 1 }));
  await expect(send(governance.queue({ id }))).rejects.toThrow("NotSucceeded");

  await system.ledger.call("localnet_advanceSequence", { ledgers: 4 * LEDGERS_PER_DAY });
  await send(governance.queue({ id }));
  await expect(send(governance.execute({ id }))).rejects.toThrow("NotDue");
  await system.travel(3 * DAY);
  await send(governance.execute({ id }));

  await system.travel(2 * DAY);
  await send(pool.apply_limit({ merchant: null }));
  expect((await pool.limit({ merchant: null })).result.limit).toBe(raised);
  expect(await system.eventTypes("governance")).toEqual(["stake", "proposed", "voted", "queued", "executed"]);
});
