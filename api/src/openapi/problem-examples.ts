import * as admin from "@merit/core/admin/problems.ts";
import * as auth from "@merit/core/auth/problems.ts";
import * as campaigns from "@merit/core/campaigns/problems.ts";
import * as catalogue from "@merit/core/catalogue/problems.ts";
import * as drops from "@merit/core/drops/problems.ts";
import * as envelopes from "@merit/core/envelopes/problems.ts";
import * as E from "@merit/core/errors.ts";
import * as points from "@merit/core/points/problems.ts";
import * as reconciliation from "@merit/core/reconciliation/problems.ts";
import * as redemptions from "@merit/core/redemptions/problems.ts";
import * as reports from "@merit/core/reports/problems.ts";
import * as schedule from "@merit/core/schedule/problems.ts";
import * as sponsoring from "@merit/core/sponsoring/problems.ts";

/** An example of every problem that a route can list, made by the problem's own function. A test names those that are missing. */
const examples: E.Problem[] = [
  E.malformedJson(),
  E.bodyRequired(),
  E.invalidRequest("The body ended before its announced length."),
  E.validationFailed([{ field: "amount", message: "must be greater than 0" }]),
  E.bodyTooLarge("100 kB"),
  E.unsupportedMediaType(),
  E.urlTooLong(8000),
  E.tooManyRequests(6000, 5),
  E.missingApiKey(),
  E.invalidApiKey(),
  E.insufficientScope("issue", ["read"]),
  E.metricsTokenRequired(),
  E.tooManyApiKeys(100),
  E.apiKeyEnding(4),
  E.lastAccountKey(4),
  E.notFound("campaign", 2),
  E.emailTaken(),
  E.idempotencyKeyReused(),
  E.budgetExhausted("475"),
  E.campaignPending(2),
  E.campaignBusy(2, "paused"),
  E.campaignStepNotAllowed(2, "ended", "pause", ["active"]),
  E.campaignNotActive(2, "paused"),
  E.campaignNotStarted(2, new Date("2026-12-01T00:00:00Z")),
  E.campaignExpired(2, new Date("2026-11-01T00:00:00Z")),
  campaigns.draftNotDroppable(2, "active"),
  E.dropNotSweepable(1, "it has not expired"),
  E.dropNotOpen(1, "it has expired"),
  drops.claimTaken(1),
  drops.claimRefused("The share was claimed by another transaction."),
  E.trustlineMissing("MERIT"),
  E.trustlineNotAuthorized("MERIT"),
  E.trustlineFull("MERIT", "1.5"),
  E.rewardFailed(3, "the wallet has no trustline to MERIT"),
  E.possibleRepeat(3),
  E.notRedrivable(3, "confirmed"),
  E.notReady("rpc_unavailable", "The ledger can't be read at the moment; try again in a few seconds."),
  E.notReady("busy", "Too many logins at once; try again in a few seconds."),
  E.databaseUnavailable("The database can't be written: the disk of its data folder is full. Free space there."),
  E.tooManyOpenFiles(),
  E.reconciling(),
  E.internalError(),
  auth.missingToken(),
  auth.missingCredentials(),
  auth.invalidToken(),
  auth.invalidRefreshToken(),
  auth.invalidCredentials(),
  auth.invalidWalletProof(
    "The signature is not one of this wallet for this message: sign the challenge unchanged (SEP-53).",
  ),
  auth.invalidOneTimeToken(),
  auth.tooManyAttempts(42, {}),
  auth.tooManyMails(),
  auth.adminRequired(),
  auth.forbidden("Only an administrator can change roles."),
  auth.walletTaken(),
  auth.lastLogin(),
  auth.passwordNeedsEmail(),
  envelopes.envelopeUnknown(),
  envelopes.envelopeNotSigned("The transaction has no signature of the wallet: sign it unchanged."),
  envelopes.envelopeExpired(),
  envelopes.walletBusy(),
  envelopes.accountMissing(),
  envelopes.reserveShort("0.25"),
  envelopes.trustlineExists("MERIT"),
  envelopes.operationRefused("The wallet has 2.5 MERIT, and this needs 3."),
  sponsoring.tooManyEnvelopes(50, "user", 3600),
  sponsoring.feesExhausted(3600),
  points.insufficientPoints(20, 50),
  points.referenceReused("order-1001"),
  points.ruleEnded(4),
  points.tooManyRules(50),
  catalogue.stockChanged(7, 12),
  catalogue.contractItemUnknown("3"),
  catalogue.contractItemTaken("3"),
  redemptions.itemNotAvailable(7, "it is no longer sold"),
  redemptions.outOfStock(7),
  redemptions.priceAboveMax(7, 60),
  redemptions.stepNotAllowed(9, "fulfilled", "cancel", ["pending"]),
  redemptions.redemptionBusy(9, "fulfilled"),
  redemptions.onLedger(9),
  admin.alreadyRedriven(5, new Date("2026-12-01T00:00:00Z")),
  admin.deadLetterFinal(5, "a redemption that was refunded"),
  schedule.jobRunning("backup"),
  reconciliation.auditRunning(),
  reports.reportNotReady(6, "running", null),
  reports.reportGone(6),
];

/** By code. */
export const problemExamples: ReadonlyMap<string, E.Problem> = new Map(
  examples.map((problem) => [problem.code, problem]),
);
