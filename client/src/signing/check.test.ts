import {
  answerOf,
  authorised,
  bytes,
  callIn,
  contracts,
  envelopeOf,
  invocation,
  LEDGER,
  network,
  network_passphrase,
  paying,
  SEQUENCE,
  transfer,
} from "@merit/cli/testing/envelopes.ts";
import {
  Address,
  Asset,
  hash,
  Keypair,
  Memo,
  Networks,
  Operation,
  SorobanDataBuilder,
  TransactionBuilder,
  xdr,
} from "@stellar/stellar-sdk";
import { describe, expect, it } from "vitest";
import { type Asked, type AskedCall, askedCall, askedClaim, askedGrants, askedStep, askedTrustline } from "./asked.ts";
import { checkAuthorization, checkEnvelope, type Look } from "./check.ts";
import { NotAsked, NotNext, TooDear } from "./not-asked.ts";

// A service that lies, or somebody between it and the wallet, changes every field of every message. What was changed is refused, but
// for what can only make the ledger refuse the transaction: an earlier last ledger, and its resources within the fee.

const key = Keypair.fromRawEd25519Seed(new Uint8Array(32).fill(1));
const own = key.publicKey();
const [other, third] = [2, 3].map((byte) => Keypair.fromRawEd25519Seed(new Uint8Array(32).fill(byte)).publicKey()) as [
  string,
  string,
];
const [id, evidence] = ["ab".repeat(32), "cd".repeat(32)];
const look = (): Look => ({ time: Math.floor(Date.now() / 1000), sequence: SEQUENCE + 1n, ledger: LEDGER });

const { asset, contracts: ids } = network;
const ours = new Asset(asset.code, asset.issuer);
const RESOURCE_FEE = 43_391n;

type Answer = ReturnType<typeof envelopeOf>;

/** A transaction as the service builds it, with the resources that simulation adds to a call. */
function honest(operation: xdr.Operation, change = (builder: TransactionBuilder) => builder): Answer {
  const isCall = operation.body.type === "invokeHostFunction";
  const footprint = xdr.LedgerKey.contractCode(new xdr.LedgerKeyContractCode({ hash: bytes(id) }));
  const resources = new SorobanDataBuilder().setReadWrite([footprint]).setResources(9, 9, 9);
  return envelopeOf(own, [operation], (builder) => {
    const bounded = builder.setLedgerbounds(0, 2_000);
    return change(isCall ? bounded.setSorobanData(resources.setResourceFee(RESOURCE_FEE).build()) : bounded);
  });
}

const checked = (answer: Answer, asked: Asked) => checkEnvelope(answer, asked, network, look());

const day = (year: number) => new Date(Date.UTC(year, 0)).toISOString();
const seconds = (year: number) => BigInt(Date.UTC(year, 0) / 1000);
const { distribution, escrow, governance, pool, redemption, referral, vesting } = contracts;
const wallet_address = own;
const grant = { idempotency_key: "a", beneficiary: other, amount: "5", starts_at: day(2027), ends_at: day(2030) };
const parts = [{ amount: "10", deadline: day(2027) }];
const agreed = { beneficiary: other, arbiter: third, undecided_share: 0, max_fee: 0 };
const order = { item: 7, quantity: 2, max_price: "2.5", fulfil_within: 3600, cancel_within: 60, reference: id };

