import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { publicKeyOf, sign } from "@merit/core/operations/webhooks/sign.ts";
import { Keypair } from "@stellar/stellar-sdk";
import { expect, onTestFinished, test } from "vitest";
import { pythonTools } from "../../scripts/lib/python.ts";
import { sharedWorld } from "../support/fixture.ts";
import { freePort, Process, root, until } from "../support/processes.ts";

/** The code with these words that docs/webhooks.md shows in a language. */
function shown(language: string, words: string): string {
  const page = readFileSync(join(root, "docs/webhooks.md"), "utf8");
  const blocks = [...page.matchAll(new RegExp(`\`\`\`${language}\\n(.+?)\`\`\``, "gs"))].map(([, code = ""]) => code);
  const code = blocks.find((block) => block.includes(words));
  if (code === undefined) throw new Error(`docs/webhooks.md shows no code in ${language} with ${words}`);
  return code;
}

/** The receiver on another port than the documented one. */
const receiverOn = (language: string, documented: string, port: number) =>
  shown(language, documented).replace(documented, String(port));

const open = sharedWorld();

const languages = {
  js: async (port: number) => [process.execPath, "--input-type=module", "--eval", receiverOn("js", "4000", port)],
  python: async (port: number) => [
    join(await pythonTools("receivers"), "python"),
    ...["-u", "-c", receiverOn("python", "4001", port)],
  ],
};

test.each(Object.entries(languages))(
  "the documented receiver in %s takes events, and no others",
  async (_, commandOn) => {
    const world = await open();
    const merchant = await world.merchant();
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/`;
    const { body: webhook } = await merchant.post("/webhooks", { url, types: ["issuance.confirmed"] });
    const [command = "", ...args] = await commandOn(port);
    const receiver = new Process("receiver", "env", ["-C", root, `WEBHOOK_SECRET=${webhook.secret}`, command, ...args]);
    onTestFinished(() => receiver.kill("SIGKILL"));
    await until(async () => ((await answerTo(url)) === 400 ? true : undefined));
    const wallet = await world.wallet();
    const body = { campaign_id: await world.campaign(merchant), wallet_address: wallet.address, amount: "1" };
    const { body: issued } = await merchant.post("/rewards/issue", { ...body, idempotency_key: "receiver" });
    const attempts = await until(async () => {
      const { data } = (await merchant.get(`/webhooks/${webhook.id}/deliveries`)).body;
      const requests = data.flatMap((delivery: { requests: object[] }) => delivery.requests);
      return requests.length > 0 ? requests : undefined;
    });
    expect(attempts[0]).toMatchObject({ response_status: 204 });
    await until(async () => (receiver.output.includes(`issuance.confirmed ${issued.id}`) ? true : undefined));
  },
);

/** Asks the documented check about each line of standard input. */
const ASKED = `
import json, sys
for public_key, headers, body in map(json.loads, sys.stdin):
    print(is_from_merit(public_key, headers, body.encode()))`;

test("the documented check in python takes a signature of the last five minutes by the public key, and no other", async () => {
  const signer = Keypair.random();
  const webAuth = { publicKey: signer.publicKey(), sign: async (hash: Uint8Array) => signer.sign(Buffer.from(hash)) };
  const keys = { webAuth, webhookSeed: Buffer.from(signer.rawSecretKey()) };
  const [own, other] = ["a1".repeat(16), "b2".repeat(16)] as const;
  const body = '{"id":"evt_1"}';
  const signedAt = (now: number) => sign(keys, { id: "evt_1", body, salts: [own], now: new Date(now) });
  const [fresh, old] = [signedAt(Date.now()), signedAt(Date.now() - 302_000)];
  const key = publicKeyOf(keys, own);
  const asked = [
    [key, fresh, body],
    [publicKeyOf(keys, other), fresh, body],
    [key, fresh, `${body} `],
    [key, old, body],
  ];
  const python = join(await pythonTools("receivers"), "python");
  const check = spawnSync(python, ["-c", shown("python", "def is_from_merit") + ASKED], {
    input: asked.map((line) => JSON.stringify(line)).join("\n"),
    encoding: "utf8",
  });
  expect(check.stderr).toBe("");
  expect(check.stdout.split("\n")).toEqual(["True", "False", "False", "False", ""]);
});

/** Status of the answer to a request that nobody signed; undefined while nobody answers. */
async function answerTo(url: string): Promise<number | undefined> {
  const headers = { "webhook-id": "evt_1", "webhook-timestamp": "1", "webhook-signature": "v1,AAAA" };
  const answer = await fetch(url, { method: "POST", headers, body: "{}" }).catch(() => undefined);
  return answer?.status;
}
