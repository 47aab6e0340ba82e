import { readFileSync } from "node:fs";
import { Keypair } from "@stellar/stellar-sdk";
import { Webhook } from "standardwebhooks";
import { expect, it } from "vitest";
import { publicKeyOf, secretOf, sign } from "./sign.ts";

function keysOf(keypair: Keypair) {
  const webAuth = { publicKey: keypair.publicKey(), sign: async (hash: Uint8Array) => keypair.sign(Buffer.from(hash)) };
  return { webAuth, webhookSeed: Buffer.from(keypair.rawSecretKey()) };
}

const [old, present] = [keysOf(Keypair.random()), keysOf(Keypair.random())];
const request = { id: "evt_1", body: '{"id":"evt_1"}', salts: ["a1".repeat(16), "b2".repeat(16)], now: new Date() };
const accepts = (secret: string, headers: ReturnType<typeof sign>) => () =>
  new Webhook(secret).verify(request.body, { ...headers });

it("signs with the key that was replaced as well, as long as it is in the key file", async () => {
  const both = sign({ ...present, previous: old }, request);
  for (const salt of request.salts) {
    expect(accepts(secretOf(old, salt), both)).not.toThrow();
    expect(accepts(secretOf(present, salt), both)).not.toThrow();
  }
  expect(both["webhook-signature"].match(/v1a,/g)).toHaveLength(4);
  const afterwards = sign(present, request);
  expect(accepts(secretOf(old, request.salts[0] as string), afterwards)).toThrow();
  expect(accepts(secretOf(present, request.salts[0] as string), afterwards)).not.toThrow();
});

/** The check that docs/webhooks.md shows. */
async function documentedCheck() {
  const page = readFileSync(new URL("../../../../docs/webhooks.md", import.meta.url), "utf8");
  const code = [...page.matchAll(/```js\n(.*?)```/gs)].map(([, text]) => text).find((text) => text?.includes("v1a"));
  return (await import(`data:text/javascript,${encodeURIComponent(code ?? "")}`)).isFromMerit;
}

it("an event for one webhook isn't accepted with the public key of another, whoever has it", async () => {
  const isFromMerit = await documentedCheck();
  const isSignedBy = (key: string, headers: ReturnType<typeof sign>) => isFromMerit(key, headers, request.body);
  const [own, others] = request.salts as [string, string];
  const sent = sign(present, { ...request, salts: [own] });
  expect(isSignedBy(publicKeyOf(present, own), sent)).toBe(true);
  expect(isSignedBy(publicKeyOf(present, others), sent)).toBe(false);
  expect(isSignedBy(publicKeyOf(old, own), sent)).toBe(false);
});
