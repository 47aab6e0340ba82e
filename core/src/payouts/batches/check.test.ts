import { describe, expect, it } from "vitest";
import type { Trustline } from "../../ledger/chain/trustlines.ts";
import { newWallet, openLine } from "../../testing/chain.ts";
import * as reasons from "../rewards/reasons.ts";
import { type CheckFacts, check } from "./check.ts";

const asset = { code: "MERIT", issuer: newWallet(), contract_id: "" };
const now = new Date("2026-06-01T12:00:00Z");
const later = (ms: number) => new Date(now.getTime() + ms);
const open: CheckFacts["campaign"] = {
  ...{ status: "active", next_status: null, starts_at: now, ends_at: later(3) },
  ...{ on_missing_trustline: "fail", hold_until: null },
};
const wallet_address = newWallet();

/** The verdict on one reward of 10 stroops; undefined if it may be paid. */
function verdict(line: Trustline | undefined, campaign: CheckFacts["campaign"] = open, wallet = wallet_address) {
  const lines = new Map(line ? [[wallet, line]] : []);
  const payment = { number: 1, reference: "ab".repeat(8), wallet_address: wallet, amount: 10n };
  const { fit, decided } = check({ campaign, now, asset, lines }, [payment]);
  expect(fit.length + decided.length).toBe(1);
  return decided[0]?.verdict;
}

describe("a wallet", () => {
  it.each([
    { is: "without an answer", line: undefined, reason: reasons.noTrustline(asset) },
    { is: "without a trustline", line: { ...openLine, exists: false }, reason: reasons.noTrustline(asset) },
    {
      is: "without an account on the ledger",
      line: { ...openLine, exists: false, hasAccount: false as const },
      reason: expect.stringMatching(/no account on the ledger.*create the account/),
    },
    { is: "not authorized", line: { ...openLine, authorized: false }, reason: reasons.notAuthorized(asset) },
    { is: "one stroop too full", line: { ...openLine, limit: 100n, balance: 91n }, reason: reasons.lineFull(asset) },
  ])("$is is tried again", ({ line, reason }) => {
    expect(verdict(line)).toEqual({ kind: "again", reason });
  });

  it("with room for just the amount is paid", () => {
    expect(verdict({ ...openLine, limit: 100n, balance: 90n })).toBeUndefined();
  });

  it("that issues the asset is never paid: what it is sent is gone", () => {
    expect(verdict(openLine, open, asset.issuer)).toEqual({ kind: "never", reason: reasons.refusedRecipient });
  });
});

describe("a wallet without a trustline, where the campaign holds its rewards", () => {
  const held = (change: Partial<CheckFacts["campaign"]>) =>
    verdict(undefined, { ...open, on_missing_trustline: "hold", ...change });

  it("waits for one until the campaign's time for that, or its end", () => {
    expect(held({})).toEqual({ kind: "hold", until: later(3), reason: reasons.heldForTrustline(asset, later(3)) });
    expect(held({ hold_until: later(1) })).toMatchObject({ kind: "hold", until: later(1) });
  });

  it("fails once that time has come", () => {
    expect(held({ hold_until: now })).toEqual({ kind: "never", reason: reasons.noTrustlineInTime(asset, now) });
  });

  it("still fails for what it can't wait for", () => {
    const line = { ...openLine, authorized: false };
    expect(verdict(line, { ...open, on_missing_trustline: "hold" })).toMatchObject({ kind: "again" });
  });
});

describe("a campaign, by the ledger's clock", () => {
  const ofCampaign = (change: Partial<CheckFacts["campaign"]>) => verdict(openLine, { ...open, ...change });

  it("pays from its start to just before its end", () => {
    expect(ofCampaign({})).toBeUndefined();
    expect(ofCampaign({ starts_at: later(1), ends_at: later(2) })).toMatchObject({ kind: "wait", until: later(1) });
    expect(ofCampaign({ starts_at: later(-1), ends_at: now })).toEqual({
      kind: "never",
      reason: reasons.campaignExpired(now),
    });
  });

  it("makes rewards wait before it opens, and fails them after it has closed", () => {
    expect(ofCampaign({ status: "pending" })).toMatchObject({ kind: "wait" });
    expect(ofCampaign({ status: "paused" })).toMatchObject({ kind: "never" });
    expect(ofCampaign({ status: "ended" })).toMatchObject({ kind: "never" });
  });
});