/** One of each kind: what was asked, and what an honest service sends for it. */
const kinds: [name: string, Asked, xdr.Operation][] = [
  ["a trustline", askedTrustline(own), Operation.changeTrust({ asset: ours })],
  [
    "a call without tokens",
    askedCall({ wallet_address, call: "referral.bind", referrer: other }),
    authorised(referral.call("bind", { newcomer: own, referrer: other })),
  ],
  [
    "a call that anybody may make",
    askedCall({ wallet_address, call: "vesting.claim", schedule: id }),
    Operation.invokeHostFunction({
      func: xdr.HostFunction.hostFunctionTypeInvokeContract(callIn(vesting.call("claim", { id: bytes(id) }))),
    }),
  ],
  [
    "a withdrawal",
    askedCall({ wallet_address, call: "pool.withdraw", merchant: 1, to: other, amount: "2.5" }),
    authorised(pool.call("withdraw", { owner: own, merchant: 1n, to: other, amount: 25_000_000n })),
  ],
  [
    "funds of a programme",
    askedCall({ wallet_address, call: "referral.fund", merchant: 1, amount: "20" }),
    paying(referral.call("fund", { sponsor: own, merchant: 1n, amount: 200_000_000n }), own, 200_000_000n),
  ],
  [
    "a stake",
    askedCall({ wallet_address, call: "governance.stake", amount: "20" }),
    paying(governance.call("stake", { staker: own, amount: 200_000_000n }), own, 200_000_000n),
  ],
  [
    "an escrow",
    askedCall({
      ...{ wallet_address, call: "escrow.create", ...agreed, parts },
      ...{ agreement: evidence, dispute_window: 86_400, reference: id },
    }),
    paying(
      escrow.call("create", {
        depositor: own,
        terms: {
          ...{ ...agreed, reference: bytes(id), agreement: bytes(evidence), dispute_window: 86_400n },
          parts: [{ amount: 100_000_000n, deadline: seconds(2027) }],
        },
      }),
      ...([own, 100_000_000n] as const),
    ),
  ],
  [
    "a step of an escrow that both take",
    askedStep(own, id, { action: "split", milestone: 1, share: 5000 }),
    authorised(escrow.call("split", { id: bytes(id), milestone: 1, share: 5000 })),
  ],
];

/** A trustline whose reserve another account keeps. */
const sponsored = {
  begin: Operation.beginSponsoringFutureReserves({ source: other, sponsoredId: own }),
  create: Operation.createAccount({ source: other, destination: own, startingBalance: "0" }),
  trust: Operation.changeTrust({ source: own, asset: ours }),
  end: Operation.endSponsoringFutureReserves({ source: own }),
};
type Step = keyof typeof sponsored;

function sponsoredBy(source: string, change: Partial<Record<Step, xdr.Operation>>, more: xdr.Operation[] = []): Answer {
  const steps: Step[] = source === own ? ["begin", "trust", "end"] : ["begin", "create", "trust", "end"];
  const operations = steps.map((step) => change[step] ?? sponsored[step]);
  const answer = envelopeOf(source, [...operations, ...more], (builder) =>
    source === own ? builder : builder.setMinAccountSequence("1"),
  );
  return { ...answer, wallet_address: own };
}

describe("a trustline whose reserve the service keeps", () => {
  const trust = askedTrustline(own);
  const passes = (answer: Answer) => expect(checked(answer, trust).toXdr()).toBe(answer.envelope);
  const refused = (answer: Answer) => expect(() => checked(answer, trust)).toThrow(NotAsked);

  it("is signed by a wallet with an account, and by one without", () => {
    passes(sponsoredBy(own, {}));
    passes(sponsoredBy(other, {}));
    passes(sponsoredBy(third, {}));
  });

  it.each<[what: string, change: Partial<Record<Step, xdr.Operation>>]>([
    ["another account's trustline", { trust: Operation.changeTrust({ source: other, asset: ours }) }],
    ["nobody's trustline", { trust: Operation.changeTrust({ asset: ours }) }],
    ["another asset", { trust: Operation.changeTrust({ source: own, asset: new Asset(asset.code, other) }) }],
    ["a closed trustline", { trust: Operation.changeTrust({ source: own, asset: ours, limit: "0" }) }],
    [
      "a payment",
      { trust: Operation.payment({ source: own, destination: other, asset: Asset.native(), amount: "1" }) },
    ],
    ["the wallet as sponsor", { begin: Operation.beginSponsoringFutureReserves({ source: own, sponsoredId: other }) }],
    [
      "another sponsored account",
      { begin: Operation.beginSponsoringFutureReserves({ source: other, sponsoredId: third }) },
    ],
    ["a sponsorship by the source", { begin: Operation.beginSponsoringFutureReserves({ sponsoredId: own }) }],
    ["another end", { end: Operation.endSponsoringFutureReserves({ source: other }) }],
    ["a merge at the end", { end: Operation.accountMerge({ source: own, destination: other }) }],
  ])("isn't signed with %s", (_, change) => {
    refused(sponsoredBy(own, change));
    refused(sponsoredBy(other, change));
  });

  it.each<[what: string, create: xdr.Operation]>([
    ["of another wallet", Operation.createAccount({ source: other, destination: third, startingBalance: "0" })],
    ["by the wallet", Operation.createAccount({ source: own, destination: third, startingBalance: "1" })],
    ["that is a payment", Operation.payment({ source: own, destination: other, asset: Asset.native(), amount: "1" })],
  ])("isn't signed with an account %s", (_, create) => refused(sponsoredBy(other, { create })));

  it("isn't signed with anything more, or less", () => {
    const pay = Operation.payment({ source: own, destination: other, asset: Asset.native(), amount: "1" });
    refused(sponsoredBy(own, {}, [pay]));
    refused(sponsoredBy(other, {}, [pay]));
    refused(sponsoredBy(other, {}, [sponsored.end]));
    for (const steps of [
      ["begin", "end"],
      ["begin", "trust"],
      ["trust", "end"],
      ["begin", "create", "end"],
    ] as Step[][]) {
      refused(
        envelopeOf(
          own,
          steps.map((step) => sponsored[step]),
        ),
      );
    }
    // A source other than the wallet is only there to create its account, and the wallet's own source never.
    refused({ ...envelopeOf(other, [sponsored.begin, sponsored.trust, sponsored.end]), wallet_address: own });
    refused(envelopeOf(own, [sponsored.begin, sponsored.create, sponsored.trust, sponsored.end]));
    refused({ ...envelopeOf(other, [sponsored.trust]), wallet_address: own });
  });
});

