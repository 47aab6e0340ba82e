import * as accounts from "@merit/core/accounts/problems.ts";
import * as envelopes from "@merit/core/agreements/envelopes/problems.ts";
import * as escrows from "@merit/core/agreements/escrows/problems.ts";
import * as vesting from "@merit/core/agreements/vesting/problems.ts";
import { notFound, type Problem, validationFailed } from "@merit/core/base/errors.ts";
import * as auth from "@merit/core/context/auth/problems.ts";
import * as chain from "@merit/core/ledger/chain/problems.ts";
import * as contractEvents from "@merit/core/ledger/contract-events/problems.ts";
import * as indexerContracts from "@merit/core/ledger/indexer-contracts/problems.ts";
import * as admin from "@merit/core/operations/admin/problems.ts";
import * as events from "@merit/core/operations/events/problems.ts";
import * as reconciliation from "@merit/core/operations/reconciliation/problems.ts";
import * as recurring from "@merit/core/operations/recurring-jobs/problems.ts";
import * as reports from "@merit/core/operations/reports/problems.ts";
import * as webhooks from "@merit/core/operations/webhooks/problems.ts";
import * as mails from "@merit/core/parties/mail/problems.ts";
import * as merchants from "@merit/core/parties/merchants/problems.ts";
import * as trustline from "@merit/core/parties/trustline/problems.ts";
import * as wallets from "@merit/core/parties/wallets/problems.ts";
import * as drops from "@merit/core/payouts/drops/problems.ts";
import * as rewards from "@merit/core/payouts/rewards/problems.ts";
import * as sponsoring from "@merit/core/payouts/sponsoring/problems.ts";
import * as vouchers from "@merit/core/payouts/vouchers/problems.ts";
import * as campaigns from "@merit/core/programmes/campaigns/problems.ts";
import * as catalogue from "@merit/core/programmes/catalogue/problems.ts";
import * as points from "@merit/core/programmes/points/problems.ts";
import * as redemptions from "@merit/core/programmes/redemptions/problems.ts";
import * as referralPrograms from "@merit/core/programmes/referral-programs/problems.ts";
import * as eventLog from "@merit/core/store/event-log/problems.ts";
import * as idempotency from "@merit/core/store/idempotency/problems.ts";
import { pool } from "../http/examples.ts";
import * as http from "../http/problems.ts";
import * as sockets from "../ws/problems.ts";

/** Example arguments for every function of a module that makes a problem. */
type Arguments<Module> = {
  [Name in keyof Module as Module[Name] extends (...args: never[]) => Problem ? Name : never]: Module[Name] extends (
    ...args: infer Args
  ) => Problem
    ? Args
    : never;
};

/** Each problem as its own function makes it. The compiler names every function that has no example. */
function examplesOf<Module extends object>(module: Module, examples: Arguments<Module>): Problem[] {
  const functions = module as Record<string, (...args: unknown[]) => Problem>;
  return Object.entries<unknown[]>(examples).flatMap(([name, args]) => functions[name]?.(...args) ?? []);
}

