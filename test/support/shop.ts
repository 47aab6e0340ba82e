import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client as Redemption } from "@merit/bindings/redemption";
import { Asset, Keypair, Operation } from "@stellar/stellar-sdk";
import type { Answer } from "./http.ts";
import { send, signingAs } from "./party.ts";
import { until } from "./processes.ts";
import { Wallet } from "./wallet.ts";
import type { World } from "./world.ts";

/** Stroops. */
export const PRICE = 50_000_000n;
export const HOUR = 3_600;

/** The operator's keys, with XLM for fees. */
async function operators(world: World) {
  const keys = JSON.parse(readFileSync(join(world.folder, "local", "keys.json"), "utf8"));
  const [manager, treasury] = [Keypair.fromSecret(keys.manager), Keypair.fromSecret(keys.treasury)];
  const fees = [manager, treasury].map((key) =>
    Operation.payment({ destination: key.publicKey(), asset: Asset.native(), amount: "100" }),
  );
  await (await new Wallet(world.ledger.url).fund()).submit(...fees);
  return { manager, treasury };
}

function contract(world: World, party: Keypair): Redemption {
  const { contracts } = JSON.parse(readFileSync(join(world.folder, "local", "deployment.json"), "utf8"));
  return new Redemption(signingAs(party, contracts.redemption.id, world.ledger.url));
}

/** A user who proved to hold the wallet; answers calls as that user. */
async function userOf({ api }: World, wallet: Wallet) {
  const { body: registered } = await api.post("/auth/register", {
    ...{ email: `${crypto.randomUUID()}@example.com`, password: "correct horse" },
  });
  const session = { authorization: `Bearer ${registered.accessToken}` };
  const wallet_address = wallet.address;
  const { body: challenge } = await api.post("/wallet/link", { wallet_address }, session);
  const signature = Buffer.from(wallet.keypair.signMessage(challenge.message)).toString("base64");
  const linked = await api.post("/wallet/link", { wallet_address, message: challenge.message, signature }, session);
  if (linked.status !== 201) throw new Error(`link: ${JSON.stringify(linked.body)}`);
  const token: string = registered.accessToken;
  return { id: registered.user.id, token, get: (path: string) => api.send("GET", path, undefined, session) };
}

/** Numbers of items are those of the contract, for all merchants together. */
let newestItem = 1_000n;

/** A shop with an item for tokens, and a user with a wallet that can pay for four. */
export async function openShop(world: World) {
  const contractItem = newestItem++;
  const { manager, treasury } = await operators(world);
  const merchant = await world.merchant();
  const { body: shop } = await merchant.get("/merchants/me");
  const catalogue = contract(world, manager);
  const operator = manager.publicKey();
  const terms = { merchant: BigInt(shop.id), price: PRICE, active: true };
  const times = { fulfil_within: BigInt(24 * HOUR), cancel_within: BigInt(HOUR) };
  await send(
    catalogue.set_item({
      ...{ operator, item: contractItem },
      terms: { ...terms, ...times, wallet_limit: null },
    }),
  );
  await send(catalogue.set_stock({ operator, item: contractItem, expected: 0, stock: 5 }));
  const item = await until(async () => {
    const { status, body } = await merchant.post("/catalogue", { name: "Mug", contract_item_id: String(contractItem) });
    return status === 201 ? body : undefined;
  });
  const wallet = await world.wallet();
  const payment = { destination: wallet.address, asset: world.asset, amount: "20" };
  await wallet.submitWith([treasury], Operation.payment({ ...payment, source: treasury.publicKey() }));
  const user = await userOf(world, wallet);
  const own = contract(world, wallet.keypair);
  /** The contract's names for a redemption of the wallet's; the reference is 32 times the byte. */
  const named = (reference: number) => ({ wallet: wallet.address, reference: new Uint8Array(32).fill(reference) });
  /** Returns the reference. */
  const redeem = async (reference: number, quantity = 1) => {
    const order = { item: contractItem, quantity, max_price: PRICE, ...times };
    await send(own.redeem({ ...named(reference), order }));
    return reference;
  };

  /** The redemption under this reference, once it is `status`. */
  const seen = (reference: number, status: string) =>
    until(async () => {
      const { body }: Answer = await user.get("/redemptions?kind=on_chain");
      const hex = Buffer.from(named(reference).reference).toString("hex");
      return body.data.find(
        (row: { status: string; on_chain: { reference: string } }) =>
          row.on_chain.reference === hex && row.status === status,
      );
    });

  return { world, merchant, shop, item, catalogue, operator, wallet, user, own, named, redeem, seen };
}