/** Requests with parts that only the service knows: with other values the ledger refuses the call, or the call is as good. */
const withUnknown: [name: string, Asked, xdr.Operation][] = [
  [
    "a redemption",
    askedCall({ wallet_address, call: "redemption.redeem", ...order }),
    paying(
      redemption.call("redeem", {
        ...{ wallet: own, reference: bytes(id) },
        order: { item: 7n, quantity: 2, max_price: 25_000_000n, fulfil_within: 3600n, cancel_within: 60n },
      }),
      ...([own, 50_000_000n] as const),
    ),
  ],
  [
    "grants",
    askedGrants(own, [grant]),
    paying(
      vesting.call("create", {
        funder: own,
        batch: [
          {
            ...{ reference: bytes(id), beneficiary: other, revoker: own },
            plan: {
              tag: "Linear",
              values: [{ total: 50_000_000n, start: seconds(2027), cliff: seconds(2027), end: seconds(2030) }],
            },
          },
        ],
      }),
      ...([own, 50_000_000n] as const),
    ),
  ],
  [
    "a claim of a drop",
    askedClaim(own, "5"),
    authorised(
      distribution.call("claim", { wallet: own, drop: 1n, index: 0, amount: 50_000_000n, proof: [bytes(id)] }),
    ),
  ],
];

it.each([...kinds, ...withUnknown])("lets %s through that is as it was asked for", (_, asked, operation) => {
  const answer = honest(operation);
  expect(checked(answer, asked).toXdr()).toBe(answer.envelope);
});

/** A transaction as JSON, without what can only make the ledger refuse it. */
function harmless(envelope: string): string {
  const read = xdr.TransactionEnvelope.fromXdr(envelope, "base64");
  if (read.type !== "envelopeTypeTx") return envelope;
  const { cond, ext } = read.v1.tx;
  const lastLedger = cond.type === "precondV2" ? cond.v2.ledgerBounds?.maxLedger : undefined;
  const json = JSON.stringify(read.toJson());
  const resources = ext.type === "sorobanData" ? JSON.stringify(ext.sorobanData.resources.toJson()) : "";
  return json.replace(`"max_ledger":${lastLedger}`, "").replace(resources, "");
}

