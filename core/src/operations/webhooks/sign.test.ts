import { Keypair } from "@stellar/stellar-sdk";
import { Webhook } from "standardwebhooks";
import { expect, it } from "vitest";
import { secretOf, sign } from "./sign.ts";

function keysOf(keypair: Keypair) {
  const webAuth = { publicKey: keypair.publicKey(), sign: async (hash: Uint8Array) => keypair.sign(Buffer.from(hash)) };
  return { webAuth, webhookSeed: Buffer.from(keypair.rawSecretKey()) };
}

const [old, present] = [keysOf(Keypair.random()), keysOf(Keypair.random())];
const request = { id: "evt_1", body: '{"id":"evt_1"}', salts: ["a1".repeat(16), "b2".repeat(16)], now: new Date() };
const accepts = (secret: string, headers: Awaited<ReturnType<typeof sign>>) => () =>
  new Webhook(secret).verify(request.body, { ...headers });

it("signs with the key that was replaced as well, as long as it is in the key file", async () => {
  const both = await sign({ ...present, previous: old }, request);
  for (const salt of request.salts) {
    expect(accepts(secretOf(old, salt), both)).not.toThrow();
    expect(accepts(secretOf(present, salt), both)).not.toThrow();
  }
  expect(both["webhook-signature"].match(/v1a,/g)).toHaveLength(2);
  const afterwards = await sign(present, request);
  expect(accepts(secretOf(old, request.salts[0] as string), afterwards)).toThrow();
  expect(accepts(secretOf(present, request.salts[0] as string), afterwards)).not.toThrow();
});