/** Examples by code. Where several problems have the same code, the description shows the last one. */
export const problemExamples: ReadonlyMap<string, Problem> = new Map(
  [
    ...examplesOf(accounts, {
      accountExists: [],
      passwordNeedsEmail: [],
    }),
    ...examplesOf(admin, {
      alreadyRedriven: [5, new Date("2026-12-01T00:00:00Z")],
      deadLetterFinal: [5, "the merchant can create the campaign again"],
    }),
    ...examplesOf(auth, {
      missingToken: [],
      missingCredentials: [],
      invalidToken: [],
      invalidRefreshToken: [],
      invalidCredentials: [],
      invalidWalletProof: [
        "The signature doesn't match this wallet and message. Sign the challenge unchanged (SEP-53).",
      ],
      tooManyAttempts: [42, {}],
      adminRequired: [],
      forbidden: ["Only an administrator can change roles."],
      loginsBusy: [],
      invalidOneTimeToken: [],
    }),
    ...examplesOf(campaigns, {
      budgetExhausted: ["475"],
      aboveDailyLimit: ["25", "20"],
      campaignPending: [2],
      campaignBusy: [2, "paused"],
      campaignStepNotAllowed: [2, "ended", "pause", ["active"]],
      campaignNotActive: [2, "paused"],
      campaignNotStarted: [2, new Date("2026-12-01T00:00:00Z")],
      campaignExpired: [2, new Date("2026-11-01T00:00:00Z")],
      draftNotDroppable: [2, "active"],
    }),
    ...examplesOf(catalogue, {
      stockChanged: [7, 12],
      contractItemUnknown: ["3"],
      contractItemTaken: ["3"],
      contractItemBusy: [7],
    }),
    ...examplesOf(chain, { ledgerUnreadable: [], tooManyWaiting: [1_000] }),
    ...examplesOf(drops, {
      dropNotSweepable: [1, "it expires at 2026-12-01T00:00:00.000Z"],
      dropNotCancellable: [1, "it opened at 2026-11-22T00:00:00.000Z"],
      dropNotOpen: [1, "it expired at 2026-11-01T00:00:00.000Z"],
      claimTaken: [1],
      claimRefused: ["The share was claimed by another transaction."],
      whichWallet: [["GABC...", "GDEF..."]],
    }),
    ...examplesOf(envelopes, {
      unreadableEnvelope: ["must be a transaction envelope in base64"],
      envelopeUnknown: [],
      envelopeNotSigned: ["The transaction has no signature. Sign it first."],
      envelopeExpired: [],
      walletBusy: [],
      accountMissing: [],
      reserveShort: ["0.25"],
      trustlineExists: ["MERIT"],
      operationRefused: ["The wallet has 2.5 MERIT, and this needs 3."],
    }),
    ...examplesOf(contractEvents, { contractEventsDeleted: ["0000000317827584000-9999999999"] }),
    ...examplesOf(escrows, { proposalNotSigned: [] }),
    ...examplesOf(eventLog, { positionUnknown: ["evt_1865324582400000"] }),
    ...examplesOf(events, { eventsDeleted: ["evt_1865324582400000", 30] }),
    ...examplesOf(idempotency, { idempotencyKeyReused: [] }),
    ...examplesOf(mails, { tooManyMails: [] }),
    ...examplesOf(merchants, {
      missingApiKey: [],
      invalidApiKey: [],
      insufficientScope: ["issue", ["read"]],
      tooManyApiKeys: [100],
      apiKeyEnding: [4],
      lastAccountKey: [4],
      emailTaken: [],
      balanceShort: ["900", "1000"],
    }),
    ...examplesOf(points, {
      insufficientPoints: [20, 50],
      referenceReused: ["order-1001"],
      tooManyRules: [50],
      ruleEnded: [4],
    }),
    ...examplesOf(reconciliation, { auditRunning: [] }),
    ...examplesOf(redemptions, {
      itemNotAvailable: [7, "it is no longer sold"],
      outOfStock: [7],
      priceAboveMax: [7, 60],
      stepNotAllowed: [9, "fulfilled", "cancel", ["pending"]],
      redemptionBusy: [9, "fulfilled"],
      onLedger: [9],
    }),
    ...examplesOf(referralPrograms, {
      programBusy: [],
      notRevocable: [5, "its clawback window has passed"],
    }),
    ...examplesOf(reports, {
      reportGone: [6],
      reportNotReady: [6, "running", null],
    }),
    ...examplesOf(rewards, {
      rewardFailed: [3, "the wallet has no trustline to MERIT"],
      possibleRepeat: [3],
      notRedrivable: [3, "confirmed"],
      reconciling: [],
    }),
    ...examplesOf(recurring, { jobRunning: ["backup"] }),
    ...examplesOf(sponsoring, {
      tooManyReserves: ["this user", 3600],
      reservesExhausted: [3600],
      tooManyEnvelopes: [50, "user", 3600],
      feeBudgetSpent: [3600],
      feesExhausted: [3600],
    }),
    ...examplesOf(indexerContracts, {
      contractFollowed: [pool, "stamps"],
      nameTaken: ["stamps", pool],
      tooManyContracts: [25, 12],
      contractFromSetting: [pool],
    }),
    ...examplesOf(webhooks, {
      tooManyWebhooks: [50],
      webhookDisabled: [3],
      replayRunning: [3],
      tooManyEvents: [1_000],
    }),
    ...examplesOf(vesting, { notRevocable: ["7d3b0a6f5c1e4928b1f0d6a7c93e25480f1b6d7ae2c4953810fb6ea7d2c94b13"] }),
    ...examplesOf(trustline, {
      trustlineMissing: ["MERIT"],
      trustlineNotAuthorized: ["MERIT"],
      trustlineFull: ["MERIT", "1.5"],
    }),
    ...examplesOf(vouchers, {
      unknownVoucher: [],
      voucherRedeemed: [],
      voucherCancelled: [],
      voucherExpired: [new Date("2027-01-31T00:00:00Z")],
      voucherNotOpen: [7, "redeemed"],
    }),
    ...examplesOf(wallets, { walletTaken: [], lastLogin: [] }),
    ...examplesOf(http, {
      malformedJson: [],
      bodyRequired: [],
      invalidRequest: ["The body ended before its announced length."],
      bodyTooLarge: ["100 kB"],
      unsupportedMediaType: [],
      urlTooLong: [8000],
      headersTooLarge: [],
      requestTimeout: [],
      routeNotFound: ["GET", "/rewards/issue"],
      upgradeRequired: [],
      methodNotAllowed: ["GET", "/rewards/issue", ["POST"]],
      invalidId: [{ field: "id", message: "must be a whole number from 1" }],
      tooManyRequests: [6000, 5],
      metricsTokenRequired: [],
      docsLoginRequired: [],
      databaseUnavailable: ["The database can't be written: the disk of its data folder is full. Free space there."],
      tooManyOpenFiles: [],
      readsTooSlowly: [],
      originNotAllowed: [],
      pagesNotBuilt: [],
      internalError: [],
    }),
    ...examplesOf(sockets, {
      tooManyConnections: ["One caller may have at most 10 connections."],
      noConnectionsLeft: [],
    }),
    validationFailed([{ field: "amount", message: "must be greater than 0" }]),
    notFound("campaign", 2),
  ].map((problem) => [problem.code, problem]),
);