describe("refuses every change of a bit that could have an effect", () => {
  it.each(kinds)(
    "of %s",
    (_, asked, operation) => {
      const answer = honest(operation);
      const raw = Buffer.from(answer.envelope, "base64");
      let refused = 0;
      for (let at = 0; at < raw.length; at += 1) {
        const changed = Buffer.from(raw);
        changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
        const envelope = changed.toString("base64");
        if (!passes(answer, asked, envelope)) refused += 1;
        else expect([at, harmless(envelope)]).toEqual([at, harmless(answer.envelope)]);
      }
      expect(refused).toBeGreaterThan(raw.length / 2);
    },
    300_000,
  );
});

/** True if the changed transaction is let through, with the hash that an honest service would give in its answer. */
function passes(answer: Answer, asked: Asked, envelope: string): boolean {
  let hash = answer.hash;
  try {
    hash = Buffer.from(TransactionBuilder.fromXdr(envelope, network_passphrase).hash()).toString("hex");
  } catch {
    // The check says so, too.
  }
  try {
    checked({ ...answer, envelope, hash }, asked);
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(NotAsked);
    return false;
  }
}

describe("refuses what a liar puts around", () => {
  const rebuilt = (change: (builder: TransactionBuilder) => TransactionBuilder) => (operation: xdr.Operation) =>
    honest(operation, change);
  const between = (minTime: number, maxTime: number) => (operation: xdr.Operation) =>
    replaced(operation, () => ({
      cond: xdr.Preconditions.precondTime(new xdr.TimeBounds({ minTime: BigInt(minTime), maxTime: BigInt(maxTime) })),
    }));
  const now = () => Math.floor(Date.now() / 1000);

  it.each<[change: string, build: (operation: xdr.Operation) => Answer]>([
    ["another operation beside it", rebuilt((builder) => builder.addOperation(pay()))],
    ["a payment in place of it", () => honest(pay())],
    ["a signer more", () => honest(Operation.setOptions({ signer: { ed25519PublicKey: other, weight: 9 } }))],
    ["a memo", rebuilt((builder) => builder.addMemo(Memo.text("x")))],
    ["no bounds", (operation) => replaced(operation, () => ({ cond: xdr.Preconditions.precondNone() }))],
    ["no end", between(0, 0)],
    ["an end in a week", between(0, now() + 604_800)],
    ["a start in a minute", between(now() + 60, now() + 300)],
    ["an age of the account", rebuilt((builder) => builder.setMinAccountSequenceAge(9n))],
    ["another sequence number", (operation) => replaced(operation, ({ seqNum }) => ({ seqNum: seqNum + 1_000n }))],
    ["another account's transaction", (operation) => ({ ...envelopeOf(other, [operation]), wallet_address: own })],
    ["another wallet beside it", (operation) => ({ ...honest(operation), wallet_address: other })],
    ["another hash beside it", (operation) => ({ ...honest(operation), hash: id })],
    ["another end beside it", (operation) => ({ ...honest(operation), expires_at: day(2030) })],
    ["another network beside it", (operation) => ({ ...honest(operation), network_passphrase: Networks.PUBLIC })],
    ["a higher fee", (operation) => replaced(operation, ({ fee }) => ({ fee: fee + 1 }))],
    ["a fee of 49 XLM", (operation) => replaced(operation, () => ({ fee: 490_000_000 }))],
    ["a fee bump", bumped],
    ["somebody's signature", signed],
  ])("%s", (_, build) => {
    for (const [name, asked, operation] of [...kinds, ...withUnknown]) {
      expect(() => checked(build(operation), asked), name).toThrow(NotAsked);
    }
  });

  const pay = () => Operation.payment({ destination: other, asset: Asset.native(), amount: "9000" });

  function replaced(operation: xdr.Operation, change: (tx: xdr.Transaction) => object): Answer {
    const { v1 } = xdr.TransactionEnvelope.fromXdr(honest(operation).envelope, "base64") as xdr.TransactionEnvelopeTx;
    const { sourceAccount, fee, seqNum, cond, memo, operations, ext } = v1.tx;
    const fields = { sourceAccount, fee, seqNum, cond, memo, operations, ext, ...change(v1.tx) };
    const changed = new xdr.TransactionV1Envelope({ tx: new xdr.Transaction(fields), signatures: [] });
    const read = TransactionBuilder.fromXdr(xdr.TransactionEnvelope.envelopeTypeTx(changed), network_passphrase);
    return answerOf(read as ReturnType<TransactionBuilder["build"]>, own);
  }

  function bumped(operation: xdr.Operation): Answer {
    const inner = TransactionBuilder.fromXdr(honest(operation).envelope, network_passphrase);
    const bump = TransactionBuilder.buildFeeBumpTransaction(
      Keypair.fromPublicKey(own),
      "1000000",
      inner as ReturnType<TransactionBuilder["build"]>,
      network_passphrase,
    );
    const hash = Buffer.from(bump.hash()).toString("hex");
    return { ...honest(operation), envelope: bump.toXdr(), hash };
  }

  function signed(operation: xdr.Operation): Answer {
    const transaction = TransactionBuilder.fromXdr(honest(operation).envelope, network_passphrase);
    transaction.sign(Keypair.random());
    return { ...honest(operation), envelope: transaction.toXdr() };
  }
});

