// Claimable balances, sponsorship, data, merges and authorization, as Horizon.Server of the unmodified JavaScript SDK sees them.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  Asset,
  AuthClawbackEnabledFlag,
  AuthRevocableFlag,
  Claimant,
  Horizon,
  Keypair,
  NotFoundError,
  Operation,
} from "@stellar/stellar-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Localnet } from "../../../test/support/localnet.ts";
import { freePort } from "../../../test/support/processes.ts";
import { type AnyOperation, clientOf } from "./support.ts";

const native = Asset.native();

let folder: string;
let node: Localnet;
let server: Horizon.Server;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "localnet-reserves-"));
  node = new Localnet(await freePort(), folder);
  await node.start();
  server = new Horizon.Server(node.url, { allowHttp: true });
});

afterAll(async () => {
  await node.kill();
  rmSync(folder, { recursive: true, force: true });
});

const { funded, build, submit } = clientOf(() => server);

/** Operations of several accounts in one transaction, signed by all. */
async function together(keys: [Keypair, ...Keypair[]], ...operations: AnyOperation[]) {
  const transaction = await build(keys[0], ...operations);
  for (const key of keys.slice(1)) transaction.sign(key);
  return server.submitTransaction(transaction);
}

const effectTypes = async (hash: string) =>
  (await server.effects().forTransaction(hash).limit(50).call()).records.map(({ type }) => type);

test("a claimable balance is found by claimant, sponsor and asset, and is gone when it is claimed", async () => {
  const [giver, taker] = [await funded(), await funded()];
  const given = await submit(
    giver,
    Operation.createClaimableBalance({
      asset: native,
      amount: "25",
      claimants: [
        new Claimant(taker.publicKey()),
        new Claimant(giver.publicKey(), Claimant.predicateNot(Claimant.predicateBeforeRelativeTime("60"))),
      ],
    }),
  );
  const lists = () => [
    server.claimableBalances().claimant(taker.publicKey()),
    server.claimableBalances().sponsor(giver.publicKey()),
    server.claimableBalances().asset(native).claimant(giver.publicKey()),
  ];
  const [balance] = (await lists()[0]?.call())?.records ?? [];
  for (const list of lists()) expect((await list.call()).records.map(({ id }) => id)).toEqual([balance?.id]);
  expect(balance).toMatchObject({
    asset: "native",
    amount: "25.0000000",
    sponsor: giver.publicKey(),
    flags: { clawback_enabled: false },
    paging_token: `${given.ledger}-${balance?.id}`,
    claimants: [
      { destination: taker.publicKey(), predicate: { unconditional: true } },
      { destination: giver.publicKey(), predicate: { not: { abs_before_epoch: expect.any(String) } } },
    ],
  });
  const id = balance?.id ?? "";
  expect(await server.claimableBalances().claimableBalance(id).call()).toMatchObject({ id });
  const [created] = (await server.operations().forTransaction(given.hash).call()).records;
  expect(created).toMatchObject({
    type: "create_claimable_balance",
    asset: "native",
    amount: "25.0000000",
    sponsor: giver.publicKey(),
    claimants: [{}, { predicate: { not: { rel_before: "60" } } }],
  });
  expect(await effectTypes(given.hash)).toEqual([
    "claimable_balance_created",
    "claimable_balance_claimant_created",
    "claimable_balance_claimant_created",
    "account_debited",
    "claimable_balance_sponsorship_created",
  ]);
  expect(await server.loadAccount(giver.publicKey())).toMatchObject({ num_sponsoring: 2, num_sponsored: 0 });

  const claimed = await submit(taker, Operation.claimClaimableBalance({ balanceId: id }));
  expect(await effectTypes(claimed.hash)).toEqual([
    "claimable_balance_claimed",
    "account_credited",
    "claimable_balance_sponsorship_removed",
  ]);
  for (const list of lists()) expect((await list.call()).records).toEqual([]);
  await expect(server.claimableBalances().claimableBalance(id).call()).rejects.toThrow(NotFoundError);
  const history = await server.operations().forClaimableBalance(id).call();
  expect(history.records.map(({ type }) => type)).toEqual(["create_claimable_balance", "claim_claimable_balance"]);
});

