import { expect, onTestFinished, test } from "vitest";
import { Book } from "../support/book.ts";
import { Cli } from "../support/cli.ts";
import { startWorld } from "../support/fixture.ts";
import { until } from "../support/processes.ts";

test("a copy of the data folder on another port takes over: the first pays nothing more until an operator says so, and nobody is paid twice", async () => {
  const world = await startWorld();
  const book = await Book.open(world);
  await book.issue(40);
  await book.expectExact();
  await world.server.kill("SIGTERM");
  const clone = await world.clone();
  onTestFinished(() => clone.end());
  await world.startServer();
  await clone.startServer();

  // Both get the same keys in a different order, so that they give the same numbers to different rewards.
  const asked = book.issue(40);
  asked.catch(() => undefined);
  await book.send(book.rewards.slice(-40).toReversed(), clone);
  await book.issue(20, {}, clone);
  await book.expectExact({ at: clone });

  const shut = () =>
    until(async () => {
      const { status, body } = await book.merchant().post("/rewards/issue", {
        ...{ idempotency_key: "never", campaign_id: 1, wallet_address: book.wallets[0], amount: "1" },
      });
      const ready = await world.api.get("/ready");
      return status === 503 && body.code === "reconciling" && ready.status === 503 ? true : undefined;
    });
  await shut();
  await book.issue(20, {}, clone);
  await book.expectExact({ at: clone });
  await shut();

  await clone.server.kill();
  const cli = new Cli(world.api.base);
  expect((await cli.run("reconcile", "--data", world.folder)).code).toBe(0);
  await asked;
  await book.send(book.rewards);
  await book.issue(20);
  await book.expectExact();
});