it("tells a transaction that doesn't follow the wallet's newest one from others", () => {
  const [, asked, operation] = kinds[1] as (typeof kinds)[number];
  const later = { ...look(), sequence: 9n };
  expect(() => checkEnvelope(honest(operation), asked, network, later)).toThrow(NotNext);
});

it("refuses a fee that is too high for the kind of call, unless the person allows it", () => {
  for (const [name, asked, operation] of [...kinds, ...withUnknown].slice(1)) {
    const dear = new SorobanDataBuilder().setResourceFee(490_000_000n).build();
    const answer = honest(operation, (builder) => builder.setSorobanData(dear));
    expect(() => checked(answer, asked), name).toThrow(TooDear);
    expect(checked(answer, { ...asked, maxFee: 490_000_100n }), name).toBeDefined();
  }
  const [, trust, operation] = kinds[0] as (typeof kinds)[number];
  expect(() => checked(honest(operation), { ...trust, maxFee: 99n })).toThrow(TooDear);
});

describe("refuses other contracts, assets and tokens", () => {
  const fund = referral.call("fund", { sponsor: own, merchant: 1n, amount: 50n });
  const asked = askedCall({ wallet_address, call: "referral.fund", merchant: 1, amount: "0.000005" });
  const call = callIn(fund);
  const to = call.contractAddress;
  const within = (...below: xdr.SorobanAuthorizedInvocation[]) => authorised(fund, invocation(call, below));
  const elsewhere = new xdr.InvokeContractArgs({
    ...{ contractAddress: new Address(ids.escrow ?? "").toScAddress(), functionName: "fund", args: call.args },
  });

  it.each([
    [
      "another contract",
      Operation.invokeHostFunction({ func: xdr.HostFunction.hostFunctionTypeInvokeContract(elsewhere) }),
    ],
    ["another function", authorised(referral.call("leave", { sponsor: own, merchant: 1n }))],
    ["more tokens", within(transfer(own, 51n, to))],
    ["more tokens in parts", within(transfer(own, 30n, to), transfer(own, 21n, to))],
    ["fewer tokens", within(transfer(own, 49n, to))],
    ["a negative amount to hide another", within(transfer(own, -50n, to), transfer(own, 100n, to))],
    ["tokens for somebody else", within(transfer(own, 50n, other))],
    ["somebody else's tokens", within(transfer(other, 50n, to))],
    ["tokens of another asset", within(transfer(own, 50n, to, ids.token))],
    ["a call below a transfer", within(invocation(callOf(transfer(own, 50n, to)), [transfer(own, 1n, to)]))],
    ["a second authorisation", authorised(fund, invocation(call, [transfer(own, 50n, to)]), invocation(call))],
    ["an authorisation of something else", authorised(fund, transfer(own, 50n, to))],
    [
      "no authorisation",
      Operation.invokeHostFunction({ func: xdr.HostFunction.hostFunctionTypeInvokeContract(call), auth: [] }),
    ],
    ["an upload", Operation.uploadContractWasm({ wasm: bytes(id) })],
  ])("%s", (_, operation) => {
    expect(() => checked(honest(operation), asked)).toThrow(NotAsked);
  });

  it("a trustline to another issuer's asset, or one that is closed", () => {
    const trust = askedTrustline(own);
    for (const changed of [
      { asset: new Asset(asset.code, other) },
      { asset: ours, limit: "0" },
      { asset: new Asset("OTHER", asset.issuer) },
    ]) {
      expect(() => checked(honest(Operation.changeTrust(changed)), trust)).toThrow(NotAsked);
    }
  });

  it("the execution of a proposal with the wallet's authority", () => {
    const execute = askedCall({ wallet_address, call: "governance.execute", proposal: id });
    const operation = governance.call("execute", { id: bytes(id) });
    expect(() => checked(honest(authorised(operation)), execute)).toThrow(NotAsked);
    const bare = Operation.invokeHostFunction({
      func: xdr.HostFunction.hostFunctionTypeInvokeContract(callIn(operation)),
    });
    expect(checked(honest(bare), execute)).toBeDefined();
  });
});

