import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { pythonTools } from "../../scripts/lib/python.ts";
import { sharedWorld } from "../support/fixture.ts";
import { freePort, Process, root, until } from "../support/processes.ts";

/** The receiver that docs/webhooks.md shows in a language, on another port. */
function shown(language: string, documented: string, port: number): string {
  const page = readFileSync(join(root, "docs/webhooks.md"), "utf8");
  const blocks = [...page.matchAll(new RegExp(`\`\`\`${language}\\n(.+?)\`\`\``, "gs"))].map(([, code = ""]) => code);
  const code = blocks.find((block) => block.includes(documented));
  if (code === undefined) throw new Error(`docs/webhooks.md shows no receiver in ${language} on ${documented}`);
  return code.replace(documented, String(port));
}

const open = sharedWorld();

const languages = {
  js: async (port: number) => [process.execPath, "--input-type=module", "--eval", shown("js", "4000", port)],
  python: async (port: number) => [
    join(await pythonTools("receivers"), "python"),
    ...["-u", "-c", shown("python", "4001", port)],
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

/** Status of the answer to a request that nobody signed; undefined while nobody answers. */
async function answerTo(url: string): Promise<number | undefined> {
  const headers = { "webhook-id": "evt_1", "webhook-timestamp": "1", "webhook-signature": "v1,AAAA" };
  const answer = await fetch(url, { method: "POST", headers, body: "{}" }).catch(() => undefined);
  return answer?.status;
}