test("who sponsors an account, its trustline, signer and data shows everywhere", async () => {
  const [sponsor, issuer] = [await funded(), await funded()];
  const newcomer = Keypair.random();
  const [own, paid] = [newcomer.publicKey(), sponsor.publicKey()];
  const asset = new Asset("SPON", issuer.publicKey());
  const signer = Keypair.random().publicKey();
  const sent = await together(
    [sponsor, newcomer],
    Operation.beginSponsoringFutureReserves({ sponsoredId: own }),
    Operation.createAccount({ destination: own, startingBalance: "0" }),
    Operation.changeTrust({ asset, source: own }),
    Operation.setOptions({ signer: { ed25519PublicKey: signer, weight: 1 }, source: own }),
    Operation.manageData({ name: "colour", value: "red", source: own }),
    Operation.endSponsoringFutureReserves({ source: own }),
  );
  const account = await server.loadAccount(own);
  expect(account).toMatchObject({ sponsor: paid, num_sponsoring: 0, num_sponsored: 5, data_attr: { colour: "cmVk" } });
  expect(account.balances[0]).toMatchObject({ asset_code: "SPON", sponsor: paid });
  expect(account.signers[0]).toMatchObject({ key: signer, sponsor: paid });
  expect(await server.loadAccount(paid)).toMatchObject({ num_sponsoring: 5, num_sponsored: 0 });
  const { records } = await server.accounts().sponsor(paid).call();
  expect(records.map(({ id }) => id)).toEqual([own]);
  const data = await fetch(`${node.url}/accounts/${own}/data/colour`);
  expect(await data.json()).toEqual({ value: "cmVk", sponsor: paid });

  const operations = (await server.operations().forTransaction(sent.hash).call()).records;
  expect(operations).toMatchObject([
    { type: "begin_sponsoring_future_reserves", sponsored_id: own },
    { type: "create_account", sponsor: paid },
    { type: "change_trust", sponsor: paid },
    { type: "set_options", sponsor: paid },
    { type: "manage_data", name: "colour", value: "cmVk", sponsor: paid },
    { type: "end_sponsoring_future_reserves", begin_sponsor: paid },
  ]);
  expect(await effectTypes(sent.hash)).toEqual([
    ...["account_created", "account_debited", "signer_created", "account_sponsorship_created"],
    ...["trustline_created", "trustline_sponsorship_created"],
    ...["signer_created", "signer_sponsorship_created"],
    ...["data_created", "data_sponsorship_created"],
  ]);

  const revoked = await submit(sponsor, Operation.payment({ destination: own, asset: native, amount: "10" }));
  expect(revoked).toMatchObject({ successful: true });
  const ended = await submit(
    sponsor,
    Operation.revokeTrustlineSponsorship({ account: own, asset }),
    Operation.revokeSignerSponsorship({ account: own, signer: { ed25519PublicKey: signer } }),
  );
  expect((await server.operations().forTransaction(ended.hash).call()).records).toMatchObject([
    { type: "revoke_sponsorship", trustline_account_id: own, trustline_asset: `SPON:${issuer.publicKey()}` },
    { type: "revoke_sponsorship", signer_account_id: own, signer_key: signer },
  ]);
  expect(await effectTypes(ended.hash)).toEqual(["trustline_sponsorship_removed", "signer_sponsorship_removed"]);
  expect(await server.loadAccount(own)).toMatchObject({ num_sponsored: 3 });

  const failing = await build(
    newcomer,
    Operation.beginSponsoringFutureReserves({ sponsoredId: own, source: paid }),
    Operation.manageData({ name: "none", value: null }),
    Operation.endSponsoringFutureReserves(),
  );
  failing.sign(sponsor);
  await expect(server.submitTransaction(failing)).rejects.toThrow();
  const hash = Buffer.from(failing.hash()).toString("hex");
  const end = (await server.operations().forTransaction(hash).call()).records.at(-1);
  expect(end).toMatchObject({ type: "end_sponsoring_future_reserves", transaction_successful: false });
  expect(end).not.toHaveProperty("begin_sponsor");
  const seen = await server.operations().forAccount(paid).includeFailed(true).order("desc").limit(1).call();
  expect(seen.records).toMatchObject([{ type: "begin_sponsoring_future_reserves", transaction_hash: hash }]);
});

