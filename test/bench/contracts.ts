// Cost of payouts on the ledger, under mainnet's settings: a batch of 60 beside single transfers, all in one run and all paid for as the
// worker pays; then the pool's limit, and the size of the code.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { contractsFolder } from "@merit/core/base/paths.ts";
import { FIRST_NUMBER } from "@merit/core/ledger/chain/batches.ts";
import { payArguments } from "@merit/core/payouts/batches/build.ts";
import { nativeToScVal, Operation, type xdr } from "@stellar/stellar-sdk";
import { run } from "../../scripts/lib/run.ts";
import { trustingWallets } from "../support/trusting-wallets.ts";
import { World } from "../support/world.ts";
import { type Cost, Payer } from "./payer.ts";

/** Recipients of the largest batch that every asset code allows. */
const BATCH = 60;
/** Bytes of events and return value of one transaction, on mainnet. */
const MAX_EVENT_BYTES = 16_384;
/** Stroops of each payment. */
const AMOUNT = 7n;
/** Fee per payout of a batch as a share of a single transfer's. */
const GOAL = 0.45;
/**
 * The limit below which no batch can get compared with a transfer by its source account, as a service would send it: each payout
 * pays for its recipient's trustline, read from disk and written (5,626 stroops at mainnet's rates of August 2026), and for its
 * `transfer` event (about 1,130); such a transfer pays for two trustlines and one event.
 */
const FLOOR_BY_SOURCE = 0.45;

export async function contracts(template: string): Promise<void> {
  const world = await World.open(template);
  try {
    await payouts(world);
  } finally {
    await world.end();
  }
  // Alone, since the contracts' tests switch on the host's test utilities.
  await run("cargo", ["run", "--release", "--locked", "-p", "merit-costs", "--example", "limits"], {
    MERIT_WASM_DIR: contractsFolder,
  });
  sizes();
}

async function payouts(world: World): Promise<void> {
  const merchant = await world.merchant();
  const id = await world.campaign(merchant, { budget: "1000" });
  const { body } = await merchant.get(`/campaigns/me/${id}`);
  const campaign = { merchant: body.merchant_id, campaign: body.contract_campaign_id };
  // The channels are ours from here on.
  await world.server.kill("SIGTERM");
  const bench = new Bench(new Payer(world), campaign);
  await bench.open();

  const wallets = await trustingWallets(world, BATCH);
  // The first of each kind creates entries and extends lifetimes; the second pays for itself alone.
  await bench.batch(wallets);
  const batch = await bench.batch(wallets);
  const one = await bench.batch(wallets.slice(0, 1));
  await bench.transferAsSource(wallets);
  const bySource = await bench.transferAsSource(wallets);
  await bench.transferBySignedEntry(wallets);
  const bySigned = await bench.transferBySignedEntry(wallets);

  show(`batch of ${BATCH}`, batch);
  show("batch of 1", one);
  show("one transfer, by its source account", bySource);
  show("one transfer, by a signed entry", bySigned);
  const each = Number(batch.paid) / BATCH;
  console.log(`fee per payout in a batch of ${BATCH}: ${each.toFixed(0)} stroops`);
  compare("by its source account", each, bySource, `, floor about ${FLOOR_BY_SOURCE}`);
  compare("by a signed entry", each, bySigned);
  if (batch.eventBytes > MAX_EVENT_BYTES) throw new Error(`${batch.eventBytes} bytes of events and return value`);
}

/** Payments of one campaign, and transfers by the treasury, which holds the asset. */
class Bench {
  readonly #payer: Payer;
  readonly #campaign: { merchant: number; campaign: number };
  #next = FIRST_NUMBER;
  #epoch = 0;

  constructor(payer: Payer, campaign: { merchant: number; campaign: number }) {
    this.#payer = payer;
    this.#campaign = campaign;
  }

  /** The service has stopped: from here on this process pays. */
  async open(): Promise<void> {
    const distributor = this.#payer.keys.signer("distributor");
    const { distribution } = this.#payer.contracts;
    const operator = distributor.publicKey;
    const { epoch, paid, fingerprint } = (await distribution.view("batches")).value;
    const call = { operator, epoch, paid, fingerprint };
    await this.#payer.asSource(distributor, distribution.operation(operator, "open", call));
    this.#epoch = Number(epoch) + 1;
  }

  batch(wallets: string[]): Promise<Cost> {
    const distributor = this.#payer.keys.signer("distributor");
    const payments = wallets.map((wallet_address) => ({
      ...{ number: this.#next++, reference: "01".repeat(8), wallet_address, amount: AMOUNT },
    }));
    const call = { operator: distributor.publicKey, epoch: this.#epoch, ...this.#campaign };
    const { distribution } = this.#payer.contracts;
    return this.#payer.asSource(
      distributor,
      distribution.operation(distributor.publicKey, "pay", payArguments(call, payments)),
    );
  }

  transferAsSource(wallets: string[]): Promise<Cost> {
    const treasury = this.#payer.keys.signer("treasury");
    const call = { ...this.#transfer(wallets), source: treasury.publicKey };
    return this.#payer.asSource(treasury, Operation.invokeContractFunction(call));
  }

  transferBySignedEntry(wallets: string[]): Promise<Cost> {
    return this.#payer.bySignedEntry("treasury", this.#transfer(wallets));
  }

  #transfer([to]: string[]): { contract: string; function: string; args: xdr.ScVal[] } {
    const address = (account: string | undefined) => nativeToScVal(account, { type: "address" });
    return {
      contract: this.#payer.manifest.asset.contract_id,
      function: "transfer",
      args: [
        address(this.#payer.keys.signer("treasury").publicKey),
        address(to),
        nativeToScVal(AMOUNT, { type: "i128" }),
      ],
    };
  }
}

function show(name: string, { paid, envelopeBytes, instructions, eventBytes }: Cost): void {
  console.log(
    `${name}: ${paid} stroops; ${instructions} instructions, ${envelopeBytes} B of envelope, ` +
      `${eventBytes} of ${MAX_EVENT_BYTES} B of events and return value`,
  );
}

function compare(kind: string, each: number, transfer: Cost, note = ""): void {
  console.log(
    `  beside one transfer ${kind}: ratio ${(each / Number(transfer.paid)).toFixed(3)} (goal ${GOAL}${note})`,
  );
}

function sizes(): void {
  const manifest: Record<string, { size: number }> = JSON.parse(
    readFileSync(join(contractsFolder, "manifest.json"), "utf8"),
  );
  console.log("code, bytes:");
  for (const [name, { size }] of Object.entries(manifest)) console.log(`  ${name.padEnd(14)}${size}`);
}
