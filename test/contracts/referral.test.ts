import { Client as Referral } from "@merit/bindings/referral";
import { expect, test } from "vitest";
import { Deployed } from "../support/deployed.ts";
import { send } from "../support/party.ts";

const MERCHANT = 1n;
const BONUS = 10_000_000n;
const DAY = 86_400;

test("a bound newcomer who qualifies earns both sides their bonus, once and after the clawback window", async () => {
  const system = await Deployed.start();
  const [sponsor, referrer, newcomer] = [await system.holder("10"), await system.holder(), await system.holder()];
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

  const asNewcomer = system.as(Referral, "referral", newcomer.keypair);
  const bind = (to: string) => send(asNewcomer.bind({ newcomer: newcomer.address, referrer: to }));
  await expect(bind(referrer.address)).rejects.toThrow("NotEnrolled");
  const asReferrer = system.as(Referral, "referral", referrer.keypair);
  await send(asReferrer.enrol({ referrer: referrer.address }));
  await bind(referrer.address);
  await expect(bind(sponsor.address)).rejects.toThrow("AlreadyBound");

  const qualify = () => programmes.qualify({ operator, merchant: MERCHANT, newcomer: newcomer.address });
  await send(qualify());
  await expect(send(qualify())).rejects.toThrow("AlreadyRewarded");

  const claim = (client: Referral, account: string) => client.claim({ account, newcomer: newcomer.address });
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