test("a merge, a data entry that goes and a bumped sequence number are told", async () => {
  const [leaver, heir] = [await funded(), await funded()];
  await submit(leaver, Operation.manageData({ name: "note", value: "x" }));
  const tidied = await submit(leaver, Operation.manageData({ name: "note", value: null }));
  expect((await server.operations().forTransaction(tidied.hash).call()).records[0]).toMatchObject({
    type: "manage_data",
    name: "note",
    value: "",
  });
  expect(await effectTypes(tidied.hash)).toEqual(["data_removed"]);
  const to = (BigInt((await server.loadAccount(heir.publicKey())).sequence) + 50n).toString();
  const bumped = await submit(heir, Operation.bumpSequence({ bumpTo: to }));
  expect((await server.effects().forTransaction(bumped.hash).call()).records).toMatchObject([
    { type: "sequence_bumped", new_seq: to },
  ]);
  const merged = await submit(leaver, Operation.accountMerge({ destination: heir.publicKey() }));
  expect(await effectTypes(merged.hash)).toEqual(["account_debited", "account_credited", "account_removed"]);
  const { records } = await server.payments().forAccount(heir.publicKey()).order("desc").limit(1).call();
  expect(records[0]).toMatchObject({ type: "account_merge", account: leaver.publicKey(), into: heir.publicKey() });
  await expect(server.loadAccount(leaver.publicKey())).rejects.toThrow(NotFoundError);
  expect((await server.effects().forAccount(leaver.publicKey()).limit(50).call()).records.at(-1)).toMatchObject({
    type: "account_removed",
  });
  expect((await server.accounts().forSigner(leaver.publicKey()).call()).records).toEqual([]);
});

test("an issuer's authorizations and clawbacks move between the sums of its asset", async () => {
  const [issuer, holder] = [await funded(), await funded()];
  const asset = new Asset("CLAW", issuer.publicKey());
  await submit(issuer, Operation.setOptions({ setFlags: AuthRevocableFlag }));
  await submit(issuer, Operation.setOptions({ setFlags: AuthClawbackEnabledFlag }));
  await submit(holder, Operation.changeTrust({ asset }));
  await submit(issuer, Operation.payment({ destination: holder.publicKey(), asset, amount: "30" }));
  expect((await server.loadAccount(holder.publicKey())).balances[0]).toMatchObject({ is_clawback_enabled: true });
  const taken = await submit(issuer, Operation.clawback({ asset, from: holder.publicKey(), amount: "12" }));
  expect((await server.operations().forTransaction(taken.hash).call()).records[0]).toMatchObject({
    type: "clawback",
    asset_code: "CLAW",
    from: holder.publicKey(),
    amount: "12.0000000",
  });
  expect(await effectTypes(taken.hash)).toEqual(["account_credited", "account_debited"]);

  await submit(
    holder,
    Operation.createClaimableBalance({ asset, amount: "5", claimants: [new Claimant(holder.publicKey())] }),
  );
  const frozen = await submit(
    issuer,
    Operation.allowTrust({ trustor: holder.publicKey(), assetCode: "CLAW", authorize: false }),
  );
  expect((await server.operations().forTransaction(frozen.hash).call()).records[0]).toMatchObject({
    type: "allow_trust",
    trustor: holder.publicKey(),
    trustee: issuer.publicKey(),
    authorize: false,
    authorize_to_maintain_liabilities: false,
  });
  expect(await effectTypes(frozen.hash)).toEqual(["trustline_deauthorized", "trustline_flags_updated"]);
  const sums = async () => (await server.assets().forCode("CLAW").forIssuer(issuer.publicKey()).call()).records[0];
  expect(await sums()).toMatchObject({
    accounts: { authorized: 0, unauthorized: 1 },
    balances: { authorized: "0.0000000", unauthorized: "13.0000000" },
    num_claimable_balances: 1,
    claimable_balances_amount: "5.0000000",
    flags: { auth_revocable: true, auth_clawback_enabled: true },
  });

  const [balance] = (await server.claimableBalances().asset(asset).call()).records;
  expect(balance).toMatchObject({ flags: { clawback_enabled: true } });
  const balanceId = balance?.id ?? "";
  const back = await submit(issuer, Operation.clawbackClaimableBalance({ balanceId }));
  expect(await effectTypes(back.hash)).toEqual([
    "claimable_balance_clawed_back",
    "account_credited",
    "claimable_balance_sponsorship_removed",
  ]);
  expect(await sums()).toMatchObject({ num_claimable_balances: 0, claimable_balances_amount: "0.0000000" });
});
