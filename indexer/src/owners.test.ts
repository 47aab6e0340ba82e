import { contractSpec } from "@merit/core/ledger/contract-events/names.ts";
import { contractEvents } from "@merit/core/store/db/schema/contract-events.ts";
import { emailLogs } from "@merit/core/store/db/schema/mail.ts";
import { createMerchant, createWorld, type World } from "@merit/core/testing/world.ts";
import { asc } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { decoder } from "./decode.ts";
import { type EventRow, saveProgress } from "./store.ts";
import { address, map, party, rawEvent, symbol, u64 } from "./testing/events.ts";

const contract = address.contract(9);
const decode = decoder([{ id: contract, name: "pool", spec: contractSpec("pool") }]);
const ETA = 1_800_000_000;
const BEFORE = new Date((ETA - 86_400) * 1000);

let world: World;
let ledger: number;
beforeEach(() => {
  world = createWorld();
  ledger = 9;
});
afterEach(() => world[Symbol.asyncDispose]());

/** A first owner that waits until `ETA`, one ledger after the one before. */
function queued(merchant: bigint): EventRow {
  ledger += 1;
  const fields = {
    owner: party(address.account(5)),
    operator: party(address.account(6)),
    eta: u64(BigInt(ETA)),
    expires_at: u64(BigInt(ETA) + 1_209_600n),
  };
  const raw = rawEvent(contract, [symbol("owner_queued"), u64(merchant)], map(fields), { ledger });
  const { id, contractId: contract_id, txHash: tx_hash, ledgerClosedAt } = raw;
  return { id, contract_id, ...decode(raw), xdr: null, ledger, ledger_closed_at: new Date(ledgerClosedAt), tx_hash };
}

const save = (rows: EventRow[], now = BEFORE) =>
  world.context.db.commit((store) =>
    saveProgress(
      store,
      { position: { cursor: null, ledger }, rows },
      { own: [], settings: world.context.settings, now },
    ),
  );
const mails = () => world.context.db.read(async (store) => store.select().from(emailLogs).orderBy(asc(emailLogs.id)));

it("mails a merchant each first owner that is named for it, once, also when all events are read again", async () => {
  const { merchant } = await createMerchant(world.context);
  const rows = [queued(BigInt(merchant.id)), queued(BigInt(merchant.id))];
  await save(rows);
  const posted = await mails();
  expect(posted).toMatchObject(
    rows.map(({ id }) => ({
      ...{ template: "owner_queued", recipient: merchant.email, status: "queued" },
      ...{ user_id: null, merchant_id: merchant.id, event_id: id },
    })),
  );
  await world.context.db.commit(async (store) => void (await store.delete(contractEvents)));
  await save(rows);
  expect(await mails()).toEqual(posted);
});

it("mails nobody about an owner that waits no longer, or of a merchant that isn't known", async () => {
  const { merchant } = await createMerchant(world.context);
  await save([queued(BigInt(merchant.id))], new Date(ETA * 1000));
  await save([queued(999n), queued(2n ** 64n - 1n)]);
  expect(await mails()).toEqual([]);
});
