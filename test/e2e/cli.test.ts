import { expect, test } from "vitest";
import { Shell } from "../support/cli.ts";
import { sharedWorld } from "../support/fixture.ts";
import { until } from "../support/processes.ts";

const open = sharedWorld();

test("a merchant does the whole job from the shell", async () => {
  const world = await open();
  const cli = new Shell(world.api.base);
  const merchant = await cli.json("merchant", "register", "--name", "Shell Shop", "--email", "shop@example.com");
  expect(merchant.api_key).toMatch(/^mk_/);

  const ends = new Date((await world.ledgerTime()) + 86_400_000).toISOString();
  const campaign = await cli.json(
    "campaign",
    "create",
    "--name",
    "Spring",
    "--budget",
    "100",
    "--ends-at",
    ends,
    "--wait",
  );
  expect(campaign.status).toBe("active");
  const listed = await cli.json("campaign", "list");
  expect(listed.data.map(({ id }: { id: number }) => id)).toContain(campaign.id);

  const wallet = await world.wallet();
  const line = await cli.json("trustline", "verify", wallet.address);
  expect(line).toMatchObject({ exists: true, authorized: true, balance: "0" });

  const key = ["--idempotency-key", "sale-1"];
  const issue = [
    "reward",
    "issue",
    "--campaign",
    String(campaign.id),
    "--wallet",
    wallet.address,
    "--amount",
    "4",
    ...key,
  ];
  const issued = await cli.json(...issue, "--wait");
  expect(issued.status).toBe("confirmed");
  expect(await wallet.balance(world.asset)).toBe(40_000_000n);
  expect((await cli.json("reward", "status", String(issued.id))).tx_hash).toBe(issued.tx_hash);

  await until(async () => {
    const { stdout } = await cli.run("contract-events", "--type", "reward", "--json");
    return stdout.includes(issued.tx_hash) ? true : undefined;
  });
});

test("mistakes end with a message that helps and a status that scripts can use", async () => {
  const world = await open();
  const cli = new Shell(world.api.base);
  const noKey = await cli.run("campaign", "list");
  expect(noKey.code).toBe(1);
  expect(noKey.stderr).toMatch(/merchant register/);

  await cli.json("merchant", "register", "--name", "Shop", "--email", "mistakes@example.com");
  const usage = await cli.run("reward", "issue", "--campaign", "1", "--wallet", "nowhere", "--amount", "1");
  expect(usage.code).toBeGreaterThan(0);
  expect(usage.stderr).toMatch(/wallet/i);

  const nobody = await new Shell("http://127.0.0.1:1/api").run("health");
  expect(nobody.code).toBe(1);
  expect(nobody.stderr).toMatch(/merit start|--url/);
});
