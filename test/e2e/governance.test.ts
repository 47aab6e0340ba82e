import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { merit } from "@merit/cli/testing/cli.ts";
import { type Transaction, TransactionBuilder } from "@stellar/stellar-sdk";
import { expect, test } from "vitest";
import { startWorld } from "../support/fixture.ts";
import { holder } from "../support/holder.ts";
import type { Answer } from "../support/http.ts";
import { until } from "../support/processes.ts";
import { PASSPHRASE, type Wallet } from "../support/wallet.ts";
import type { World } from "../support/world.ts";

const DAY = 86_400;
const LEDGERS_PER_DAY = 17_280;

/** The user behind a wallet, as a web page with the wallet's extension acts for it. */
async function openUser({ api }: World, { address: wallet_address, keypair }: Wallet) {
  const account = { email: "ada@example.com", password: "correct horse" };
  const { body: registered } = await api.post("/auth/register", account);
  const session = { authorization: `Bearer ${registered.accessToken}` };
  const { body: challenge } = await api.post("/wallet/link", { wallet_address }, session);
  const signature = Buffer.from(keypair.signMessage(challenge.message)).toString("base64");
  await api.post("/wallet/link", { wallet_address, message: challenge.message, signature }, session);

  const ask = (path: string, body: object) => api.post(path, { wallet_address, ...body }, session);
  /** Signs what the service built, submits it, and waits until the ledger has it. */
  const sign = async ({ status, body: built }: Answer) => {
    expect({ status, detail: built.detail }).toEqual({ status: 201, detail: undefined });
    const transaction = TransactionBuilder.fromXdr(built.envelope, PASSPHRASE) as Transaction;
    transaction.sign(keypair);
    await api.post("/wallet/submit", { envelope: transaction.toXdr() }, session);
    await until(async () => {
      const { body } = await api.send("GET", `/wallet/submissions/${built.hash}`, undefined, session);
      if (body.status === "failed") throw new Error(body.error_message);
      return body.status === "confirmed" ? true : undefined;
    });
    return built;
  };
  const call = async (name: string, fields: object = {}) =>
    sign(await ask("/wallet/envelope", { call: `governance.${name}`, ...fields }));
  return { ask, call };
}

test("a wallet stakes, proposes and executes by REST, its delegate votes with the command line, and the lists are the same when they are rebuilt", async () => {
  const world = await startWorld();
  const wallet = await holder(world, "2000000");
  const { ask, call } = await openUser(world, wallet);
  const { api, ledger } = world;
  const travel = async (days: number) => {
    await ledger.increaseTime(days * DAY);
    await ledger.call("localnet_closeLedger");
  };
  const passLedgers = (days: number) =>
    ledger.call("localnet_advanceSequence", { ledgers: days * LEDGERS_PER_DAY + 1 });
  const power = async () => (await api.get(`/governance/wallets/${wallet.address}`)).body;

  await call("stake", { amount: "1500000" });
  expect(await power()).toMatchObject({ votes: "0", warming: { amount: "1500000" } });
  expect((await ask("/wallet/envelope", { call: "governance.activate" })).body).toMatchObject({
    ...{ code: "operation_refused", detail: "The warm-up isn't over yet. Activate when it is." },
  });
  await travel(21);
  await call("activate");
  const { treasury } = JSON.parse(readFileSync(join(world.folder, "local", "deployment.json"), "utf8")).accounts;
  await call("delegate", { delegate: treasury });
  expect(await power()).toMatchObject({ votes: "1500000", delegate: treasury, warming: null });

  const changes = [{ change: "limit", limit: "200000000" }];
  const { proposal: proposed } = await call("propose", { description: "Twice the limit", changes });
  const { id } = proposed;
  const show = async () => (await api.get(`/governance/proposals/${id}`)).body;
  expect(await show()).toMatchObject({ state: "pending", calls: proposed.calls, next: { step: "vote" } });
  await passLedgers(2);
  const { calls } = await show();
  expect(calls[0].words).toMatch(/^Set the pool's limit for all merchants together to 200000000 tokens in 24 hours/);
  const env = { MERIT_DATA_DIR: world.folder, MERIT_RPC_URL: ledger.url, MERIT_URL: api.base };
  const vote = () => merit(["governance", "vote", id, "for", "--for-delegators", "--as", "treasury"], { env });
  const { out, err } = await until(async () => {
    const result = await vote();
    // Before the service has read the events.
    return result.code === 0 ? result : undefined;
  });
  expect(err).toContain("You sign      a vote for the proposal, with 1500000 votes of 1 wallets\n");
  expect(err).toMatch(new RegExp(`^The proposal {2}Set the pool's limit .*\nFor +${wallet.address} `, "m"));
  expect(out).toMatch(/^Answer +15000000000000$/m);
  expect(
    (await ask("/wallet/envelope", { call: "governance.vote", proposal: id, support: "against" })).body,
  ).toMatchObject({
    detail: "The account has voted on this proposal. Votes can't be changed.",
  });
  await passLedgers(4);
  await call("queue", { proposal: id });
  await travel(2);
  await call("execute", { proposal: id });
  await call("unstake", { amount: "500000" });
  expect(await show()).toMatchObject({ state: "executed", in_favour: "1500000", next: null });

  const lists = async () => {
    const paths = ["/proposals", `/proposals/${id}`, "", `/wallets/${treasury}`];
    const bodies = await Promise.all(paths.map(async (path) => (await api.get(`/governance${path}`)).body));
    const [proposals, { votes }, { stakes }, { delegators }] = bodies;
    return [proposals, votes, stakes, delegators].map(({ data }) => data);
  };
  const read = () =>
    until(async () => {
      const all = await lists();
      return all[2]?.[0]?.cooling === "500000" ? all : undefined;
    });
  const before = await read();
  expect(before).toMatchObject([
    [{ id, state: "executed", outcome: "executed", description: "Twice the limit", calls: ["pool.set_limit"] }],
    [{ voter: wallet.address, delegate: treasury, support: "for", weight: "1500000" }],
    [{ wallet_address: wallet.address, votes: "1000000", warming: "0" }],
    [{ wallet_address: wallet.address, votes: "1000000" }],
  ]);

  await world.server.kill("SIGKILL");
  for (const end of ["", "-wal", "-shm"]) rmSync(join(world.folder, "local", `merit.db${end}`), { force: true });
  await world.startServer();
  expect(await read()).toEqual(before);
});