const callOf = ({ function: called }: xdr.SorobanAuthorizedInvocation) =>
  (called as Extract<typeof called, { type: "sorobanAuthorizedFunctionTypeContractFn" }>).contractFn;

describe("an authorisation of an escrow's step", () => {
  const asked: AskedCall = askedStep(own, id, { action: "split", milestone: 1, share: 5000 });
  const split = (share = 5000, of = id) => callIn(escrow.call("split", { id: bytes(of), milestone: 1, share }));

  function authorization(
    root: xdr.SorobanAuthorizedInvocation,
    { passphrase = network_passphrase as string, wallet = own as string | null, last = LEDGER + 1_000 } = {},
  ) {
    const common = { networkId: hash(passphrase), nonce: 7n, signatureExpirationLedger: last, invocation: root };
    const preimage =
      wallet === null
        ? xdr.HashIdPreimage.envelopeTypeSorobanAuthorization(new xdr.HashIdPreimageSorobanAuthorization(common))
        : xdr.HashIdPreimage.envelopeTypeSorobanAuthorizationWithAddress(
            new xdr.HashIdPreimageSorobanAuthorizationWithAddress({
              ...common,
              address: new Address(wallet).toScAddress(),
            }),
          );
    return { authorization: preimage.toXdr("base64"), network_passphrase };
  }

  const sign = (answer: { authorization: string; network_passphrase: string }) =>
    checkAuthorization(answer, asked, network, look());

  it.each([null, own])("is let through as it was asked for (wallet named: %s)", (wallet) => {
    const answer = authorization(invocation(split()), { wallet });
    expect(sign(answer).nonce).toBe(7n);
  });

  it.each([
    ["another argument", authorization(invocation(split(4999)))],
    ["another escrow", authorization(invocation(split(5000, evidence)))],
    ["another network", authorization(invocation(split()), { passphrase: Networks.PUBLIC })],
    ["another network beside it", { ...authorization(invocation(split())), network_passphrase: Networks.PUBLIC }],
    ["another wallet", authorization(invocation(split()), { wallet: other })],
    ["a transfer within the call", authorization(invocation(split(), [transfer(own, 1n, other)]))],
    ["another function", authorization(transfer(own, 1n, other))],
    ["years", authorization(invocation(split()), { last: LEDGER + 3_000_001 })],
    ["what is no XDR", { authorization: "AAAA", network_passphrase }],
  ])("is refused with %s", (_, answer) => {
    expect(() => sign(answer)).toThrow(NotAsked);
  });

  it("is refused with any bit changed but those of its nonce and of its end within the bound", () => {
    const raw = Buffer.from(authorization(invocation(split())).authorization, "base64");
    const passed = Array.from(raw.keys()).filter((at) => {
      const changed = Buffer.from(raw);
      changed[at] = (changed[at] ?? 0) ^ 1;
      try {
        return Boolean(sign({ authorization: changed.toString("base64"), network_passphrase }));
      } catch (error) {
        expect(error).toBeInstanceOf(NotAsked);
        return false;
      }
    });
    // Behind the type and the network's hash: eight bytes of nonce, and the last three of the end.
    const [nonce, end] = [4 + 32, 4 + 32 + 8];
    expect(passed.every((at) => at >= nonce && at < end + 4)).toBe(true);
    expect(passed).not.toContain(end);
  });
});
