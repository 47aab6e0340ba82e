import { Client as Referral } from "@merit/bindings/referral";
import { expect, test } from "vitest";
import { Deployed } from "../support/deployed.ts";
import { landInAnotherOrder, send } from "../support/party.ts";

const MERCHANT = 1n;
const BONUS = 10_000_000n;
const DAY = 86_400;

/** A running programme with 10 bonuses, funded by its sponsor, and a referrer that newcomers may bind to. */
async function runningProgramme() {
  const system = await Deployed.start();
  const [sponsor, referrer] = [await system.holder("10"), await system.holder()];
  const manager = system.role("manager");
  const programmes = system.as(Referral, "referral", manager);
  const now = await system.now();
  const operator = manager.publicKey();
  await send(
    programmes.set_programme({
      operator,
      merchant: MERCHANT,
      programme: {
        sponsor: sponsor.address,
        bonus_referrer: BONUS,
        bonus_newcomer: BONUS,
        referrer_cap: 10n * BONUS,
        budget: 10n * BONUS,
        starts_at: now,
        ends_at: now + BigInt(365 * DAY),
        clawback_window: BigInt(7 * DAY),
      },
    }),
  );
  const asSponsor = system.as(Referral, "referral", sponsor.keypair);
  await send(asSponsor.fund({ sponsor: sponsor.address, merchant: MERCHANT, amount: 10n * BONUS }));
  const asReferrer = system.as(Referral, "referral", referrer.keypair);
  const enrol = () => send(asReferrer.enrol({ referrer: referrer.address }));
  /** A newcomer's client, and what it and the manager do with it. */
  const arrive = async () => {
    const newcomer = await system.holder();
    const asNewcomer = system.as(Referral, "referral", newcomer.keypair);
    const bind = (to = referrer.address) => send(asNewcomer.bind({ newcomer: newcomer.address, referrer: to }));
    const qualify = () => programmes.qualify({ operator, merchant: MERCHANT, newcomer: newcomer.address });
    return { newcomer, asNewcomer, bind, qualify };
  };
  return { system, sponsor, referrer, operator, programmes, asSponsor, asReferrer, enrol, arrive };
}

test("a bound newcomer who qualifies earns both sides their bonus, once and after the clawback window", async () => {
  const { system, sponsor, referrer, asReferrer, enrol, arrive } = await runningProgramme();
  const { newcomer, asNewcomer, bind, qualify } = await arrive();
  await expect(bind()).rejects.toThrow("NotEnrolled");
  await enrol();
  await bind();
  await expect(bind(sponsor.address)).rejects.toThrow("AlreadyBound");

  await send(qualify());
  await expect(send(qualify())).rejects.toThrow("AlreadyRewarded");

  const claim = (client: Referral, account: string) =>
    client.claim({ account, merchant: MERCHANT, newcomer: newcomer.address });
  await expect(send(claim(asReferrer, referrer.address))).rejects.toThrow("NotClaimable");
  await system.travel(8 * DAY);
  expect(await send(claim(asReferrer, referrer.address))).toBe(BONUS);
  expect(await send(claim(asNewcomer, newcomer.address))).toBe(BONUS);
  expect(await system.balance(referrer)).toBe(BONUS);
  expect(await system.balance(newcomer)).toBe(BONUS);
  expect(await system.eventTypes("referral")).toEqual([
    ...[
      "programme_set",
      "programme_funded",
      "referrer_enrolled",
      "referral_bound",
      "referral_qualified",
      "bonus_claimed",
      "bonus_claimed",
    ],
  ]);
});

test("what is revoked in time, or never claimed, is the programme's again, and its sponsor's when it is over", async () => {
  const { system, sponsor, operator, programmes, asSponsor, asReferrer, referrer, enrol, arrive } =
    await runningProgramme();
  await enrol();
  const [fraud, forgetful] = [await arrive(), await arrive()];
  for (const { bind, qualify } of [fraud, forgetful]) {
    await bind();
    await send(qualify());
  }
  const revoke = ({ newcomer }: typeof fraud) =>
    send(programmes.revoke({ operator, merchant: MERCHANT, newcomer: newcomer.address }));
  await revoke(fraud);
  await expect(revoke(fraud)).rejects.toThrow("AlreadyRevoked");
  await expect(send(fraud.qualify())).rejects.toThrow("AlreadyRewarded");
  await system.travel(7 * DAY);
  await expect(revoke(forgetful)).rejects.toThrow("RevokeClosed");

  const newcomer = forgetful.newcomer.address;
  await send(asReferrer.claim({ account: referrer.address, merchant: MERCHANT, newcomer }));
  const expire = () => send(asSponsor.expire({ merchant: MERCHANT, newcomer }));
  await expect(expire()).rejects.toThrow("NotExpired");
  await system.travel(180 * DAY);
  await expect(send(forgetful.asNewcomer.claim({ account: newcomer, merchant: MERCHANT, newcomer }))).rejects.toThrow(
    "ClaimClosed",
  );
  expect(await expire()).toBe(BONUS);

  const settle = () => send(asReferrer.settle({ merchant: MERCHANT }));
  await expect(settle()).rejects.toThrow("NotEnded");
  await system.travel(365 * DAY);
  expect(await settle()).toBe(9n * BONUS);
  expect(await send(asReferrer.withdraw({ account: sponsor.address }))).toBe(9n * BONUS);
  expect([await system.balance(sponsor), await system.balance(referrer)]).toEqual([9n * BONUS, BONUS]);
  expect((await asSponsor.total_held()).result).toBe(0n);
  expect((await system.eventTypes("referral")).slice(-6)).toEqual([
    ...["referral_revoked", "bonus_claimed", "referral_expired", "owed", "programme_settled", "withdrawn"],
  ]);
});

test("newcomers and their referrer bind and claim in another order than they signed in, and all calls land", async () => {
  const { system, referrer, asReferrer, enrol, arrive } = await runningProgramme();
  await enrol();
  const first = await arrive();
  const arrived = [first, await arrive(), await arrive()];
  await landInAnotherOrder(arrived, ({ newcomer, asNewcomer }) =>
    asNewcomer.bind({ newcomer: newcomer.address, referrer: referrer.address }),
  );
  for (const { qualify } of arrived) await send(qualify());
  await system.travel(8 * DAY);
  const ownClaims = arrived.map(({ newcomer, asNewcomer }) => ({ client: asNewcomer, account: newcomer, newcomer }));
  const claims = [{ client: asReferrer, account: referrer, newcomer: first.newcomer }, ...ownClaims];
  await landInAnotherOrder(claims, ({ client, account, newcomer }) =>
    client.claim({ account: account.address, merchant: MERCHANT, newcomer: newcomer.address }),
  );
  const paid = await Promise.all(claims.map(({ account }) => system.balance(account)));
  expect(paid).toEqual([BONUS, BONUS, BONUS, BONUS]);
});
